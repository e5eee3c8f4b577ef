import { sql } from 'kysely'
import { moveSlips, type SlipStatus, slipStatusOf, writeSlips } from '#core/cash/server/public.ts'
import { holidays, nextWorkday, parameter } from '#core/masterdata/server/public.ts'
import type { Accounts, FollowContext, Followed } from '#core/payments/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { queueMail } from '#platform/server/mail/queue.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { moneyOrderMachine, ordersTopic } from '../contract/machine.ts'
import { expiryDays, returnDays } from '../contract/parameters.ts'
import { moneyOrderSlip } from '../contract/slip-kinds.ts'
import type { Follow } from './admission.ts'

type Stored = Followed & { follow: unknown }
type OfType<T extends Follow['type']> = Followed & { follow: Extract<Follow, { type: T }> }

const isOf =
  <T extends Follow['type']>(type: T) =>
  (one: Stored): one is OfType<T> =>
    (one.follow as Follow).type === type

/** Orders and slips of reports that were stored. */
export async function followStored(made: readonly Stored[], ctx: FollowContext): Promise<ReadonlyMap<string, Accounts>> {
  await sendOrders(made.filter(isOf('TRANSFER')), ctx)
  const taken = await claimOrders(made.filter(isOf('PAYOUT')), ctx)
  await publish(ctx.tx, { topic: ordersTopic })
  return new Map([...taken].map(([id, till]) => [id, { till }]))
}

async function sendOrders(sent: readonly OfType<'TRANSFER'>[], ctx: FollowContext): Promise<void> {
  if (sent.length === 0) return
  const { tx, db } = ctx
  const calendar = { days: await parameter(db, returnDays), off: await holidays(db) }
  const rows = sent.map((one) => {
    const { id, code, follow, amount } = one
    const { sender, receiver, purpose = '' } = follow.facts
    return {
      ...{ code, transaction_id: id, amount: formatMoney(amount), return_amount: formatMoney(amount), purpose, unit_id: follow.at.till.unitId },
      status: one.status === 'SUCCEEDED' ? 'SENT' : one.status === 'FAILED' ? 'VOID' : 'PENDING',
      ...{
        sender_name: sender.name,
        sender_phone: sender.phone ?? '',
        sender_identity_type: sender.identityType,
        sender_identity_number: sender.identityNumber,
      },
      ...{ receiver_name: receiver.name, receiver_phone: receiver.phone ?? '', receiver_email: receiver.email ?? '', receiver_address: receiver.address ?? '' },
      ...{ receiver_identity_number: receiver.identityNumber ?? null, secret: follow.secretHash },
      ...(one.status === 'SUCCEEDED' ? datesOf(one, calendar) : {}),
    }
  })
  await sql`
    insert into cash.money_order (code, transaction_id, status, amount, return_amount, purpose, sender_name, sender_phone, sender_identity_type, sender_identity_number,
      receiver_name, receiver_phone, receiver_email, receiver_address, receiver_identity_number, secret_hash, sent_at, tell_by, return_on, unit_id)
    select r.code, r.transaction_id, r.status, r.amount, r.return_amount, r.purpose, r.sender_name, r.sender_phone, r.sender_identity_type, r.sender_identity_number,
      r.receiver_name, r.receiver_phone, r.receiver_email, r.receiver_address, r.receiver_identity_number, decode(r.secret, 'hex'), r.sent_at, r.tell_by, r.return_on, r.unit_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (code text, transaction_id bigint, status text, amount numeric, return_amount numeric, purpose text, sender_name text,
      sender_phone text, sender_identity_type text, sender_identity_number text, receiver_name text, receiver_phone text, receiver_email text, receiver_address text,
      receiver_identity_number text, secret text, sent_at timestamptz, tell_by date, return_on date, unit_id bigint)
  `.execute(tx)
  await writeSlips(
    tx,
    sent.map((one) => slip(one, 'MONEY_ORDER', one.code, one.follow.facts.sender)),
    ctx,
  )
  await tellByMail(
    tx,
    sent.filter(({ status }) => status === 'SUCCEEDED').map(({ id }) => id),
  )
}

