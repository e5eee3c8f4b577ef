import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { handleImport, type ImportContext, type ImportRow, type PartOfRow, type RowProblem } from '#platform/server/import/handler.ts'
import type { ImportDoor } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { payoutErrors } from '../contract/errors.ts'
import { importLines } from '../contract/import.ts'
import { payoutsTopic } from '../contract/machine.ts'
import { type LineInput, problemsOf, readReferences } from './import-check.ts'
import { fileOf } from './list-query.ts'
import { hex, type ListRow, lists } from './records.ts'
import { lockProgramme, namesOf, takeCarried } from './repeat.ts'
import { findWarnings } from './warnings.ts'

/** Rows of one statement; of more the text would grow beyond what is comfortable. */
const BATCH = 5_000

/** The lines of a draft, from a file; the lines that it had give way to them. */
export const lineImport: ImportDoor = {
  ...handleImport(importLines, { check, apply }),
  async begin({ listId = '' }, ctx, file) {
    const { row } = await lists.forChange(ctx, { id: listId })
    requireDraft(row)
    const fileHash = createHash('sha256').update(file.content).digest('hex')
    await requireNewFile(ctx.tx, row, fileHash)
    return { fileHash, replaces: hexOf(row) }
  },
}

async function check(rows: readonly ImportRow<LineInput>[], ctx: ImportContext, partly: readonly PartOfRow<LineInput>[]): Promise<RowProblem[]> {
  const list = await listOf(ctx)
  return problemsOf(rows, list, await readReferences(ctx.tx, list), localDate(ctx.now), partly)
}

async function apply(rows: readonly ImportRow<LineInput>[], ctx: ImportContext): Promise<Record<string, number> | RowProblem[]> {
  const { tx, account, now, fileName, input } = ctx
  const list = await listOf(ctx)
  await requireSeen(tx, list, input.replaces ?? '')
  return keepLines(tx, list, rows, { by: account, at: now, fileName, fileHash: input.fileHash ?? '' })
}

/** Of the file that a list has its lines from; empty without one. */
const hexOf = ({ file_hash }: ListRow): string => (file_hash === null ? '' : hex(file_hash))

/** Nobody replaces lines that came after they asked to. Throws PYL-071 with what came. */
async function requireSeen(tx: Tx, list: ListRow, seen: string): Promise<void> {
  if (hexOf(list) === seen) return
  const { fileCount, fileTotal } = await fileOf(tx, list.id)
  throw new AppError(payoutErrors.importedMeanwhile, { list: list.code, file: list.file_name ?? '', lines: fileCount, total: moneyText(parseMoney(fileTotal)) })
}

interface Kept {
  by: string
  at: Date
  fileName: string
  /** SHA-256 of the file, in hexadecimal digits. */
  fileHash: string
}

/** Puts the lines of a file in the place of those that a draft had, with what earlier months carry over. Answers what is wrong with them instead, before anything has changed. */
export async function keepLines(tx: Tx, list: ListRow, rows: readonly ImportRow<LineInput>[], kept: Kept): Promise<Record<string, number> | RowProblem[]> {
  const { by, at, fileName, fileHash } = kept
  await requireNewFile(tx, list, fileHash)
  await lockProgramme(tx, list.programme_id)
  const references = await readReferences(tx, list)
  const problems = problemsOf(rows, list, references, localDate(at))
  if (problems.length > 0) return problems
  await tx.deleteFrom('payout.line').where('list_id', '=', list.id).execute()
  await insertLines(tx, list, rows, references)
  const { carried, left } = await takeCarried(tx, list, rows.length)
  const warnings = await findWarnings(tx, list)
  const { rows: sums } = await sql<{ lines: number; total: string }>`
    select count(*)::int as lines, coalesce(sum(amount), 0)::numeric(20,2)::text as total from payout.line where list_id = ${list.id}`.execute(tx)
  const { lines = 0, total = '0' } = sums[0] ?? {}
  await lists.save(tx, { by, at }, list, { line_count: lines, total, left_out: namesOf(left), file_name: fileName, file_hash: Buffer.from(fileHash, 'hex') })
  await sql`
    insert into payout.list_import (list_id, at, by, file_name, file_hash, lines, total, carried)
    select ${list.id}, ${at}, ${by}, ${fileName}, ${Buffer.from(fileHash, 'hex')}, ${rows.length}, coalesce(sum(amount), 0), ${carried}
      from payout.line where list_id = ${list.id} and from_line_id is null`.execute(tx)
  await publish(tx, { topic: payoutsTopic })
  return { lines: rows.length, carried, left: left.length, warnings }
}

async function listOf({ tx, input }: ImportContext): Promise<ListRow> {
  const list = await lists.lock(tx, { id: input.listId ?? '0' })
  requireDraft(list)
  return list
}

function requireDraft({ status, code, kind }: ListRow): void {
  if (status !== 'DRAFT' || kind !== 'REGULAR') throw new AppError(payoutErrors.notDraft, { list: code })
}

/** Throws PYL-010 where a list of the payer has the same file. */
async function requireNewFile(tx: Tx, list: ListRow, fileHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout.file:' || ${list.partner_id}::text || ':' || ${fileHash}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('payout.list')
    .select('code')
    .where('partner_id', '=', list.partner_id)
    .where('file_hash', '=', Buffer.from(fileHash, 'hex'))
    .where('status', '<>', 'CANCELLED')
    .where('id', '<>', list.id)
    .executeTakeFirst()
  if (known) throw new AppError(payoutErrors.fileTwice, { list: known.code })
}

async function insertLines(tx: Tx, list: ListRow, rows: readonly ImportRow<LineInput>[], { points, areas }: Awaited<ReturnType<typeof readReferences>>) {
  for (let at = 0; at < rows.length; at += BATCH) {
    const lines = rows.slice(at, at + BATCH).map(({ value }, index) => ({
      no: at + index + 1,
      beneficiary: value.beneficiaryCode,
      name: value.name,
      birth: value.birthDate ?? null,
      identity: value.identityNumber,
      phone: value.phone ?? '',
      address: value.address ?? '',
      area: value.areaCode !== undefined && areas.has(value.areaCode) ? value.areaCode : null,
      amount: formatMoney(parseMoney(value.amount)),
      method: value.method ?? 'CASH',
      bin: value.bankBin ?? null,
      account: value.accountNumber ?? null,
      owner: value.accountName ?? null,
      receiver: value.receiverName ?? null,
      receiver_identity: value.receiverIdentity ?? null,
      receiver_paper: value.receiverPaper ?? null,
      unit: points.get(value.pointCode ?? '')?.id ?? list.unit_id,
    }))
    await sql`
      insert into payout.line (list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, birth_date, identity_number, phone, address, area_code, amount, method,
        bank_bin, account_number, account_name, receiver_name, receiver_identity, receiver_paper, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
      select ${list.id}, r.no, ${list.partner_id}, ${list.programme_id}, ${list.month}::date, r.beneficiary, r.name, r.birth, r.identity, r.phone, r.address, r.area, r.amount, r.method,
        r.bin, r.account, r.owner, r.receiver, r.receiver_identity, r.receiver_paper, u.id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id
      from json_to_recordset(${JSON.stringify(lines)}::json) as r (no int, beneficiary text, name text, birth date, identity text, phone text, address text, area text,
        amount numeric, method text, bin text, account text, owner text, receiver text, receiver_identity text, receiver_paper text, unit bigint)
        left join organisation.unit u on u.id = r.unit order by r.no`.execute(tx)
  }
}
