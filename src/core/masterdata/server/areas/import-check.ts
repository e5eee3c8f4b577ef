import type { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import { type AreaKind, type AreaLevel, CODE_LENGTH, KIND_WORDS, KINDS_OF_LEVEL } from '#core/masterdata/contract/areas/area-kinds.ts'
import { masterdataErrors as errors } from '#core/masterdata/contract/errors.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { ImportedRow } from '#kernel/import.ts'
import { type ImportRow, type PartOfRow, type RowProblem, rowProblem, ruleProblem } from '#platform/server/import/handler.ts'
import { cleanName } from './names.ts'

export type AreaRow = ImportRow<ImportedRow<typeof importAreas>>

/** An area for a time: one that is stored, or one that a row of the file brings. */
export interface Period {
  /** Of a stored area. */
  id: string | null
  /** Of the file. */
  row: number | null
  level: AreaLevel
  code: string
  /** For messages. */
  fullName: string
  parent: string | null
  from: string
  to: string | null
}

/** A row as an area, with the old codes it takes the place of. */
export interface NewArea extends Period {
  row: number
  kind: AreaKind
  name: string
  old: string[]
}

/** What the file does: areas that begin, stored ones that end on a day, and which became which. */
export interface Plan {
  added: NewArea[]
  /** Last day of stored areas by id. */
  closed: Map<string, string>
  links: { from: Period; to: NewArea }[]
}

const FOREVER = '9999-12-31'
export const keyOf = (level: AreaLevel, code: string) => `${level} ${code}`
const levelOfCode = (code: string): AreaLevel => (code.length === CODE_LENGTH.PROVINCE ? 'PROVINCE' : 'DISTRICT')

const levelOf = (kind: AreaKind): AreaLevel => (Object.keys(KINDS_OF_LEVEL) as AreaLevel[]).find((one) => KINDS_OF_LEVEL[one].includes(kind)) ?? 'COMMUNE'

const oldCodesOf = (text: string | undefined): string[] => [...new Set((text ?? '').split(/[,;\s]+/).filter(Boolean))]

/** What is wrong with a row by itself, a problem a field that can be read. */
export function faultsOf({ number, value, wrong }: PartOfRow<AreaRow['value']>): RowProblem[] {
  const { code, kind, parentCode, validFrom, validTo, oldCodes } = value
  const faults: RowProblem[] = []
  if (validTo && validFrom && validTo < validFrom) faults.push(ruleProblem(number, 'validTo', 'dateOrder'))
  if (kind === undefined) return faults
  const level = levelOf(kind)
  const digits = CODE_LENGTH[level]
  if (code !== undefined && code.length !== digits) faults.push(rowProblem(number, 'code', errors.areaCodeDigits, { digits }))
  if (level === 'PROVINCE' && parentCode !== undefined) faults.push(rowProblem(number, 'parentCode', errors.areaParentNone))
  const above = parentCode === undefined ? wrong.has('parentCode') : level !== 'DISTRICT' || parentCode.length === CODE_LENGTH.PROVINCE
  if (level !== 'PROVINCE' && !above) faults.push(rowProblem(number, 'parentCode', errors.areaParentNeeded))
  const other = oldCodesOf(oldCodes).find((one) => one.length !== digits)
  if (other !== undefined) faults.push(rowProblem(number, 'oldCodes', errors.areaOldLevel, { code: other, digits }))
  return faults
}

const NONE: ReadonlySet<string> = new Set()

/** The area that a row says, or what is wrong with the row by itself. */
export function areaOf(row: AreaRow): { area: NewArea } | { faults: RowProblem[] } {
  const { number, value } = row
  const faults = faultsOf({ number, value, wrong: NONE })
  if (faults.length > 0) return { faults }
  const { code, kind, name, parentCode, validFrom, validTo, oldCodes } = value
  const level = levelOf(kind)
  const clean = withoutKind(name, kind)
  const parent = parentCode === undefined ? null : keyOf(levelOfCode(parentCode), parentCode)
  return {
    area: {
      id: null,
      row: number,
      level,
      code,
      kind,
      name: clean,
      fullName: `${KIND_WORDS[kind]} ${clean}`,
      parent,
      from: validFrom,
      to: validTo ?? null,
      old: oldCodesOf(oldCodes),
    },
  }
}

/** 'Phường Ba Đình' of a ward is 'Ba Đình'. */
function withoutKind(name: string, kind: AreaKind): string {
  const text = cleanName(name)
  const word = `${KIND_WORDS[kind]} `
  return text.toLowerCase().startsWith(word.toLowerCase()) && text.length > word.length ? text.slice(word.length) : text
}

/** Checks the rows of a file against each other and against what is stored; a row that fails is rejected with its first reason. Pure. */
export function look(areas: readonly NewArea[], stored: readonly Period[]): { plan: Plan; found: RowProblem[] } {
  const found: RowProblem[] = []
  const rejected = new Set<number>()
  const reject = (row: number, field: string, definition: ErrorDefinition, params: Record<string, string | number>) => {
    if (rejected.has(row)) return
    rejected.add(row)
    found.push(rowProblem(row, field, definition, params))
  }
  const plan: Plan = { added: [...areas], closed: new Map(), links: [] }
  const before = byKey([...stored, ...areas])
  const closers = linkOld(plan, before, reject)
  // As it would be afterwards.
  const after = byKey([...stored.map((one) => ({ ...one, to: plan.closed.get(one.id ?? '') ?? one.to })), ...areas])
  for (const area of areas) {
    const taken = after.get(keyOf(area.level, area.code))?.find((one) => one.row !== area.row && overlap(one, area))
    if (taken?.row === null) reject(area.row, 'code', errors.areaCodeTaken, { code: area.code, name: taken.fullName })
    else if (taken && (taken.row ?? 0) < area.row) reject(area.row, 'code', errors.areaTwiceInFile, { code: area.code, row: taken.row ?? 0 })
    if (area.parent !== null && !covered(area, after.get(area.parent) ?? [])) reject(area.row, 'parentCode', errors.areaParent, { code: codeIn(area.parent) })
  }
  const orphans = new Map<string, number>()
  for (const [id, one] of orphaned(stored, plan, after)) orphans.set(id, one)
  for (const [id, count] of orphans) for (const area of closers.get(id) ?? []) reject(area.row, 'oldCodes', errors.areaHasChildren, { count })
  return { plan, found }
}

/** Finds the old areas of each row on its eve, and ends those that have no last day. Answers which rows end which stored area. */
function linkOld(
  plan: Plan,
  before: ReadonlyMap<string, Period[]>,
  reject: (row: number, field: string, definition: ErrorDefinition, params: Record<string, string>) => void,
): Map<string, NewArea[]> {
  const closers = new Map<string, NewArea[]>()
  for (const area of plan.added) {
    const eve = addDays(area.from, -1)
    for (const code of area.old) {
      const old = before.get(keyOf(area.level, code))?.find((one) => one.row !== area.row && one.from <= eve && (one.to ?? FOREVER) >= eve)
      if (!old) {
        reject(area.row, 'oldCodes', errors.areaOldUnknown, { code, date: showDate(eve) })
        continue
      }
      const end = plan.closed.get(old.id ?? '') ?? old.to
      if (end === null && old.id !== null) plan.closed.set(old.id, eve)
      else if (end !== eve) {
        reject(area.row, 'oldCodes', errors.areaOldLasts, { code, date: showDate(eve) })
        continue
      }
      if (old.id !== null) closers.set(old.id, [...(closers.get(old.id) ?? []), area])
      plan.links.push({ from: old, to: area })
    }
  }
  return closers
}

/** Of the stored areas that would end: how many of those below them would be left without. */
function orphaned(stored: readonly Period[], { closed }: Plan, after: ReadonlyMap<string, Period[]>): Map<string, number> {
  const endedKeys = new Map<string, string>()
  for (const one of stored) if (one.id !== null && closed.has(one.id) && one.level !== 'COMMUNE') endedKeys.set(keyOf(one.level, one.code), one.id)
  const counts = new Map<string, number>()
  if (endedKeys.size === 0) return counts
  for (const periods of after.values()) {
    for (const child of periods) {
      const id = child.parent === null || child.row !== null ? undefined : endedKeys.get(child.parent)
      if (id !== undefined && !covered(child, after.get(child.parent ?? '') ?? [])) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}

export function byKey(periods: readonly Period[]): Map<string, Period[]> {
  const map = new Map<string, Period[]>()
  for (const one of periods) {
    const key = keyOf(one.level, one.code)
    const known = map.get(key)
    if (known) known.push(one)
    else map.set(key, [one])
  }
  return map
}

export function codeIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}

export function overlap(a: Period, b: Period): boolean {
  return a.from <= (b.to ?? FOREVER) && b.from <= (a.to ?? FOREVER)
}

/** True when the parents together are in force on every day of the child. */
export function covered(child: Period, parents: readonly Period[]): boolean {
  let need = child.from
  const end = child.to ?? FOREVER
  for (const parent of [...parents].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (parent.from > need) return false
    const until = parent.to ?? FOREVER
    if (until < need) continue
    if (until >= end) return true
    need = addDays(until, 1)
  }
  return false
}