interface Calendar {
  /** After how many an unclaimed order goes back. */
  days: number
  off: ReadonlySet<string>
}

function datesOf({ occurredAt }: Followed, { days, off }: Calendar) {
  const day = localDate(occurredAt)
  return { sent_at: occurredAt.toISOString(), tell_by: nextWorkday(day, off), return_on: addDays(day, days) }
}

function slip(
  one: OfType<'TRANSFER'> | OfType<'PAYOUT'>,
  kind: string,
  source: string,
  person: Parameters<typeof writeSlips>[1][number]['person'],
  excess = false,
) {
  const { id, code, amount, fee, tax, businessDate, occurredAt, follow } = one
  const { name, identityType, identityNumber } = person
  const reached = slipStatusOf(one.status)
  const status: SlipStatus = excess && reached === 'PAID' ? 'EXCESS' : reached
  return {
    ...{ transactionId: id, code, source: { kind, id: source }, status, excess, businessDate, occurredAt },
    direction: kind === 'MONEY_ORDER' ? ('IN' as const) : ('OUT' as const),
    amount: formatMoney(amount + fee + tax),
    ...{ tillId: follow.at.till.id, unitId: follow.at.till.unitId, tellerStaffId: follow.at.tellerStaffId },
    person: { name, identityType, identityNumber },
  }
}

/** Answers the accounts that cash was taken from in place of its till, by transaction. */
async function claimOrders(paid: readonly OfType<'PAYOUT'>[], ctx: FollowContext): Promise<ReadonlyMap<string, string>> {
  if (paid.length === 0) return new Map()
  const { tx } = ctx
  const claims = paid.filter(({ follow, status }) => !follow.excess && status !== 'FAILED')
  await sql`
    update cash.money_order o set payout_transaction_id = r.id, payout_to = r."to", paid_unit_id = r.unit, updated_at = r.at, step_by = r.by
    from json_to_recordset(${JSON.stringify(claims.map(({ id, follow, occurredAt }) => ({ id, order: follow.order.id, to: follow.facts.payTo, unit: follow.at.till.unitId, by: follow.facts.teller, at: occurredAt })))}::json)
      as r (id bigint, "order" bigint, "to" text, unit bigint, at timestamptz, by text)
    where o.id = r."order"
  `.execute(tx)
  const taken = await writeSlips(
    tx,
    paid.map((one) => slip(one, moneyOrderSlip.kind, one.follow.order.code, one.follow.facts.payee, one.follow.excess)),
    ctx,
  )
  await endOrders(
    tx,
    claims.filter(({ status }) => status === 'SUCCEEDED'),
  )
  return taken
}

/** Orders whose payout has been made: paid, returned or cancelled, by whom it was paid to. */
async function endOrders(tx: Tx, paid: readonly Followed[]): Promise<void> {
  if (paid.length === 0) return
  const { rows } = await sql<{ id: string; status: string; to: string; transactionId: string }>`
    select id, status, payout_to as "to", payout_transaction_id as "transactionId" from cash.money_order where payout_transaction_id = any(${paid.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  const at = new Map(paid.map(({ id, occurredAt }) => [id, occurredAt]))
  await fireMany(
    tx,
    moneyOrderMachine,
    'cash.money_order',
    rows.map(({ id, status, to, transactionId }) => {
      const paid_at = at.get(transactionId) as Date
      return {
        id,
        event: status === 'RETURNING' ? 'return' : to === 'RECEIVER' ? 'pay' : 'cancel',
        set: { paid_at, updated_at: paid_at },
      }
    }),
  )
}

/** What outcomes make of orders and slips. */
export async function followSettled(changes: readonly Followed[], ctx: FollowContext): Promise<void> {
  const { tx, db } = ctx
  await publish(tx, { topic: ordersTopic })
  const ids = changes.map(({ id }) => id)
  await sql`select from cash.money_order where transaction_id = any(${ids}::bigint[]) or payout_transaction_id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  await moveSlips(
    tx,
    changes.map(({ id, status, businessDate }) => ({ transactionId: id, status: slipStatusOf(status), businessDate })),
    ctx,
  )
  const sent = changes.filter(({ type }) => type === 'TRANSFER')
  await settleSent(tx, sent, { days: await parameter(db, returnDays), off: await holidays(db), expiry: await parameter(db, expiryDays) })
  const paid = changes.filter(({ type }) => type === 'PAYOUT')
  await endOrders(
    tx,
    paid.filter(({ status }) => status === 'SUCCEEDED'),
  )
  const failed = paid.filter(({ status }) => status === 'FAILED').map(({ id }) => id)
  if (failed.length > 0)
    await sql`update cash.money_order set payout_transaction_id = null, payout_to = null, paid_unit_id = null, updated_at = now(), step_by = 'system' where payout_transaction_id = any(${failed}::bigint[])`.execute(
      tx,
    )
}

