import { sql } from 'kysely'
import { z } from 'zod'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, days, is, oneOf, within, words } from '#platform/server/list/where.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { CommandContext, JobHandler, JobSchedule, ListHandler, Registrar, RequestContext, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import {
  alikePayments,
  approveCashOrders,
  approveLargeOrders,
  cashOrderErrors,
  cashOrdersTopic,
  listCashOrders,
  rejectCashOrders,
  withdrawCashOrder,
} from '../../contract/counter/cash-order.ts'
import { payoutLarge } from '../../contract/parameters.ts'
import { isBlind } from '../blind.ts'
import { counterDates } from '../business-date.ts'
import { findPerson, personOf } from '../people.ts'
import { CASH_ORDER, type CashOrder, cashOrders } from './order-record.ts'

/** The member of staff behind the reader, as a condition on a column. */
const isReader = (column: string, userId: string) => sql<boolean>`exists (
  select from iam.account_place place where place.user_id = ${userId} and place.staff_id = ${sql.ref(column)})`

const listed = ({ scope, session: { userId } }: RequestContext) =>
  scope
    .selectFrom('cash.cash_order as o')
    .innerJoin(...lookup('cash.holding_directory as h', { 'h.id': 'o.till_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'o.unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as d', { 'd.id': 'o.teller_staff_id' }))
    .select(['o.id', 'o.code', 'o.status', 'o.source_kind as kind', 'o.source_code as sourceCode', 'o.amount', 'o.person_name as personName'])
    .select(['o.identity_type as identityType', maskedColumn('o.identity_number').as('identityNumber'), sql<string>`${sql.ref('h.code')}`.as('tillCode')])
    .select([sql<string>`${sql.ref('d.full_name')}`.as('tellerName'), sql<string>`${sql.ref('u.name')}`.as('unitName'), 'o.business_date as businessDate'])
    .select(['o.created_at as createdAt', 'o.large', 'o.decided_by as decidedBy', 'o.decided_at as decidedAt', 'o.decision_note as note'])
    .select(sql<string | null>`(select s.code from cash.slip s where s.id = o.slip_id)`.as('slipCode'))
    .select(sql<string | null>`(select string_agg(s.code, ', ' order by s.id) from cash.slip_directory s where s.id = any(o.alike_slips))`.as('alike'))
    .select([isReader('o.teller_staff_id', userId).as('own'), 'o.version'])
    // What goes out of a till would tell who counts it.
    .where((eb) => eb.not(isBlind('o.till_id', userId)))

const handler: ListHandler<typeof listCashOrders, ReturnType<typeof listed> extends { execute(): Promise<(infer R)[]> } ? R : never> = {
  query: listed,
  where: {
    text: words('o.code', 'o.source_code', 'o.person_name'),
    status: oneOf('o.status'),
    whose: (whose, { session }) => {
      const own = isReader('o.teller_staff_id', session.userId)
      if (whose === 'OWN') return own
      const decides = session.permissions.has(approveLargeOrders) ? sql`true` : sql`not o.large`
      return sql<boolean>`(o.status = 'PENDING' and not ${own} and ${decides})`
    },
    kind: is('o.source_kind'),
    large: is('o.large'),
    unitId: within('o'),
    period: days('o.business_date'),
    amount: between('o.amount'),
  },
  key: 'o.id',
  sort: { createdAt: 'o.created_at', code: 'o.code', amount: 'o.amount', businessDate: 'o.business_date' },
}

async function findAlike({ id }: InputOf<typeof alikePayments>, { scope }: RequestContext): Promise<OutputOf<typeof alikePayments>> {
  const rows = await scope
    .selectFrom('cash.cash_order as o')
    .innerJoin('cash.slip_directory as s', (join) => join.on('s.id', '=', sql<string>`any(o.alike_slips)`))
    .innerJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .select(['s.code', 's.status', 'u.name as office', 's.occurred_at as at'])
    .where('o.id', '=', id)
    .orderBy('s.id')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: isoLocal(at as Date) })) as OutputOf<typeof alikePayments>
}

/** Cash orders: who oversees a unit decides them, several at a time, each by itself. */
export function registerCashOrders(on: Registrar): void {
  on.list(listCashOrders, handler)
  on.query(alikePayments, findAlike)
  on.bulk(approveCashOrders, ({ id, version }, { note }, ctx) => decide(ctx, { id, version }, 'approve', note ?? ''))
  on.bulk(rejectCashOrders, ({ id, version }, { note }, ctx) => decide(ctx, { id, version }, 'reject', note))
  on.command(withdrawCashOrder, withdraw)
}

