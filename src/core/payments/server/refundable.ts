import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import {
  type Direction,
  type TimelineStep,
  type TransactionEvent,
  type TransactionStatus,
  type TransactionType,
  transactionMachine,
} from '../contract/transaction.ts'

export const TABLE = 'payment.transaction'

/** A payment as a refund needs to know it, locked. */
export interface RefundablePayment {
  id: string
  code: string
  service: string
  type: TransactionType
  direction: Direction
  status: TransactionStatus
  version: number
  businessDate: string
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
  refunded: Hundredths
  feeOnTop: boolean
  merchantId: string | null
  /** Who paid, and is given the money back. */
  payer: { name: string; account: string; bankBin: string | null }
  place: { headUnitId: string; provinceUnitId: string | null; districtUnitId: string | null; officeUnitId: string | null; partnerId: string }
}

/** Who does it, and when. */
export interface RefundStep {
  now: Date
  /** 'user:ACCOUNT', 'partner:CLIENT' or 'system'. */
  actor: string
  /** Words for the timeline. */
  note: string
}

/** Locks one payment and reads it; undefined when there is none. Any scope: the caller has checked it. */
export async function lockPayment(tx: Tx, id: string): Promise<RefundablePayment | undefined> {
  const row = await tx
    .selectFrom('payment.transaction_key as k')
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'k.transaction_id').onRef('t.business_date', '=', 'k.business_date'))
    .select([
      't.id',
      't.code',
      't.service',
      't.type',
      't.direction',
      't.status',
      't.version',
      't.business_date as businessDate',
      't.amount',
      't.fee',
      't.tax',
      't.refunded',
      't.fee_on_top as feeOnTop',
    ])
    .select(['t.merchant_id as merchantId', 't.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id', 't.partner_id'])
    .select(['t.payer_name', 't.payer_account', 't.payer_bank_bin'])
    .where('k.transaction_id', '=', id)
    .forNoKeyUpdate('t')
    .executeTakeFirst()
  if (!row) return undefined
  const { head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, payer_name, payer_account, payer_bank_bin, ...facts } = row
  return {
    ...facts,
    type: row.type as TransactionType,
    direction: row.direction as Direction,
    status: row.status as TransactionStatus,
    amount: parseMoney(row.amount),
    fee: parseMoney(row.fee),
    tax: parseMoney(row.tax),
    refunded: parseMoney(row.refunded),
    payer: { name: payer_name, account: payer_account, bankBin: payer_bank_bin },
    place: {
      headUnitId: head_unit_id,
      provinceUnitId: province_unit_id,
      districtUnitId: district_unit_id,
      officeUnitId: office_unit_id,
      partnerId: partner_id,
    },
  }
}

const kindOf = (actor: string) => (actor === 'system' ? 'SYSTEM' : actor.startsWith('partner:') ? 'GATEWAY' : 'USER')

/** Moves a locked payment and writes the timeline. Throws SYS-409 when its version is another, SYS-410 when its state does not allow it. */
export async function move(
  tx: Tx,
  payment: RefundablePayment,
  event: TransactionEvent,
  step: RefundStep,
  { version = payment.version, refunded }: { version?: number; refunded?: Hundredths } = {},
): Promise<number> {
  const { businessDate, id } = payment
  const fired = await fire(tx, transactionMachine, TABLE, id, event, {
    version,
    where: { business_date: businessDate },
    set: { updated_at: step.now, ...(refunded === undefined ? {} : { refunded: formatMoney(refunded) }) },
  })
  await writeStep(tx, payment, event, fired.status as TransactionStatus, step)
  return fired.version
}

/** A further line of the timeline of a payment, which it leads to `to`. */
export async function writeStep(
  tx: Tx,
  { id, businessDate, status }: RefundablePayment,
  what: TimelineStep,
  to: TransactionStatus,
  { now, actor, note }: RefundStep,
) {
  await sql`
    insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
    select ${id}, ${businessDate}, max(seq) + 1, ${what}, ${status}, ${to}, ${now}, ${kindOf(actor)}, ${actor},
      ${note === '' ? null : JSON.stringify({ message: note })}::jsonb
    from payment.transaction_event where transaction_id = ${id} and business_date = ${businessDate}
  `.execute(tx)
}

/** What has come of giving a payment back through its partner, and the payment as it waited for that. */
interface Given {
  payment: RefundablePayment
  came: 'refunded' | 'cancelled' | 'nothing'
}

/**
 * A waiting payment after so much more of it was given back, which counts for `day`; null: nothing was. What was to be cancelled and was given
 * back on a later day has been refunded, so that its own day stays as it was.
 */
export async function moveParent(tx: Tx, id: string, given: Hundredths | null, step: RefundStep, day = ''): Promise<Given> {
  const payment = await lockPayment(tx, id)
  if (!payment) throw new AppError(errors.notFound)
  const cancels = payment.status === 'CANCEL_PENDING'
  if (given === null) {
    await move(tx, payment, cancels ? 'refuseCancel' : payment.refunded === 0n ? 'refuseRefund' : 'refuseFurtherRefund', step)
    return { payment, came: 'nothing' }
  }
  if (cancels && day === payment.businessDate) {
    await move(tx, payment, 'cancel', step)
    return { payment, came: 'cancelled' }
  }
  await giveBack(tx, payment, given, step)
  return { payment, came: 'refunded' }
}

/** A waiting payment after so much more of it was given back. */
export async function giveBack(tx: Tx, payment: RefundablePayment, amount: Hundredths, step: RefundStep): Promise<void> {
  const refunded = payment.refunded + amount
  await move(tx, payment, refunded === payment.amount ? 'refund' : 'refundPartly', step, { refunded })
}
