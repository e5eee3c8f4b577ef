import { hundredths, tidy } from './cells.ts'
import { LENGTHS, type StatementLine } from './verdict.ts'

/** A decimal of XML in hundredths; undefined for anything else, and for more than two decimals. */
export function xmlAmount(text: string): bigint | undefined {
  const [, digits = '', part = ''] = /^\s*\+?(\d+)(?:\.(\d{0,2})0*)?\s*$/.exec(text) ?? []
  return digits === '' ? undefined : hundredths(digits, part, false)
}

/** Texts of an element and of those inside of it, by their path from it. */
export type Facts = Map<string, string>

export interface Entry {
  facts: Facts
  details: Facts[]
  currency: string
}

const first = (facts: Facts, ...paths: string[]): string => {
  for (const path of paths) {
    const text = tidy(facts.get(path) ?? '')
    if (text !== '' && text !== 'NOTPROVIDED' && text !== 'NONREF') return text
  }
  return ''
}

export const isCredit = (facts: Facts): boolean | undefined => {
  const side = facts.get('CdtDbtInd')?.trim()
  return side === 'CRDT' ? true : side === 'DBIT' ? false : undefined
}

/** BOOK where the bank has booked it; older versions write the code directly, newer ones inside. */
export const statusOf = (facts: Facts): string => first(facts, 'Sts/Cd', 'Sts') || 'BOOK'

/** Amounts of the details, when each has one. */
export function detailAmounts({ details }: Entry): bigint[] | undefined {
  const amounts = details.map((one) => xmlAmount(one.get('Amt') ?? one.get('AmtDtls/TxAmt/Amt') ?? ''))
  return amounts.every((amount) => amount !== undefined) && amounts.length > 0 ? amounts : undefined
}

/** Who stands on the other side, in the words of both the older and the newer versions. */
function counterpart(facts: Facts, credit: boolean): Pick<StatementLine, 'counterAccount' | 'counterName'> {
  const role = credit ? 'Dbtr' : 'Cdtr'
  const of = (part: string) => `RltdPties/${role}${part}`
  return {
    counterAccount: first(facts, of('Acct/Id/IBAN'), of('Acct/Id/Othr/Id')).slice(0, LENGTHS.counterAccount),
    counterName: first(facts, of('/Pty/Nm'), of('/Nm'), of('Acct/Nm')).slice(0, LENGTHS.counterName),
  }
}

/** A line of an entry, or of one of its details, which the entry completes. */
export function lineOf(entry: Facts, detail: Facts | undefined, day: Pick<StatementLine, 'day' | 'at'>, amount: bigint): StatementLine {
  const own = detail ?? new Map<string, string>()
  const entryNo = first(entry, 'AcctSvcrRef', 'NtryRef')
  const documentNo = first(own, 'Refs/AcctSvcrRef') || entryNo
  const reference = first(own, 'Refs/EndToEndId', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/TxId', 'Refs/InstrId', 'Refs/AcctSvcrRef', 'Refs/MsgId') || entryNo
  const text = first(own, 'RmtInf/Ustrd', 'AddtlTxInf', 'RmtInf/Strd/AddtlRmtInf') || first(entry, 'AddtlNtryInf')
  return {
    ...day,
    amount,
    fee: 0n,
    tax: 0n,
    reference: reference.slice(0, LENGTHS.reference),
    documentNo: documentNo.slice(0, LENGTHS.documentNo),
    ...counterpart(own, amount >= 0n),
    text: text.slice(0, LENGTHS.text),
    status: '',
  }
}