async function settleSent(tx: Tx, changes: readonly Followed[], { expiry, ...calendar }: Calendar & { expiry: number }): Promise<void> {
  const ended = changes.filter(({ status }) => status === 'SUCCEEDED' || status === 'FAILED')
  if (ended.length === 0) return
  const { rows } = await sql<{ id: string; transactionId: string }>`
    select id, transaction_id as "transactionId" from cash.money_order where transaction_id = any(${ended.map(({ id }) => id)}::bigint[]) order by id
  `.execute(tx)
  const ids = new Map(rows.map(({ id, transactionId }) => [transactionId, id]))
  await fireMany(
    tx,
    moneyOrderMachine,
    'cash.money_order',
    ended.map((one) => {
      const { status, from, amount, fee, tax } = one
      const given = status === 'FAILED' && from === 'UNKNOWN'
      const dates = status === 'SUCCEEDED' ? datesOf(one, calendar) : { sent_at: null, tell_by: null, return_on: null }
      return {
        id: ids.get(one.id) as string,
        event: status === 'SUCCEEDED' ? 'send' : given ? 'giveBack' : 'fail',
        set: {
          ...dates,
          updated_at: one.occurredAt,
          expires_on: given ? addDays(localDate(one.occurredAt), expiry) : null,
          return_amount: formatMoney(given ? amount + fee + tax : amount),
        },
      }
    }),
  )
  await tellByMail(
    tx,
    ended.filter(({ status }) => status === 'SUCCEEDED').map(({ id }) => id),
  )
}

/** Receivers with an address are told by mail at once; of the others the office reports that they were. */
async function tellByMail(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return
  const { rows } = await sql<{ id: string; code: string; email: string; amount: string; sender: string; at: Date }>`
    select id, code, receiver_email as email, amount, sender_name as sender, sent_at as at from cash.money_order
    where transaction_id = any(${transactionIds}::bigint[]) and receiver_email <> '' order by id
  `.execute(tx)
  for (const { code, email, amount, sender } of rows) {
    const money = showMoney(amount, 'vi', 0)
    await queueMail(tx, {
      to: email,
      subject: `Bạn có phiếu chuyển tiền ${code} / Money order ${code}`,
      text: [
        `${sender} đã gửi cho bạn ${money} đồng, phiếu chuyển tiền ${code}. Mời bạn đến bưu cục bất kỳ để nhận tiền, mang theo giấy tờ tuỳ thân và mã bí mật do người gửi cho biết.`,
        `${sender} has sent you VND ${money}, money order ${code}. Collect it at any post office with your identity paper and the secret code that the sender gives you.`,
      ].join('\n\n'),
    })
  }
  await fireMany(
    tx,
    moneyOrderMachine,
    'cash.money_order',
    rows.map(({ id, at }) => ({
      id,
      event: 'tell' as const,
      set: { told_at: at, told_on: localDate(at), told_how: 'MAIL', told_by: 'system', updated_at: at },
    })),
  )
}
