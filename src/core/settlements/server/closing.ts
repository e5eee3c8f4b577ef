import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { settlementMachine, settlementsTopic } from '../contract/machine.ts'

export interface Closing extends Stamp {
  merchantId: string
  cycle: 'T0' | 'T1' | 'WEEKLY' | 'BY_HAND'
  /** What happened before belongs to the cycle. */
  until: Date
  /** What comes to less is carried forward. */
  minimum: Hundredths
}

/** What a cycle came to: nothing, or its settlement. */
export type Closed = { id: string; code: string; net: Hundredths } | undefined

interface Waiting {
  id: string
  status: string
  net: string
}

/**
 * Closes the cycle of one merchant: everything that happened before its end, is in no settlement yet and is not held becomes one settlement,
 * with what was carried forward. Cursor before settlements, as everybody who locks them does; the account of the merchant is not locked, so that
 * payments go on.
 */
export async function closeCycle(tx: Tx, closing: Closing): Promise<Closed> {
  const { merchantId, until, cycle } = closing
  const { rows: cursors } = await sql<{ closedUntil: Date | null }>`
    select closed_until as "closedUntil" from settlement.cursor where merchant_id = ${merchantId} for update`.execute(tx)
  const [cursor] = cursors
  // Another process has closed it meanwhile.
  if (!cursor || (cursor.closedUntil !== null && cursor.closedUntil >= until && cycle !== 'BY_HAND')) return undefined
  const waiting = await lockWaiting(tx, merchantId)
  await takeUp(tx, merchantId)
  const until_at = cursor.closedUntil !== null && cursor.closedUntil > until ? cursor.closedUntil : until
  await sql`update settlement.cursor set closed_until = ${until_at} where merchant_id = ${merchantId}`.execute(tx)
  const free = await freeOf(tx, merchantId, until)
  const own = await sumsOf(tx, merchantId, free)
  const carried = merging(waiting, own.net)
  // What is carried waits until something has moved; by hand it is paid as it is.
  if (free.length === 0 && !(cycle === 'BY_HAND' && carried.length > 0)) return undefined
  const made = await keep(tx, closing, { own, free, merged: carried, from: cursor.closedUntil })
  await publish(tx, { topic: settlementsTopic })
  return made
}

/** Settlements of the merchant that may be merged into the next one, locked: of what is in dispute the money stays where it is. */
async function lockWaiting(tx: Tx, merchantId: string): Promise<Waiting[]> {
  await sql`select from settlement.settlement where merchant_id = ${merchantId} and status in ('CARRIED', 'PAYABLE') order by id for no key update`.execute(tx)
  const { rows } = await sql<Waiting>`
    select s.id, s.status, s.net from settlement.settlement s where s.merchant_id = ${merchantId} and s.status in ('CARRIED', 'PAYABLE')
      and settlement.dispute_of(s.id) is null order by s.id`.execute(tx)
  return rows
}

/** What was carried forward; where it and the cycle come to a loss, also what was not sent yet: the merchant gets no more than it is owed. */
function merging(waiting: readonly Waiting[], own: Hundredths): Waiting[] {
  const carried = waiting.filter(({ status }) => status === 'CARRIED')
  const net = carried.reduce((sum, one) => sum + parseMoney(one.net), own)
  return net < 0n ? [...waiting] : carried
}

/**
 * Keeps what was posted since the account was looked at last, while others go on posting: entries become visible in the order of their versions, so
 * what one statement sees of an account has no gaps. Both in that statement; the next cycle takes what came after it.
 */
