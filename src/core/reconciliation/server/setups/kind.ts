import { z } from 'zod'
import { type ApprovalKind, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { Id } from '#kernel/primitives.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { setupKindName } from '../../contract/approval-kinds.ts'
import { setupAddress } from '../../contract/contracts.ts'
import { setupsTopic } from '../../contract/machines.ts'
import { SetupPicture } from '../../contract/setups.ts'
import type { ReconciliationDesk } from '../plug.ts'
import { pictureOf } from './picture.ts'
import { documentIn, type RevisionRow, revisions, SETUP, setups } from './records.ts'

const Payload = z.strictObject({ revisionId: Id })
type Payload = z.output<typeof Payload>

/** The revision in force of a configuration, locked. */
const inForce = (tx: Tx, setupId: string): Promise<RevisionRow | undefined> =>
  tx.selectFrom('reconciliation.revision').selectAll().where('setup_id', '=', setupId).where('status', '=', 'ACTIVE').forUpdate().executeTakeFirst()

/** A revision is put into force by two people; the one before it retires. */
export function setupKind({ contracts }: ReconciliationDesk): ApprovalKind {
  const { permissions } = contracts
  return defineApprovalKind<Payload>({
    ...setupKindName(contracts),
    subjectType: SETUP,
    subjectPath: (id) => setupAddress(contracts, id),
    payload: Payload,
    picture: SetupPicture,
    entity: 'reconciliation.setups.document',
    permissions: { ask: permissions.config, see: permissions.viewConfig },
    tiers: [{ upTo: null, decide: permissions.approveConfig }],
    days: 14,
    async describe({ tx }, id, { revisionId }) {
      const setup = await setups.lock(tx, { id })
      const revision = await revisions.lock(tx, { id: revisionId })
      const before = await inForce(tx, id)
      return {
        code: setup.code,
        place: { ...unitsOf(setup), partnerId: setup.partner_id },
        before: before ? { name: setup.name, ...pictureOf(documentIn(before), before.number) } : {},
        after: { name: setup.name, ...pictureOf(documentIn(revision), revision.number) },
        money: null,
        rows: 1,
      }
    },
    async hold(ctx, { payload: { revisionId } }) {
      const row = await revisions.lock(ctx.tx, { id: revisionId })
      return (await revisions.save(ctx.tx, decidedBy(ctx), row, {}, 'submit')).version
    },
    // Only the revision counts: a configuration may be suspended or renamed meanwhile.
    async versionNow({ tx }, id) {
      if (!(await setups.locked(tx, id))) return undefined
      const pending = await tx
        .selectFrom('reconciliation.revision')
        .select('version')
        .where('setup_id', '=', id)
        .where('status', '=', 'PENDING')
        .forUpdate()
        .executeTakeFirst()
      return pending?.version
    },
    async apply(ctx, { subjectId, payload: { revisionId } }) {
      const { tx } = ctx
      const stamp = decidedBy(ctx)
      const setup = await setups.lock(tx, { id: subjectId })
      const revision = await revisions.lock(tx, { id: revisionId })
      if (revision.status !== 'PENDING') throw new AppError(errors.state, {}, { data: { version: revision.version, status: revision.status } })
      const before = await inForce(tx, subjectId)
      if (before) await revisions.save(tx, stamp, before, {}, 'retire')
      await revisions.save(tx, stamp, revision, { approved_by: stamp.by, approved_at: stamp.at }, 'activate')
      await setups.save(tx, stamp, setup, { revision_id: revisionId }, setup.status === 'SUSPENDED' ? undefined : 'activate')
      await publish(tx, { topic: setupsTopic })
    },
    async release(ctx, { payload: { revisionId } }) {
      const row = await revisions.lock(ctx.tx, { id: revisionId })
      await revisions.save(ctx.tx, decidedBy(ctx), row, {}, 'giveBack')
      await publish(ctx.tx, { topic: setupsTopic })
    },
  })
}
