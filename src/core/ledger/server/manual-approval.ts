import { sql } from 'kysely'
import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import type { Side } from '../contract/account.ts'
import { manualJournalKind, manualReversalKind } from '../contract/approval-kinds.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { MANUAL_FIRST_TIER, ManualPicture, manualMachine, manualPermissions } from '../contract/manual.ts'
import { checkManual } from './manual-check.ts'
import { post, reverse } from './posting.ts'

/** What a period is closed by. */
export const MANUAL_SERVICE = 'GL'
const CURRENCY = 'VND'

export type Manual = RowOf<'ledger.manual_journal'>

export const manuals = defineRecord({
  table: 'ledger.manual_journal',
  scoped: true,
  machine: manualMachine,
  picture: async (row, tx) => ({
    businessDate: row.business_date,
    amount: row.amount,
    reason: row.reason,
    status: row.status,
    lines: await linesText(tx, row.id),
  }),
})

export function linesOf(tx: Tx, id: string) {
  return tx
    .selectFrom('ledger.manual_line as l')
    .innerJoin('ledger.account as a', 'a.id', 'l.account_id')
    .select(['l.line', 'l.account_id as accountId', 'a.code as accountCode', 'a.name as accountName', 'a.currency'])
    .select([sql<Side>`l.side`.as('side'), 'l.amount'])
    .where('l.manual_journal_id', '=', id)
    .orderBy('l.line')
    .execute()
}

async function linesText(tx: Tx, id: string): Promise<string> {
  return (await linesOf(tx, id)).map(({ side, accountCode, amount }) => `${side === 'D' ? 'Nợ' : 'Có'} ${accountCode}: ${amount}`).join('\n')
}

const placeOf = (row: Manual) => ({
  ...unitsOf(row),
  partnerId: null,
})

const tiers: ApprovalKind['tiers'] = [
  { upTo: MANUAL_FIRST_TIER, decide: manualPermissions.approve },
  { upTo: null, decide: manualPermissions.approveLarge },
]

const shared = (path: (id: string) => string) => ({
  subjectType: manuals.subject,
  subjectPath: path,
  payload: z.strictObject({}),
  picture: ManualPicture,
  entity: 'ledger.manualJournal' as const,
  tiers,
  limit: 'MANUAL_JOURNAL' as const,
  days: 7,
  versionNow: async ({ tx }: ApprovalContext, id: string) => (await manuals.locked(tx, id))?.version,
})

/** Posts the journal; its key makes a second posting impossible. */
async function posted(tx: Tx, row: Manual, at: Date): Promise<string> {
  const lines = await linesOf(tx, row.id)
  const { journalId } = await post(tx, {
    businessKey: `manual:${row.id}`,
    kind: 'MANUAL',
    service: MANUAL_SERVICE,
    businessDate: row.business_date,
    occurredAt: at,
    description: row.reason,
    sourceType: manuals.subject,
    sourceId: row.id,
    officeUnitId: row.unit_id,
    entries: lines.map(({ accountId, side, amount, currency }) => ({ accountId, side, amount: parseMoney(amount), currency: currency ?? CURRENCY })),
  })
  return journalId
}

/** Does what the ledger would do, and takes it back: what it refuses is said when it is asked for, not when somebody decides. */
async function tried(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint manual_trial`.execute(tx)
  await work()
  await sql`rollback to savepoint manual_trial`.execute(tx)
}

/** A journal by hand, posted when a second person agrees. `path`: address of its page. */
export const manualPosting = (path: (id: string) => string): ApprovalKind =>
  defineApprovalKind<Record<string, never>>({
    ...manualJournalKind,
    ...shared(path),
    permissions: { ask: manualPermissions.ask, see: manualPermissions.see },
    async describe({ tx, now }, id) {
      const row = await manuals.lock(tx, { id })
      await tried(tx, () => posted(tx, row, now))
      const after = { businessDate: row.business_date, amount: row.amount, lines: await linesText(tx, id), status: 'POSTED' }
      return { code: row.code, place: placeOf(row), before: {}, after, money: parseMoney(row.amount), rows: 1 }
    },
    hold: async ({ tx }, { subjectId, version }) => (await manuals.lock(tx, { id: subjectId, version })).version,
    async apply(ctx, { subjectId }) {
      const { tx, now } = ctx
      const row = await manuals.lock(tx, { id: subjectId })
      await checkManual(tx, ctx.approver.scope, await linesOf(tx, subjectId))
      const stamp = decidedBy(ctx)
      await manuals.save(tx, stamp, row, { journal_id: await posted(tx, row, now), posted_by: stamp.by }, 'post')
    },
    async release(ctx, { subjectId }) {
      await manuals.save(ctx.tx, decidedBy(ctx), await manuals.lock(ctx.tx, { id: subjectId }), {}, 'refuse')
    },
  })

/** Its reversal, in the same way. */
export const manualReversal = (path: (id: string) => string): ApprovalKind =>
  defineApprovalKind<Record<string, never>>({
    ...manualReversalKind,
    ...shared(path),
    permissions: { ask: manualPermissions.reverse, see: manualPermissions.see },
    async describe({ tx, now }, id) {
      const row = await manuals.lock(tx, { id })
      await tried(tx, () => reversed(tx, row, now, row.reason))
      const before = { businessDate: row.business_date, amount: row.amount, lines: await linesText(tx, id), status: 'POSTED' }
      const after = { businessDate: localDate(now), amount: formatMoney(0n), lines: '', status: 'REVERSED' }
      return { code: row.code, place: placeOf(row), before, after, money: parseMoney(row.amount), rows: 1 }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await manuals.lock(ctx.tx, { id: subjectId, version })
      return (await manuals.save(ctx.tx, decidedBy(ctx), row, {}, 'askReversal')).version
    },
    async apply(ctx, { subjectId, reason }) {
      const { tx, now } = ctx
      const row = await manuals.lock(tx, { id: subjectId })
      await checkManual(tx, ctx.approver.scope, await linesOf(tx, subjectId))
      await manuals.save(tx, decidedBy(ctx), row, { reversal_journal_id: await reversed(tx, row, now, reason) }, 'reverse')
    },
    async release(ctx, { subjectId }) {
      await manuals.save(ctx.tx, decidedBy(ctx), await manuals.lock(ctx.tx, { id: subjectId }), {}, 'keep')
    },
  })

async function reversed(tx: Tx, row: Manual, at: Date, reason: string): Promise<string> {
  if (row.journal_id === null) throw new AppError(ledgerErrors.journalUnknown, { journal: row.code })
  const { journalId } = await reverse(tx, {
    journalId: row.journal_id,
    businessKey: `manual-reversal:${row.id}`,
    businessDate: localDate(at),
    occurredAt: at,
    reason,
  })
  return journalId
}
