import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type ApprovalContext,
  type ApprovalKind,
  ask,
  type DecidedContext,
  decidedBy,
  defineApprovalKind,
  type Release,
} from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { batchKind } from '../contract/approval-kinds.ts'
import { BatchPayload, BatchPicture, type submitBatch } from '../contract/batches.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { BATCHES } from '../contract/words.ts'
import { BATCH, batches, cancelEmpty, placeOf } from './records.ts'
import { lockedPartner } from './service.ts'

type Payload = z.output<typeof BatchPayload>

/** The items as they are now: what the approver signs. */
async function contentOf(tx: Tx, batchId: string): Promise<Payload> {
  const { rows } = await sql<Payload>`
    select encode(disbursement.batch_hash(${batchId}), 'hex') as hash, coalesce(sum(amount), 0)::numeric(20,2)::text as total, count(*)::int as items
    from disbursement.item where batch_id = ${batchId} and status <> 'CANCELLED'`.execute(tx)
  return rows[0] as Payload
}

export async function submit({ id, version, reason }: InputOf<typeof submitBatch>, ctx: CommandContext): Promise<Ref> {
  const { row } = await batches.forChange(ctx, { id, version })
  const payload = await contentOf(ctx.tx, row.id)
  if (payload.items === 0) throw new AppError(disbursementErrors.empty)
  const asked = await ask(ctx, batchApproval, { subjectId: id, version, payload, reason })
  await publish(ctx.tx, { topic: disbursementsTopic })
  ctx.subject(BATCH, id, { before: { status: row.status }, after: { status: 'SUBMITTED', hash: payload.hash, request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

async function describe({ tx }: ApprovalContext, id: string, payload: Payload) {
  const row = await batches.lock(tx, { id })
  requireSigned(await contentOf(tx, id), payload)
  const partner = await tx.selectFrom('organisation.partner').select('name').where('id', '=', row.partner_id).executeTakeFirstOrThrow()
  return {
    code: row.code,
    place: placeOf(row),
    before: { status: row.status },
    after: {
      status: 'SENDING',
      sourceCode: row.source_code,
      partnerName: partner.name,
      itemCount: String(payload.items),
      total: payload.total,
      leftOut: String(row.left_out),
      hash: payload.hash,
    },
    money: parseMoney(payload.total),
    beneficiary: await payeesOf(tx, id),
    rows: payload.items,
  }
}

/** Whom it pays: the greatest amount by name, and how many others. */
async function payeesOf(tx: Tx, batchId: string): Promise<string> {
  const { rows } = await sql<{ name: string; others: number }>`
    select account_name as name, (count(*) over () - 1)::int as others from disbursement.item where batch_id = ${batchId} and status <> 'CANCELLED'
     order by amount desc, id limit 1`.execute(tx)
  const { name, others } = rows[0] ?? { name: '', others: 0 }
  return others > 0 ? `${name} (+${others})` : name
}

/** Throws DSB-007 when the items are not what was signed. */
function requireSigned(content: Payload, signed: Payload): void {
  if (content.hash !== signed.hash || content.total !== signed.total || content.items !== signed.items) throw new AppError(disbursementErrors.hashChanged)
}

/** The accounts of whoever decides: the approver, and whom they stand in for. */
async function deciders({ tx, approver, principalId }: DecidedContext): Promise<string[]> {
  const principal = principalId === null ? undefined : await tx.selectFrom('iam.person').select('account').where('id', '=', principalId).executeTakeFirst()
  return [approver.session.account, ...(principal?.account ? [principal.account] : [])]
}

/** Approving lets the transfers of a batch leave. */
export const batchApproval: ApprovalKind = defineApprovalKind<Payload>({
  ...batchKind,
  subjectType: BATCH,
  payload: BatchPayload,
  picture: BatchPicture,
  entity: 'disbursement.batchRequest',
  permissions: { ask: `${BATCHES}/submit`, see: `${BATCHES}/view` },
  tiers: [{ upTo: null, decide: 'o2o/approvals/disbursement/approve' }],
  limit: 'DISBURSEMENT',
  days: 7,
  describe,
  async hold(ctx, { subjectId, payload, version }) {
    const row = await batches.lock(ctx.tx, { id: subjectId, version })
    const { by, at } = decidedBy(ctx)
    const set = { hash: Buffer.from(payload.hash, 'hex'), item_count: payload.items, total: payload.total, submitted_by: by, submitted_at: at, step_note: '' }
    return (await batches.save(ctx.tx, { by, at }, row, set, 'submit')).version
  },
  versionNow: async ({ tx }, id) => (await batches.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload }, note) {
    const { tx } = ctx
    const row = await batches.lock(tx, { id: subjectId })
    requireSigned(await contentOf(tx, row.id), payload)
    const locked = await lockedPartner(tx, row.partner_id)
    if (locked) throw locked
    const { by, at } = decidedBy(ctx)
    if ((await deciders(ctx)).includes(row.created_by)) throw new AppError(disbursementErrors.approvedByMaker)
    await batches.save(tx, { by, at }, row, { approved_by: by, approved_at: at, step_note: note }, 'approve')
    await sql`update disbursement.item set due_at = ${at}, updated_by = ${by}, updated_at = ${at} where batch_id = ${row.id} and status = 'READY'`.execute(tx)
    await publish(tx, { topic: disbursementsTopic })
  },
  async release(ctx, { subjectId }, _how: Release, note) {
    const row = await batches.lock(ctx.tx, { id: subjectId })
    await batches.save(ctx.tx, decidedBy(ctx), row, { step_note: note }, 'giveBack')
    await cancelEmpty(ctx.tx, [row.id], decidedBy(ctx))
    await publish(ctx.tx, { topic: disbursementsTopic })
  },
})
