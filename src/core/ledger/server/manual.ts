import { sql } from 'kysely'
import { type ApprovalKind, ask, pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, days, is, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { Side } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { createManualJournal, findManualJournal, listManualJournals, reverseManualJournal } from '../contract/manual.ts'
import { unbalancedBy } from './journal.ts'
import { MANUAL_SERVICE, manuals } from './manual-approval.ts'
import { checkManual, type ManualLineInput } from './manual-check.ts'

export interface ManualKinds {
  posting: ApprovalKind
  reversal: ApprovalKind
}

/** Days that a journal by hand may lie back: the books of a year, and the month in which they are closed. */
const MAX_DAYS_BACK = 400

export function registerManual(on: Registrar, kinds: ManualKinds): void {
  on.list(listManualJournals, {
    query: listed,
    where: { text: words('m.code', 'm.reason'), status: is('m.status'), unitId: within('m'), period: days('m.business_date'), amount: between('m.amount') },
    key: 'm.id',
    sort: { createdAt: 'm.created_at', businessDate: 'm.business_date', amount: 'm.amount' },
  })
  on.query(findManualJournal, ({ id }, ctx) => find(id, ctx))
  on.command(createManualJournal, (input, ctx) => create(input, ctx, kinds.posting))
  on.command(reverseManualJournal, ({ id, version, reason }, ctx) => askReversal({ id, version, reason }, ctx, kinds.reversal))
}

function listed({ scope }: RequestContext) {
  return scope
    .selectFrom('ledger.manual_journal as m')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'm.unit_id' }))
    .select(['m.id', 'm.code', 'm.business_date as businessDate', 'm.reason', 'm.amount', 'm.status', 'u.name as unitName', 'm.version'])
    .select(['m.created_by as createdBy', 'm.created_at as createdAt', 'm.posted_by as postedBy'])
    .select(pendingRequest(manuals.subject, 'm.id').as('pendingRequestId'))
}

async function find(id: string, ctx: RequestContext): Promise<OutputOf<typeof findManualJournal>> {
  const query = listed(ctx).select(['m.journal_id as journalId', 'm.reversal_journal_id as reversalJournalId']).where('m.id', '=', id)
  const found = await findRow(findManualJournal, query)
  const lines = await ctx.scope.db
    .selectFrom('ledger.manual_line as l')
    .innerJoin('ledger.account_directory as a', 'a.id', 'l.account_id')
    .select(['l.line', 'l.account_id as accountId', sql<string>`a.code`.as('accountCode'), sql<string>`a.name`.as('accountName')])
    .select([sql<Side>`l.side`.as('side'), 'l.amount'])
    .where('l.manual_journal_id', '=', id)
    .orderBy('l.line')
    .execute()
  return { ...found, lines } as OutputOf<typeof findManualJournal>
}

type Input = InputOf<typeof createManualJournal>

async function create({ businessDate, unitId, reason, lines, attachments }: Input, ctx: CommandContext, kind: ApprovalKind) {
  const { tx, now, session, language } = ctx
  if (businessDate > localDate(now)) throw refusedField('businessDate', ledgerErrors.future, language)
  await checkManual(tx, ctx.scope, lines)
  const amount = balanced(lines)
  const unit = await unitOf(unitId, ctx)
  await checkDate(businessDate, unit, ctx)
  const values = { business_date: businessDate, reason, amount, unit_id: unit, head_unit_id: unit, created_by: session.account, created_at: now }
  const { id, version } = await manuals.insert(ctx, values, {
    children: (row) =>
      tx
        .insertInto('ledger.manual_line')
        .values(lines.map((line, at) => ({ manual_journal_id: row.id, line: at + 1, account_id: line.accountId, side: line.side, amount: line.amount })))
        .execute(),
  })
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: id, version, payload: {}, reason, attachments })
  return { id, version: subjectVersion, requestId }
}

/** Throws LED-054 for a day before the first period that was ever closed for the unit, LED-055 for one further back than anybody corrects. */
async function checkDate(businessDate: string, unitId: string, { tx, now, language }: CommandContext): Promise<void> {
  const earliest = addDays(localDate(now), -MAX_DAYS_BACK)
  if (businessDate < earliest) throw refusedField('businessDate', ledgerErrors.tooOld, language, { days: MAX_DAYS_BACK, date: showDate(earliest) })
  const { rows } = await sql<{ first: string | null }>`
    select min(p.starts_on) as first from ledger.period p join organisation.unit u on u.id = ${unitId}
    where p.service = ${MANUAL_SERVICE}
      and (p.unit_id is null or p.unit_id in (u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id))`.execute(tx)
  const first = rows[0]?.first
  if (first && businessDate < first) throw refusedField('businessDate', ledgerErrors.beforeBooks, language, { date: showDate(first) })
}

/** The sum of the debit side. Throws LED-001 when it is not that of the credit side. */
function balanced(lines: readonly ManualLineInput[]): string {
  const sum = (of: Side) => lines.filter(({ side }) => side === of).reduce((total, { amount }) => total + parseMoney(amount), 0n)
  const [debit, credit] = [sum('D'), sum('C')]
  if (debit !== credit) throw unbalancedBy(debit - credit)
  return formatMoney(debit)
}

/** The unit that was named, within the scope, else that of the person. */
async function unitOf(unitId: string | undefined, { scope, session, language }: CommandContext): Promise<string> {
  const wanted = unitId ?? session.unit?.id
  const unit = wanted && (await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', wanted).executeTakeFirst())
  if (!unit) throw refusedField('unitId', ledgerErrors.noUnit, language)
  return unit.id
}

async function askReversal({ id, version, reason }: InputOf<typeof reverseManualJournal>, ctx: CommandContext, kind: ApprovalKind) {
  const { row } = await manuals.forChange(ctx, { id, version })
  if (row.status !== 'POSTED') throw new AppError(errors.state, {}, { data: { status: row.status, version: row.version } })
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: row.id, version, payload: {}, reason })
  ctx.subject(manuals.subject, id, { before: { status: 'POSTED' }, after: { status: 'REVERSAL_PENDING', request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}
