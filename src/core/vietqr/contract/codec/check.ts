import type { Params } from '#kernel/language.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import { type CodeFault, type FaultReason, fault } from './faults.ts'
import { MEMO_FORM, MEMO_MAX } from './memo.ts'
import { type CodeTag, tagAt, valueAt } from './parse.ts'
import { NAPAS } from './schemes.ts'
import { NOT_USED } from './tags.ts'

export interface CodeRules {
  /** BINs of the list of banks; left out, any six digits are taken. */
  banks?: { has(bin: string): boolean }
  /** The most that one instant transfer may move, in đồng. */
  cap?: string
}

/** What banks hold one instant transfer to; the server gives the parameter of the operator in its place. */
const USUAL_CAP = '500000000'

type Check = (value: string, rules: CodeRules) => [FaultReason, Params] | undefined

const form =
  (pattern: RegExp, reason: FaultReason): Check =>
  (value) =>
    pattern.test(value) ? undefined : [reason, { found: value }]

/** Printable ASCII without spaces at the ends, as EMVCo has it for names. */
const plainText =
  (maximum: number): Check =>
  (value) =>
    !/^[!-~](?:[ -~]*[!-~])?$/.test(value)
      ? ['TEXT_FORM', { found: value }]
      : value.length > maximum
        ? ['VALUE_TOO_LONG', { found: value.length, maximum }]
        : undefined

/** Every tag of a VietQR code, with what its value must be. */
const VALUES: Readonly<Record<string, Check>> = {
  '00': form(/^01$/, 'VERSION'),
  '01': form(/^1[12]$/, 'KIND'),
  '38.00': form(new RegExp(`^${NAPAS}$`), 'SCHEME_ID'),
  '38.01.00': checkBin,
  '38.01.01': () => undefined,
  '38.02': form(/^QRIBFTT[AC]$/, 'SERVICE'),
  '52': form(/^\d{4}$/, 'CATEGORY_FORM'),
  '53': form(/^704$/, 'CURRENCY'),
  '54': checkAmount,
  '58': form(/^VN$/, 'COUNTRY'),
  '59': plainText(25),
  '60': plainText(15),
  '61': plainText(10),
  '62.01': plainText(25),
  '62.03': plainText(25),
  '62.05': plainText(25),
  '62.07': plainText(25),
  '62.08': (value) =>
    !MEMO_FORM.test(value) ? ['MEMO_FORM', { found: value }] : value.length > MEMO_MAX ? ['MEMO_LONG', { found: value.length, maximum: MEMO_MAX }] : undefined,
  '63': () => undefined,
}

/** Tags that hold others and nothing else. */
const HOLDERS: ReadonlySet<string> = new Set(['38', '38.01', '62'])

const REQUIRED = ['00', '01', '38', '38.00', '38.01', '38.01.00', '38.01.01', '38.02', '53', '58'] as const

interface Reading {
  /** Tags that have a fault of their own already. */
  named: ReadonlySet<string>
  /** It could be read to its end. */
  complete: boolean
}

/** What is wrong with the values of a VietQR code. */
export function checkValues(tags: readonly CodeTag[], rules: CodeRules, { named, complete }: Reading): CodeFault[] {
  const faults = tags.filter(({ path }) => !named.has(path)).flatMap((tag) => checkTag(tag, rules))
  if (!complete) return faults
  const missing = REQUIRED.filter((path) => isMissing(tags, path)).map((path) => fault(path, 'MISSING'))
  return [...faults, ...missing, ...checkTogether(tags)]
}

function checkTag({ path, value, parts }: CodeTag, rules: CodeRules): CodeFault[] {
  if (NOT_USED.has(path)) return [fault(path, 'NOT_ALLOWED')]
  if (HOLDERS.has(path)) return (parts ?? []).flatMap((part) => checkTag(part, rules))
  const check = VALUES[path]
  if (!check) return [fault(path, 'UNKNOWN')]
  const wrong = value === '' ? undefined : check(value, rules)
  return wrong ? [fault(path, ...wrong)] : []
}

/** Only what is missing itself is named, not what would have stood in it. */
function isMissing(tags: readonly CodeTag[], path: string): boolean {
  const holder = path.slice(0, -3)
  return (holder === '' || tagAt(tags, holder)?.parts !== undefined) && tagAt(tags, path) === undefined
}

function checkBin(value: string, { banks }: CodeRules): ReturnType<Check> {
  if (!/^\d{6}$/.test(value)) return ['BIN_FORM', { found: value }]
  return banks && !banks.has(value) ? ['BIN_UNKNOWN', { found: value }] : undefined
}

function checkAmount(value: string, { cap = USUAL_CAP }: CodeRules): ReturnType<Check> {
  if (/^0+$/.test(value)) return ['AMOUNT_ZERO', {}]
  if (!/^[1-9]\d{0,12}$/.test(value)) return ['AMOUNT_FORM', { found: value }]
  return parseMoney(value) > parseMoney(cap) ? ['AMOUNT_CAP', { found: moneyText(parseMoney(value)), maximum: moneyText(parseMoney(cap)) }] : undefined
}

/** What depends on two tags. */
function checkTogether(tags: readonly CodeTag[]): CodeFault[] {
  const faults: CodeFault[] = []
  const kind = valueAt(tags, '01')
  const amount = valueAt(tags, '54')
  if (kind === '11' && amount !== undefined) faults.push(fault('54', 'STATIC_WITH_AMOUNT'))
  if (kind === '12' && amount === undefined) faults.push(fault('54', 'DYNAMIC_WITHOUT_AMOUNT'))
  const account = valueAt(tags, '38.01.01')
  if (account) {
    const card = valueAt(tags, '38.02') === 'QRIBFTTC'
    if (card ? !/^\d{16,19}$/.test(account) : !/^[A-Za-z0-9]{1,19}$/.test(account))
      faults.push(fault('38.01.01', card ? 'CARD_FORM' : 'ACCOUNT_FORM', { found: account }))
  }
  return faults
}
