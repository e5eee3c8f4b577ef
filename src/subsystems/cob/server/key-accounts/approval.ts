import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, type DecidedContext, type Described, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { APPROVE_KEY_ACCOUNTS } from '../../contract/key-accounts/changes.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { KEY_ACCOUNTS, keyAccountsTopic } from '../../contract/key-accounts/words.ts'
import { KEY_ACCOUNT, type KeyAccountRow, keyAccounts, placeOf } from './records.ts'

interface KeyAccountKind<P> extends Pick<ApprovalKind<P>, 'name' | 'title' | 'payload' | 'picture'> {
  /** What would change. Throws when it cannot be asked for. */
  describe(row: KeyAccountRow, payload: P, ctx: ApprovalContext): Promise<Pick<Described, 'before' | 'after' | 'beneficiary'>>
  /** Carries the change out. Throws when it cannot be done any more. */
  apply(row: KeyAccountRow, payload: P, ctx: DecidedContext, note: string): Promise<unknown>
}

/** Something about one key account that two people agree on; of one key account one thing is decided at a time. */
export const keyAccountApproval = <P>({ describe: describing, apply, ...kind }: KeyAccountKind<P>): ApprovalKind =>
  defineApprovalKind<P>({
    ...kind,
    entity: 'cob.key-accounts.request',
    subjectType: KEY_ACCOUNT,
    permissions: { ask: `${KEY_ACCOUNTS}/submit`, see: `${KEY_ACCOUNTS}/view` },
    tiers: [{ upTo: null, decide: APPROVE_KEY_ACCOUNTS }],
    days: 14,
    async describe(ctx, id, payload) {
      const row = await keyAccounts.lock(ctx.tx, { id })
      await requireNoOther(ctx.tx, row, kind.name)
      return { code: row.code, place: placeOf(row), money: null, rows: 1, ...(await describing(row, payload, ctx)) }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await keyAccounts.lock(ctx.tx, { id: subjectId, version })
      await publish(ctx.tx, { topic: keyAccountsTopic })
      return row.version
    },
    versionNow: async ({ tx }, id) => (await keyAccounts.locked(tx, id))?.version,
    async apply(ctx, { subjectId, payload }, note) {
      await apply(await keyAccounts.lock(ctx.tx, { id: subjectId }), payload, ctx, note)
      await publish(ctx.tx, { topic: keyAccountsTopic })
    },
    async release(ctx, { subjectId }, _how, note) {
      const row = await keyAccounts.lock(ctx.tx, { id: subjectId })
      if (row.status === 'DRAFT') await keyAccounts.save(ctx.tx, decidedBy(ctx), row, { step_note: note })
      await publish(ctx.tx, { topic: keyAccountsTopic })
    },
  })

/** Throws COB-203: each request changes what the others were described by. */
async function requireNoOther(tx: Tx, row: KeyAccountRow, kind: string): Promise<void> {
  const { rows } = await sql`
    select from approvals.request where status = 'PENDING' and subject_type = ${KEY_ACCOUNT} and subject_id = ${row.id}::text and kind <> ${kind} limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new AppError(keyAccountErrors.otherPending, { keyAccount: row.code })
}
