import { type ApprovalContext, type ApprovalKind, ask, type DecidedContext, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { consumeLimit } from '#core/limits/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { behindSavepoint } from '#platform/server/database/savepoint.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { workbookKindName } from '../../contract/break-kinds.ts'
import { FIRST_TIER, WorkbookPayload, WorkbookPicture } from '../../contract/break-proposal.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import { sessionAddress } from '../../contract/contracts.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { Resolution } from '../../contract/machines.ts'
import { refreshCounters } from '../matching/match.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { lockSession, notePast, SESSION } from '../sessions/records.ts'
import { carryOut, giveBack, propose, tellMoved } from './carry-out.ts'
import { BREAK, breaks, holdBreak, lockOpenSession, sizeOf } from './records.ts'
import { resolutionWords } from './rules.ts'
import { shownSession } from './workbook-out.ts'

/** Only one version of a workbook is ever asked for. */
const ONLY = 1

/** Asks a second person for all rows of a compared workbook that can still be applied. Throws RCB-001, RCB-015 to RCB-017. */
export async function applyWorkbook(
  place: DeskPlace,
  kind: ApprovalKind,
  { sessionId, uploadId, reason }: InputOf<BreakContracts['applyWorkbook']>,
  ctx: CommandContext,
): Promise<OutputOf<BreakContracts['applyWorkbook']>> {
  const { tx } = ctx
  const { code } = await shownSession(place, sessionId, ctx)
  await lockOpenSession(tx, sessionId)
  const book = await bookOf(tx, sessionId, uploadId)
  if (book?.status !== 'COMPARED' || book.desk !== place.desk) throw new AppError(breakErrors.bookGone)
  const waiting = await tx
    .selectFrom('reconciliation.workbook')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirst()
  if (waiting) throw new AppError(breakErrors.bookWaits, { code })
  await outdate(tx, uploadId)
  if ((await rowsToApply(tx, uploadId)).length === 0) throw new AppError(breakErrors.bookNothing)
  const { requestId } = await ask(ctx, kind, { subjectId: sessionId, version: ONLY, payload: { uploadId }, reason })
  ctx.subject('reconciliation.workbook', uploadId, { after: { code, fileName: book.file_name, status: 'PROPOSED', request: requestId } })
  const { version } = await tx.selectFrom(SESSION).select('version').where('id', '=', sessionId).executeTakeFirstOrThrow()
  return { id: sessionId, version, requestId }
}

const bookOf = (tx: Tx, sessionId: string, uploadId: string) =>
  tx
    .selectFrom('reconciliation.workbook')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', uploadId))
    .forUpdate()
    .executeTakeFirst()

const stale = () => {
  const error = new AppError(breakErrors.rowStale)
  return JSON.stringify({ vi: error.text('vi'), en: error.text('en') })
}

/** Rows whose break has changed since the comparison are left out. */
async function outdate(tx: Tx, workbookId: string): Promise<void> {
  await tx
    .updateTable('reconciliation.workbook_row as r')
    .from('reconciliation.break as b')
    .set({ outcome: 'STALE', problem: stale() })
    .where('r.workbook_id', '=', workbookId)
    .where('r.outcome', '=', 'APPLY')
    .whereRef('b.id', '=', 'r.break_id')
    .where((eb) => eb.or([eb('b.version', '<>', eb.ref('r.version')), eb('b.status', '<>', 'OPEN')]))
    .execute()
}

interface ToApply {
  row: number
  breakId: string
  resolution: Resolution
  reason: string
  note: string
}

async function rowsToApply(tx: Tx, workbookId: string): Promise<ToApply[]> {
  const rows = await tx
    .selectFrom('reconciliation.workbook_row')
    .select(['row', 'break_id', 'resolution', 'reason', 'note'])
    .where('workbook_id', '=', workbookId)
    .where('outcome', '=', 'APPLY')
    .orderBy('row')
    .execute()
  return rows.map(({ break_id, resolution, ...row }) => ({ ...row, breakId: break_id as string, resolution: resolution as Resolution }))
}

async function describeBook(tx: Tx, sessionId: string, uploadId: string) {
  const book = await bookOf(tx, sessionId, uploadId)
  if (!book) throw new AppError(errors.notFound)
  const session = await lockOpenSession(tx, sessionId)
  const rows = await rowsToApply(tx, uploadId)
  const ids = rows.map(({ breakId }) => breakId)
  const sums = new Map((await tx.selectFrom(BREAK).select(['id', 'difference', 'at_risk']).where('id', 'in', ids).execute()).map((row) => [row.id, row]))
  const total = { risk: 0n, writeOff: 0n }
  for (const { breakId, resolution } of rows) {
    const sum = sums.get(breakId)
    if (!sum) continue
    total.risk += parseMoney(sum.at_risk)
    if (resolution === 'WRITE_OFF') total.writeOff += sizeOf(sum)
  }
  const counts = Map.groupBy(rows, ({ resolution }) => resolution)
  const others = await tx
    .selectFrom('reconciliation.workbook_row')
    .select(['outcome', (eb) => eb.fn.countAll<string>().as('count')])
    .where('workbook_id', '=', uploadId)
    .groupBy('outcome')
    .execute()
  const countOf = (outcome: string) => others.find((one) => one.outcome === outcome)?.count ?? '0'
  const facts = {
    fileName: book.file_name,
    hash: book.sha256.toString('hex'),
    rows: String(rows.length),
    stale: countOf('STALE'),
    invalid: countOf('INVALID'),
    byResolution: [...counts].map(([resolution, of]) => `${resolutionWords(resolution).vi}: ${of.length}`).join('\n'),
    atRisk: formatMoney(total.risk),
    writeOff: formatMoney(total.writeOff),
  }
  return { session, facts, risk: total.risk, rows: rows.length }
}

/** All rows of a filled-in workbook at once: agreed on as a whole, carried out one by one, each with its result. */
export function workbookKind(parts: ReconciliationParts, { contracts }: ReconciliationDesk): ApprovalKind {
  const { permissions } = contracts
  return defineApprovalKind<WorkbookPayload>({
    ...workbookKindName(contracts),
    subjectType: SESSION,
    subjectPath: (id) => sessionAddress(contracts, id),
    payload: WorkbookPayload,
    picture: WorkbookPicture,
    entity: 'reconciliation.breaks.workbook',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    days: 14,
    async describe({ tx }, id, { uploadId }) {
      const { session, facts, risk, rows } = await describeBook(tx, id, uploadId)
      const place = { ...unitsOf(session), partnerId: session.partner_id }
      return { code: session.code, place, before: { ...facts, status: 'COMPARED' }, after: { ...facts, status: 'APPLIED' }, money: risk, rows }
    },
    async hold(ctx, { payload: { uploadId }, reason }) {
      const stamp = decidedBy(ctx)
      for (const { breakId, row: _row, ...wanted } of await rowsToApply(ctx.tx, uploadId))
        await propose(parts, ctx.tx, await holdBreak(ctx.tx, { id: breakId }), wanted, stamp)
      await ctx.tx.updateTable('reconciliation.workbook').set({ status: 'PROPOSED', reason }).where('id', '=', uploadId).execute()
      await tellMoved(ctx.tx)
      return ONLY
    },
    async versionNow({ tx }, id) {
      await lockSession(tx, id)
      const book = await tx.selectFrom('reconciliation.workbook').select('id').where('session_id', '=', id).where('status', '=', 'PROPOSED').executeTakeFirst()
      return book && ONLY
    },
    async apply(ctx, { subjectId, payload: { uploadId }, reason }) {
      await lockOpenSession(ctx.tx, subjectId)
      const done = await applyRows(parts, ctx, uploadId)
      await endBook(ctx, uploadId, 'APPLIED')
      await refreshCounters(ctx.tx, subjectId)
      const { file_name } = await ctx.tx.selectFrom('reconciliation.workbook').select('file_name').where('id', '=', uploadId).executeTakeFirstOrThrow()
      await notePast(ctx.tx, subjectId, decidedBy(ctx).by, ctx.now, 'WORKBOOK', { file: file_name, count: done, reason })
      await tellMoved(ctx.tx)
    },
    async release(ctx, { subjectId, payload: { uploadId } }, _how, note) {
      const session = await lockSession(ctx.tx, subjectId)
      for (const { breakId } of await rowsToApply(ctx.tx, uploadId)) {
        const row = await breaks.lock(ctx.tx, { id: breakId })
        if (row.status === 'PROPOSED') await giveBack(ctx.tx, { row, session }, decidedBy(ctx), note)
      }
      await endBook(ctx, uploadId, 'GIVEN_BACK')
      await tellMoved(ctx.tx)
    },
  })
}

const endBook = (ctx: ApprovalContext, id: string, status: 'APPLIED' | 'GIVEN_BACK') =>
  ctx.tx
    .updateTable('reconciliation.workbook')
    .set({ status, decided_by: decidedBy(ctx).by, decided_at: ctx.now })
    .where('id', '=', id)
    .execute()

/** Each row by itself: what is refused leaves its break open and the others as they are. Answers how many were carried out. */
async function applyRows(parts: ReconciliationParts, ctx: DecidedContext, uploadId: string): Promise<number> {
  let done = 0
  for (const { row, breakId, ...wanted } of await rowsToApply(ctx.tx, uploadId)) {
    const refusal = await applyRow(parts, ctx, breakId, wanted)
    if (!refusal) done += 1
    const problem = refusal && JSON.stringify({ vi: refusal.text('vi'), en: refusal.text('en') })
    await ctx.tx
      .updateTable('reconciliation.workbook_row')
      .set({ result: refusal ? 'REFUSED' : 'DONE', ...(problem ? { problem } : {}) })
      .where('workbook_id', '=', uploadId)
      .where('row', '=', row)
      .execute()
  }
  return done
}

async function applyRow(
  parts: ReconciliationParts,
  ctx: DecidedContext,
  breakId: string,
  wanted: Omit<ToApply, 'row' | 'breakId'>,
): Promise<AppError | undefined> {
  const { tx, now, principalId, approver } = ctx
  const stamp = decidedBy(ctx)
  try {
    await behindSavepoint(tx, async () => {
      const held = await holdBreak(tx, { id: breakId })
      if (wanted.resolution === 'WRITE_OFF') {
        const by = { kind: 'WRITE_OFF' as const, personId: principalId ?? approver.session.userId, partnerId: held.row.partner_id, day: localDate(now) }
        await consumeLimit(tx, { ...by, amount: sizeOf(held.row) })
      }
      await carryOut(parts, tx, held, wanted, stamp, ctx)
    })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { row, session } = await holdBreak(tx, { id: breakId })
    if (row.status === 'PROPOSED') await giveBack(tx, { row, session }, stamp, error.text('vi'))
    return error
  }
}
