import { sql } from 'kysely'
import type { IncidentAction, IncidentSubject } from '#core/incidents/server/public.ts'
import { bankName } from '#core/masterdata/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import type { SuspenseTarget } from '../contract/suspense.ts'
import { transactionMachine } from '../contract/transaction.ts'
import { addressOf, type TransactionContracts } from '../contract/transactions.ts'
import { type CancellationRules, cancelPayment, cancelUntil, checkCancellation, holdForCancellation, tryCancellation } from './cancellations.ts'
import { lockPayment } from './refundable.ts'
import { checkRefund, checkSuspense, holdForRefund, REFUNDABLE, refundPayment, releaseRefund, tryRefund } from './refunds.ts'
import type { PaymentService } from './service.ts'
import { suspenseMoves } from './suspense.ts'
import { TRANSACTION } from './transactions/detail.ts'

/** The transactions of a service as records that incidents are about: found by their code or the partner's reference. */
export function transactionSubject(contracts: TransactionContracts): IncidentSubject {
  return {
    type: TRANSACTION,
    title: { vi: 'Giao dịch', en: 'Transaction' },
    async find({ scope, session }, by) {
      const rows = await scope
        .selectFrom('payment.transaction as t')
        .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
        .select(['t.id', 't.code', 't.status', 't.amount', 't.direction', 't.payer_name', 't.payee_name', 't.occurred_at', 'm.name as shop'])
        .select(['t.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id'])
        .where('t.service', '=', contracts.service.code)
        .where((eb) =>
          'code' in by
            ? eb.or([eb('t.code', '=', by.code.toUpperCase()), eb('t.external_ref', '=', by.code)])
            : eb.and([
                eb('t.id', 'in', ['0', ...by.ids]),
                eb(
                  't.business_date',
                  'in',
                  eb
                    .selectFrom('payment.transaction_key as k')
                    .select('k.business_date')
                    .where('k.transaction_id', 'in', ['0', ...by.ids]),
                ),
              ]),
        )
        .orderBy('t.id')
        .limit('code' in by ? 1 : 100)
        .execute()
      return rows.map((row) => ({
        type: TRANSACTION,
        id: row.id,
        code: row.code,
        // Of a merchant its name: whose account the money goes to says nothing to who asks.
        title: [row.payer_name, row.shop ?? row.payee_name].filter(Boolean).join(' → '),
        status: { machine: transactionMachine.name, value: row.status },
        amount: row.amount,
        at: row.occurred_at,
        link: session.permissions.has(contracts.detail.permission) ? addressOf(contracts, row.id) : null,
        place: unitsOf(row),
      }))
    },
  }
}

/** A payment of the service in one of these states of whose money nothing lies in suspense, with who gets it back. */
async function freePayment(db: Queryable, service: string, id: string, from: readonly string[]) {
  const row = await db
    .selectFrom('payment.transaction as t')
    .innerJoin('payment.transaction_key as k', (join) => join.onRef('k.transaction_id', '=', 't.id').onRef('k.business_date', '=', 't.business_date'))
    .select([
      't.service',
      't.type',
      't.status',
      't.amount',
      't.refunded',
      't.business_date as businessDate',
      't.payer_name',
      't.payer_account',
      't.payer_bank_bin',
    ])
    .where('k.transaction_id', '=', id)
    .executeTakeFirst()
  if (row?.service !== service || row.type === 'REFUND' || !from.includes(row.status)) return undefined
  const held = await db.selectFrom('payment.suspense').select('status').where('transaction_id', '=', id).where('status', '=', 'OPEN').executeTakeFirst()
  if (held) return undefined
  return { ...row, beneficiary: [row.payer_name, row.payer_account, await bankName(db, row.payer_bank_bin)].filter(Boolean).join(' · ') }
}

/** What has become of money that left through a partner; undefined where it was only posted. */
const leftThrough: NonNullable<IncidentAction['result']> = async (db, ref) => {
  const row = await db
    .selectFrom('payment.partner_refund as r')
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'r.refund_id').onRef('t.business_date', '=', 'r.business_date'))
    .select(['t.id', 't.code', 't.status'])
    .where('r.request_ref', '=', ref)
    .executeTakeFirst()
  return row && { type: TRANSACTION, id: row.id, code: row.code, state: row.status === 'SUCCEEDED' ? 'DONE' : row.status === 'FAILED' ? 'FAILED' : 'UNDER_WAY' }
}