async function takeUp(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    with taken as (
      insert into settlement.movement (journal_id, merchant_id, part, amount, fee, tax, net, occurred_at, business_date, transaction_id)
      select journal_id, merchant_id, part, amount, fee, tax, net, occurred_at, business_date, transaction_id from settlement.new_movement where merchant_id = ${merchantId}
    )
    update settlement.cursor c set seen_version = coalesce((select max(e.account_version) from ledger.entry e where e.account_id = c.account_id), c.seen_version)
     where c.merchant_id = ${merchantId}`.execute(tx)
}

interface Sums {
  payments: number
  gross: string
  fee: string
  tax: string
  refunds: string
  cancellations: string
  other: string
  net: Hundredths
}

/** The journals that belong to the cycle. Read once: what holds a movement may come or go at any moment, and the sums are those of what is taken. */
async function freeOf(tx: Tx, merchantId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select journal_id as id from settlement.movement where merchant_id = ${merchantId} and settlement_id is null and occurred_at < ${until}
      and settlement.held_because(transaction_id) is null`.execute(tx)
  return rows.map(({ id }) => id)
}

const these = (merchantId: string, journals: readonly string[]) => sql`m.merchant_id = ${merchantId} and m.journal_id = any(${journals}::bigint[])`

async function sumsOf(tx: Tx, merchantId: string, journals: readonly string[]): Promise<Sums> {
  const of = (part: string, sign = 1) => sql`coalesce(sum(${sql.lit(sign)} * m.amount) filter (where m.part = ${sql.lit(part)}), 0)::numeric(20,2)::text`
  const { rows } = await sql<Omit<Sums, 'net'> & { net: string }>`
    select (count(*) filter (where m.part = 'PAYMENT'))::int as payments, ${of('PAYMENT')} as gross,
      coalesce(sum(m.fee), 0)::numeric(20,2)::text as fee, coalesce(sum(m.tax), 0)::numeric(20,2)::text as tax,
      ${of('REFUND', -1)} as refunds, ${of('CANCELLATION', -1)} as cancellations, ${of('OTHER')} as other, coalesce(sum(m.net), 0)::numeric(20,2)::text as net
    from settlement.movement m where ${these(merchantId, journals)}`.execute(tx)
  const sums = rows[0] as (typeof rows)[number]
  return { ...sums, net: parseMoney(sums.net) }
}

interface Content {
  own: Sums
  free: readonly string[]
  merged: readonly Waiting[]
  from: Date | null
}

async function keep(tx: Tx, closing: Closing, { own, free, merged, from }: Content): Promise<Closed> {
  const { merchantId, cycle, until, minimum, by, at } = closing
  const carried = merged.reduce((sum, one) => sum + parseMoney(one.net), 0n)
  const net = own.net + carried
  const { rows } = await sql<{ id: string; code: string }>`
    insert into settlement.settlement (code, merchant_id, cycle, from_at, until_at, payments, gross, fee, tax, refunds, cancellations, other, carried, net, status,
      closed_by, closed_at, unit_id, head_unit_id, updated_by, updated_at)
    select 'QT' || to_char(${localDate(at)}::date, 'YYMMDD') || lpad(nextval('settlement.settlement_number')::text, 7, '0'), id, ${cycle}, ${from}, ${until}, ${own.payments},
      ${own.gross}, ${own.fee}, ${own.tax}, ${own.refunds}, ${own.cancellations}, ${own.other}, ${formatMoney(carried)}, ${formatMoney(net)}, ${settlementMachine.initial},
      ${by}, ${at}, unit_id, 0, ${by}, ${at}
    from merchants.merchant where id = ${merchantId} returning id, code`.execute(tx)
  const made = rows[0] as (typeof rows)[number]
  await sql`update settlement.movement m set settlement_id = ${made.id} where ${these(merchantId, free)}`.execute(tx)
  const stamp = { updated_by: by, updated_at: at }
  await fireMany(
    tx,
    settlementMachine,
    'settlement.settlement',
    merged.map(({ id }) => ({ id, event: 'merge' as const, set: { ...stamp, merged_into_id: made.id } })),
  )
  if (net > 0n && net >= minimum) await fireMany(tx, settlementMachine, 'settlement.settlement', [{ id: made.id, event: 'offer', set: stamp }])
  return { ...made, net }
}
