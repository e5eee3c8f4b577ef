import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import { type ApprovalKind, ask, defineApprovalKind, type Release } from '#core/approvals/server/public.ts'
import { assertMayDo } from '#core/assignment/server/public.ts'
import { bankName, listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { FIRST_TIER, REFUND_REASONS, RefundPayload, RefundPicture, refundPictures } from '../../contract/refund.ts'
import { addressOf, type TransactionContracts } from '../../contract/transactions.ts'
import { lockPayment, type RefundablePayment } from '../refundable.ts'
import { checkRefund, checkSuspense, holdForRefund, REFUNDABLE, refundPayment, releaseRefund } from '../refunds.ts'
import type { PaymentService } from '../service.ts'
import { oneOf, TRANSACTION } from './detail.ts'

export const RELEASE_NOTES: Record<Release, string> = { REJECTED: 'Từ chối', WITHDRAWN: 'Người lập rút yêu cầu', EXPIRED: 'Quá hạn duyệt' }

/** The refund of a service's transaction: the accountant asks, the checker decides, the ledger shows it. `name`: key of the approval kind. */
export function refundKind(name: ApprovalKindName, contracts: TransactionContracts, plug: PaymentService): ApprovalKind {
  const { service, permissions } = contracts
  const locked = async (tx: Tx, id: string): Promise<RefundablePayment> => {
    const payment = await lockPayment(tx, id)
    if (payment?.service !== service.code) throw new AppError(errors.notFound)
    return payment
  }
  return defineApprovalKind<RefundPayload>({
    ...name,
    subjectType: TRANSACTION,
    subjectPath: (id) => addressOf(contracts, id),
    payload: RefundPayload,
    picture: RefundPicture,
    entity: 'payments.refund',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    limit: 'REFUND',
    days: 7,
    async describe({ tx }, id, { amount }) {
      const payment = await locked(tx, id)
      const money = parseMoney(amount)
      await checkRefund(tx, payment, money, REFUNDABLE)
      await checkSuspense(tx, payment)
      const pictures = refundPictures(payment, money)
      return { code: payment.code, place: payment.place, ...pictures, money, beneficiary: await beneficiaryOf(tx, payment), rows: 1 }
    },
    async hold({ tx, now, actor }, { subjectId, payload, version }) {
      return holdForRefund(tx, await locked(tx, subjectId), { now, actor, note: payload.reason }, version)
    },
    async versionNow({ tx }, id) {
      return (await lockPayment(tx, id))?.version
    },
    async apply({ tx, now, actor }, { id, subjectId, payload, reason }, note) {
      await refundPayment(tx, plug, { id: subjectId, amount: parseMoney(payload.amount), reason, ref: `approval:${id}` }, { now, actor, note })
    },
    async release({ tx, now, actor }, { subjectId }, how, note) {
      await releaseRefund(tx, subjectId, { now, actor, note: [RELEASE_NOTES[how], note].filter(Boolean).join(': ') })
    },
  })
}

/** 'NGUYEN VAN A · 0123456789 · Vietcombank': the money goes back where it came from. */
export const beneficiaryOf = async (tx: Tx, { payer: { name, account, bankBin } }: RefundablePayment) =>
  [name, account, await bankName(tx, bankBin)].filter(Boolean).join(' · ')

export async function askRefund(
  contracts: TransactionContracts,
  kind: ApprovalKind,
  { id, version, amount, reasonCode, reason: words = '', attachments }: InputOf<TransactionContracts['askRefund']>,
  ctx: CommandContext,
): Promise<OutputOf<TransactionContracts['askRefund']>> {
  if (!(await oneOf(contracts, id, ctx.scope).select('t.id').executeTakeFirst())) throw new AppError(errors.notFound)
  await assertMayDo(ctx, contracts.service.code)
  const reason = await reasonOf(ctx, REFUND_REASONS, reasonCode, words)
  const payload: RefundPayload = { amount: formatMoney(parseMoney(amount)), reason, ...(reasonCode ? { reasonCode } : {}) }
  const asked = await ask(ctx, kind, { subjectId: id, version, payload, reason, attachments })
  ctx.subject(TRANSACTION, id, { after: { status: 'REFUND_PENDING', request: asked.requestId, requested: { amount: payload.amount, reason } } })
  return { requestId: asked.requestId, status: 'REFUND_PENDING', version: asked.subjectVersion }
}

/** The reason as it is kept: the entry of the global list of that code, then what the maker adds. Throws SYS-422 for a key that the list has not, or for no reason at all. */
export async function reasonOf({ tx, language }: CommandContext, list: string, key: string | undefined, words: string): Promise<string> {
  const choices = await listChoices(tx, list)
  if (!key) return choices.size > 0 ? refuseField('reasonCode', 'required', language) : words || refuseField('reason', 'required', language)
  const chosen = choices.get(key) ?? refuseField('reasonCode', 'choice', language)
  return words ? `${chosen}: ${words}` : chosen
}
