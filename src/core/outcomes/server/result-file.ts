import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { answeredOtherwise, ask } from '#core/approvals/server/public.ts'
import { standingOf } from '#core/iam/server/public.ts'
import { meaningsOf } from '#core/partners/server/public.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { ImportedRow } from '#kernel/import.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { attachFiles, storeFile } from '#platform/server/files/store.ts'
import { handleImport, type ImportContext, type ImportRow, type RowProblem, rowProblem } from '#platform/server/import/handler.ts'
import type { ImportDoor } from '#platform/server/module.ts'
import { type Scope, scopeOf } from '#platform/server/scope.ts'
import type { Session } from '#platform/server/session/session.ts'
import { XLSX_TYPE } from '#platform/server/spreadsheet/xlsx.ts'
import { outcomePermissions, type Verdict } from '../contract/case.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { OUTCOME_FILES, RESULT_FILE } from '../contract/files.ts'
import { importResults } from '../contract/result-file.ts'
import { type Desk, keepEvidence } from './evidence.ts'
import { CASE, TRANSACTION } from './records.ts'
import { assertProvable } from './verdict-kind.ts'

type Row = ImportRow<ImportedRow<typeof importResults>>

/** Kept so long while nobody decides what becomes of the import. */
const KEPT_MS = 7 * 86_400_000

/**
 * A result file of a partner: its lines become hard evidence, and a verdict is proposed on each in the name of who imports. A line that
 * contradicts what was decided is kept as evidence and alarms, as any late report; nothing else is done with it.
 */
export const resultImport = (desk: Desk): ImportDoor => ({
  ...handleImport(importResults, {
    check: async (rows, ctx) => (await judged(desk, rows, ctx)).problems,
    apply: (rows, ctx) => apply(desk, rows, ctx),
  }),
  async begin(_input, { tx, session, now }, { name, content }) {
    if (!session.permissions.has(outcomePermissions.ask)) throw new AppError(errors.forbidden)
    const fileHash = createHash('sha256').update(content).digest('hex')
    await requireNewFile(tx, fileHash)
    const contentType = name.toLowerCase().endsWith('.xlsx') ? XLSX_TYPE : 'application/vnd.ms-excel'
    const expiresAt = new Date(now.getTime() + KEPT_MS)
    const { id } = await storeFile(tx, { name, content, contentType, kind: { name: OUTCOME_FILES }, ownerUserId: session.userId, expiresAt })
    return { fileHash, fileId: id, clientId: session.clientId }
  },
})