/** Gives a payment of the service back, in part or whole; it waits for the decision as for any other refund. */
export function refundAction(service: PaymentService): IncidentAction {
  const code = service.declaration.code
  return {
    key: 'REFUND',
    title: { vi: 'Hoàn tiền', en: 'Refund' },
    subjectType: TRANSACTION,
    limit: 'REFUND',
    async offer(db, id) {
      const row = await freePayment(db, code, id, REFUNDABLE)
      if (!row) return undefined
      const { beneficiary } = row
      return { greatest: formatMoney(parseMoney(row.amount) - parseMoney(row.refunded)), fixed: false, beneficiary }
    },
    async hold({ tx, now, actor }, { subjectId, amount, reason }) {
      const payment = await lockPayment(tx, subjectId)
      if (payment?.service !== code) throw new Error(`an incident asked for a refund of ${subjectId}, which is no ${code}`)
      await checkRefund(tx, payment, parseMoney(amount), REFUNDABLE)
      await checkSuspense(tx, payment)
      await holdForRefund(tx, payment, { now, actor, note: reason }, payment.version)
    },
    async apply({ tx, now, actor }, { subjectId, amount, reason, ref }) {
      await refundPayment(tx, service, { id: subjectId, amount: parseMoney(amount), reason, ref }, { now, actor, note: reason })
    },
    async tryOut({ tx, now, actor }, { subjectId, amount, reason, ref }) {
      await tryRefund(tx, service, { id: subjectId, amount: parseMoney(amount), reason, ref }, { now, actor, note: reason })
    },
    result: leftThrough,
    async release({ tx, now, actor }, { subjectId }, _how, note) {
      await releaseRefund(tx, subjectId, { now, actor, note })
    },
  }
}

/** Cancels a payment of the service on its own day, always the whole; it waits for the decision as for any other cancellation. */
export function cancelAction(service: PaymentService, rules: CancellationRules): IncidentAction {
  const code = service.declaration.code
  return {
    key: 'CANCEL',
    title: { vi: 'Huỷ giao dịch trong ngày', en: 'Same-day cancellation' },
    subjectType: TRANSACTION,
    limit: 'REFUND',
    async offer(db, id, now) {
      const row = await freePayment(db, code, id, ['SUCCEEDED'])
      if (!row || row.businessDate !== localDate(now) || now >= (await cancelUntil(db, rules, row.businessDate))) return undefined
      return { greatest: row.amount, fixed: true, beneficiary: row.beneficiary }
    },
    async hold({ tx, now, actor }, { subjectId, reason }) {
      const payment = await lockPayment(tx, subjectId)
      if (payment?.service !== code) throw new Error(`an incident asked for a cancellation of ${subjectId}, which is no ${code}`)
      await checkCancellation(tx, service, rules, payment, { now, from: 'SUCCEEDED' })
      await holdForCancellation(tx, payment, { now, actor, note: reason }, payment.version)
    },
    async apply({ tx, now, actor }, { subjectId, reason, ref }) {
      await cancelPayment(tx, service, rules, { id: subjectId, reason, ref }, { now, actor, note: reason })
    },
    async tryOut({ tx, now, actor }, { subjectId, reason, ref }) {
      await tryCancellation(tx, service, rules, { id: subjectId, reason, ref }, { now, actor, note: reason })
    },
    result: leftThrough,
    async release({ tx, now, actor }, { subjectId }, _how, note) {
      await releaseRefund(tx, subjectId, { now, actor, note })
    },
  }
}

const TARGETS: readonly { move: SuspenseTarget; key: string; title: IncidentAction['title'] }[] = [
  { move: 'MEANT', key: 'SUSPENSE_MEANT', title: { vi: 'Chuyển tiền treo về tài khoản đích', en: 'Move suspense to where it was meant for' } },
  { move: 'BACK', key: 'SUSPENSE_BACK', title: { vi: 'Trả tiền treo về nơi chuyển đến', en: 'Give suspense back to where it came from' } },
]

/** Moves what lies in suspense for a transaction: all of it, to where it was meant for or back; what lies on both sides is moved one by one. */
export function suspenseActions(services: readonly PaymentService[]): IncidentAction[] {
  const moves = suspenseMoves(services)
  return TARGETS.map(({ move, key, title }) => ({
    key,
    title,
    subjectType: TRANSACTION,
    async offer(db, id) {
      const { rows } = await sql<{
        held: string | null
      }>`select case when count(distinct side) = 1 then sum(amount)::text end as held from payment.suspense where transaction_id = ${id} and status = 'OPEN'`.execute(
        db,
      )
      const held = rows[0]?.held
      return held ? { greatest: formatMoney(parseMoney(held)), fixed: true, beneficiary: null } : undefined
    },
    async hold(ctx, { subjectId, amount }) {
      await moves.require(ctx, subjectId, amount)
    },
    async apply(ctx, { subjectId, amount }) {
      await moves.require(ctx, subjectId, amount)
      await moves.settle(ctx, subjectId, move)
    },
    release: async () => undefined,
  }))
}
