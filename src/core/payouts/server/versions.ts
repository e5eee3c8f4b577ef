import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { noteText } from '#core/disbursement/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { maskedColumn, maskedNumber } from '#platform/server/masked.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { payoutErrors } from '../contract/errors.ts'
import type { addLine, changeLine, discardVersion, LinePicture, openLines, openVersion, payoutVersions, removeChange, stopLine } from '../contract/versions.ts'
import { amountProblem, birthProblem, identityProblem, isBank, MOST_PAID, paysCash } from './import-check.ts'
import { disputeOf } from './paying.ts'
import { type ListRow, lists, VERSION, type VersionRow, versions } from './records.ts'
import { warnOfChanges } from './warnings.ts'

type Picture = Partial<LinePicture>

/** Versions of a list within the reader's scope, newest first, each with its changes. */
export async function versionsOf(
  { listId }: InputOf<typeof payoutVersions>,
  { scope, language, runtime: { db } }: RequestContext,
): Promise<OutputOf<typeof payoutVersions>> {
  const list = await scope.selectFrom('payout.list as t').select('t.id').where('t.id', '=', listId).executeTakeFirst()
  if (!list) throw new AppError(errors.notFound)
  const found = await db
    .selectFrom('payout.version as v')
    .select([
      'v.id',
      'v.number',
      'v.status',
      'v.reason',
      'v.delta',
      'v.line_delta as lineDelta',
      'v.total_before as totalBefore',
      'v.total_after as totalAfter',
    ])
    .select(['v.created_by as createdBy', 'v.created_at as createdAt', 'v.decided_by as decidedBy', 'v.decided_at as decidedAt'])
    .select([pendingRequest(VERSION, 'v.id').as('pendingRequestId'), 'v.updated_at as updatedAt', 'v.updated_by as updatedBy', 'v.version'])
    .where('v.list_id', '=', listId)
    .orderBy('v.id', 'desc')
    .execute()
  const changes = await db
    .selectFrom('payout.change as c')
    .innerJoin('payout.version as v', 'v.id', 'c.version_id')
    .leftJoin('payout.line as l', 'l.id', 'c.line_id')
    .select(['c.version_id as versionId', 'c.id', 'c.kind', 'c.line_id as lineId', 'l.line_no as lineNo', 'c.before', 'c.after', 'c.delta', 'c.warnings'])
    .select(sql<string>`coalesce(l.beneficiary_code, c.after->>'beneficiaryCode')`.as('beneficiaryCode'))
    .select(sql<string>`coalesce(l.name, c.after->>'name')`.as('name'))
    .where('v.list_id', '=', listId)
    .orderBy('c.id')
    .execute()
  return found.map((version) => ({
    ...version,
    createdAt: isoLocal(version.createdAt),
    decidedAt: version.decidedAt && isoLocal(version.decidedAt),
    updatedAt: isoLocal(version.updatedAt),
    changes: changes
      .filter(({ versionId }) => versionId === version.id)
      .map(({ versionId: _versionId, before, after, ...change }) => ({ ...change, before: shown(before, language), after: shown(after, language) })),
  })) as OutputOf<typeof payoutVersions>
}

const FIELDS = [
  'name',
  'identityNumber',
  'birthDate',
  'amount',
  'unitName',
  'method',
  'bankBin',
  'accountNumber',
  'accountName',
  'receiverName',
  'receiverIdentity',
  'receiverPaper',
  'holdReason',
] as const

/** What people are shown of a stored picture; identity numbers by their last digits. */
function shown(stored: unknown, language: Language): Picture | null {
  if (stored === null || typeof stored !== 'object') return null
  const picture = stored as Record<string, string | null>
  const isNumber = (field: string) => field === 'receiverIdentity' || field === 'identityNumber'
  const text = (field: string) => (field === 'holdReason' ? noteText(picture[field] ?? '')[language] : (picture[field] ?? null))
  return Object.fromEntries(FIELDS.filter((field) => field in picture).map((field) => [field, isNumber(field) ? maskedOrNull(picture[field]) : text(field)]))
}
const maskedOrNull = (number: string | null | undefined) => (number ? maskedNumber(number) : null)

const CHOICES = 50

