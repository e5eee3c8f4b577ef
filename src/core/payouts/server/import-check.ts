import { sql } from 'kysely'
import type { ImportedRow } from '#kernel/import.ts'
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

/** What is wrong with the lines of a file: papers, places, accounts, receivers, and people who stand there twice. */
export function problemsOf(rows: readonly ImportRow<LineInput>[], list: Pick<ListRow, 'code'>, references: References): RowProblem[] {
  const problems: RowProblem[] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const { number, value } = row
    problems.push(...identityProblems(row), ...placeProblems(row, references), ...paymentProblems(row, references))
    const first = seen.get(value.identityNumber)
    if (first !== undefined) problems.push(rowProblem(number, 'identityNumber', payoutErrors.duplicateIdentity, { row: first }))
    else seen.set(value.identityNumber, number)
    const byCode = references.known.beneficiaries.get(value.beneficiaryCode)
    const other = byCode ?? references.known.identities.get(value.identityNumber)
    if (other !== undefined && other !== list.code)
      problems.push(rowProblem(number, byCode === undefined ? 'identityNumber' : 'beneficiaryCode', payoutErrors.duplicatePeriod, { list: other }))
  }
  return problems
}

/** Twelve digits: the number of a citizen's card, in whatever form it is shown. The card of nine digits was abolished. */
export function identityProblem(number: string) {
  if (/^\d{12}$/.test(number)) return undefined
  return /^\d{9}$/.test(number) ? payoutErrors.identityAbolished : payoutErrors.identityForm
}

function identityProblems({ number, value }: ImportRow<LineInput>): RowProblem[] {
  const found: RowProblem[] = []
  const own = identityProblem(value.identityNumber)
  if (own) found.push(rowProblem(number, 'identityNumber', own))
  const given = [value.receiverName, value.receiverIdentity, value.receiverPaper].filter((text) => text !== undefined && text !== '')
  if (given.length === 0) return found
  if (given.length < 3) found.push(rowProblem(number, 'receiverName', payoutErrors.receiverPaper))
  const receiver = value.receiverIdentity ? identityProblem(value.receiverIdentity) : undefined
  if (receiver) found.push(rowProblem(number, 'receiverIdentity', receiver))
  return found
}

function placeProblems({ number, value }: ImportRow<LineInput>, { points, areas }: References): RowProblem[] {
  const found: RowProblem[] = []
  if (value.areaCode && !areas.has(value.areaCode)) found.push(rowProblem(number, 'areaCode', payoutErrors.areaUnknown, { area: value.areaCode }))
  const cash = (value.method ?? 'CASH') === 'CASH'
  if (!value.pointCode) {
    if (cash) found.push(rowProblem(number, 'pointCode', payoutErrors.pointNeeded))
    return found
  }
  const point = points.get(value.pointCode)
  if (!point) found.push(rowProblem(number, 'pointCode', payoutErrors.pointUnknown, { point: value.pointCode }))
  else if (cash && !point.pays) found.push(rowProblem(number, 'pointCode', payoutErrors.pointPaysNot, { point: value.pointCode }))
  return found
}

function paymentProblems({ number, value }: ImportRow<LineInput>, { banks }: References): RowProblem[] {
  if (value.method !== 'ACCOUNT') return []
  const { bankBin, accountNumber, accountName } = value
  if (!bankBin || !accountNumber || !accountName) return [rowProblem(number, 'accountNumber', payoutErrors.accountIncomplete)]
  const found: RowProblem[] = []
  if (!banks.has(bankBin)) found.push(rowProblem(number, 'bankBin', payoutErrors.bankUnknown, { bank: bankBin }))
  if (!/^[A-Za-z0-9]{6,19}$/.test(accountNumber)) found.push(rowProblem(number, 'accountNumber', payoutErrors.accountForm))
  return found
}
