import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Params } from '#kernel/language.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import type { replaceIssuanceLines } from '../../contract/issuances/lots.ts'
import type { LotRow } from './records.ts'

export type LineInput = InputOf<typeof replaceIssuanceLines>['lines'][number]

/** What lines name, read once for all of them. */
export interface References {
  /** Offices under the unit of the lot, by code. */
  offices: ReadonlyMap<string, string>
  /** Lots in which references of the customer are under way. */
  underWay: ReadonlyMap<string, string>
  limit: Hundredths
}

export async function readReferences(tx: Tx, lot: LotRow, limit: Hundredths, asked: readonly string[]): Promise<References> {
  const offices = await sql<{ code: string; id: string }>`
    select u.code, u.id from organisation.unit u
     where ${lot.unit_id}::bigint in (u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id) and u.level = 'POST_OFFICE' and u.status = 'ACTIVE'`.execute(
    tx,
  )
  const underWay = await sql<{ reference: string; lot: string }>`
    select l.reference, o.code as lot from cob.issuance_line l join cob.issuance o on o.id = l.issuance_id
     where l.key_account_id = ${lot.key_account_id} and l.issuance_id <> ${lot.id} and l.status in ('NEW', 'ISSUED', 'ASSIGNED', 'COLLECTED')
       and l.reference = any(${[...new Set(asked)]}::text[])`.execute(tx)
  return {
    limit,
    offices: new Map(offices.rows.map(({ code, id }) => [code, id])),
    underWay: new Map(underWay.rows.map(({ reference, lot: code }) => [reference, code])),
  }
}

/** Something wrong with a line, at one of its fields. */
export interface LineProblem {
  number: number
  field: keyof LineInput
  error: ErrorDefinition
  params: Params
}

/** What is wrong with lines on a day, as far as each can be read. `number`: what a person calls the line. */
export function problemsOf(
  rows: readonly { number: number; value: Partial<LineInput> }[],
  { offices, underWay, limit }: References,
  today: string,
): LineProblem[] {
  const problems: LineProblem[] = []
  const seen = new Map<string, number>()
  for (const { number, value } of rows) {
    const say = (field: keyof LineInput, error: ErrorDefinition, params: Params) => problems.push({ number, field, error, params })
    const { reference, office, amount, dueOn } = value
    if (office !== undefined && !offices.has(office)) say('office', issuanceErrors.officeUnknown, { code: office })
    if (amount !== undefined && parseMoney(amount) > limit)
      say('amount', issuanceErrors.amountOverLimit, { amount: moneyText(parseMoney(amount)), limit: moneyText(limit) })
    if (dueOn !== undefined && dueOn < today) say('dueOn', issuanceErrors.dueOver, { day: showDate(dueOn) })
    if (reference === undefined) continue
    const first = seen.get(reference)
    if (first !== undefined) say('reference', issuanceErrors.referenceTwice, { reference, line: first })
    else seen.set(reference, number)
    const lot = underWay.get(reference)
    if (lot !== undefined) say('reference', issuanceErrors.referenceUnderWay, { reference, lot })
  }
  return problems
}
