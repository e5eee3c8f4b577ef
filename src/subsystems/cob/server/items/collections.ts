import { sql } from 'kysely'
import { ledgerErrors } from '#core/ledger/contract/errors.ts'
import { type JournalInput, tryPostMany } from '#core/ledger/server/public.ts'
import { businessDates, type PaymentService } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cobErrors } from '../../contract/errors.ts'
import { codPayments } from '../deposits/service.ts'
import { dueDays } from './due.ts'
import type { KeptEvent, Refolded, StoredItem } from './stored.ts'

/** What of an item counts as collected. */
export interface Collection {
  eventId: string
  amount: Hundredths
  at: Date
  courierId: string
  dueOn: string
}

interface KnownCourier {
  id: string
  accountId: string
  accountActive: boolean
  unitId: string
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
}

/** A collection as it stands booked. */
interface Booked {
  itemId: string
  courierId: string
  keyAccountId: string | null
  amount: Hundredths
  businessDate: string
  dueOn: string
  unitId: string
}

/** A change of what a postman holds, to be posted. */
interface Step extends Omit<Booked, 'itemId'> {
  item: StoredItem
  kind: 'COLLECT' | 'ADJUST'
  eventId: string
  occurredAt: Date
  courier: KnownCourier
}

/** Thrown out of a transaction, which undoes it: what the ledger refuses, by the codes of the items. */
export class CollectionsRefused extends Error {
  readonly items: ReadonlyMap<string, AppError>

  constructor(items: ReadonlyMap<string, AppError>) {
    super('the ledger refused collections')
    this.items = items
  }
}

/** Collections are dated by the day on which they happened: a postman is bound to no counter. */
const { businessDates: _counters, ...codOnTheRoad } = codPayments
const service: PaymentService = codOnTheRoad

/**
 * Which collections count, and what has to be booked for that. The first one that events tell of counts; when a late or crossed event makes it
 * another one, what was booked is taken back and the new one booked, unless money of it has been handed in or is about to be: then it stays, and the item is marked.
 */
export async function decide(tx: Tx, refolded: readonly Refolded[], now: Date): Promise<{ collections: ReadonlyMap<string, Collection>; steps: Step[] }> {
  const collected = refolded.flatMap(({ item, folded: { collected: told } }) => (told === null ? [] : [{ item, told: told as Told }]))
  const changed = collected.filter(({ item, told }) => item.collectedEventId !== null && item.collectedEventId !== told.id)
  const changedIds = changed.map(({ item }) => item.id)
  const booked = await bookedOf(tx, changedIds)
  const claimed = await claimedOf(tx, changedIds)
  const couriers = await couriersOf(tx, [...collected.map(({ told }) => told.courierId), ...[...booked.values()].map(({ courierId }) => courierId)])
  const dueOf = await dueDays(tx)
  const collections = new Map<string, Collection>()
  const steps: Step[] = []
  for (const { item, told } of collected) {
    const before = booked.get(item.id)
    const courier = couriers.get(told.courierId) as KnownCourier
    const next = { eventId: told.id, amount: told.amount, at: told.at, courierId: told.courierId, dueOn: dueOf(localDate(told.at)) }
    const stays = item.collectedEventId === told.id || !before || item.fixed || claimed.has(item.id) || !courier.accountActive
    if (item.collectedEventId !== null && stays) {
      collections.set(item.id, standing(item, told))
      continue
    }
    collections.set(item.id, next)
    const day = dayOf(told.at, now)
    if (before && before.courierId === told.courierId && before.amount === told.amount && before.dueOn === next.dueOn && before.businessDate === day) continue
    if (before)
      steps.push({
        ...before,
        ...{ item, kind: 'ADJUST', amount: -before.amount, eventId: item.collectedEventId as string, occurredAt: now },
        courier: couriers.get(before.courierId) as KnownCourier,
      })
    const { keyAccountId } = item
    steps.push({ ...next, item, kind: 'COLLECT', keyAccountId, businessDate: day, unitId: courier.unitId, occurredAt: told.at, courier })
  }
  return { collections, steps }
}

type Told = KeptEvent & { courierId: string; amount: Hundredths }

/** What is booked and stays. */
const standing = (item: StoredItem, told: Told): Collection => ({
  eventId: item.collectedEventId as string,
  amount: item.collectedAmount,
  at: item.collectedAt as Date,
  courierId: item.courierId ?? told.courierId,
  dueOn: item.dueOn as string,
})

/** A clock that is a little ahead does not make it tomorrow. */
const dayOf = (at: Date, now: Date): string => (at > now ? localDate(now) : localDate(at))

