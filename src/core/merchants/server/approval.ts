import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, type Described, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { merchantErrors } from '../contract/errors.ts'
import { merchantsTopic } from '../contract/machine.ts'
import { MERCHANTS } from '../contract/words.ts'
import { MERCHANT, type MerchantRow, merchants, placeOf } from './records.ts'

type Shared = 'name' | 'title' | 'payload' | 'picture' | 'entity' | 'subjectPath' | 'grounds'

interface MerchantKind<P> extends Pick<ApprovalKind<P>, Shared> {
  ask: string
  approve: string
  /** Events of the merchant that waits for the decision; left out where it goes on meanwhile. */
  waits?: { hold: 'submit'; release: 'giveBack' }
  /** What would change. Throws when it cannot be asked for. */
  describe(row: MerchantRow, payload: P, ctx: ApprovalContext): Promise<Pick<Described, 'before' | 'after' | 'beneficiary'>>
  /** Carries the change out. Throws when it cannot be done any more. */
  apply(row: MerchantRow, payload: P, ctx: Parameters<ApprovalKind<P>['apply']>[0], note: string): Promise<unknown>
}

/** Something about one merchant that two people agree on; requests stand where the merchant stands. */
export function merchantApproval<P>({ ask, approve, waits, describe: describing, apply, ...kind }: MerchantKind<P>): ApprovalKind {
  return defineApprovalKind<P>({
    ...kind,
    subjectType: MERCHANT,
    permissions: { ask, see: `${MERCHANTS}/view` },
    tiers: [{ upTo: null, decide: approve }],
    days: 14,
    async describe(ctx, id, payload) {
      const row = await merchants.lock(ctx.tx, { id })
      await requireNoOther(ctx.tx, row, kind.name)
      return { code: row.code, place: placeOf(row), money: null, rows: 1, ...(await describing(row, payload, ctx)) }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await merchants.lock(ctx.tx, { id: subjectId, version })
      const held = waits ? await merchants.save(ctx.tx, decidedBy(ctx), row, { step_note: '' }, waits.hold) : row
      await publish(ctx.tx, { topic: merchantsTopic })
      return held.version
    },
    versionNow: async ({ tx }, id) => (await merchants.locked(tx, id))?.version,
    async apply(ctx, { subjectId, payload }, note) {
      await apply(await merchants.lock(ctx.tx, { id: subjectId }), payload, ctx, note)
      await publish(ctx.tx, { topic: merchantsTopic })
    },
    async release(ctx, { subjectId }, _how, note) {
      const row = await merchants.lock(ctx.tx, { id: subjectId })
      if (waits) await merchants.save(ctx.tx, decidedBy(ctx), row, { step_note: note }, waits.release)
      await publish(ctx.tx, { topic: merchantsTopic })
    },
  })
}

/** Of one merchant one thing is decided at a time: each changes what the others were described by. Throws MER-033. */
async function requireNoOther(tx: Tx, row: MerchantRow, kind: string): Promise<void> {
  const { rows } = await sql`
    select from approvals.request where status = 'PENDING' and subject_type = ${MERCHANT} and subject_id = ${row.id}::text and kind <> ${kind} limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new AppError(merchantErrors.otherPending, { merchant: row.code })
}
