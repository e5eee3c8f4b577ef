import { type ApprovalKind, ask, type DecidedContext, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { behindSavepoint } from '#platform/server/database/savepoint.ts'
import { attachedTo } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { requestKindName } from '../../contract/break-kinds.ts'
import { FIRST_TIER } from '../../contract/break-proposal.ts'
import { type RequestKind, requestsTopic } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { RequestPayload, RequestPicture } from '../../contract/request-proposal.ts'
import type { RequestContracts } from '../../contract/requests.ts'
import type { RequestAction, RequestDesk, RequestedTransaction } from '../plug.ts'
import { closeBreak, lineOf } from './breaks.ts'
import { REQUEST, type RequestRecord, requests } from './records.ts'
import { wantedOf } from './wanted.ts'

/** Asks a second person for what a request holds. */
export async function submit(
  contracts: RequestContracts,
  kind: ApprovalKind,
  { reason, ...ref }: InputOf<RequestContracts['submit']>,
  ctx: CommandContext,
): Promise<OutputOf<RequestContracts['submit']>> {
  const { row } = await seen(contracts, ref, ctx)
  const asked = await ask(ctx, kind, { subjectId: row.id, version: ref.version, payload: { requestId: row.id }, reason })
  ctx.subject(REQUEST, row.id, { before: { status: row.status }, after: { status: 'SUBMITTED', request: asked.requestId } })
  return { id: row.id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** Takes a request back that nobody was asked about. */
export async function cancel(contracts: RequestContracts, { reason, ...ref }: InputOf<RequestContracts['cancel']>, ctx: CommandContext) {
  const changed = await requests.fire(ctx, await seen(contracts, ref, ctx), 'cancel', { note: { reason } })
  await publish(ctx.tx, { topic: requestsTopic })
  return changed
}

/** A request of the desk within the caller's scope, locked. Throws SYS-404, SYS-409. */
async function seen({ desk }: RequestContracts, ref: { id: string; version: number }, ctx: CommandContext) {
  await ctx.scope
    .selectFrom('reconciliation.request as r')
    .select('r.id')
    .where('r.id', '=', ref.id)
    .where('r.desk', '=', desk)
    .executeTakeFirstOrThrow(() => new AppError(errors.notFound))
  return requests.forChange(ctx, ref)
}

/** Transactions that the picture names. */
const NAMED = 20

/** A handling request is carried out with the approval: each transaction by itself, with its own result. */
export function requestKind(desk: RequestDesk): ApprovalKind {
  const { contracts } = desk
  const { permissions } = contracts
  return defineApprovalKind<RequestPayload>({
    ...requestKindName(contracts),
    subjectType: REQUEST,
    subjectPath: (id) => `${contracts.routes.detail}?id=${id}`,
    payload: RequestPayload,
    picture: RequestPicture,
    entity: 'reconciliation.requests.request',
    permissions: { ask: permissions.create, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    limit: ({ kind }) => (kind === 'REFUND' ? 'REFUND' : undefined),
    days: 14,
    async describe({ tx }, id) {
      const row = await requests.lock(tx, { id })
      const facts = await factsOf(tx, row)
      return {
        code: row.code,
        place: { ...unitsOf(row), partnerId: row.partner_id },
        before: { ...facts, status: row.status },
        after: { ...facts, status: 'DONE' },
        money: parseMoney(row.total),
        rows: row.items,
      }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await requests.lock(ctx.tx, { id: subjectId, version })
      const saved = await requests.save(ctx.tx, decidedBy(ctx), row, {}, 'submit')
      await publish(ctx.tx, { topic: requestsTopic })
      return saved.version
    },
    versionNow: async ({ tx }, id) => (await requests.locked(tx, id))?.version,
    async apply(ctx, { id, subjectId }) {
      const stamp = decidedBy(ctx)
      const submitted = await requests.lock(ctx.tx, { id: subjectId })
      const approved = await requests.save(ctx.tx, stamp, submitted, {}, 'approve')
      const done = await carryOut(desk, ctx, approved, { ref: `approval:${id}`, proposedBy: submitted.updated_by })
      await requests.save(ctx.tx, stamp, approved, { done, failed: approved.items - done }, 'finish')
      await publish(ctx.tx, { topic: requestsTopic })
    },
    async release(ctx, { subjectId }, how) {
      const row = await requests.lock(ctx.tx, { id: subjectId })
      await requests.save(ctx.tx, decidedBy(ctx), row, {}, how === 'REJECTED' ? 'reject' : 'giveBack')
      await publish(ctx.tx, { topic: requestsTopic })
    },
  })
}

async function factsOf(tx: Tx, row: RequestRecord) {
  const items = await tx
    .selectFrom('reconciliation.request_item')
    .select(['transaction_code', 'amount'])
    .where('request_id', '=', row.id)
    .orderBy('number')
    .limit(NAMED)
    .execute()
  const session =
    row.session_id === null ? undefined : await tx.selectFrom('reconciliation.session').select('code').where('id', '=', row.session_id).executeTakeFirst()
  const partner =
    row.partner_id === null ? undefined : await tx.selectFrom('organisation.partner').select('name').where('id', '=', row.partner_id).executeTakeFirst()
  const files = await attachedTo(tx, { type: REQUEST, id: row.id })
  const more = row.items - items.length
  return {
    ...{ kind: row.kind, items: String(row.items), total: row.total, reason: row.reason },
    sessionCode: session?.code ?? null,
    partnerName: partner?.name ?? null,
    transactions: [
      ...items.map(({ transaction_code, amount }) => `${transaction_code}: ${showMoney(amount, 'vi', 0)} đồng`),
      ...(more > 0 ? [`… +${more}`] : []),
    ].join('\n'),
    files: files.map(({ name }) => name).join('\n') || null,
  }
}

/** The request for approval, and who made it. */
interface Asked {
  ref: string
  proposedBy: string
}

interface StoredItem {
  number: number
  transaction_id: string
  break_id: string | null
  wanted: unknown
}

/** Each transaction by itself: what is refused is named and leaves the others as they are. Answers how many were done. */
async function carryOut(desk: RequestDesk, ctx: DecidedContext, request: RequestRecord, asked: Asked): Promise<number> {
  const kind = request.kind as RequestKind
  const action = desk.actions[kind]
  if (!action) throw new Error(`desk ${desk.contracts.desk} does nothing for ${kind}`)
  const items: StoredItem[] = await ctx.tx
    .selectFrom('reconciliation.request_item')
    .select(['number', 'transaction_id', 'break_id', 'wanted'])
    .where('request_id', '=', request.id)
    .orderBy('transaction_id')
    .execute()
  let done = 0
  for (const item of items) {
    const result = await carryOutOne(action, ctx, request, item, asked)
    if (result.status === 'DONE') done += 1
    await ctx.tx.updateTable('reconciliation.request_item').set(result).where('request_id', '=', request.id).where('number', '=', item.number).execute()
  }
  return done
}

async function carryOutOne(action: RequestAction, ctx: DecidedContext, request: RequestRecord, item: StoredItem, { ref, proposedBy }: Asked) {
  try {
    const after = await behindSavepoint(ctx.tx, async () => {
      const transaction = await transactionNow(ctx.tx, item.transaction_id)
      const refusal = action.fits(transaction)
      if (refusal) throw new AppError({ ...requestErrors.notUnresolved, ...refusal })
      const line = item.break_id === null ? undefined : await lineOf(ctx.tx, item.break_id)
      const after = await action.apply(ctx, transaction, { ...wantedOf(item.wanted), reason: request.reason, proposedBy, ref: `${ref}:${item.number}`, line })
      if (item.break_id !== null) await closeBreak(ctx, item.break_id, request.kind as RequestKind, request.reason)
      return after
    })
    return { status: 'DONE' as const, after: JSON.stringify(after) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const after = await transactionNow(ctx.tx, item.transaction_id)
    return {
      status: 'FAILED' as const,
      after: JSON.stringify({ status: after.status }),
      fault: JSON.stringify({ code: error.definition.code, vi: error.text('vi'), en: error.text('en') }),
    }
  }
}

async function transactionNow(tx: Tx, id: string): Promise<RequestedTransaction> {
  const row = await tx
    .selectFrom('payment.transaction_key as k')
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'k.transaction_id').onRef('t.business_date', '=', 'k.business_date'))
    .select(['t.id', 't.code', 't.service', 't.type', 't.status', 't.amount', 't.refunded', 't.business_date as businessDate'])
    .where('k.transaction_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, amount: parseMoney(row.amount), refunded: parseMoney(row.refunded) }
}
