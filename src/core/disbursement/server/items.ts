import { sql } from 'kysely'
import type { BulkRow, InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { findItem, type listItems } from '../contract/items.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { noteIn, noteText } from './notes.ts'
import { items } from './records.ts'

const UNSENT = sql<boolean>`(t.call_at is null and (t.status = 'SENT' or (t.status = 'READY' and t.fault <> '')))`

function itemsOf({ scope, language }: Pick<RequestContext, 'scope' | 'language'>) {
  return scope
    .selectFrom('disbursement.item as t')
    .leftJoin(...lookup('disbursement.batch_directory as b', { 'b.id': 't.batch_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.reference', 't.batch_id as batchId', sql<string>`${sql.ref('b.code')}`.as('batchCode'), 't.source_kind as sourceKind'])
    .select([sql<string>`${sql.ref('b.source_code')}`.as('sourceCode'), 't.item_code as itemCode', 't.name', 't.amount', 't.status', UNSENT.as('unsent')])
    .select([
      't.bank_bin as bankBin',
      't.account_number as accountNumber',
      't.account_name as accountName',
      sql<string>`${sql.ref('p.name')}`.as('partnerName'),
    ])
    .select([
      't.partner_reference as partnerReference',
      sql<string | null>`nullif(t.fault, '')`.as('fault'),
      't.code',
      noteIn(language, 't.message').as('message'),
      't.calls',
    ])
    .select(['t.sent_at as sentAt', 't.ended_at as endedAt', 't.returned_at as returnedAt', noteIn(language, 't.step_note').as('stepNote')])
    .select([sql<string>`${sql.ref('u.name')}`.as('unitName'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof itemsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const itemList: ListHandler<typeof listItems, Row> = {
  query: itemsOf,
  where: {
    text: (text) => sql`(${words('t.reference', 't.name', 't.item_code')(text)} or t.account_number = ${text})`,
    status: oneOf('t.status'),
    batchId: is('t.batch_id'),
    partnerId: is('t.partner_id'),
    unsent: (unsent) => (unsent ? UNSENT : sql`not ${UNSENT}`),
    sourceKind: is('t.source_kind'),
    sourceId: is('t.source_id'),
    transactionId: is('t.transaction_id'),
    unitId: within('t'),
    period: daysOfTime('t.updated_at'),
  },
  key: 't.id',
  sort: { reference: 't.reference', amount: 't.amount', sentAt: 't.sent_at', updatedAt: 't.updated_at' },
}

/** A transfer within the caller's scope, with its states. */
export async function itemDetail({ id }: InputOf<typeof findItem>, ctx: RequestContext): Promise<OutputOf<typeof findItem>> {
  const row = await findRow(
    findItem,
    itemsOf(ctx)
      .select(['t.content', sql<string | null>`(select k.code from payment.transaction_key k where k.transaction_id = t.transaction_id)`.as('transactionCode')])
      .where('t.id', '=', id),
  )
  const events = await ctx.runtime.db
    .selectFrom('disbursement.item_event')
    .select(['seq', 'status', 'at', 'by', 'note'])
    .where('item_id', '=', id)
    .orderBy('seq')
    .execute()
  return { ...row, events: events.map((event) => ({ ...event, at: isoLocal(event.at), note: noteText(event.note)[ctx.language] })) } as OutputOf<
    typeof findItem
  >
}

/** At once, instead of when its time has come. Throws DSB-011 for what has left, or may have. */
export async function resend({ id, version }: BulkRow, ctx: CommandContext): Promise<void> {
  const { tx, now } = ctx
  const seen = await items.forChange(ctx, { id, version })
  const { status, call_at, due_at, reference } = seen.row
  const waits = call_at === null && (status === 'SENT' || (status === 'READY' && due_at !== null))
  if (!waits) throw new AppError(disbursementErrors.alreadySent, { reference })
  await items.update(ctx, seen, { due_at: now })
  await publish(tx, { topic: disbursementsTopic })
}