/** Throws OUT-013. The same file at the same time waits here. */
async function requireNewFile(tx: Tx, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`outcome.file:${hash}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('outcome.result_file')
    .select(['imported_by as by', 'imported_at as at'])
    .where('file_hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  if (known) throw new AppError(outcomeErrors.fileTwice, { by: known.by, at: showTimestamp(isoLocal(known.at)) })
}

/** Whoever imports, as they stand now: rights may have been taken away since the file was sent. */
async function importerOf({ tx, userId, input }: ImportContext): Promise<{ session: Session; scope: Scope }> {
  const session = await standingOf({ db: tx }, userId, input.clientId ?? '')
  if (!session?.permissions.has(outcomePermissions.import) || !session.permissions.has(outcomePermissions.ask)) throw new AppError(errors.forbidden)
  return { session, scope: scopeOf(tx, session) }
}

interface Known {
  id: string
  code: string
  externalRef: string
  amount: string
  status: string
  verdict: string | null
  partnerId: string
  partnerCode: string
  transactionId: string
}

/** A line with its case, and what it says of it. */
interface Line {
  row: Row
  of: Known
  verdict: Verdict
}

async function judged(desk: Desk, rows: readonly Row[], ctx: ImportContext): Promise<{ lines: Line[]; problems: RowProblem[]; session: Session }> {
  const { session, scope } = await importerOf(ctx)
  const refs = [...new Set(rows.map(({ value }) => value.externalRef))]
  const found: Known[] = await scope
    .selectFrom('outcome.outcome_case as c')
    .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
    .select(['c.id', 'c.code', 'c.external_ref as externalRef', 'c.amount', 'c.status', 'c.verdict', 'c.partner_id as partnerId', 'p.code as partnerCode'])
    .select('c.transaction_id as transactionId')
    .where(sql<boolean>`c.external_ref = any(${refs}::text[])`)
    .execute()
  const byRef = Map.groupBy(found, ({ externalRef }) => externalRef)
  const meanings = await meaningsOf(ctx.tx, [...new Set(found.map(({ partnerId }) => partnerId))])
  const answered = await answeredOtherwise(
    ctx.tx,
    desk.verdicts,
    TRANSACTION,
    found.map(({ transactionId }) => transactionId),
  )
  const lines: Line[] = []
  const problems: RowProblem[] = []
  const first = new Map<string, number>()
  for (const row of rows) {
    const { partnerCode, externalRef } = row.value
    const own = (byRef.get(externalRef) ?? []).filter((one) => partnerCode === undefined || one.partnerCode === partnerCode.toUpperCase())
    const [of] = own
    if (!of) problems.push(rowProblem(row.number, 'externalRef', outcomeErrors.notOpen, { reference: externalRef }))
    else if (own.length > 1) problems.push(rowProblem(row.number, 'partnerCode', outcomeErrors.severalPartners, { reference: externalRef }))
    else if (first.has(of.id)) {
      problems.push(rowProblem(row.number, 'externalRef', outcomeErrors.lineTwice, { code: of.code, line: String(first.get(of.id)) }))
    } else {
      first.set(of.id, row.number)
      const waits = answered.get(of.transactionId)
      const judgement = waits
        ? { problem: rowProblem(row.number, 'externalRef', waits.definition, waits.params) }
        : judgedLine(row, of, meanings.get(of.partnerId)?.get(row.value.code))
      if ('verdict' in judgement) lines.push({ row, of, verdict: judgement.verdict })
      else problems.push(judgement.problem)
    }
  }
  return { lines, problems, session }
}

/** What a line says of its case, or what is wrong with it; pure. */
function judgedLine({ number, value }: Row, of: Known, meaning: string | undefined): { verdict: Verdict } | { problem: RowProblem } {
  const { code } = value
  if (parseMoney(value.amount) !== parseMoney(of.amount))
    return { problem: rowProblem(number, 'amount', outcomeErrors.otherAmount, { amount: moneyText(parseMoney(of.amount)) }) }
  if (meaning === undefined) return { problem: rowProblem(number, 'code', outcomeErrors.codeUnknown, { code, partner: of.partnerCode }) }
  if (meaning !== 'SUCCEEDED' && meaning !== 'FAILED') return { problem: rowProblem(number, 'code', outcomeErrors.codeNotFinal, { code }) }
  // What contradicts a decision has to be heard.
  if (of.status === 'DECIDED' && of.verdict === meaning) return { problem: rowProblem(number, null, outcomeErrors.decided, { code: of.code }) }
  return { verdict: meaning }
}

async function apply(desk: Desk, rows: readonly Row[], ctx: ImportContext): Promise<Record<string, number> | RowProblem[]> {
  const { tx, now, audit, account, importId, input } = ctx
  await requireNewFile(tx, input.fileHash ?? '')
  const { lines, problems, session } = await judged(desk, rows, ctx)
  if (problems.length > 0) return problems
  const resultFileId = await keepFile(lines.length, ctx)
  const origin = { traceId: importId, ip: '' }
  const told = await keepEvidence(
    desk,
    { tx, now, audit },
    lines.map((line) => ({ ...heardOf(line, ctx), resultFileId })),
    origin,
  )
  const decided = new Set(told.flatMap(({ row }) => (row.status === 'DECIDED' ? [row.id] : [])))
  const open = lines.filter(({ of }) => !decided.has(of.id))
  for (const line of open) await proposeFrom(desk, line, { tx, now, session }, ctx.fileName)
  await audit.writeMany(
    tx,
    lines.map(({ of, verdict, row: { number } }) => ({
      ...{ ...byUser(account, origin), action: `IMPORT ${importResults.path}`, subjectType: CASE, subjectId: of.id },
      after: { code: of.code, verdict, file: ctx.fileName, line: number, proposed: !decided.has(of.id) },
    })),
  )
  return { proposals: open.length, contradictions: lines.length - open.length }
}

/** The file stays, as the evidence that its lines are. */
async function keepFile(lines: number, { tx, now, account, userId, fileName, input }: ImportContext): Promise<string> {
  const { fileHash = '', fileId = '' } = input
  const { id } = await tx
    .insertInto('outcome.result_file')
    .values({ file_hash: Buffer.from(fileHash, 'hex'), file_id: fileId, file_name: fileName, lines, imported_by: account, imported_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attachFiles(tx, [fileId], { kind: { name: OUTCOME_FILES }, ownerUserId: userId, subject: { type: RESULT_FILE, id } })
  return id
}

function heardOf({ row: { number, value }, of, verdict }: Line, { now, account, fileName, input }: ImportContext) {
  const { code, message = '', reference = '' } = value
  return {
    ...{ caseId: of.id, kind: 'RESULT_FILE' as const, verdict, at: now, source: `user:${account}`, code, message, reference },
    raw: JSON.stringify({ file: fileName, sha256: input.fileHash, line: number, ...value }),
  }
}

async function proposeFrom(desk: Desk, { row, of, verdict }: Line, ctx: { tx: Tx; now: Date; session: Session }, fileName: string): Promise<void> {
  const found = await ctx.tx
    .selectFrom(CASE)
    .select(['id', 'code', 'version', 'status', 'transaction_id', 'business_date'])
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow()
  const pieces = await assertProvable(ctx.tx, found, verdict)
  const payload = { verdict, evidenceIds: pieces.map(({ id }) => id) }
  await ask(ctx, desk.verdicts, { subjectId: of.id, version: found.version, payload, reason: `${fileName} #${row.number}` })
}
