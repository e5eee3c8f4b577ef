import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { handleImport, type ImportContext, type ImportRow, type PartOfRow, type RowProblem, rowProblem } from '#platform/server/import/handler.ts'
import type { CommandContext, ImportDoor } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, type Stamp, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import { type createIssuance, importIssuanceLines, type replaceIssuanceLines, type updateIssuance } from '../../contract/issuances/lots.ts'
import { issuancesTopic } from '../../contract/issuances/machines.ts'
import { mostPerItem } from '../../contract/parameters.ts'
import { type LineInput, type LineProblem, problemsOf, readReferences } from './check.ts'
import { type LotRow, lots } from './records.ts'

/** Rows of one statement. */
const BATCH = 1_000

/** A lot, with its lines where they come along. */
export async function create({ keyAccountId, unitId, name, note = '', lines }: InputOf<typeof createIssuance>, ctx: CommandContext): Promise<Ref> {
  const { tx, scope, language, session, now } = ctx
  const customer = await scope.selectFrom('cob.key_account as k').select(['k.code', 'k.status']).where('k.id', '=', keyAccountId).executeTakeFirst()
  if (customer?.status !== 'ACTIVE') throw refusedField('keyAccountId', issuanceErrors.keyAccountInactive, language, { code: customer?.code ?? keyAccountId })
  const unit = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', unitId).where('u.status', '=', 'ACTIVE').executeTakeFirst()
  if (!unit) throw refusedField('unitId', issuanceErrors.lotUnitUnknown, language)
  const ref = await lots.insert(ctx, {
    code: await nextCode(tx, now),
    key_account_id: keyAccountId,
    name,
    note,
    unit_id: unitId,
    // Filled by a trigger from the unit.
    head_unit_id: unitId,
    created_by: session.account,
    created_at: now,
  })
  if (lines) return given(ctx, await lots.lock(tx, { id: ref.id }), lines)
  await publish(tx, { topic: issuancesTopic })
  return ref
}

