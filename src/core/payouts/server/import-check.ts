import { sql } from 'kysely'
import type { ImportedRow } from '#kernel/import.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type ImportRow, type RowProblem, rowProblem } from '#platform/server/import/handler.ts'
import { payoutErrors } from '../contract/errors.ts'
import type { importLines } from '../contract/import.ts'
import type { ListRow } from './records.ts'

export type LineInput = ImportedRow<typeof importLines>

interface Point {
  id: string
  pays: boolean
}

/** What lines of a file name, and who has a line for the month already: read once a file. */
export interface References {
  points: ReadonlyMap<string, Point>
  areas: ReadonlySet<string>
  banks: ReadonlySet<string>
  /** Code of the other list by code of the beneficiary, and by identity number. */
  known: { beneficiaries: ReadonlyMap<string, string>; identities: ReadonlyMap<string, string> }
}

/** Whether a unit can pay cash: it is open and keeps some. */
export const paysCash = (unit: string) =>
  sql<boolean>`(${sql.ref(`${unit}.status`)} = 'ACTIVE' and exists (select from cash.holding h where h.unit_id = ${sql.ref(`${unit}.id`)} and h.kind in ('VAULT', 'TILL') and h.status <> 'CLOSED'))`

export async function isBank(tx: Tx, bin: string): Promise<boolean> {
  const { rows } = await sql`select from organisation.partner where kind = 'BANK' and bin = ${bin}`.execute(tx)
  return rows.length > 0
}

export async function readReferences(tx: Tx, list: ListRow): Promise<References> {
  const points = await sql<{ code: string; id: string; pays: boolean }>`
    select u.code, u.id, ${paysCash('u')} as pays
    from organisation.unit u
    where ${list.unit_id}::bigint in (u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id) and u.level in ('POST_OFFICE', 'PAYOUT_POINT')`.execute(
    tx,
  )
  const areas = await sql<{ code: string }>`select distinct code from masterdata.administrative_area`.execute(tx)
  const banks = await sql<{ bin: string }>`select bin from organisation.partner where kind = 'BANK' and bin is not null`.execute(tx)
  // All of the month by one range of an index: cheaper than to look each person of the file up by code and by number.
  const known = await sql<{ beneficiary: string; identity: string; list: string }>`
    select t.beneficiary_code as beneficiary, t.identity_number as identity, l.code as list from payout.line t join payout.list l on l.id = t.list_id
    where t.programme_id = ${list.programme_id} and t.month = ${list.month}::date and t.list_id <> ${list.id} and t.status not in ('RETURNED', 'CARRIED', 'CANCELLED')`.execute(
    tx,
  )
  return {
    points: new Map(points.rows.map(({ code, ...point }) => [code, point])),
    areas: new Set(areas.rows.map(({ code }) => code)),
    banks: new Set(banks.rows.map(({ bin }) => bin)),
    known: {
      beneficiaries: new Map(known.rows.map(({ beneficiary, list: code }) => [beneficiary, code])),
      identities: new Map(known.rows.map(({ identity, list: code }) => [identity, code])),
    },
  }
}

/** A line as far as it can be read. */
interface Readable {
  number: number
  value: Partial<LineInput>
  /** Fields of which something has been found wrong already. */
  wrong: ReadonlySet<string | null>
}

const NONE: ReadonlySet<string | null> = new Set()

/**
 * What is wrong with the lines of a file on a day: papers, amounts, places, accounts, receivers, and people who stand there twice. `partly`: lines with a
 * fault, of which the rest is looked at, behind the others, which stand without them.
 */
export function problemsOf(
  rows: readonly ImportRow<LineInput>[],
  list: Pick<ListRow, 'code'>,
  references: References,
  today: string,
  partly: readonly Readable[] = [],
): RowProblem[] {
  const problems: RowProblem[] = []
  const seen = new Map<string, number>()
  for (const row of [...rows.map((one): Readable => ({ ...one, wrong: NONE })), ...partly]) {
    const { number, value } = row
    problems.push(...identityProblems(row), ...valueProblems(row, today), ...placeProblems(row, references), ...paymentProblems(row, references))
    const { identityNumber = '', beneficiaryCode = '' } = value
    const first = seen.get(identityNumber)
    if (first !== undefined) problems.push(rowProblem(number, 'identityNumber', payoutErrors.duplicateIdentity, { row: first }))
    else if (identityNumber !== '') seen.set(identityNumber, number)
    const byCode = references.known.beneficiaries.get(beneficiaryCode)
    const other = byCode ?? references.known.identities.get(identityNumber)
    if (other !== undefined && other !== list.code)
      problems.push(rowProblem(number, byCode === undefined ? 'identityNumber' : 'beneficiaryCode', payoutErrors.duplicatePeriod, { list: other }))
  }
  return problems
}