async function bookedOf(tx: Tx, itemIds: readonly string[]): Promise<ReadonlyMap<string, Booked>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<Omit<Booked, 'amount'> & { amount: string }>`
    select distinct on (item_id) item_id as "itemId", courier_id as "courierId", key_account_id as "keyAccountId", amount, business_date as "businessDate",
      due_on as "dueOn", unit_id as "unitId"
    from cob.position where kind = 'COLLECT' and item_id = any(${[...itemIds]}::bigint[]) order by item_id, id desc`.execute(tx)
  return new Map(rows.map((row) => [row.itemId, { ...row, amount: parseMoney(row.amount) }]))
}

/** Items of deposits under way; asked once the items are locked, as who claims them locks them too. */
async function claimedOf(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set()
  const { rows } = await sql<{ itemId: string }>`select item_id as "itemId" from cob.claim where item_id = any(${[...itemIds]}::bigint[])`.execute(tx)
  return new Set(rows.map(({ itemId }) => itemId))
}

async function couriersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, KnownCourier>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownCourier>`
    select c.id, c.account_id as "accountId", a.status = 'ACTIVE' as "accountActive", c.unit_id as "unitId", c.head_unit_id as "headUnitId",
      c.province_unit_id as "provinceUnitId", c.district_unit_id as "districtUnitId", c.office_unit_id as "officeUnitId"
    from cob.courier c join ledger.account a on a.id = c.account_id where c.id = any(${[...new Set(ids)]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The accounts of what senders are owed, by key account; of retail senders under ''. */
async function payables(tx: Tx, keyAccountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id::text, account_id as "accountId" from cob.key_account where id = any(${[...new Set(keyAccountIds.filter((id) => id !== null))]}::bigint[])
    union all select '', account_id from payment.service_account where service = ${codPayments.declaration.code} and role = 'retailPayable'`.execute(tx)
  return new Map(rows.map(({ id, accountId }) => [id, accountId]))
}

/** Posts what was decided, as the last step of a transaction, with a position each. Throws CollectionsRefused. */
export async function post(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  if (steps.length === 0) return
  const days = await businessDates(
    tx,
    steps.map(({ courier, businessDate }) => ({ service, place: courier, day: businessDate, look: true })),
    localDate(now),
  )
  const accounts = await payables(
    tx,
    steps.map(({ keyAccountId }) => keyAccountId),
  )
  const journals = steps.map((step, at) => journalOf(step, days[at] as string, accounts.get(step.keyAccountId ?? '') as string))
  const results = await tryPostMany(tx, journals)
  const refused = steps.flatMap(({ item: { code } }, at) => {
    const result = results[at]
    return result?.ok === false ? [[code, refusal(result.error, code)] as const] : []
  })
  if (refused.length > 0) throw new CollectionsRefused(new Map(refused))
  const rows = steps.map((step, at) => ({
    ...{ courier_id: step.courier.id, item_id: step.item.id, key_account_id: step.keyAccountId, kind: step.kind, amount: formatMoney(step.amount) },
    ...{ business_date: days[at], due_on: step.dueOn, unit_id: step.unitId, journal_id: (results[at] as { journalId: string }).journalId },
  }))
  await sql`
    insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, at)
    select r.courier_id, r.item_id, r.key_account_id, r.kind, r.amount, r.business_date, r.due_on, r.journal_id, r.unit_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}) as r (courier_id bigint, item_id bigint, key_account_id bigint, kind text, amount numeric,
        business_date date, due_on date, journal_id bigint, unit_id bigint)`.execute(tx)
}

function journalOf({ item, kind, amount, eventId, occurredAt, courier }: Step, businessDate: string, payable: string): JournalInput {
  const taken = kind === 'COLLECT'
  const much = taken ? amount : -amount
  return {
    ...{ service: service.declaration.code, businessDate, occurredAt, officeUnitId: courier.officeUnitId, sourceType: 'cob.item', sourceId: item.id },
    businessKey: `${taken ? 'cod-collected' : 'cod-adjusted'}:${item.id}:${eventId}`,
    kind: taken ? 'COD_COLLECTED' : 'COD_ADJUSTED',
    description: taken ? `Thu tiền COD bưu gửi ${item.code}` : `Điều chỉnh tiền COD đã thu bưu gửi ${item.code}`,
    entries: [
      { accountId: courier.accountId, side: taken ? 'D' : 'C', amount: much },
      { accountId: payable, side: taken ? 'C' : 'D', amount: much },
    ],
  }
}

/** Days that have closed meanwhile are looked for again; an account that takes nothing is said in words of items. */
const refusal = (error: AppError, code: string): AppError =>
  error.definition === ledgerErrors.accountInactive || error.definition === ledgerErrors.limit ? new AppError(cobErrors.accountRefuses, { code }) : error
