import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { BulkRow, InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { codSettlementKind } from '../../contract/key-accounts/approval-kinds.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import {
  APPROVE_LARGE_RUN,
  APPROVE_RUN,
  codSettlementsTopic,
  RunPayload,
  RunPicture,
  type releaseCodSettlement,
  SETTLEMENTS,
  type submitCodRun,
} from '../../contract/settlements.ts'
import { approveRun, changedItem, unlink } from './approving.ts'
import { giveUp } from './drafting.ts'
import { noticeGivenUp } from './notices.ts'
import { lockAccount, RUN, runs, settlements } from './records.ts'

/** Up to one thousand million đồng the first tier decides. */
const FIRST_TIER = 100_000_000_000n

/** Whoever made a statement does not check it. Throws COB-242, and COB-241 where an item of it may not be paid any more. */
export async function check({ id, version }: BulkRow, ctx: CommandContext): Promise<void> {
  const seen = await settlements.forChange(ctx, { id, version })
  const { code, made_by } = seen.row
  if (made_by === ctx.session.account) throw new AppError(keyAccountErrors.ownCheck, { settlement: code })
  const item = await changedItem(ctx.tx, id)
  if (item !== undefined) throw new AppError(keyAccountErrors.itemsChanged, { item, settlement: code })
  await settlements.fire(ctx, seen, 'check', { set: { checked_by: ctx.session.account } })
  await publish(ctx.tx, { topic: codSettlementsTopic })
}

/** Its items are free for the next statement. Throws COB-238 once its run was submitted. */
export async function release({ id, version, reason }: InputOf<typeof releaseCodSettlement>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session } = ctx
  const found = await tx.selectFrom('cob.settlement').select('key_account_id').where('id', '=', id).executeTakeFirst()
  if (found) await lockAccount(tx, found.key_account_id)
  const seen = await settlements.forChange(ctx, { id, version })
  const run = await runs.lock(tx, { id: seen.row.run_id })
  if (run.status !== 'DRAFT') throw new AppError(keyAccountErrors.runClosed, { run: run.code })
  await giveUp(tx, id, now)
  await unlink(tx, id)
  const ref = await settlements.fire(ctx, seen, 'release', { set: { step_note: reason }, note: { reason } })
  await noticeGivenUp(tx, seen.row, { by: session, reason })
  await publish(tx, { topic: codSettlementsTopic })
  return ref
}

type Payload = z.output<typeof RunPayload>
type Content = Payload & { waiting: number; items: number; cod: string; charges: string; deductions: string; carried: number; largest: string | null }

/** The statements of a run as they are now: what its checker signs. */
async function contentOf(tx: Tx, runId: string): Promise<Content> {
  const { rows } = await sql<Content>`
    select encode(sha256(convert_to(coalesce(string_agg(s.id || ':' || s.net || ':' || s.items, ',' order by s.id), ''), 'UTF8')), 'hex') as hash,
      coalesce(sum(s.net) filter (where s.net > 0), 0)::numeric(20,2)::text as total, count(*)::int as statements,
      (count(*) filter (where s.status = 'DRAFT'))::int as waiting, coalesce(sum(s.items), 0)::int as items, coalesce(sum(s.cod), 0)::numeric(20,2)::text as cod,
      coalesce(sum(s.postage + s.fee + s.tax), 0)::numeric(20,2)::text as charges, coalesce(sum(s.deductions), 0)::numeric(20,2)::text as deductions,
      (count(*) filter (where s.net <= 0))::int as carried, (array_agg(k.name order by s.net desc))[1] as largest
    from cob.settlement s join cob.key_account k on k.id = s.key_account_id where s.run_id = ${runId} and s.status in ('DRAFT', 'CHECKED')`.execute(tx)
  return rows[0] as Content
}

const payloadOf = ({ hash, total, statements }: Content): Payload => ({ hash, total, statements })

/** Throws COB-235, COB-236. */
export async function submitRun({ id, version, reason }: InputOf<typeof submitCodRun>, ctx: CommandContext): Promise<OutputOf<typeof submitCodRun>> {
  const { row } = await runs.forChange(ctx, { id, version })
  const content = await contentOf(ctx.tx, id)
  if (content.statements === 0) throw new AppError(keyAccountErrors.emptyRun, { run: row.code })
  if (content.waiting > 0) throw new AppError(keyAccountErrors.notChecked, { run: row.code, count: content.waiting })
  const { requestId, subjectVersion } = await ask(ctx, codRunApproval, { subjectId: id, version, payload: payloadOf(content), reason })
  ctx.subject(RUN, id, { before: { status: row.status }, after: { status: 'SUBMITTED', hash: content.hash, request: requestId } })
  await publish(ctx.tx, { topic: codSettlementsTopic })
  return { id, version: subjectVersion, requestId }
}

/** Throws COB-237 when the statements are not what was signed. */
function requireSigned(content: Content, signed: Payload, run: string): void {
  if (content.hash !== signed.hash || content.waiting > 0) throw new AppError(keyAccountErrors.runChanged, { run })
}

async function describe({ tx }: ApprovalContext, id: string, payload: Payload) {
  const row = await runs.lock(tx, { id })
  const content = await contentOf(tx, id)
  requireSigned(content, payload, row.code)
  const { statements, items, cod, charges, deductions, total, carried, hash, largest } = content
  return {
    code: row.code,
    place: { ...unitsOf(row), partnerId: null },
    before: { status: row.status },
    after: { ...{ status: 'APPROVED', statements: String(statements), items: String(items), cod, charges, deductions, total }, carried: String(carried), hash },
    money: parseMoney(total),
    beneficiary: statements > 1 ? `${largest} (+${statements - 1})` : (largest ?? ''),
    rows: statements,
  }
}

/** A run is approved as one record; a job carries it out. */
export const codRunApproval: ApprovalKind = defineApprovalKind<Payload>({
  ...codSettlementKind,
  subjectType: RUN,
  payload: RunPayload,
  picture: RunPicture,
  entity: 'cob.settlements.run',
  permissions: { ask: `${SETTLEMENTS}/submit`, see: `${SETTLEMENTS}/view` },
  tiers: [
    { upTo: FIRST_TIER, decide: APPROVE_RUN },
    { upTo: null, decide: APPROVE_LARGE_RUN },
  ],
  days: 7,
  describe,
  async hold(ctx, { subjectId, version }) {
    const row = await runs.lock(ctx.tx, { id: subjectId, version })
    return (await runs.save(ctx.tx, decidedBy(ctx), row, { step_note: '' }, 'submit')).version
  },
  versionNow: async ({ tx }, id) => (await runs.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload }, note) {
    const { tx } = ctx
    const row = await runs.lock(tx, { id: subjectId })
    requireSigned(await contentOf(tx, subjectId), payload, row.code)
    const { by, at } = decidedBy(ctx)
    await runs.save(tx, { by, at }, row, { step_note: note, approved_by: by }, 'approve')
    await enqueue(tx, approveRun, { runId: subjectId }, { key: subjectId })
    await publish(tx, { topic: codSettlementsTopic })
  },
  async release(ctx, { subjectId }, _how, note) {
    const row = await runs.lock(ctx.tx, { id: subjectId })
    await runs.save(ctx.tx, decidedBy(ctx), row, { step_note: note }, 'giveBack')
    await publish(ctx.tx, { topic: codSettlementsTopic })
  },
})
