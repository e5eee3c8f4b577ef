import { type RawBuilder, sql } from 'kysely'
import { defineTraceStep, idsOf, type TraceFacts, type TraceReader, type TraceStep, type TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { suspenseMachine, suspensePermissions } from '../contract/suspense.ts'
import { transactionMachine } from '../contract/transaction.ts'
import { addressOf, type TransactionContracts } from '../contract/transactions.ts'
import { SUSPENSE } from './posting.ts'
import { TRANSACTION } from './transactions/detail.ts'

/** The transactions of a service, and the records that they are made for, where it has such. */
export interface TracedService {
  service: string
  screen: { permission: string; path(id: string): string }
  /** What a transaction is made for. */
  about?(db: Queryable, id: string): Promise<readonly TraceSubject[]>
}

const FOUND = 20

/** A service whose transactions have the screens of any. */
export const tracedService = (contracts: TransactionContracts, about?: TracedService['about']): TracedService => ({
  service: contracts.service.code,
  screen: { permission: contracts.detail.permission, path: (id) => addressOf(contracts, id) },
  ...(about ? { about } : {}),
})

interface Options {
  /** Transactions that a text names in another way than by their code or reference: what a partner answered. */
  named?(db: Queryable, code: string): Promise<readonly string[]>
  /** Transactions that are made for any of these records. */
  of?(db: Queryable, subjects: readonly TraceSubject[]): Promise<readonly string[]>
}

/** Transactions of every service, by their code, the reference of the partner or that of the order; a refund is about the payment that it gives back. */
export function transactionTrace(services: readonly TracedService[], { named: otherwise, of }: Options = {}): TraceStep {
  const byCode = new Map(services.map((one) => [one.service, one]))
  return defineTraceStep({
    type: TRANSACTION,
    title: { vi: 'Giao dịch', en: 'Transaction' },
    eitherSide: sql`exists (select from payment.service_account s where s.account_id = a.id and s.role = ${SUSPENSE})`,
    async find(db, by) {
      const more = 'ids' in by ? [] : ((await otherwise?.(db, by.code)) ?? [])
      const keys =
        'ids' in by
          ? await keysOf(db, by.ids)
          : await keysWhere(
              db,
              sql`code = ${by.code.toUpperCase()}
                union (select transaction_id, business_date from payment.transaction_key where external_ref = ${by.code} limit ${FOUND})
                union (select id, business_date from payment.transaction where order_ref = ${by.code} limit ${FOUND})
                union select transaction_id, business_date from payment.transaction_key where transaction_id = any(${more}::bigint[])`,
            )
      if (keys.ids.length === 0) return []
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select t.id, t.code, t.occurred_at as at, t.status, t.amount from payment.transaction t
        where t.id = any(${keys.ids}::bigint[]) and t.business_date = any(${keys.days}::date[])`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: TRANSACTION, ...row, status: { machine: transactionMachine.name, value: status } }))
    },
    async visible({ db, scope, session }: TraceReader, ids) {
      const keys = await db
        .selectFrom('payment.transaction_key')
        .select('business_date as day')
        .where('transaction_id', '=', sql<string>`any(${ids}::bigint[])`)
        .execute()
      const rows = await scope
        .selectFrom('payment.transaction as t')
        .select(['t.id', 't.service'])
        .where('t.id', '=', sql<string>`any(${ids}::bigint[])`)
        .where('t.business_date', '=', sql<string>`any(${keys.map(({ day }) => day)}::date[])`)
        .execute()
      return new Map(
        rows.map(({ id, service }): [string, string | null] => {
          const screen = byCode.get(service)?.screen
          return [id, screen && session.permissions.has(screen.permission) ? screen.path(id) : null]
        }),
      )
    },
    async about(db, id) {
      const { days } = await keysOf(db, [id])
      if (days.length === 0) return []
      const { rows } = await sql<{ service: string; parent: string | null }>`
        select t.service, t.parent_id as parent from payment.transaction t where t.id = ${id} and t.business_date = any(${days}::date[])`.execute(db)
      const [row] = rows
      if (!row) return []
      if (row.parent !== null) return [{ type: TRANSACTION, id: row.parent }]
      return (await byCode.get(row.service)?.about?.(db, id)) ?? []
    },
    async of(db, subjects) {
      return [...(await refundsOf(db, idsOf(subjects, TRANSACTION))), ...((await of?.(db, subjects)) ?? [])]
    },
    async moves(db, id) {
      return { sources: [id, ...(await refundsOf(db, [id]))].map((sourceId) => ({ sourceType: TRANSACTION, sourceId })) }
    },
  })
}

interface Keys {
  ids: string[]
  days: string[]
}

const keysOf = (db: Queryable, ids: readonly string[]): Promise<Keys> => keysWhere(db, sql`transaction_id = any(${ids}::bigint[])`)

/** Keys first, by a statement of their own: with the days known beforehand one partition is planned, and planning all of them costs more than anything else. */
async function keysWhere(db: Queryable, condition: RawBuilder<unknown>): Promise<Keys> {
  const { rows } = await sql<{ id: string; day: string }>`
    select transaction_id as id, business_date as day from payment.transaction_key where ${condition}`.execute(db)
  return { ids: rows.map(({ id }) => id), days: [...new Set(rows.map(({ day }) => day))] }
}

/** The transactions that give payments back through a partner. */
async function refundsOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`select refund_id as id from payment.partner_refund where parent_id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

const HELD = 'payment.suspense'

/** What accounts refused, until it is moved on; known by its transaction. */
export const suspenseTrace = (list: (code: string) => string): TraceStep =>
  defineTraceStep({
    type: HELD,
    title: { vi: 'Tiền treo', en: 'Money in suspense' },
    async find(db, by) {
      if (!('ids' in by)) return []
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select s.id, k.code, s.created_at as at, s.status, s.amount from payment.suspense s join payment.transaction_key k on k.transaction_id = s.transaction_id
        where s.id = any(${by.ids}::bigint[])`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: HELD, ...row, status: { machine: suspenseMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope
        .selectFrom('payment.suspense as s')
        .innerJoin('payment.transaction_key as k', 'k.transaction_id', 's.transaction_id')
        .select(['s.id', 'k.code'])
        .where('s.id', '=', sql<string>`any(${ids}::bigint[])`)
        .execute()
      const may = session.permissions.has(suspensePermissions.see)
      return new Map(rows.map(({ id, code }) => [id, may ? list(code) : null]))
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, TRANSACTION)
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`select id from payment.suspense where transaction_id = any(${ids}::bigint[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  })
