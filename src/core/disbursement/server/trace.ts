import { sql } from 'kysely'
import { defineTraceStep, idsOf, type TraceFacts, type TraceStep, type TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { listBatches } from '../contract/batches.ts'
import { listItems } from '../contract/items.ts'
import { batchMachine, itemMachine } from '../contract/machine.ts'
import { transferService } from '../contract/service.ts'
import { BATCH, ITEM } from './records.ts'

type Row = Omit<TraceFacts, 'status' | 'type'> & { status: string }

/** What transfers are made for: the type of the records, the kind of their source, and which sources they are of. */
export interface TransferLink {
  kind: string
  type: string
  sourcesOf(db: Queryable, ids: readonly string[]): Promise<readonly string[]>
}

/** Transfers by their reference; each is about what it pays. */
export const transferTrace = (links: readonly TransferLink[], path: (transactionId: string) => string): TraceStep =>
  defineTraceStep({
    type: ITEM,
    title: { vi: 'Lệnh chuyển khoản', en: 'Transfer' },
    proves: sql`exists (select from payment.service_account s where s.account_id = a.id and s.service = ${transferService.code} and s.role in ('transit', 'unmatched'))`,
    async find(db, by) {
      const which = 'ids' in by ? sql`i.id = any(${by.ids}::bigint[])` : sql`i.reference = ${by.code.toUpperCase()}`
      const { rows } = await sql<Row>`
        select i.id, i.reference as code, coalesce(i.sent_at, i.updated_at) as at, i.status, i.amount from disbursement.item i where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: ITEM, ...row, status: { machine: itemMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope
        .selectFrom('disbursement.item as i')
        .select(['i.id', 'i.transaction_id as transactionId'])
        .where('i.id', '=', sql<string>`any(${ids}::bigint[])`)
        .execute()
      const may = session.permissions.has(listItems.permission)
      return new Map(rows.map(({ id, transactionId }) => [id, may && transactionId !== null ? path(transactionId) : null]))
    },
    async about(db, id) {
      const { rows } = await sql<{
        kind: string
        item: string
      }>`select source_kind as kind, source_item as item from disbursement.item where id = ${id}`.execute(db)
      return rows.flatMap(({ kind, item }) => links.flatMap((link) => (link.kind === kind ? [{ type: link.type, id: item }] : [])))
    },
    of: (db, subjects) => itemsFor(db, subjects, links),
  })

async function itemsFor(db: Queryable, subjects: readonly TraceSubject[], links: readonly TransferLink[]): Promise<string[]> {
  const items: string[] = []
  for (const { kind, type, sourcesOf } of links) {
    const ids = idsOf(subjects, type)
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: string }>`
      select id from disbursement.item
      where source_kind = ${kind} and source_id = any(${await sourcesOf(db, ids)}::bigint[]) and source_item = any(${ids}::bigint[]) order by id`.execute(db)
    items.push(...rows.map(({ id }) => id))
  }
  return items
}

/** Of a batch that many of its transfers are shown with it. */
const SHOWN = 20

/** Batches, on the line of the transfers in them: the money is that of the transfers. */
export const batchTrace = (path: (id: string) => string, items: (id: string) => string): TraceStep =>
  defineTraceStep({
    type: BATCH,
    title: { vi: 'Lô chuyển khoản', en: 'Transfer batch' },
    async find(db, by) {
      const which = 'ids' in by ? sql`b.id = any(${by.ids}::bigint[])` : sql`b.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Row>`select b.id, b.code, b.created_at as at, b.status, b.total as amount from disbursement.batch b where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: BATCH, ...row, status: { machine: batchMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope.selectFrom('disbursement.batch as b').select('b.id').where('b.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      const may = session.permissions.has(listBatches.permission)
      return new Map(rows.map(({ id }) => [id, may ? path(id) : null]))
    },
    async parts({ db, session }, id) {
      const { rows } = await sql<{ id: string; count: number }>`
        select id, count(*) over ()::int as count from disbursement.item where batch_id = ${id} order by id limit ${SHOWN}`.execute(db)
      const subjects = rows.map((one) => ({ type: ITEM, id: one.id }))
      return { subjects, count: rows[0]?.count ?? 0, path: session.permissions.has(listItems.permission) ? items(id) : null }
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, ITEM)
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`select distinct batch_id as id from disbursement.item where id = any(${ids}::bigint[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  })

/** The transactions of transfers: as they were sent, and as they came back. */
async function transactionsOf(db: Queryable, items: readonly string[]): Promise<string[]> {
  if (items.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id from disbursement.item where id = any(${items}::bigint[]) and transaction_id is not null
    union select transaction_id from disbursement.returned where item_id = any(${items}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** How transactions of transfers, and what they pay, lead to each other. */
export const transfersMade = (links: readonly TransferLink[]) => ({
  service: transferService.code,
  async about(db: Queryable, transactionId: string): Promise<TraceSubject[]> {
    const { rows } = await sql<{ id: string }>`
      select id from disbursement.item where transaction_id = ${transactionId}
      union select item_id from disbursement.returned where transaction_id = ${transactionId} and item_id is not null`.execute(db)
    return rows.map(({ id }) => ({ type: ITEM, id }))
  },
  of: (db: Queryable, subjects: readonly TraceSubject[]) => transactionsOf(db, idsOf(subjects, ITEM)),
  /** The transactions that were made for records of a type, with the record that each was made for. */
  async transactions(db: Queryable, type: string, ids: readonly string[]): Promise<{ id: string; transactionId: string }[]> {
    const items = await itemsFor(
      db,
      ids.map((id) => ({ type, id })),
      links,
    )
    if (items.length === 0) return []
    const { rows } = await sql<{ id: string; transactionId: string }>`
      select source_item as id, transaction_id as "transactionId" from disbursement.item where id = any(${items}::bigint[]) and transaction_id is not null
      union select i.source_item, r.transaction_id from disbursement.returned r join disbursement.item i on i.id = r.item_id where r.item_id = any(${items}::bigint[])`.execute(
      db,
    )
    return rows
  },
})
