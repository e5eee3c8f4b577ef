import { sql } from 'kysely'
import { type ApprovalKind, ask, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { PaymentDesk } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { slipResultKind } from '../../contract/approval-kind.ts'
import { payErrors, payPermissions, type proposeResult, ResultPayload, ResultPicture } from '../../contract/counter/pay.ts'
import { en } from '../../labels/counter/en.ts'
import { vi } from '../../labels/counter/vi.ts'
import { isBlind } from '../blind.ts'
import { deciders } from '../people.ts'
import { placeOf } from '../variance.ts'

export const SLIP = 'cash.slip'

interface Unknown {
  id: string
  code: string
  status: string
  sourceCode: string
  personName: string
  amount: string
  at: Date
  unitId: string
  staffId: string
  version: number
  transactionId: string
  partnerId: string
  externalRef: string
  happenedAt: Date
}

async function locked(tx: Tx, id: string): Promise<Unknown | undefined> {
  // The transaction first, as every outcome locks them.
  await sql`
    select t.id from cash.slip s join payment.transaction_key k on k.transaction_id = s.transaction_id join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where s.id = ${id} for no key update of t`.execute(tx)
  const { rows } = await sql<Unknown>`
    select s.id, s.code, s.status, s.transaction_id as "transactionId", s.source_id as "sourceCode", s.person_name as "personName", s.amount, s.updated_at as at, s.unit_id as "unitId", s.teller_staff_id as "staffId", s.version,
      k.partner_id as "partnerId", k.external_ref as "externalRef", s.occurred_at as "happenedAt"
    from cash.slip s join payment.transaction_key k on k.transaction_id = s.transaction_id where s.id = ${id} and s.direction = 'OUT' for no key update of s`.execute(
    tx,
  )
  return rows[0]
}

async function unknown(tx: Tx, id: string): Promise<Unknown> {
  const slip = await locked(tx, id)
  if (!slip) throw new AppError(errors.notFound)
  if (slip.status !== 'UNKNOWN') throw new AppError(payErrors.notUnknown, { slip: slip.code })
  return slip
}

export async function propose(
  { id, version, made, reason }: InputOf<typeof proposeResult>,
  ctx: CommandContext,
  kind: ApprovalKind,
): Promise<OutputOf<typeof proposeResult>> {
  const seen = await ctx.scope.selectFrom('cash.slip as s').select('s.id').where('s.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  const asked = await ask(ctx, kind, { subjectId: id, version, payload: { made }, reason })
  ctx.subject(SLIP, id, { after: { status: 'UNKNOWN', made, request: asked.requestId } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** What is known elsewhere of a transaction whose outcome nobody knows, for whoever decides here. */
type EvidenceOf = (ctx: RequestContext, transactionId: string) => ReturnType<NonNullable<ApprovalKind['grounds']>>

/**
 * A payout that nobody confirmed in time is ended by two people who looked at the till, the slip and the customer: its transaction takes
 * the outcome as if its channel had reported it. The teller who paid does not decide it. A verdict on its case answers the same question:
 * only one of the two waits at a time.
 */
export const slipResult = (payments: PaymentDesk, evidenceOf?: EvidenceOf): ApprovalKind =>
  defineApprovalKind<ResultPayload>({
    ...slipResultKind,
    subjectType: SLIP,
    payload: ResultPayload,
    picture: ResultPicture,
    entity: 'cash.counter.claim',
    permissions: { ask: payPermissions.ask, see: payPermissions.see },
    tiers: [{ upTo: null, decide: payPermissions.approve }],
    veil: (userId) => sql`exists (select from cash.slip s where s.id::text = r.subject_id and ${isBlind('s.till_id', userId)})`,
    days: 30,
    async describe({ tx }, id, { made }) {
      const { code, sourceCode, personName, amount, at, unitId, transactionId } = await unknown(tx, id)
      const facts = { sourceCode, personName, amount, claimedAt: isoLocal(at) }
      return {
        ...{ code, place: await placeOf(tx, unitId), money: parseMoney(amount), rows: 1 },
        // As a verdict on its case on the workbench does.
        question: { about: { type: 'payment.transaction', id: transactionId }, answer: { vi: vi.enums.made[made], en: en.enums.made[made] } },
        before: { ...facts, status: 'UNKNOWN' },
        after: { ...facts, status: made === 'PAID' ? 'PAID' : 'RELEASED' },
      }
    },
    async hold({ tx }, { subjectId, version }) {
      const slip = await unknown(tx, subjectId)
      if (slip.version !== version) throw new AppError(errors.stale, {}, { data: { version: slip.version } })
      return slip.version
    },
    versionNow: async ({ tx }, id) => (await locked(tx, id))?.version,
    async grounds(ctx, { subjectId }) {
      const slip = await ctx.runtime.db.selectFrom('cash.slip').select('transaction_id').where('id', '=', subjectId).executeTakeFirst()
      return slip && evidenceOf ? evidenceOf(ctx, slip.transaction_id) : []
    },
    async apply(ctx, { subjectId, payload: { made }, reason }) {
      const { tx, now, approver } = ctx
      const slip = await unknown(tx, subjectId)
      if ((await deciders(ctx)).includes(slip.staffId)) throw new AppError(payErrors.payInvolved)
      const { runtime, language, traceId, ip, session } = approver
      const result = await payments.outcome(
        { tx, runtime, language, traceId, ip, account: session.account },
        {
          ...{ partnerId: slip.partnerId, externalRef: slip.externalRef },
          outcome: { status: made === 'PAID' ? 'SUCCEEDED' : 'FAILED', code: 'TWO-PEOPLE', message: reason.slice(0, 255) },
          // A channel's clock may be ahead of ours.
          occurredAt: isoLocal(new Date(Math.max(now.getTime(), slip.happenedAt.getTime()))),
        },
      )
      if (result.status === 'refused') throw result.error
    },
    async release() {
      // Nothing of the slip waits: it stays unknown.
    },
  })
