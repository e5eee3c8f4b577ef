import { type ApprovalKind, ask, defineApprovalKind, pendingFor, type Release } from '#core/approvals/server/public.ts'
import { assertMayDo } from '#core/assignment/server/public.ts'
import { listChoices } from '#core/masterdata/server/public.ts'
import { checkRefund, holdForRefund, lockPayment, REFUNDABLE, type RefundablePayment, refundPayment, releaseRefund } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { askQrRefund, FIRST_TIER, getQrRefunds, REFUND_REASONS, RefundPayload, RefundPicture, refundPermissions, refundPictures } from '../contract/refunds.ts'
import { qrPayments } from './service.ts'

const SUBJECT = 'payment.transaction'

const RELEASE_NOTES: Record<Release, string> = { REJECTED: 'Từ chối', WITHDRAWN: 'Người lập rút yêu cầu', EXPIRED: 'Quá hạn duyệt' }

/** The refund of a QR payment: the accountant asks, the checker decides, the ledger shows it. */
export const qrRefund: ApprovalKind = defineApprovalKind<RefundPayload>({
  name: 'QR_REFUND',
  subjectType: SUBJECT,
  subjectPath: (id) => `/pp-qr/quanlygiaodich/chitietgiaodich/${id}`,
  payload: RefundPayload,
  picture: RefundPicture,
  labels: { module: 'qr', entity: 'refund' },
  permissions: { ask: refundPermissions.ask, see: refundPermissions.see },
  tiers: [
    { upTo: FIRST_TIER, decide: refundPermissions.approve },
    { upTo: null, decide: refundPermissions.approveLarge },
  ],
  days: 7,
  async describe({ tx }, id, { amount }) {
    const payment = await requirePayment(tx, id)
    const money = parseMoney(amount)
    checkRefund(payment, money, REFUNDABLE)
    return { code: payment.code, place: payment.place, ...refundPictures(payment, money), money, rows: 1 }
  },
  async hold({ tx, now, actor }, { subjectId, payload, version }) {
    return holdForRefund(tx, await requirePayment(tx, subjectId), { now, actor, note: payload.reason }, version)
  },
  async versionNow({ tx }, id) {
    return (await lockPayment(tx, id))?.version
  },
  async apply({ tx, now, actor }, { id, subjectId, payload, reason }, note) {
    await refundPayment(tx, qrPayments, { id: subjectId, amount: parseMoney(payload.amount), reason, ref: `approval:${id}` }, { now, actor, note })
  },
  async release({ tx, now, actor }, { subjectId }, how, note) {
    await releaseRefund(tx, subjectId, { now, actor, note: [RELEASE_NOTES[how], note].filter(Boolean).join(': ') })
  },
})

async function requirePayment(tx: Tx, id: string): Promise<RefundablePayment> {
  const payment = await lockPayment(tx, id)
  if (payment?.service !== 'QR') throw new AppError(errors.notFound)
  return payment
}

export function registerRefunds(on: Registrar): void {
  on.command(askQrRefund, askRefund)
  on.query(getQrRefunds, ({ id }, ctx) => refundsOf(id, ctx))
}

async function askRefund(
  { id, version, amount, reasonCode, reason: words = '', attachments }: InputOf<typeof askQrRefund>,
  ctx: CommandContext,
): Promise<OutputOf<typeof askQrRefund>> {
  if (!(await find(id, ctx.scope))) throw new AppError(errors.notFound)
  await assertMayDo(ctx, 'QR')
  const reason = await reasonOf(ctx, reasonCode, words)
  const payload: RefundPayload = { amount: formatMoney(parseMoney(amount)), reason, ...(reasonCode ? { reasonCode } : {}) }
  const asked = await ask(ctx, qrRefund, { subjectId: id, version, payload, reason, attachments })
  ctx.subject(SUBJECT, id, { before: { version }, after: { status: 'REFUND_PENDING', amount: payload.amount, reason, request: asked.requestId } })
  return { requestId: asked.requestId, status: 'REFUND_PENDING', version: asked.subjectVersion }
}

/** The reason as it is kept: the entry of the list, then what the maker adds. Throws SYS-422 for a key that the list has not, or for no reason at all. */
async function reasonOf({ tx, language }: CommandContext, key: string | undefined, words: string): Promise<string> {
  const refuse = (field: string, rule: 'required' | 'choice'): never => {
    throw new AppError(errors.validation, {}, { fields: [{ field, code: rule, message: ruleText(rule, language) }] })
  }
  const choices = await listChoices(tx, REFUND_REASONS)
  if (!key) return choices.size > 0 ? refuse('reasonCode', 'required') : words || refuse('reason', 'required')
  const chosen = choices.get(key) ?? refuse('reasonCode', 'choice')
  return words ? `${chosen}: ${words}` : chosen
}

/** A QR payment inside the scope, by the partition that the key table names. */
function find(id: string, scope: Scope) {
  return scope
    .selectFrom('payment.transaction as t')
    .select(['t.id', 't.amount', 't.refunded', 't.type', 't.status'])
    .where('t.id', '=', id)
    .where('t.business_date', '=', (eb) => eb.selectFrom('payment.transaction_key as k').select('k.business_date').where('k.transaction_id', '=', id))
    .where('t.service', '=', 'QR')
    .executeTakeFirst()
}

async function refundsOf(id: string, { scope, runtime: { db } }: RequestContext): Promise<OutputOf<typeof getQrRefunds>> {
  const payment = await find(id, scope)
  if (!payment) throw new AppError(errors.notFound)
  const [rows, pending] = await Promise.all([
    db
      .selectFrom('payment.refund')
      .select(['id', 'amount', 'fee', 'tax', 'reason', 'refunded_at as refundedAt'])
      .where('transaction_id', '=', id)
      .orderBy('id')
      .execute(),
    pendingFor(db, SUBJECT, [id]),
  ])
  const open = payment.type === 'PAYMENT' && REFUNDABLE.some((status) => status === payment.status)
  return {
    refunded: payment.refunded,
    refundable: open ? formatMoney(parseMoney(payment.amount) - parseMoney(payment.refunded)) : '0.00',
    pendingRequestId: pending.get(id)?.requestId ?? null,
    refunds: rows.map((row) => ({ ...row, refundedAt: isoLocal(row.refundedAt) })),
  }
}