async function nextCode(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select 'NT' || to_char(${localDate(now)}::date, 'YYMM') || '-' || lpad(nextval('cob.issuance_number')::text, 5, '0') as code`.execute(tx)
  return rows[0]?.code ?? ''
}

export async function update({ id, version, name, note = '' }: InputOf<typeof updateIssuance>, ctx: CommandContext): Promise<Ref> {
  const seen = await lots.forChange(ctx, { id, version })
  requireDraft(seen.row)
  return lots.update(ctx, seen, { name, note })
}

export async function replaceLines({ id, version, lines }: InputOf<typeof replaceIssuanceLines>, ctx: CommandContext): Promise<Ref> {
  const { row, before } = await lots.forChange(ctx, { id, version })
  const ref = await given(ctx, row, lines)
  ctx.subject(lots.subject, id, { before: { lineCount: before.lineCount, total: before.total }, after: { lineCount: lines.length } })
  return ref
}

/** Lines of a call; the first one wrong refuses all, and each fault is named at its field. */
async function given(ctx: CommandContext, lot: LotRow, lines: readonly LineInput[]): Promise<Ref> {
  const { tx, language, now } = ctx
  requireDraft(lot)
  const rows = lines.map((value, at) => ({ number: at + 1, value }))
  const problems = await faultsOf(tx, lot, rows, now)
  if (problems[0]) throw refusedLines(problems as [LineProblem, ...LineProblem[]], language)
  const { id, version } = await keepLines(tx, lot, lines, stampOf(ctx), null)
  return { id, version }
}

function refusedLines(problems: readonly [LineProblem, ...LineProblem[]], language: Language): AppError {
  const [first] = problems
  return new AppError(first.error, first.params, {
    fields: problems.map(({ number, field, error, params }) => ({
      field: `lines.${number - 1}.${field}`,
      code: error.code,
      message: fill(error[language], params, language),
    })),
  })
}

/** What is wrong with lines of a lot as things are now. */
export async function faultsOf(tx: Tx, lot: LotRow, rows: readonly { number: number; value: Partial<LineInput> }[], now: Date): Promise<LineProblem[]> {
  const asked = rows.flatMap(({ value: { reference } }) => reference ?? [])
  return problemsOf(rows, await readReferences(tx, lot, await parameter(tx, mostPerItem), asked), localDate(now))
}

/** The lines of a draft, from a file; the lines that it had give way to them. */
export const lineImport: ImportDoor = {
  ...handleImport(importIssuanceLines, { check, apply }),
  async begin({ issuanceId = '' }, ctx) {
    const { row } = await lots.forChange(ctx, { id: issuanceId })
    requireDraft(row)
    return { replaces: await contentHash(ctx.tx, row.id) }
  },
}

async function check(rows: readonly ImportRow<LineInput>[], ctx: ImportContext, partly: readonly PartOfRow<LineInput>[]): Promise<RowProblem[]> {
  return rowProblems(await lotOf(ctx), [...rows, ...partly], ctx)
}

async function rowProblems(lot: LotRow, rows: readonly { number: number; value: Partial<LineInput> }[], { tx, now }: ImportContext): Promise<RowProblem[]> {
  return (await faultsOf(tx, lot, rows, now)).map(({ number, field, error, params }) => rowProblem(number, field, error, params))
}

async function apply(rows: readonly ImportRow<LineInput>[], ctx: ImportContext): Promise<Record<string, number> | RowProblem[]> {
  const { tx, account, now, fileName, input } = ctx
  const lot = await lotOf(ctx)
  if ((await contentHash(tx, lot.id)) !== input.replaces)
    throw new AppError(issuanceErrors.importedMeanwhile, { lot: lot.code, code: lot.code, lines: lot.line_count })
  const problems = await rowProblems(lot, rows, ctx)
  if (problems.length > 0) return problems
  const stamp = { by: account, at: now }
  await keepLines(
    tx,
    lot,
    rows.map(({ value }) => value),
    stamp,
    fileName,
  )
  return { lines: rows.length }
}

async function lotOf({ tx, input }: ImportContext): Promise<LotRow> {
  const lot = await lots.lock(tx, { id: input.issuanceId ?? '0' })
  requireDraft(lot)
  return lot
}

/** Throws COB-307. */
function requireDraft({ status, code }: LotRow): void {
  if (status !== 'DRAFT') throw new AppError(issuanceErrors.notDraft, { code })
}

/** Of the lines as they are now, in hexadecimal digits. */
export async function contentHash(tx: Tx, lotId: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`select encode(cob.issuance_hash(${lotId}), 'hex') as hash`.execute(tx)
  return rows[0]?.hash ?? ''
}

/** Puts lines that were checked in the place of those that a draft had. */
async function keepLines(tx: Tx, lot: LotRow, given: readonly LineInput[], stamp: Stamp, fileName: string | null): Promise<LotRow> {
  await tx.deleteFrom('cob.issuance_line').where('issuance_id', '=', lot.id).execute()
  for (let at = 0; at < given.length; at += BATCH) {
    const rows = given.slice(at, at + BATCH).map((line, index) => ({
      ...{ no: at + index + 1, reference: line.reference, payer: line.payerName, phone: line.payerPhone ?? '', address: line.address, office: line.office },
      ...{ amount: formatMoney(parseMoney(line.amount)), due: line.dueOn, note: line.note ?? '' },
    }))
    await sql`
      insert into cob.issuance_line (issuance_id, line_no, key_account_id, reference, payer_name, payer_phone, address, amount, due_on, note, unit_id, head_unit_id, updated_by, updated_at)
      select ${lot.id}, r.no, ${lot.key_account_id}, r.reference, r.payer, r.phone, r.address, r.amount, r.due, r.note, u.id, u.id, ${stamp.by}, ${stamp.at}
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (no int, reference text, payer text, phone text, address text, office text, amount numeric, due date, note text)
        join organisation.unit u on u.code = r.office order by r.no`.execute(tx)
  }
  const { rows: sums } = await sql<{ lines: number; total: string }>`
    select count(*)::int as lines, coalesce(sum(amount), 0)::numeric(20,2)::text as total from cob.issuance_line where issuance_id = ${lot.id}`.execute(tx)
  const { lines = 0, total = '0.00' } = sums[0] ?? {}
  const kept = await lots.save(tx, stamp, lot, { line_count: lines, total, file_name: fileName })
  await publish(tx, { topic: issuancesTopic })
  return kept
}
