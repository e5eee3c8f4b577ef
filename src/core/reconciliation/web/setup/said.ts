import type { MatchRule, SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { StatementFormat } from '#core/reconciliation/contract/format.ts'
import { LOCALES } from '#kernel/language.ts'
import { isMoney, showMoney } from '#kernel/money.ts'
import { currentLanguage, type Names, shellText } from '#platform/web/i18n.ts'

/** One thing that a configuration says, in words. */
export interface Said {
  name: string
  value: string
}

const S = 'reconciliation.setups'
/** What is being typed may be no amount and no number yet: then it stands as it is. */
const money = (amount: string) => (isMoney(amount) ? showMoney(amount, currentLanguage(), amount.endsWith('.00') ? 0 : 2) : amount)
const percent = (text: string) =>
  text === '' || Number.isNaN(Number(text)) ? text : Number(text).toLocaleString(LOCALES[currentLanguage()], { maximumFractionDigits: 4 })
const flag = (yes: boolean) => shellText(yes ? 'common.yes' : 'common.no')

/** Where a column is, as people say it. */
export function placeOf(by: { name: string } | { place: number } | { start: number; width: number }): string {
  if ('name' in by) return by.name
  return 'place' in by ? `#${by.place}` : `${by.start}+${by.width}`
}

/** A rule in one line: its keys, how many lines each side has, and how far they may lie apart. */
export function ruleSaid(rule: MatchRule, names: Names): string {
  const { keys, cardinality, group, windowDays, toleranceAmount, tolerancePercent } = rule
  const parts = [
    keys.map((key) => names.enumValue(`${S}.ruleKey`, key)).join(' + '),
    names.enumValue(`${S}.cardinality`, cardinality),
    ...(group === undefined ? [] : [`${names.field(`${S}.rule`, 'group')}: ${names.enumValue(`${S}.groupKey`, group)}`]),
    `${names.field(`${S}.rule`, 'windowDays')}: ${windowDays}`,
    ...(toleranceAmount === '0.00' ? [] : [`${names.field(`${S}.rule`, 'toleranceAmount')}: ${money(toleranceAmount)}`]),
    ...(Number(tolerancePercent) === 0 ? [] : [`${names.field(`${S}.rule`, 'tolerancePercent')}: ${percent(tolerancePercent)}`]),
  ]
  return parts.join(' · ')
}

const ENUMS: Readonly<Record<string, string>> = {
  kind: 'formatKind',
  dayPattern: 'dayPattern',
  amounts: 'amountForm',
  moneyIn: 'moneyIn',
  balanceIncludes: 'balanceIncludes',
  encoding: 'encoding',
}

/** Texts that stand somewhere inside a setting, in the order in which they stand. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** The words of one setting of a format. */
function settingSaid(field: string, value: unknown, names: Names): string {
  if (typeof value === 'boolean') return flag(value)
  if (typeof value === 'string') return ENUMS[field] ? names.enumValue(`${S}.${ENUMS[field]}`, value) : value.replace('\t', 'Tab').replace('NONE', '')
  if (field === 'fillDown') return (value as string[]).map((one) => names.enumValue(`${S}.statementField`, one)).join(', ')
  if (field === 'statuses')
    return Object.entries(value as Record<string, string>)
      .map(([word, status]) => `${word} = ${names.enumValue(`${S}.lineStatus`, status)}`)
      .join(', ')
  return textsIn(value).join(', ')
}

function formatSaid(format: StatementFormat, names: Names): Said[] {
  const label = (field: string) => names.field(`${S}.format`, field)
  return Object.entries(format).flatMap(([field, value]): Said[] => {
    if (field !== 'columns') return [{ name: label(field), value: settingSaid(field, value, names) }]
    return (value as Extract<StatementFormat, { columns: unknown }>['columns']).map((column) => ({
      name: `${label('columns')}: ${names.enumValue(`${S}.statementField`, column.field)}`,
      value: placeOf(column.by),
    }))
  })
}

/** Everything that a configuration says, line by line, in the reader's language. */
export function saidOf(document: SetupDocument, names: Names): Said[] {
  const label = (field: string) => names.field(`${S}.document`, field)
  const { format, rules, fee } = document
  return [
    ...(format ? formatSaid(format, names) : []),
    { name: label('account'), value: document.account },
    ...rules.map((rule, at) => ({ name: `${label('rules')} ${at + 1}`, value: `${rule.name}: ${ruleSaid(rule, names)}` })),
    { name: label('feeMode'), value: names.enumValue(`${S}.feeMode`, fee.mode) },
    { name: label('feePercent'), value: percent(fee.percent) },
    { name: label('feeFixed'), value: money(fee.fixed) },
    { name: label('feeTexts'), value: fee.texts.join(', ') },
    { name: label('expectedDays'), value: String(document.expectedDays) },
    { name: label('carryDays'), value: String(document.carryDays) },
    { name: label('dueTime'), value: document.dueTime },
    { name: label('connector'), value: flag(document.connector) },
    { name: label('writeOffLimit'), value: money(document.writeOffLimit) },
    { name: label('highFrom'), value: money(document.highFrom) },
    { name: label('bankAccountCode'), value: document.bankAccountCode },
    { name: label('note'), value: document.note ?? '' },
  ]
}
