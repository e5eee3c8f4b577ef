import { sql } from 'kysely'
import { headOffice } from '#core/organisation/server/public.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { RecordTable, RowOf, Stamp, StoredRecord } from '#platform/server/record/record.ts'
import { type ApprovalContext, type ApprovalKind, type DecidedContext, type Described, defineApprovalKind } from './kind.ts'

interface RecordKind<T extends RecordTable, E extends string, P>
  extends Pick<ApprovalKind<P>, 'name' | 'title' | 'subjectPath' | 'payload' | 'picture' | 'entity' | 'days'> {
  permissions: { ask: string; see: string; approve: string }
  /** Events of the record's machine, where it has a state for waiting; otherwise nothing of it is held. */
  waits?: { hold: E; release: E }
  /** The refusal while there is no head office, whose requests these are. */
  noHeadOffice: ErrorDefinition
  /** What would change. Throws when it cannot be asked for. */
  describe(row: RowOf<T>, payload: P, ctx: ApprovalContext): Promise<Pick<Described, 'code' | 'before' | 'after' | 'rows'>>
  /** Carries the change out. Throws when it cannot be done any more. */
  apply(row: RowOf<T>, payload: P, ctx: DecidedContext): Promise<unknown>
}

/** By whom a change that was decided is written, and when. */
export const decidedBy = ({ actor, now }: ApprovalContext): Stamp => ({ by: actor.replace(/^user:/, ''), at: now })

/**
 * The approval of a change of a record of the head office without money in it (a policy, a parameter): the record is locked at the version
 * seen, waits in its machine's state where it has one, and one permission decides.
 */
export function defineRecordApproval<P, T extends RecordTable, S extends string, E extends string, Picture extends Record<string, unknown>>(
  records: StoredRecord<T, S, E, Picture>,
  { permissions: { approve, ...permissions }, waits, noHeadOffice, ...kind }: RecordKind<T, E, P>,
): ApprovalKind {
  const move = async (ctx: ApprovalContext, at: { id: string; version?: number }, event: E | undefined) => {
    const row = await records.lock(ctx.tx, at)
    return event === undefined ? row.version : (await records.save(ctx.tx, decidedBy(ctx), row, {}, event)).version
  }
  return defineApprovalKind<P>({
    ...kind,
    permissions,
    tiers: [{ upTo: null, decide: approve }],
    wholeSystem: true,
    subjectType: records.subject,
    async describe(ctx, id, payload) {
      const described = await kind.describe(await records.lock(ctx.tx, { id }), payload, ctx)
      const office = await headOffice(ctx.tx)
      if (!office) throw new AppError(noHeadOffice)
      const place = { headUnitId: office.id, provinceUnitId: null, districtUnitId: null, officeUnitId: null, partnerId: null }
      return { ...described, place, money: null }
    },
    hold: (ctx, { subjectId, version }) => move(ctx, { id: subjectId, version }, waits?.hold),
    versionNow: async ({ tx }, id) => (await records.locked(tx, id))?.version,
    apply: async (ctx, { subjectId, payload }) => void (await kind.apply(await records.lock(ctx.tx, { id: subjectId }), payload, ctx)),
    async release(ctx, { subjectId }) {
      if (waits) await move(ctx, { id: subjectId }, waits.release)
    },
  })
}

/** The request that is pending for a record, as a column of a query. `id`: column reference of the record. */
export const pendingRequest = (subjectType: string, id: string) =>
  sql<string | null>`(select w.request_id from approvals.pending w where w.subject_type = ${subjectType} and w.subject_id = ${sql.ref(id)}::text limit 1)`

/** The request that waits and answers the question about a record, of whatever kind, as a column of a query. `id`: column reference of the record. */
export const pendingAnswer = (type: string, id: string) =>
  sql<string | null>`(select w.request_id from approvals.pending w where w.question = ${`${type}:`} || ${sql.ref(id)}::text limit 1)`
