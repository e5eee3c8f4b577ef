import type { z } from 'zod'
import { isoLocal, showDate, showMonth, showTimestamp } from '#kernel/dates.ts'
import { fill, type Language } from '#kernel/language.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import { isSummed } from '#kernel/report.ts'
import { enumWords, fieldNames } from '../labels.ts'
import type { Report, ReportContext, ServerModule } from '../module.ts'
import type { ReportReader } from './report.ts'
import { reportTexts } from './texts.ts'

type Fields = Record<string, unknown>

export interface ReportColumn {
  field: string
  header: string
  kind: FieldMeta['kind']
  /** Whether the field is added up. */
  total: boolean
  /** Words of an enum's values. */
  words: Record<string, string>
}

/** What a report says around its figures, in the reader's language. */
export interface ReportLayout {
  title: string
  /** Period, conditions, unit of money. */
  head: string[]
  /** The run, who took it and when. */
  taken: string
  /** All but ids and the places of rows, in the order of the contract. */
  columns: ReportColumn[]
  /** Name of a group's line: 'Ngày hạch toán: 21/11/2026'. */
  groupName(level: number, row: Fields): string
}

export async function layoutOf(report: Report, filter: Fields, reader: ReportReader, modules: readonly ServerModule[], run: string): Promise<ReportLayout> {
  const { contract } = report
  const { language } = reader
  const nameOf = fieldNames(modules, contract.entity, language)
  const columns = Object.entries(contract.row.shape).flatMap(([field, schema]): ReportColumn[] => {
    const meta = fieldMeta(schema as z.ZodType)
    // A count that rows are ordered by is their place; paper and files number their rows by themselves.
    if (meta.kind === 'id' || contract.hides.includes(field) || (meta.kind === 'count' && contract.order.includes(field))) return []
    return [{ field, header: nameOf(field), kind: meta.kind, total: isSummed(contract, field), words: enumWords(modules, meta.labels, language) ?? {} }]
  })
  const shown = (field: string, value: string) => {
    const { kind, labels } = fieldMeta(contract.row.shape[field] as z.ZodType)
    if (kind === 'date') return showDate(value)
    return kind === 'month' ? showMonth(value) : (enumWords(modules, labels, language)?.[value] ?? value)
  }
  return {
    title: titleOf(report, language),
    head: [periodOf(filter, language), ...(await conditionWords(report, filter, reader, modules)), ...unitOfMoney(columns, language)],
    taken: takenBy(reader, run),
    columns,
    groupName(level, row) {
      const group = contract.groups[level - 1]
      const field = group?.name ?? group?.by ?? ''
      const value = row[field]
      return `${nameOf(field)}: ${value === null || value === undefined ? '—' : shown(field, String(value))}`
    },
  }
}

export function titleOf({ contract, labels }: Report, language: Language): string {
  return labels[language].screens[contract.title] ?? contract.title
}

function periodOf(filter: Fields, language: Language): string {
  const [from, to] = [String(filter.from), String(filter.to)]
  const texts = reportTexts[language]
  return fill(from === to ? texts.day : texts.period, { from: showDate(from), to: showDate(to) })
}

/** The conditions beside the period, one line each: ids by the names the report gives, enums in words. */
export async function conditionWords(
  { contract, handler }: Report,
  filter: Fields,
  reader: ReportContext,
  modules: readonly ServerModule[],
): Promise<string[]> {
  const described = (await handler.describe?.(filter as never, reader)) ?? {}
  const nameOf = fieldNames(modules, contract.entity, reader.language)
  return Object.entries(contract.filter.shape).flatMap(([field, schema]) => {
    const value = filter[field]
    if (field === 'from' || field === 'to' || value === undefined) return []
    const words = enumWords(modules, fieldMeta(schema as z.ZodType).labels, reader.language) ?? {}
    const one = (item: unknown) => words[String(item)] ?? String(item)
    return [`${nameOf(field)}: ${described[field as never] ?? (Array.isArray(value) ? value.map(one).join(', ') : one(value))}`]
  })
}

function unitOfMoney(columns: readonly ReportColumn[], language: Language): string[] {
  return columns.some(({ kind }) => kind === 'money' || kind === 'price') ? [reportTexts[language].money] : []
}

function takenBy({ language, fullName, account, now }: ReportReader, run: string): string {
  const texts = reportTexts[language]
  return `${fill(texts.run, { code: run })} · ${fill(texts.taken, { name: fullName, account, at: showTimestamp(isoLocal(now)) })}`
}
