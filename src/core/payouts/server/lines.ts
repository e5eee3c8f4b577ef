import { type SqlBool, sql } from 'kysely'
import { noteIn } from '#core/disbursement/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, oneOf, within, words } from '#platform/server/list/where.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import type { beneficiaryHistory, listLines, revealLine } from '../contract/lines.ts'
import { LINE } from './records.ts'

/** Before its approval a list is the business of those who may see the list itself: nobody else is shown people that may never be paid. For lines as `t`, read in the reader's scope. */
export const ANNOUNCED = sql<SqlBool>`(exists (select from payout.list_directory d where d.id = t.list_id and d.approved_on is not null)
  or exists (select from payout.list own where own.id = t.list_id))`

const linesOf = ({ scope, language }: Pick<RequestContext, 'scope' | 'language'>) =>
  scope
    .selectFrom('payout.line as t')
    .where(ANNOUNCED)
    .leftJoin(...lookup('payout.list_directory as l', { 'l.id': 't.list_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .leftJoin(...lookup('organisation.unit_directory as pu', { 'pu.id': 't.paid_unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as s', { 's.id': 't.teller_staff_id' }))
    .leftJoin(...lookup('cash.slip as p', { 'p.id': 't.slip_id' }))
    .select(['t.id', 't.list_id as listId', sql<string>`${sql.ref('l.code')}`.as('listCode'), 't.line_no as lineNo', 't.beneficiary_code as beneficiaryCode'])
    .select(['t.name', 't.birth_date as birthDate', 't.identity_type as identityType', maskedColumn('t.identity_number').as('identityNumber')])
    .select([sql<string>`to_char(t.month, 'MM/YYYY')`.as('month'), 't.amount', 't.status', sql<string>`${sql.ref('u.name')}`.as('unitName'), 't.method'])
    .select(['t.address', 't.bank_bin as bankBin', 't.account_number as accountNumber', 't.account_name as accountName', 't.receiver_name as receiverName'])
    .select([
      noteIn(language, 't.hold_reason').as('holdReason'),
      sql<string | null>`t.warnings[1]`.as('warning'),
      't.paid_at as paidAt',
      'pu.name as paidUnitName',
    ])
    .select(['s.full_name as tellerName', 'p.code as slipCode', 't.updated_at as updatedAt', 't.version'])
type Row = ReturnType<typeof linesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const lineList: ListHandler<typeof listLines, Row> = {
  query: linesOf,
  where: {
    text: (text) => sql`(${words('t.name', 't.beneficiary_code')(text)} or t.identity_number = ${text})`,
    listId: is('t.list_id'),
    status: oneOf('t.status'),
    warning: (kinds) => sql`t.warnings && ${kinds}::text[]`,
    unitId: within('t'),
    method: is('t.method'),
    dueTomorrow: (due, { now }) => sql<SqlBool>`(t.status = 'UNPAID' and t.method = 'CASH' and exists (
      select from payout.list_directory d where d.id = t.list_id and d.status in ('APPROVED', 'PAYING')
        and ${addDays(localDate(now), 1)}::date between d.pay_from and d.pay_until)) is ${sql.lit(due)}`,
  },
  key: 't.id',
  sort: { lineNo: 't.line_no', beneficiaryCode: 't.beneficiary_code', name: 't.name', amount: 't.amount', paidAt: 't.paid_at', updatedAt: 't.updated_at' },
}

/** Every line of the person of this line, newest month first; within the reader's scope. */
export async function history({ id }: InputOf<typeof beneficiaryHistory>, { scope }: RequestContext): Promise<OutputOf<typeof beneficiaryHistory>> {
  const person = await scope.selectFrom('payout.line as t').select(['t.identity_number as identity']).where('t.id', '=', id).where(ANNOUNCED).executeTakeFirst()
  if (!person) throw new AppError(errors.notFound)
  const rows = await scope
    .selectFrom('payout.line as t')
    .leftJoin(...lookup('payout.list_directory as l', { 'l.id': 't.list_id' }))
    .leftJoin(...lookup('payout.programme as p', { 'p.id': 't.programme_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.list_id as listId', sql<string>`${sql.ref('l.code')}`.as('listCode'), sql<string>`${sql.ref('p.name')}`.as('programmeName')])
    .select([
      sql<string>`to_char(t.month, 'MM/YYYY')`.as('month'),
      't.amount',
      't.status',
      sql<string>`${sql.ref('u.name')}`.as('unitName'),
      't.paid_at as paidAt',
    ])
    .where('t.identity_number', '=', person.identity)
    .where(ANNOUNCED)
    .orderBy('t.month', 'desc')
    .orderBy('t.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, paidAt: row.paidAt && isoLocal(row.paidAt) })) as OutputOf<typeof beneficiaryHistory>
}

/** What the audit log calls a look at what one person was paid. */
export const HISTORY = 'payouts.history'

/** The same, with who looked and when in the audit log, as for a look at the money of a payee: what was refused is no look. */
export async function historyKept(input: InputOf<typeof beneficiaryHistory>, ctx: RequestContext): Promise<OutputOf<typeof beneficiaryHistory>> {
  const shown = await history(input, ctx)
  const { runtime, session } = ctx
  await runtime.db
    .transaction()
    .execute((tx) => runtime.audit.write(tx, { ...byUser(session.account, ctx), action: HISTORY, subjectType: LINE, subjectId: input.id }))
  return shown
}

export async function reveal({ id, reason }: InputOf<typeof revealLine>, ctx: CommandContext): Promise<OutputOf<typeof revealLine>> {
  const row = await ctx.scope
    .selectFrom('payout.line as t')
    .select(['t.identity_number as identityNumber', 't.receiver_identity as receiverIdentity', 't.beneficiary_code as code'])
    .where('t.id', '=', id)
    .where(ANNOUNCED)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  ctx.subject(LINE, id, { after: { beneficiaryCode: row.code, reason } })
  return { identityNumber: row.identityNumber, receiverIdentity: row.receiverIdentity }
}
