import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import type { AdmissionContext } from '#core/payments/server/public.ts'
import { isoLocal, localDate, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cashOrderErrors, cashOrdersTopic } from '../../contract/counter/cash-order.ts'
import { type CounterPerson, counterErrors } from '../../contract/counter/counter.ts'
import { payoutLarge, payoutLimit } from '../../contract/parameters.ts'
import { counterDates } from '../business-date.ts'
import { type AlikePayment, alikePayments, type Likeness, refusedAlike } from './alike.ts'
import type { CounterTill } from './counter.ts'
import { cashOrders } from './order-record.ts'
import { freeCash, guaranteeLeft } from './slips.ts'

/** A record that is paid once, by the plug it belongs to. */
export interface SlipSubject {
  kind: string
  id: string
  /** What people call it. */
  code: string
}

/** A request to pay cash out, which its record allows. */
export interface PayoutAsk {
  source: SlipSubject
  amount: Hundredths
  till: CounterTill
  tellerStaffId: string
  /** Who fetches it. */
  payee: Pick<CounterPerson, 'name' | 'identityType' | 'identityNumber'>
  /** Number of the paper of whom it is owed to. */
  owner: string
  language: Language
}

export interface PayoutDesk {
  /**
   * Why a request is refused for its money: more than the till holds (CSH-605), what is owed to customers uncovered (CSH-607), one like it
   * under way (CSH-610), unknown (CSH-629; CSH-612 to its teller) or more than a teller pays, without a cash order (CSH-620 and on). Takes what it lets pass.
   */
  refuses(ask: PayoutAsk): AppError | undefined
  /** Keeps the cash orders that refused requests wait for. Once, after the last of them. */
  keep(): Promise<void>
}

interface LiveOrder {
  id: string
  code: string
  kind: string
  sourceId: string
  status: string
  amount: string
  decidedStaffId: string | null
  tillId: string
  tillCode: string
  office: string
  unitId: string
  identityNumber: string
  businessDate: string
  at: Date
  alike: string[]
}

/** A request that has to wait for a cash order, and the unknown payments that it is like. */
type Wanted = PayoutAsk & { alike: readonly AlikePayment[] }

const keyOf = ({ kind, id }: Pick<SlipSubject, 'kind' | 'id'>) => `${kind} ${id}`

type Asked = Pick<PayoutAsk, 'till'> & Likeness

/**
 * What requests to pay cash out are judged by, for all of them together; their records are locked already. `guaranteed`: whether bank
 * balances and cash have to cover what is owed to customers. Locks the tills.
 */
export async function payoutDesk(
  { tx, db, now }: Pick<AdmissionContext, 'tx' | 'db' | 'now'>,
  asked: readonly Asked[],
  guaranteed: boolean,
): Promise<PayoutDesk> {
  if (asked.length === 0) return { refuses: () => undefined, keep: async () => undefined }
  const free = await freeCash(
    tx,
    asked.map(({ till }) => till.id),
  )
  const uncovered = guaranteed && (await guaranteeLeft(tx)) < 0n
  const limit = await parameter(db, payoutLimit)
  const large = await parameter(db, payoutLarge)
  const { orders, dates, outdated } = await ordersFor(tx, asked, localDate(now))
  const similar = await alikePayments(tx, asked, localDate(now))
  const wanted: Wanted[] = []
  return {
    refuses(ask) {
      const { amount, till, source, tellerStaffId, language } = ask
      const left = free.get(till.id) ?? 0n
      if (amount > left) return refusedField('amount', counterErrors.tillShort, language, { till: till.code, left: moneyText(left > 0n ? left : 0n) })
      if (uncovered) return new AppError(counterErrors.guaranteeShort)
      const found = orders.get(keyOf(source))
      const alike = similar.of(ask)
      const barring = alike.find((one) => !one.unknown || one.tellerStaffId === tellerStaffId)
      if (barring) return refusedAlike(barring, amount, tellerStaffId)
      const order = fittingOrder(found, amount, alike, limit)
      if (found && !order) outdated.push(found.id)
      const waits = order ? refusedOrder(order, ask) : needsOrder(ask, alike, limit)
      if (!order && waits) wanted.push({ ...ask, alike })
      if (waits) return waits
      similar.add(ask, { code: source.code, office: till.unitName, tellerStaffId, at: now })
      free.set(till.id, left - amount)
      return undefined
    },
    async keep() {
      if (wanted.length === 0) return
      for (const id of new Set(outdated)) await cashOrders.save(tx, { by: 'system', at: now }, await cashOrders.lock(tx, { id }), {}, 'expire')
      await writeOrders(tx, wanted, { now, large, dates })
      await publish(tx, { topic: cashOrdersTopic })
    },
  }
}