export async function linesToChange({ listId, text = '', ids }: InputOf<typeof openLines>, { scope }: RequestContext): Promise<OutputOf<typeof openLines>> {
  let query = scope
    .selectFrom('payout.line as t')
    .select(['t.id', 't.beneficiary_code as code', 't.name', 't.amount', 't.unit_id as unitId', 't.method', 't.bank_bin as bankBin'])
    .select(['t.account_number as accountNumber', 't.account_name as accountName', 't.receiver_name as receiverName'])
    .select('t.receiver_paper as receiverPaper')
    .select(maskedColumn('t.receiver_identity').as('receiverIdentity'))
    .where('t.list_id', '=', listId)
    .where('t.status', 'in', ['UNPAID', 'HELD'])
  if (ids) query = query.where('t.id', 'in', ids)
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(t.name || ' ' || t.beneficiary_code) like ${pattern}`)
  return (await query.orderBy('t.line_no').limit(CHOICES).execute()) as OutputOf<typeof openLines>
}

export async function open({ listId, reason }: InputOf<typeof openVersion>, ctx: CommandContext): Promise<Ref> {
  const { tx, session, now } = ctx
  const { row } = await lists.forChange(ctx, { id: listId })
  requireOpen(row)
  const known = await tx.selectFrom('payout.version').select('id').where('list_id', '=', listId).where('status', 'in', ['DRAFT', 'PROPOSED']).executeTakeFirst()
  if (known) throw new AppError(payoutErrors.versionOpen)
  return versions.insert(ctx, { list_id: listId, number: row.content_version + 1, reason, created_by: session.account, created_at: now })
}

export function requireOpen({ status }: ListRow): void {
  if (status !== 'APPROVED' && status !== 'PAYING') throw new AppError(payoutErrors.listNotOpen)
}

interface Draft {
  version: VersionRow
  list: ListRow
}

/** A draft version of a list within the caller's scope, both locked. */
async function draftOf(ctx: CommandContext, ref: Ref): Promise<Draft> {
  const seen = await versions.forChange(ctx, ref)
  const { row: list } = await lists.forChange(ctx, { id: seen.row.list_id })
  requireOpen(list)
  if (seen.row.status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { status: seen.row.status, version: seen.row.version } })
  return { version: seen.row, list }
}

interface Payment {
  amount: string
  unitId: string
  method: 'CASH' | 'ACCOUNT'
  bankBin?: string | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
  receiverName?: string | undefined
  receiverIdentity?: string | undefined
  receiverPaper?: string | undefined
}

export async function add({ id, version, ...input }: InputOf<typeof addLine>, ctx: CommandContext): Promise<Ref> {
  const draft = await draftOf(ctx, { id, version })
  const { tx, language, now } = ctx
  const wrong = identityProblem(input.identityNumber)
  if (wrong) throw refusedField('identityNumber', wrong, language)
  const birth = birthProblem(input.birthDate, localDate(now))
  if (birth) throw refusedField('birthDate', birth, language)
  const taken = await sql<{ list: string }>`
    select l.code as list from payout.line t join payout.list l on l.id = t.list_id
    where t.programme_id = ${draft.list.programme_id} and t.month = ${draft.list.month}::date and t.status not in ('RETURNED', 'CARRIED', 'CANCELLED')
      and (t.beneficiary_code = ${input.beneficiaryCode} or t.identity_number = ${input.identityNumber}) limit 1`.execute(tx)
  if (taken.rows[0]) throw refusedField('beneficiaryCode', payoutErrors.duplicatePeriod, language, { list: taken.rows[0].list })
  const twice = await sql`
    select from payout.change where version_id = ${id} and kind = 'ADD'
      and (after->>'beneficiaryCode' = ${input.beneficiaryCode} or after->>'identityNumber' = ${input.identityNumber})`.execute(tx)
  if (twice.rows.length > 0) throw refusedField('beneficiaryCode', payoutErrors.addedTwice, language)
  const { name, beneficiaryCode, identityNumber, birthDate = null } = input
  const after = { ...(await pictureOf(ctx, draft.list, input)), name, beneficiaryCode, identityNumber, birthDate }
  return addChange(ctx, draft, { kind: 'ADD', lineId: null, before: null, after, delta: parseMoney(input.amount) })
}

export async function change({ id, version, lineId, name, ...input }: InputOf<typeof changeLine>, ctx: CommandContext): Promise<Ref> {
  const draft = await draftOf(ctx, { id, version })
  const line = await openLine(ctx, draft.version, lineId)
  const before = line.picture
  const stands = before.receiverIdentity
  // The form knows the number by its last digits only: sent back as it came, it stays as it is.
  const receiverIdentity = stands && input.receiverIdentity === maskedNumber(stands) ? stands : input.receiverIdentity
  const after: Record<string, unknown> = { ...(await pictureOf(ctx, draft.list, { ...input, receiverIdentity })), name }
  const changed = Object.keys(after).filter((field) => after[field] !== before[field])
  if (changed.length === 0) throw new AppError(payoutErrors.versionEmpty)
  await requireUndisputed(ctx.tx, [{ id: lineId, kind: 'CHANGE', amount: changed.join() === 'amount' ? input.amount : null }])
  const part = (of: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, of[field] ?? null]))
  const delta = parseMoney(input.amount) - parseMoney(line.amount)
  return addChange(ctx, draft, { kind: 'CHANGE', lineId, before: part(before), after: part(after), delta })
}

/** Held, released, or withdrawn: a withdrawn line gives its money back. */
export async function stop({ id, version, lineId, kind, reason }: InputOf<typeof stopLine>, ctx: CommandContext): Promise<Ref> {
  const draft = await draftOf(ctx, { id, version })
  const line = await openLine(ctx, draft.version, lineId)
  if ((kind === 'HOLD' && line.status === 'HELD') || (kind === 'RELEASE' && line.status !== 'HELD'))
    throw new AppError(payoutErrors.lineEnded, { line: line.no })
  if (kind === 'WITHDRAW') await requireUndisputed(ctx.tx, [{ id: lineId, kind, amount: null }])
  const delta = kind === 'WITHDRAW' ? -parseMoney(line.amount) : 0n
  return addChange(ctx, draft, {
    kind,
    lineId,
    before: { holdReason: line.holdReason },
    after: { holdReason: kind === 'RELEASE' ? '' : reason },
    delta,
  })
}

interface Touched {
  id: string
  kind: 'CHANGE' | 'WITHDRAW'
  /** What the line is to owe, where nothing else of it changes. */
  amount: string | null
}

/**
 * Throws PYL-053 for a line whose person may have the money: its money and its way stay as they are. Only its amount may become that of the one
 * transfer in dispute, which cannot be settled as made before. Throws PYL-059 for one that was paid in cash, which may only be withdrawn.
 */
export async function requireUndisputed(tx: Tx, lines: readonly Touched[]): Promise<void> {
  const { rows } = await sql<{ reference: string; booked: boolean }>`
    select d.reference, d.booked from payout.disputed_line d
      join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (id bigint, kind text, amount numeric) on w.id = d.line_id
    where not (d.booked and w.kind = 'WITHDRAW') and (w.amount is null or d.amount is distinct from w.amount) order by d.line_id limit 1`.execute(tx)
  if (rows[0]) throw disputeOf(rows[0])
}

interface NewChange {
  kind: 'ADD' | 'CHANGE' | 'HOLD' | 'RELEASE' | 'WITHDRAW'
  lineId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  delta: bigint
}

async function addChange({ tx, ...ctx }: CommandContext, { version, list }: Draft, { kind, lineId, before, after, delta }: NewChange): Promise<Ref> {
  await sql`
    insert into payout.change (version_id, kind, line_id, before, after, delta)
    values (${version.id}, ${kind}, ${lineId}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${formatMoney(delta)})`.execute(
    tx,
  )
  await warnOfChanges(tx, list, version.id)
  return counted({ tx, ...ctx }, version)
}

/** The version with what its changes add up to. */
async function counted(ctx: CommandContext, version: VersionRow): Promise<Ref> {
  const { rows } = await sql<{ delta: string; lines: number }>`
    select coalesce(sum(delta), 0)::numeric(20,2)::text as delta, (count(*) filter (where kind = 'ADD') - count(*) filter (where kind = 'WITHDRAW'))::int as lines
    from payout.change where version_id = ${version.id}`.execute(ctx.tx)
  return versions.update(ctx, version, { delta: rows[0]?.delta ?? '0', line_delta: rows[0]?.lines ?? 0 })
}

export async function remove({ id, version, changeId }: InputOf<typeof removeChange>, ctx: CommandContext): Promise<Ref> {
  const draft = await draftOf(ctx, { id, version })
  const { numDeletedRows } = await ctx.tx.deleteFrom('payout.change').where('id', '=', changeId).where('version_id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError(errors.notFound)
  return counted(ctx, draft.version)
}

export async function discard({ id, version }: InputOf<typeof discardVersion>, ctx: CommandContext): Promise<Ref> {
  const { version: row } = await draftOf(ctx, { id, version })
  return versions.fire(ctx, row, 'reject')
}

/** How a line is to be paid, checked and with the names that people read. Throws PYL-020 to PYL-023, PYL-045, PYL-072 and PYL-073 at the field. */
async function pictureOf(ctx: CommandContext, list: ListRow, input: Payment): Promise<Record<string, string | null>> {
  const { tx, language } = ctx
  const account = input.method === 'ACCOUNT'
  const amount = amountProblem(input.amount, input.method)
  if (amount) throw refusedField('amount', amount, language, MOST_PAID)
  const unit = await pointBelow(tx, list, input.unitId)
  if (unit === undefined) throw refusedField('unitId', payoutErrors.unitNotAbove, language)
  if (!account && !unit.pays) throw refusedField('unitId', payoutErrors.pointPaysNot, language, { point: unit.name })
  if (account && !(input.bankBin && input.accountNumber && input.accountName)) throw refusedField('accountNumber', payoutErrors.accountIncomplete, language)
  if (account && !/^[A-Za-z0-9]{6,19}$/.test(input.accountNumber ?? '')) throw refusedField('accountNumber', payoutErrors.accountForm, language)
  if (account && !(await isBank(tx, input.bankBin ?? ''))) throw refusedField('bankBin', payoutErrors.bankUnknown, language, { bank: input.bankBin ?? '' })
  const given = [input.receiverName, input.receiverIdentity, input.receiverPaper].filter((text) => text)
  if (given.length === 1 || given.length === 2) throw refusedField('receiverName', payoutErrors.receiverPaper, language)
  const wrong = input.receiverIdentity ? identityProblem(input.receiverIdentity) : undefined
  if (wrong) throw refusedField('receiverIdentity', wrong, language)
  return {
    amount: formatMoney(parseMoney(input.amount)),
    unitId: input.unitId,
    unitName: unit.name,
    method: input.method,
    bankBin: (account && input.bankBin) || null,
    accountNumber: (account && input.accountNumber) || null,
    accountName: (account && input.accountName) || null,
    receiverName: input.receiverName || null,
    receiverIdentity: input.receiverIdentity || null,
    receiverPaper: input.receiverPaper || null,
  }
}

/** A unit below the list's; it pays where cash of lists is kept and it is open, as lines of a file are checked. */
async function pointBelow(tx: Tx, list: ListRow, unitId: string): Promise<{ name: string; pays: boolean } | undefined> {
  const { rows } = await sql<{ name: string; pays: boolean }>`
    select u.name, u.level in ('POST_OFFICE', 'PAYOUT_POINT') and ${paysCash('u')} as pays from organisation.unit u
    where u.id = ${unitId} and ${list.unit_id}::bigint in (u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id)`.execute(tx)
  return rows[0]
}

/** A line that may still change, and has no change in the version yet. Throws PYL-031, PYL-032, PYL-036. */
async function openLine({ tx }: CommandContext, version: VersionRow, lineId: string) {
  const { rows } = await sql<{ no: number; status: string; amount: string; holdReason: string; picture: Record<string, string | null> }>`
    select t.line_no as no, t.status, t.amount::text as amount, t.hold_reason as "holdReason", jsonb_build_object('name', t.name, 'amount', t.amount::text, 'unitId', t.unit_id::text,
      'unitName', u.name, 'method', t.method, 'bankBin', t.bank_bin, 'accountNumber', t.account_number, 'accountName', t.account_name, 'receiverName', t.receiver_name,
      'receiverIdentity', t.receiver_identity, 'receiverPaper', t.receiver_paper) as picture
    from payout.line t join organisation.unit_directory u on u.id = t.unit_id where t.id = ${lineId} and t.list_id = ${version.list_id}`.execute(tx)
  const [line] = rows
  if (!line) throw new AppError(payoutErrors.lineUnknown)
  if (line.status !== 'UNPAID' && line.status !== 'HELD') throw new AppError(payoutErrors.lineEnded, { line: line.no })
  const twice = await tx.selectFrom('payout.change').select('id').where('version_id', '=', version.id).where('line_id', '=', lineId).executeTakeFirst()
  if (twice) throw new AppError(payoutErrors.lineTwice, { line: line.no })
  return line
}
