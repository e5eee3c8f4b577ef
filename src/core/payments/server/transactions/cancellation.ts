import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import { type ApprovalKind, ask, defineApprovalKind } from '#core/approvals/server/public.ts'
import { assertMayDo } from '#core/assignment/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { CANCEL_REASONS, CancellationPayload, CancellationPicture, cancellationPictures } from '../../contract/cancellation.ts'
import { paymentErrors } from '../../contract/errors.ts'
import { FIRST_TIER } from '../../contract/refund.ts'
import { addressOf, type TransactionContracts } from '../../contract/transactions.ts'
import { type CancellationRules, cancelPayment, cancelUntil, checkCancellation, holdForCancellation } from '../cancellations.ts'
import { lockPayment, type RefundablePayment } from '../refundable.ts'
import { releaseRefund } from '../refunds.ts'
import type { PaymentService } from '../service.ts'
import { oneOf, TRANSACTION } from './detail.ts'
import { beneficiaryOf, RELEASE_NOTES, reasonOf } from './refund.ts'

const ENDED_NOTES = { ...RELEASE_NOTES, EXPIRED: 'Hết giờ huỷ trong ngày' }

/** What a service needs to offer cancellations. */
export interface Cancellations extends CancellationRules {
  /** The approval kind. */
  kind: ApprovalKindName
}

/** The cancellation of a service's transaction: asked for and decided on its own business day. */
export function cancellationKind(rules: Cancellations, contracts: TransactionContracts, plug: PaymentService): ApprovalKind {
  const { service, permissions } = contracts
  if (!plug.journals.cancelled) throw new Error(`${service.code} offers cancellations without a journal for them`)
  const locked = async (tx: Tx, id: string): Promise<RefundablePayment> => {
    const payment = await lockPayment(tx, id)
    if (payment?.service !== service.code) throw new AppError(errors.notFound)
    return payment
  }
  return defineApprovalKind<CancellationPayload>({
    ...rules.kind,
    subjectType: TRANSACTION,
    subjectPath: (id) => addressOf(contracts, id),
    payload: CancellationPayload,
    picture: CancellationPicture,
    entity: 'payments.cancellation',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    // Together with refunds: otherwise a payment would be cancelled where its refund is over the limit.
    limit: 'REFUND',
    days: 1,
    async describe({ tx, now }, id) {
      const payment = await locked(tx, id)
      await checkCancellation(tx, plug, rules, payment, { now, from: 'SUCCEEDED' })
      const { code, place, amount, businessDate } = payment
      const until = await cancelUntil(tx, rules, businessDate)
      return { code, place, ...cancellationPictures(payment), money: amount, beneficiary: await beneficiaryOf(tx, payment), rows: 1, until }
    },
    async hold({ tx, now, actor }, { subjectId, payload, version }) {
      return holdForCancellation(tx, await locked(tx, subjectId), { now, actor, note: payload.reason }, version)
    },
    async versionNow({ tx }, id) {
      return (await lockPayment(tx, id))?.version
    },
    async apply({ tx, now, actor }, { id, subjectId, reason }, note) {
      await cancelPayment(tx, plug, rules, { id: subjectId, reason, ref: `approval:${id}` }, { now, actor, note })
    },
    async release({ tx, now, actor }, { subjectId }, how, note) {
      await releaseRefund(tx, subjectId, { now, actor, note: [ENDED_NOTES[how], note].filter(Boolean).join(': ') })
    },
  })
}

export async function askCancellation(
  contracts: TransactionContracts,
  kind: ApprovalKind,
  rules: CancellationRules,
  { id, version, reasonCode, reason: words = '', attachments = [] }: InputOf<TransactionContracts['askCancellation']>,
  ctx: CommandContext,
): Promise<OutputOf<TransactionContracts['askCancellation']>> {
  const row = await oneOf(contracts, id, ctx.scope).select('t.amount').executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  await assertMayDo(ctx, contracts.service.code)
  const reason = await reasonOf(ctx, CANCEL_REASONS, reasonCode, words)
  const evidenceFrom = await parameter(ctx.tx, rules.evidenceFrom)
  if (attachments.length === 0 && parseMoney(row.amount) >= evidenceFrom)
    throw refusedField('attachments', paymentErrors.cancelEvidence, ctx.language, { amount: moneyText(evidenceFrom)[ctx.language] })
  const payload: CancellationPayload = { reason, ...(reasonCode ? { reasonCode } : {}) }
  const asked = await ask(ctx, kind, { subjectId: id, version, payload, reason, attachments })
  ctx.subject(TRANSACTION, id, { after: { status: 'CANCEL_PENDING', request: asked.requestId, requested: { amount: row.amount, reason } } })
  return { requestId: asked.requestId, status: 'CANCEL_PENDING', version: asked.subjectVersion }
}
