import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { UnknownPayout } from '../../contract/counter/unknown-payout.ts'
import { FOUND_BY_COUNT, SETTLED_BY_COUNT } from './found-by-count.ts'

/** Where the cases of unknown outcomes are shown: a plug of the composition root. */
export interface CaseLink {
  permission: string
  path(id: string, code: string): string
}

interface Row extends Omit<UnknownPayout, 'since' | 'path'> {
  since: Date
  caseId: string | null
}

/** An earlier count has found its cash missing and was settled with the books: later ones are not about it. */
const settledBy = (before: RawBuilder<unknown>) => sql<boolean>`exists (
  select from cash.count c left join cash.variance v on v.count_id = c.id where ${FOUND_BY_COUNT} and ${SETTLED_BY_COUNT} and ${before})`

/** Of a till: those that the next count finds missing, if they were made. */
const ofTill = (tillId: string) => sql<boolean>`s.till_id = ${tillId} and s.status = 'UNKNOWN' and not ${settledBy(sql`true`)}`

/** Of a count: those unknown since before it, those of which it was found out after it that they were not made, and those taken from what it has found. */
const ofCount = (countId: string) => sql<boolean>`(exists (select from cash.counted_payout p where p.slip_id = s.id and p.count_id = ${countId}) or exists (
  select from cash.count c where c.id = ${countId} and ${FOUND_BY_COUNT} and s.unknown_at is not null and not ${settledBy(sql`c.id < ${countId}`)}
    and (s.status = 'UNKNOWN' or s.status = 'RELEASED' and exists (select from payment.transaction_key k
      join payment.transaction_event e on e.transaction_id = k.transaction_id and e.business_date = k.business_date
      where k.transaction_id = s.transaction_id and e.to_status = 'FAILED' and e.occurred_at > c.counted_at))))`

async function read(db: QueryExecutorProvider, which: RawBuilder<boolean>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.code, s.source_id as "sourceCode", s.amount, coalesce(s.unknown_at, s.updated_at) as since, s.status, o.id as "caseId"
    from cash.slip s left join outcome.case_directory o on o.transaction_id = s.transaction_id where s.direction = 'OUT' and ${which} order by s.id limit 200`.execute(
    db,
  )
  return rows
}

type Reader = { scope: QueryExecutorProvider; session: { permissions: { has(permission: string): boolean } } }

const shown = (rows: readonly Row[], { session }: Reader, cases: CaseLink): UnknownPayout[] =>
  rows.map(({ caseId, since, ...row }) => ({
    ...row,
    since: isoLocal(since),
    path: caseId !== null && session.permissions.has(cases.permission) ? cases.path(caseId, row.code) : null,
  }))

export const payoutsOfTill = async (reader: Reader, tillId: string, cases: CaseLink): Promise<UnknownPayout[]> =>
  shown(await read(reader.scope, ofTill(tillId)), reader, cases)
export const payoutsOfCount = async (reader: Reader, countId: string, cases: CaseLink): Promise<UnknownPayout[]> =>
  shown(await read(reader.scope, ofCount(countId)), reader, cases)

/** For who decides about what a count has found: what nobody knows yet. */
export async function mayExplain(db: QueryExecutorProvider, countId: string): Promise<{ unknownPayouts: string | null; unknownAmount: string | null }> {
  const rows = (await read(db, ofCount(countId))).filter(({ status }) => status === 'UNKNOWN')
  if (rows.length === 0) return { unknownPayouts: null, unknownAmount: null }
  return { unknownPayouts: rows.map(({ code }) => code).join(', '), unknownAmount: formatMoney(rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)) }
}