/**
 * The order that a record has, where it is what was decided: that amount, knowing of all that is unknown. One that was asked for because of
 * unknown payments alone is not needed any more once they have come to something, unless somebody has approved it.
 */
function fittingOrder(found: LiveOrder | undefined, amount: Hundredths, alike: readonly AlikePayment[], limit: Hundredths): LiveOrder | undefined {
  if (!found || parseMoney(found.amount) !== amount || !alike.every(({ id }) => id !== null && found.alike.includes(id))) return undefined
  const needless = found.status === 'PENDING' && found.alike.length > 0 && alike.length === 0 && amount <= limit
  return needless ? undefined : found
}

function needsOrder({ amount, tellerStaffId }: PayoutAsk, [first]: readonly AlikePayment[], limit: Hundredths): AppError | undefined {
  if (first) return refusedAlike(first, amount, tellerStaffId)
  return amount > limit ? new AppError(cashOrderErrors.needed, { limit: moneyText(limit) }) : undefined
}

/** Why the order that a record has does not let it be paid; undefined: it was approved for this. */
function refusedOrder(order: LiveOrder, { till, tellerStaffId, payee, language }: PayoutAsk): AppError | undefined {
  const { code, office, tillCode, at, status } = order
  if (order.tillId !== till.id) return new AppError(cashOrderErrors.elsewhere, { order: code, office, till: tillCode, at: showTimestamp(isoLocal(at)) })
  if (order.identityNumber !== payee.identityNumber) return refusedField('payee.identityNumber', cashOrderErrors.otherPerson, language, { order: code })
  if (order.decidedStaffId === tellerStaffId) return new AppError(cashOrderErrors.ownDecision, { order: code })
  return status === 'APPROVED' ? undefined : new AppError(cashOrderErrors.pending, { order: code })
}

/** The orders that count for the records, locked; those of a business date that is over count no more. */
async function ordersFor(tx: Tx, asked: readonly Asked[], today: string) {
  const { rows } = await sql<LiveOrder>`
    select o.id, o.code, o.source_kind as kind, o.source_id as "sourceId", o.status, o.amount, o.decided_staff_id as "decidedStaffId", o.till_id as "tillId", h.code as "tillCode", u.name as office, o.unit_id as "unitId",
      o.identity_number as "identityNumber", o.business_date as "businessDate", o.created_at as at, o.alike_slips::text[] as alike
    from cash.cash_order o join cash.holding h on h.id = o.till_id join organisation.unit u on u.id = o.unit_id
    where o.status in ('PENDING', 'APPROVED') and (o.source_kind, o.source_id) in (
      select * from unnest(${asked.map(({ source }) => source.kind)}::text[], ${asked.map(({ source }) => source.id)}::text[]))
    order by o.id for no key update of o`.execute(tx)
  const dates = await counterDates(tx, [...asked.map(({ till }) => till.unitId), ...rows.map(({ unitId }) => unitId)], today)
  const isOver = ({ unitId, businessDate }: LiveOrder) => businessDate < (dates.get(unitId) ?? today)
  return {
    orders: new Map(rows.filter((order) => !isOver(order)).map((order) => [keyOf({ kind: order.kind, id: order.sourceId }), order])),
    outdated: rows.filter(isOver).map(({ id }) => id),
    dates,
  }
}

async function writeOrders(
  tx: Tx,
  asks: readonly Wanted[],
  { now, large, dates }: { now: Date; large: Hundredths; dates: ReadonlyMap<string, string> },
): Promise<void> {
  const rows = asks.map(({ source, amount, till, tellerStaffId, payee, alike }) => ({
    ...{ kind: source.kind, sourceId: source.id, sourceCode: source.code, amount: formatMoney(amount), large: amount >= large },
    ...{ day: dates.get(till.unitId) ?? localDate(now), tillId: till.id, teller: tellerStaffId, unitId: till.unitId },
    ...{ name: payee.name, identityType: payee.identityType, identityNumber: payee.identityNumber },
    alike: alike.map(({ id }) => id),
  }))
  await sql`
    insert into cash.cash_order (code, source_kind, source_id, source_code, amount, large, business_date, till_id, teller_staff_id, person_name, identity_type, identity_number, unit_id, alike_slips, created_at, updated_at)
    select cash.next_code('LC', r.day), r.kind, r."sourceId", r."sourceCode", r.amount, r.large, r.day, r."tillId", r.teller, r.name, r."identityType", r."identityNumber", r."unitId", r.alike, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (kind text, "sourceId" text, "sourceCode" text, amount numeric, large boolean, day date, "tillId" bigint, teller bigint,
      "unitId" bigint, name text, "identityType" text, "identityNumber" text, alike bigint[])
    on conflict do nothing`.execute(tx)
}
