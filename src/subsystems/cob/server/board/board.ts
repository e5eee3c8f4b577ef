import { type RawBuilder, sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, daysBetween, isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { within } from '#platform/server/list/where.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type BoardCard, type BoardColumn, CARDS_SHOWN, type Leg, type moneyBoard } from '../../contract/board.ts'
import { handInHour } from '../../contract/parameters.ts'

type Asked = InputOf<typeof moneyBoard>

/** A card as a leg finds it, with the totals of its leg beside it. */
interface Found {
  id: string | null
  code: string | null
  name: string | null
  unitName: string | null
  kind: BoardCard['kind']
  amount: string
  count: number | null
  overdue: string
  oldestOn: string | null
  remindedAt: Date | null
  legAmount: string
  legOverdue: string
  legCards: number
}

/** Where all money is, leg by leg, from kept sums: what postmen hold, what offices took in today, what is on its way, what senders are owed. */
export async function board(asked: Asked, ctx: RequestContext): Promise<OutputOf<typeof moneyBoard>> {
  const { scope, runtime, now } = ctx
  const date = localDate(now)
  const unit =
    asked.unitId === undefined
      ? undefined
      : await scope.selectFrom('organisation.unit as u').select('u.name').where('u.id', '=', asked.unitId).executeTakeFirst()
  if (asked.unitId !== undefined && !unit) throw new AppError(errors.notFound)
  const lateBy = isoLocal(now).slice(11, 13) >= String(await parameter(runtime.db, handInHour)).padStart(2, '0') ? date : addDays(date, -1)
  const legs = await Promise.all([couriers(asked, ctx, { date, lateBy }), offices(asked, ctx, date), transit(asked, ctx, date), senders(asked, ctx, date)])
  return { asOf: isoLocal(now), date, unitName: unit?.name ?? null, legs }
}

function columnOf(leg: Leg, rows: readonly Found[], date: string, waiting = '0.00'): BoardColumn {
  const [first] = rows
  return {
    leg,
    amount: first?.legAmount ?? '0.00',
    overdue: first?.legOverdue ?? '0.00',
    waiting,
    cards: first?.legCards ?? 0,
    shown: rows.map(({ legAmount: _a, legOverdue: _o, legCards: _c, oldestOn, remindedAt, name, ...row }) => {
      const days = oldestOn === null ? 0 : Math.max(0, daysBetween(oldestOn, date))
      return { ...row, name: name ?? '', oldestOn, days, late: parseMoney(row.overdue) > 0n, remindedAt: remindedAt && isoLocal(remindedAt) }
    }),
  }
}

/** Cards out of sums by some key, the latest and greatest first, with the totals of all of them. `names` joins the names of `s`. */
const cards = (sums: RawBuilder<unknown>, names: RawBuilder<unknown>, fields: RawBuilder<unknown>) => sql<Found>`
  with s as materialized (${sums}), t as (select coalesce(sum(amount), 0)::numeric(20,2) as amount, coalesce(sum(overdue), 0)::numeric(20,2) as overdue, count(*)::int as n from s),
    f as (select * from s order by overdue > 0 desc, amount desc, 1 limit ${sql.lit(CARDS_SHOWN)})
  select ${fields}, s.amount, s.overdue, s.oldest as "oldestOn", t.amount as "legAmount", t.overdue as "legOverdue", t.n as "legCards"
    from f s cross join t ${names} order by s.overdue > 0 desc, s.amount desc, s.key`

const inUnit = (alias: string, { unitId }: Asked) => (unitId === undefined ? [] : [within(alias)(unitId)])
/** A count per card: of those shown alone, through the index of what is open. */
const openItems = (on: RawBuilder<unknown>) => sql`(select count(*)::int from cob.item i where ${on} and i.money_state in ('COLLECTED', 'PARTIAL'))`

/** `lateBy`: the last due day whose hour is over. */
async function couriers(asked: Asked, { scope }: RequestContext, { date, lateBy }: { date: string; lateBy: string }): Promise<BoardColumn> {
  const byCourier = asked.by === 'COURIER'
  const key = sql.ref(byCourier ? 'h.courier_id' : 'h.unit_id')
  const rows = scope
    .selectFrom('cob.held as h')
    .where((eb) => eb.and([sql<boolean>`h.amount <> 0`, ...inUnit('h', asked)]))
    .groupBy(key)
    .select([key.$castTo<string>().as('key'), sql<string>`min(h.unit_id)`.as('unit_id')])
    .select(sql<string>`sum(h.amount)::numeric(20,2)`.as('amount'))
    .select(sql<string>`coalesce(sum(h.amount) filter (where h.due_on <= ${lateBy}::date), 0)::numeric(20,2)`.as('overdue'))
    .select(sql<string>`min(h.due_on)`.as('oldest'))
    .having(sql<boolean>`sum(h.amount) <> 0`)
  const found = byCourier
    ? cards(
        sql`${rows}`,
        sql`join cob.courier_directory c on c.id = s.key left join organisation.unit_directory u on u.id = c.unit_id left join cob.reminder r on r.courier_id = s.key`,
        sql`s.key as id, c.code, c.name, u.name as "unitName", null as kind, ${openItems(sql`i.courier_id = s.key`)} as count, r.reminded_at as "remindedAt"`,
      )
    : cards(
        sql`${rows}`,
        sql`join organisation.unit_directory u on u.id = s.key`,
        sql`s.key as id, u.code, u.name, null as "unitName", null as kind, null::int as count, null as "remindedAt"`,
      )
  return columnOf('COURIERS', (await found.execute(scope)).rows, date)
}

/** Cash that was counted today: it lies in tills among other cash, and goes on with that. */
async function offices(asked: Asked, { scope }: RequestContext, date: string): Promise<BoardColumn> {
  const rows = scope
    .selectFrom('payment.transaction as t')
    .innerJoin('cob.deposit as d', (join) => join.onRef('d.id', '=', 't.id').onRef('d.business_date', '=', 't.business_date'))
    .where((eb) =>
      eb.and([sql<boolean>`t.service = 'COD' and t.status = 'SUCCEEDED' and d.kind = 'CASH' and t.business_date = ${date}::date`, ...inUnit('t', asked)]),
    )
    .groupBy(sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`)
    .select(sql<string>`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`.as('key'))
    .select([sql<string>`sum(t.amount)::numeric(20,2)`.as('amount'), sql<string>`0::numeric(20,2)`.as('overdue')])
    .select([sql<string | null>`null::date`.as('oldest'), sql<number>`count(*)::int`.as('n')])
  const found = cards(
    sql`${rows}`,
    sql`join organisation.unit_directory u on u.id = s.key`,
    sql`s.key as id, u.code, u.name, null as "unitName", null as kind, s.n as count, null as "remindedAt"`,
  )
  return columnOf('OFFICES', (await found.execute(scope)).rows, date)
}

/** Reported, and not confirmed by the bank or wallet: what came on an earlier day is late. */
async function transit(asked: Asked, { scope }: RequestContext, date: string): Promise<BoardColumn> {
  const rows = scope
    .selectFrom('payment.transaction as t')
    .innerJoin('cob.deposit as d', (join) => join.onRef('d.id', '=', 't.id').onRef('d.business_date', '=', 't.business_date'))
    .where((eb) => eb.and([sql<boolean>`t.service = 'COD' and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN') and d.kind <> 'CASH'`, ...inUnit('t', asked)]))
    .groupBy([sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`, 'd.kind'])
    .select([sql<string>`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`.as('key'), 'd.kind'])
    .select(sql<string>`sum(t.amount)::numeric(20,2)`.as('amount'))
    .select(sql<string>`coalesce(sum(t.amount) filter (where t.business_date < ${date}::date), 0)::numeric(20,2)`.as('overdue'))
    .select([sql<string>`min(t.business_date)`.as('oldest'), sql<number>`count(*)::int`.as('n')])
  const found = cards(
    sql`${rows}`,
    sql`join organisation.unit_directory u on u.id = s.key`,
    sql`s.key as id, u.code, u.name, null as "unitName", s.kind, s.n as count, null as "remindedAt"`,
  )
  return columnOf('TRANSIT', (await found.execute(scope)).rows, date)
}

/** What senders may be paid, by key account; beside it what is handed in and waits for its delivery or a release. */
async function senders(asked: Asked, { scope }: RequestContext, date: string): Promise<BoardColumn> {
  const kept = scope
    .selectFrom('cob.item_sum as s')
    .where((eb) => eb.and([sql<boolean>`s.by_key and s.money_state in ('PAYABLE', 'HANDED_IN')`, ...inUnit('s', asked)]))
    .select(['s.key_account_id as key', 's.money_state as state', 's.n', 's.collected'])
  const unfolded = scope
    .selectFrom('cob.item_delta as d')
    .where((eb) => eb.and([sql<boolean>`d.money_state in ('PAYABLE', 'HANDED_IN')`, ...inUnit('d', asked)]))
    .select([sql<string>`coalesce(d.key_account_id, 0)`.as('key'), 'd.money_state as state', 'd.n', 'd.collected'])
  const owed = sql`(${kept.unionAll(unfolded)}) o`
  const rows = sql`
    select o.key, sum(o.n)::int as n, sum(o.collected)::numeric(20,2) as amount, 0::numeric(20,2) as overdue, null::date as oldest
      from ${owed} where o.state = 'PAYABLE' group by o.key having sum(o.n) <> 0`
  // Asked in two ways: the index knows no "is not distinct from".
  const oldestOf = (owner: RawBuilder<unknown>) => sql`(select (i.handed_in_at at time zone 'Asia/Ho_Chi_Minh')::date from cob.item i
    where i.money_state = 'PAYABLE' and ${owner} order by i.handed_in_at limit 1)`
  const oldest = sql`case when s.key = 0 then ${oldestOf(sql`i.key_account_id is null`)} else ${oldestOf(sql`i.key_account_id = s.key`)} end`
  const found = cards(
    rows,
    sql`left join cob.key_account_directory k on k.id = s.key`,
    sql`nullif(s.key, 0) as id, k.code, k.name, null as "unitName", null as kind, s.n as count, null as "remindedAt", ${oldest} as since`,
  )
  const [{ rows: cardsFound }, { rows: waits }] = await Promise.all([
    (found as unknown as RawBuilder<Found & { since: string | null }>).execute(scope),
    sql<{ amount: string }>`select coalesce(sum(o.collected), 0)::numeric(20,2) as amount from ${owed} where o.state = 'HANDED_IN'`.execute(scope),
  ])
  return columnOf(
    'SENDERS',
    cardsFound.map(({ since, ...row }) => ({ ...row, oldestOn: since })),
    date,
    formatMoney(parseMoney(waits[0]?.amount ?? '0')),
  )
}
