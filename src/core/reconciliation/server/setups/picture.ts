import { showMoney } from '#kernel/money.ts'
import type { MatchRule, SetupDocument } from '../../contract/document.ts'
import { vi } from '../../labels/setups/vi.ts'

const words = vi.enums

const money = (text: string) => showMoney(text, 'vi', 0)

/** A rule as the person who agrees to it reads it. */
function ruleLine({ name, keys, cardinality, group, windowDays, toleranceAmount, tolerancePercent }: MatchRule, at: number): string {
  const parts = [
    keys.map((key) => words.ruleKey[key]).join(' + '),
    ...(cardinality === 'ONE_ONE'
      ? []
      : [`${words.cardinality[cardinality]}, ${vi.fields.rule.group.toLowerCase()} ${words.groupKey[group ?? 'DAY'].toLowerCase()}`]),
    `${vi.fields.rule.windowDays.toLowerCase()} ${windowDays}`,
    ...(toleranceAmount === '0.00' ? [] : [`${vi.fields.rule.toleranceAmount.toLowerCase()} ${money(toleranceAmount)}`]),
    ...(tolerancePercent === '0' ? [] : [`${vi.fields.rule.tolerancePercent.toLowerCase()} ${tolerancePercent}`]),
  ]
  return `${at + 1}. ${name}: ${parts.join('; ')}`
}

function feeLine({ mode, percent, fixed, texts }: SetupDocument['fee']): string {
  const parts = [
    words.feeMode[mode],
    ...(percent === '0' ? [] : [`${percent} %`]),
    ...(fixed === '0.00' ? [] : [money(fixed)]),
    ...(texts.length === 0 ? [] : [texts.join(', ')]),
  ]
  return parts.join('; ')
}

/** How a statement is read, in full: a checker sees every setting of it. */
function formatLines(format: SetupDocument['format']): string | null {
  if (!format) return null
  const { kind, ...settings } = format
  const columns = 'columns' in settings ? settings.columns.map(({ field, by }) => `${words.statementField[field]}: ${Object.values(by).join('+')}`) : []
  const others = Object.entries(settings).flatMap(([name, value]) => (name === 'columns' || isNothing(value) ? [] : [`${labelOf(name)}: ${plain(value)}`]))
  return [words.formatKind[kind], ...columns, ...others].join('\n')
}

const isNothing = (value: unknown) => value === undefined || value === false || JSON.stringify(value) === '{}' || JSON.stringify(value) === '[]'
const labelOf = (name: string) => (vi.fields.format as Record<string, string>)[name] ?? name
const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A revision as it is shown before and after a change: one text a field. */
export function pictureOf(document: SetupDocument, revision: number): Record<string, string | null> {
  return {
    revision: String(revision),
    format: formatLines(document.format),
    account: document.account || null,
    rules: document.rules.map(ruleLine).join('\n'),
    fee: feeLine(document.fee),
    expectedDays: String(document.expectedDays),
    carryDays: String(document.carryDays),
    dueTime: document.dueTime,
    connector: String(document.connector),
    writeOffLimit: document.writeOffLimit,
    highFrom: document.highFrom,
    bankAccountCode: document.bankAccountCode || null,
    note: document.note || null,
  }
}