/** Throws CSH-611, CSH-624, CSH-625 and CSH-627. */
async function decide(ctx: CommandContext, ref: { id: string; version: number }, event: 'approve' | 'reject', note: string): Promise<void> {
  const { tx, session, now } = ctx
  const seen = await cashOrders.forChange(ctx, ref)
  const { row } = seen
  const person = await findPerson(tx, session.userId)
  if (person?.staffId === row.teller_staff_id) throw new AppError(cashOrderErrors.ownOrder)
  if (event === 'approve') {
    await assertPaidNone(tx, row, person?.staffId)
    if (row.large && !session.permissions.has(approveLargeOrders))
      throw new AppError(cashOrderErrors.largeOrder, { amount: moneyText(await parameter(tx, payoutLarge)) })
    const day = (await counterDates(tx, [row.unit_id], localDate(now))).get(row.unit_id) ?? localDate(now)
    if (row.business_date < day) throw new AppError(cashOrderErrors.orderOver, { order: row.code, day: showDate(row.business_date) })
  }
  await cashOrders.fire(ctx, seen, event, {
    set: { decided_by: session.account, decided_at: now, decided_staff_id: person?.staffId ?? null, decision_note: note },
  })
  await publish(tx, { topic: cashOrdersTopic })
}

/** Throws CSH-611 for the teller of an unknown payment that the order is like. */
async function assertPaidNone(tx: Tx, { code, alike_slips: alike }: CashOrder, staffId: string | undefined): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select code from cash.slip where id = any(${alike}::bigint[]) and teller_staff_id = ${staffId ?? null} order by id limit 1`.execute(tx)
  if (rows[0]) throw new AppError(cashOrderErrors.alikePaid, { order: code, payment: rows[0].code })
}

/** Throws CSH-626 for anybody but the teller who asked. */
async function withdraw({ id, version }: InputOf<typeof withdrawCashOrder>, ctx: CommandContext) {
  const { tx, session } = ctx
  const seen = await cashOrders.forChange(ctx, { id, version })
  if ((await personOf(tx, session)).staffId !== seen.row.teller_staff_id) {
    const teller = await tx.selectFrom('organisation.staff_directory').select('full_name').where('id', '=', seen.row.teller_staff_id).executeTakeFirst()
    throw new AppError(cashOrderErrors.othersOrder, { teller: teller?.full_name ?? '' })
  }
  const done = await cashOrders.fire(ctx, seen, 'withdraw')
  await publish(tx, { topic: cashOrdersTopic })
  return done
}

const expireOrders = defineJob({
  name: 'cash.expire-orders',
  title: { vi: 'Kết thúc lệnh chi quá ngày làm việc', en: 'End cash orders of business dates that are over' },
  input: z.strictObject({}),
})

export const cashOrderJobs: JobHandler[] = [handleJob(expireOrders, async (_input, { runtime }) => expire(runtime))]
export const cashOrderSchedules: readonly JobSchedule[] = [{ job: expireOrders, cron: '*/10 * * * *', input: {} }]

const BATCH = 500

async function expire({ db, clock, audit }: Runtime): Promise<void> {
  const now = clock.now()
  for (;;) {
    const moved = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; code: string; status: string }>`
        select o.id, o.code, o.status from cash.cash_order o left join cash.unit_state s on s.unit_id = o.unit_id left join ledger.unit_day d on d.unit_id = o.unit_id
        where o.status in ('PENDING', 'APPROVED') and o.business_date < greatest(${localDate(now)}::date, s.business_date, d.closed_through + 1)
        order by o.id limit ${BATCH} for no key update of o skip locked`.execute(tx)
      if (rows.length === 0) return 0
      for (const { id } of rows) await cashOrders.save(tx, { by: 'system', at: now }, await cashOrders.lock(tx, { id }), {}, 'expire')
      await audit.writeMany(
        tx,
        rows.map(({ id, code, status }) => ({
          ...{ actor: 'system', action: 'cash.expireOrder', subjectType: CASH_ORDER, subjectId: id },
          ...{ before: { status }, after: { code, status: 'EXPIRED' }, traceId: 'cash', ip: '' },
        })),
      )
      await publish(tx, { topic: cashOrdersTopic })
      return rows.length
    })
    if (moved < BATCH) return
  }
}