/** How a line is paid; undefined where that cannot be read. */
const methodOf = ({ value, wrong }: Readable) => (wrong.has('method') ? undefined : (value.method ?? 'CASH'))

/** Twelve digits: the number of a citizen's card, in whatever form it is shown. The card of nine digits was abolished. */
export function identityProblem(number: string) {
  if (/^\d{12}$/.test(number)) return undefined
  return /^\d{9}$/.test(number) ? payoutErrors.identityAbolished : payoutErrors.identityForm
}

/** A thousand billion đồng: what nobody is paid; a column that slipped, or an amount that was typed twice. */
const MOST: Hundredths = 1_000_000_000_000_00n

/** Why a line cannot pay an amount: a till gives whole đồng only. */
export function amountProblem(text: string, method: 'CASH' | 'ACCOUNT' | undefined) {
  const amount = parseMoney(text)
  if (amount > MOST) return payoutErrors.amountMost
  return method === 'CASH' && amount % 100n !== 0n ? payoutErrors.amountPart : undefined
}

/** For the place in the sentence of `amountProblem`. */
export const MOST_PAID = { most: moneyText(MOST) }

export const birthProblem = (birthDate: string | undefined, today: string) =>
  birthDate !== undefined && birthDate > today ? payoutErrors.bornLater : undefined

function valueProblems(row: Readable, today: string): RowProblem[] {
  const { number, value } = row
  const amount = value.amount === undefined ? undefined : amountProblem(value.amount, methodOf(row))
  const birth = birthProblem(value.birthDate, today)
  return [...(amount ? [rowProblem(number, 'amount', amount, MOST_PAID)] : []), ...(birth ? [rowProblem(number, 'birthDate', birth)] : [])]
}

const RECEIVER = ['receiverName', 'receiverIdentity', 'receiverPaper'] as const
const ACCOUNT = ['bankBin', 'accountNumber', 'accountName'] as const

function identityProblems({ number, value, wrong }: Readable): RowProblem[] {
  const found: RowProblem[] = []
  const own = value.identityNumber === undefined ? undefined : identityProblem(value.identityNumber)
  if (own) found.push(rowProblem(number, 'identityNumber', own))
  const given = RECEIVER.filter((field) => value[field] || wrong.has(field))
  if (given.length === 0) return found
  if (given.length < RECEIVER.length) found.push(rowProblem(number, 'receiverName', payoutErrors.receiverPaper))
  const receiver = value.receiverIdentity ? identityProblem(value.receiverIdentity) : undefined
  if (receiver) found.push(rowProblem(number, 'receiverIdentity', receiver))
  return found
}

function placeProblems(row: Readable, { points, areas }: References): RowProblem[] {
  const { number, value, wrong } = row
  const found: RowProblem[] = []
  if (value.areaCode && !areas.has(value.areaCode)) found.push(rowProblem(number, 'areaCode', payoutErrors.areaUnknown, { area: value.areaCode }))
  const cash = methodOf(row) === 'CASH'
  if (!value.pointCode) {
    if (cash && !wrong.has('pointCode')) found.push(rowProblem(number, 'pointCode', payoutErrors.pointNeeded))
    return found
  }
  const point = points.get(value.pointCode)
  if (!point) found.push(rowProblem(number, 'pointCode', payoutErrors.pointUnknown, { point: value.pointCode }))
  else if (cash && !point.pays) found.push(rowProblem(number, 'pointCode', payoutErrors.pointPaysNot, { point: value.pointCode }))
  return found
}

function paymentProblems({ number, value, wrong }: Readable, { banks }: References): RowProblem[] {
  if (value.method !== 'ACCOUNT') return []
  const { bankBin, accountNumber } = value
  if (ACCOUNT.some((field) => !value[field] && !wrong.has(field))) return [rowProblem(number, 'accountNumber', payoutErrors.accountIncomplete)]
  const found: RowProblem[] = []
  if (bankBin && !banks.has(bankBin)) found.push(rowProblem(number, 'bankBin', payoutErrors.bankUnknown, { bank: bankBin }))
  if (accountNumber && !/^[A-Za-z0-9]{6,19}$/.test(accountNumber)) found.push(rowProblem(number, 'accountNumber', payoutErrors.accountForm))
  return found
}
