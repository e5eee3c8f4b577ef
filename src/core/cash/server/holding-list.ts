import { type RawBuilder, sql } from 'kysely'
import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import { oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { Session } from '#platform/server/session/session.ts'
import { cashStaff, findHolding, listHoldings, type Movement } from '../contract/holdings.ts'
import { isBlind } from './blind.ts'

const MOVEMENTS = 50
const OPTIONS = 50

/** Of a holding `h` with its account `a`. */
const balance = sql.ref<string>('a.balance')
/** How what lies there compares with the limits: of a holding that the reader does not count. */
export const fill = sql<string>`case when ${balance} > h.ceiling then 'OVER' when ${balance} >= h.ceiling * 0.8 then 'NEAR'
  when ${balance} < h.floor then 'UNDER' else 'WITHIN' end`
/** Null to who counts it. */
const fillOf = (userId: string) => sql<string | null>`case when not ${isBlind('h.id', userId)} then ${fill} end`

const tellerOf: RawBuilder<string | null> = sql<
  string | null
>`(select d.full_name from cash.shift s join organisation.staff_directory d on d.id = s.teller_staff_id
  where s.till_id = h.id and s.status <> 'CLOSED')`

const counterOf: RawBuilder<string | null> = sql<
  string | null
>`(select d.full_name from cash.count_session s join organisation.staff_directory d on d.id = s.counter_staff_id
  where s.holding_id = h.id and s.ended_at is null)`

function holdingsOf({ scope, session: { userId } }: Pick<RequestContext, 'scope' | 'session'>) {
  return scope
    .selectFrom('cash.holding as h')
    .innerJoin(...lookup('ledger.account as a', { 'a.id': 'h.account_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'h.unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as d', { 'd.id': 'h.staff_id' }))
    .leftJoin(...lookup('cash.unit_state as w', { 'w.unit_id': 'h.unit_id' }))
    .select(['h.id', 'h.code', 'h.name', 'h.kind', 'h.unit_id as unitId', 'u.name as unitName', 'h.staff_id as staffId', 'd.full_name as holderName'])
    .select(sql<string | null>`case when not ${isBlind('h.id', userId)} then ${balance} end`.as('balance'))
    .select(['h.ceiling', 'h.floor', 'h.ceiling_policy as ceilingPolicy', fillOf(userId).as('fill'), tellerOf.as('tellerName'), counterOf.as('counting')])
    .select(sql<boolean>`coalesce(${sql.ref('w.single_handed')}, false)`.as('singleHanded'))
    .select(['h.status', 'h.updated_at as updatedAt', 'h.updated_by as updatedBy', 'h.version'])
}

export function registerHoldingList(on: Registrar, journals: LedgerWords): void {
  on.list(listHoldings, {
    query: holdingsOf,
    where: {
      text: words('h.code', 'h.name'),
      unitId: within('h'),
      kind: oneOf('h.kind'),
      fill: (values, { session }) => sql<boolean>`${fillOf(session.userId)} in (${sql.join(values)})`,
      status: oneOf('h.status'),
    },
    key: 'h.id',
    sort: { code: 'h.code', name: 'h.name', unitName: 'u.name', updatedAt: 'h.updated_at' },
  })
  on.query(findHolding, (input, ctx) => find(input, ctx, journals))
  on.query(cashStaff, (input, { scope }) => staffOptions(scope, input))
}

async function find({ id }: InputOf<typeof findHolding>, ctx: RequestContext, journals: LedgerWords): Promise<OutputOf<typeof findHolding>> {
  const { userId } = ctx.session
  const query = holdingsOf(ctx)
    .select(['a.code as accountCode', isBlind('h.id', userId).as('blind'), 'h.account_id as accountId'])
    .where('h.id', '=', id)
  const row = await query.executeTakeFirst()
  const found = await findRow(findHolding, { executeTakeFirst: async () => row })
  return { ...found, movements: row && !row.blind ? linked(await movementsOf(ctx.scope, row.accountId), journals, ctx.session) : [] }
}

/** Versions of the account: movements after the first and up to the last; null: the newest. */
interface Between {
  after?: string | null
  upTo?: string | null
}

/** A movement with what its record is found by. */
export type Moved = Omit<Movement, 'path'> & { service: string }

/** Movements with the way to the records behind them. */
export const linked = (moved: readonly Moved[], journals: LedgerWords, session: Session): Movement[] =>
  moved.map(({ service, ...row }) => ({ ...row, path: journals.recordPath({ ...row, service }, session) }))

/** The newest movements on a holding's account, or those between two of its versions. Whoever calls has seen the holding and is not counting it. */
export async function movementsOf(scope: Scope, accountId: string, { after = null, upTo = null }: Between = {}, most = MOVEMENTS): Promise<Moved[]> {
  const { rows } = await sql<Omit<Moved, 'recordedAt'> & { recordedAt: Date }>`
    select j.id as "journalId", j.recorded_at as "recordedAt", j.kind, j.service, j.description, j.source_type as "sourceType", j.source_id as "sourceId",
      case e.side when 'D' then e.amount end as "moneyIn", case e.side when 'C' then e.amount end as "moneyOut"
    from ledger.entry e join ledger.journal j on j.id = e.journal_id
    where e.account_id = ${accountId} and e.account_version > coalesce(${after}::bigint, 0) and (${upTo}::bigint is null or e.account_version <= ${upTo}::bigint)
    order by e.account_version desc limit ${most}`.execute(scope)
  return rows.map((row) => ({ ...row, recordedAt: isoLocal(row.recordedAt) }))
}

/** Active people of the scope by name, or those of `ids` whatever has become of them. */
export async function staffOptions(scope: Scope, { text, ids }: InputOf<typeof cashStaff>): Promise<OutputOf<typeof cashStaff>> {
  let query = scope
    .selectFrom('organisation.staff as s')
    .innerJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .select(['s.id', 's.code', 's.full_name as fullName', sql<string>`u.name`.as('unitName')])
  query = ids ? query.where('s.id', 'in', ids) : query.where('s.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text ?? '')) query = query.where(sql<boolean>`platform.fold(s.code || ' ' || s.full_name) like ${pattern}`)
  return query.orderBy(inVietnamese('s.full_name')).orderBy('s.id').limit(OPTIONS).execute()
}
