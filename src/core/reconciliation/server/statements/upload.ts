import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cleanFileName, type UploadedFile } from '#platform/server/files/file.ts'
import type { CommandContext, Download, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { PIECE_BYTES } from '../../contract/statements.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { SESSION, type SessionRow } from '../sessions/records.ts'
import { keepParts, partsOf } from './parts.ts'
import { beginReading } from './read-job.ts'

const STATEMENT = 'reconciliation.statement'

/** States in which a session still takes statements. */
const OPEN: readonly string[] = ['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING']

/** Throws RCN-031, RCN-030 and RCN-038 where a session takes no statement, or not now. */
export function assertTakesStatements(plug: ReconciliationPlug, session: SessionRow): void {
  if (plug.theirLines) throw new AppError(reconciliationErrors.notFileKind)
  assertIdle(session)
  if (!OPEN.includes(session.status)) throw new AppError(reconciliationErrors.settledStatement, { code: session.code })
}

/** Announces a file; what the same person had begun for the session and left is given up. */
export async function begin(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  { sessionId, fileName, bytes }: InputOf<SessionContracts['beginStatement']>,
  ctx: CommandContext,
): Promise<OutputOf<SessionContracts['beginStatement']>> {
  const { tx, now, session: caller } = ctx
  const { row } = await sessionForChange(ctx, place, { id: sessionId })
  assertTakesStatements(plugOf(plugs, row.plug), row)
  await tx.deleteFrom(STATEMENT).where('session_id', '=', sessionId).where('status', '=', 'UPLOADING').where('uploaded_by', '=', caller.account).execute()
  const { id } = await tx
    .insertInto(STATEMENT)
    .values({
      ...{ session_id: sessionId, origin: 'UPLOAD', file_name: cleanFileName(fileName), bytes: String(bytes), status: 'UPLOADING' },
      ...{ uploaded_by: caller.account, uploaded_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.subject(SESSION, sessionId, { after: { fileName, bytes } })
  return { id, pieces: Math.ceil(bytes / PIECE_BYTES) }
}

/** An upload of the caller's own, locked, with its session found through their scope. Throws SYS-404, RCN-029. */
async function ownUpload(ctx: CommandContext, place: DeskPlace, statementId: string) {
  const found = await ctx.scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.statement as f', 'f.session_id', 's.id')
    .select(['s.id', 's.plug'])
    .where('f.id', '=', statementId)
    .executeTakeFirst()
  if (!found || !place.plugs.includes(found.plug)) throw new AppError(errors.notFound)
  const row = await ctx.tx.selectFrom(STATEMENT).selectAll().where('id', '=', statementId).forUpdate().executeTakeFirst()
  if (row?.status !== 'UPLOADING' || row.uploaded_by !== ctx.session.account) throw new AppError(reconciliationErrors.notUploading)
  return row
}

/** Takes the next piece. One that has come already is answered as it was: its answer may have been lost. Throws RCN-026, RCN-027. */
export async function takePiece(
  place: DeskPlace,
  { statementId, number: text }: InputOf<SessionContracts['sendPiece']>,
  ctx: CommandContext,
  { content }: UploadedFile,
): Promise<OutputOf<SessionContracts['sendPiece']>> {
  const row = await ownUpload(ctx, place, statementId)
  const number = Number(text)
  const received = Number(row.received)
  const next = Math.ceil(received / PIECE_BYTES)
  const length = Math.min(PIECE_BYTES, Number(row.bytes) - number * PIECE_BYTES)
  if (number > next || length <= 0) throw new AppError(reconciliationErrors.pieceOrder, { expected: next, number })
  if (content.length !== length) throw new AppError(reconciliationErrors.pieceLength, { number, expected: length, found: content.length })
  ctx.subject(SESSION, row.session_id, { after: { fileName: row.file_name, piece: number } })
  if (number < next) return { received }
  const all = received + length
  await keepParts(ctx.tx, statementId, received, content)
  await ctx.tx
    .updateTable(STATEMENT)
    .set({ received: String(all) })
    .where('id', '=', statementId)
    .execute()
  return { received: all }
}

/** Everything has come: it is read in the background. Throws RCN-028, RCN-020 and what the session refuses. */
export async function finish(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  { statementId }: InputOf<SessionContracts['finishStatement']>,
  ctx: CommandContext,
): Promise<OutputOf<SessionContracts['finishStatement']>> {
  const { tx } = ctx
  const upload = await ownUpload(ctx, place, statementId)
  const { row } = await sessionForChange(ctx, place, { id: upload.session_id })
  assertTakesStatements(plugOf(plugs, row.plug), row)
  if (upload.received !== upload.bytes) throw new AppError(reconciliationErrors.incomplete, { found: upload.received, expected: upload.bytes })
  const hash = createHash('sha256')
  for await (const part of partsOf(tx, statementId)) hash.update(part)
  const sha256 = hash.digest()
  await assertNew(tx, row, sha256)
  await tx.updateTable(STATEMENT).set({ status: 'READING', sha256 }).where('id', '=', statementId).execute()
  await beginReading(tx, row.id, { statementId, next: [], thenMatch: false }, ctx.session)
  ctx.subject(SESSION, row.id, { after: { fileName: upload.file_name, sha256: sha256.toString('hex') } })
  return { id: statementId, sha256: sha256.toString('hex') }
}

/** Throws RCN-020, which names the session of the configuration that holds the same bytes. */
export async function assertNew(tx: Tx, { id: sessionId, setup_id }: Pick<SessionRow, 'id' | 'setup_id'>, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation.file ${sha256.toString('hex')}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('reconciliation.statement as f')
    .innerJoin('reconciliation.session as s', 's.id', 'f.session_id')
    .select(['s.id', 's.code', 'f.file_name', 'f.uploaded_at'])
    .where('f.sha256', '=', sha256)
    .where('f.status', 'in', ['READING', 'STAGED'])
    .where('s.setup_id', '=', setup_id)
    .where('s.status', '<>', 'CANCELLED')
    // Days on which nothing has moved may have the same bytes.
    .where((or) => or.or([or('f.session_id', '=', sessionId), or('f.status', '=', 'READING'), or('f.rows', '>', or.ref('f.ignored'))]))
    .executeTakeFirst()
  if (!known) return
  const { id, code, file_name, uploaded_at } = known
  throw new AppError(reconciliationErrors.sameFile, { code, file: file_name, at: showTimestamp(isoLocal(uploaded_at)) }, { data: { sessionId: id } })
}

/** The file as it was received. Throws SYS-404. */
export async function download(place: DeskPlace, { statementId }: InputOf<SessionContracts['downloadStatement']>, ctx: RequestContext): Promise<Download> {
  const row = await ctx.scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.statement as f', 'f.session_id', 's.id')
    .select(['s.plug', 'f.file_name', 'f.bytes', 'f.status'])
    .where('f.id', '=', statementId)
    .executeTakeFirst()
  if (!row || !place.plugs.includes(row.plug) || row.status === 'UPLOADING') throw new AppError(errors.notFound)
  const stream = Readable.from(partsOf(ctx.runtime.db, statementId), { objectMode: false })
  return { name: row.file_name, contentType: 'application/octet-stream', stream, size: Number(row.bytes) }
}
