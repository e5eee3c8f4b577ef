import { type SqlBool, sql } from 'kysely'
import { defineTraceStep, idsOf, type Moved, opened, type Share, type TraceFacts, type TraceReader, type TraceStep } from '#core/trace/server/public.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { listReceipts } from '../contract/funds.ts'
import { findPayout } from '../contract/lists.ts'
import { lineMachine, listMachine, receiptMachine } from '../contract/machine.ts'
import { ANNOUNCED } from './lines.ts'
import { LINE, LIST, RECEIPT } from './records.ts'

type Row = Omit<TraceFacts, 'status' | 'type'> & { status: string }

/** What counters know of lines. */
export interface PaidLines {
  /** What they call one, and which one a text names. */
  codeOf(id: string): string
  idOf(code: string): string | undefined
  /** The transactions that were made for some, by line. */
  transactions(db: Queryable, ids: readonly string[]): Promise<readonly PaidLine[]>
}

interface PaidLine {
  lineId: string
  transactionId: string
}

const FOUND = 20

/** The lists of some lines. */
export async function listsOf(db: Queryable, lines: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct list_id as id from payout.line where id = any(${lines}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest lines of who bears a code: payers give them, so others may have many of the same. */
async function ofBeneficiary({ code, scope }: { code: string; scope: TraceReader['scope'] }): Promise<string[]> {
  const rows = await scope
    .selectFrom('payout.line as t')
    .select('t.id')
    .where('t.beneficiary_code', '=', code)
    .where(ANNOUNCED)
    .orderBy('t.month', 'desc')
    .limit(FOUND)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lines of payout lists: a share of what their list drew from the payer, until it is paid, goes back or is carried over. */
export const lineTrace = (path: (listId: string) => string, { codeOf, idOf, transactions }: PaidLines): TraceStep =>
  defineTraceStep({
    type: LINE,
    personal: true,
    title: { vi: 'Khoản chi trả', en: 'Payout line' },
    proves: sql<SqlBool>`c.key = 'PAYOUT_PAYABLE'`,
    async find(db, by) {
      const named =
        'ids' in by
          ? sql`select id from payout.line where id = any(${by.ids}::bigint[])`
          : sql`select id from payout.line where id = any(${[idOf(by.code) ?? [], await ofBeneficiary(by)].flat()}::bigint[])`
      const { rows } = await sql<Omit<Row, 'code'>>`
        with k as materialized (${named})
        select t.id, coalesce(l.approved_at, t.created_at) as at, t.status, t.amount from k join payout.line t on t.id = k.id join payout.list l on l.id = t.list_id`.execute(
        db,
      )
      return rows.map(({ status, ...row }) => ({ type: LINE, ...row, code: codeOf(row.id), status: { machine: lineMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const { scope, session } = reader
      const rows = await scope
        .selectFrom('payout.line as t')
        .select(['t.id', 't.list_id as listId'])
        .where('t.id', '=', sql<string>`any(${ids}::bigint[])`)
        .where(ANNOUNCED)
        .execute()
      const may = session.permissions.has(findPayout.permission)
      return new Map(rows.map(({ id, listId }) => [id, may ? path(listId) : null]))
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, LINE)
      if (ids.length === 0) return []
      const same = await repeating(db, ids)
      return same.flatMap(({ id, announced }) => (announced ? [id] : []))
    },
    async about(db, id) {
      const same = await sameAs(db, id)
      const payer = same.length === 0 ? undefined : (await payersOf(db, [id, ...same], await transactions(db, same))).get(id)
      return payer === undefined ? [] : [{ type: LINE, id: payer }]
    },
    async moves(db, id) {
      const same = await sameAs(db, id)
      const made = await transactions(db, [id, ...same])
      const payers = same.length === 0 ? new Map() : await payersOf(db, [id, ...same], made)
      const own = [id, ...same.filter((other) => payers.get(other) === id)]
      const [sources, shares]: [NonNullable<Moved['sources']>[number][], Share[]] = [[], []]
      for (const one of own) {
        const paid = made.filter(({ lineId }) => lineId === one)
        const theirs = [
          { sourceType: LINE, sourceId: one },
          ...paid.map(({ transactionId }) => ({ sourceType: 'payment.transaction', sourceId: transactionId })),
        ]
        shares.push(...(await sharesOf(db, one, theirs)))
        sources.push(...theirs)
      }
      return { shares, sources }
    },
  })

/** All lines that repeat some, or are repeated by them. `announced`: two people have approved its list; before that nobody owes the person anything by it. */
async function repeating(db: Queryable, ids: readonly string[]): Promise<{ id: string; announced: boolean }[]> {
  const { rows } = await sql<{ id: string; announced: boolean }>`
    with recursive same as (
      select id, list_id, from_line_id from payout.line where id = any(${ids}::bigint[])
      union select o.id, o.list_id, o.from_line_id from same s join payout.line o on o.id = s.from_line_id or o.from_line_id = s.id
    )
    select s.id, l.approved_at is not null as announced from same s join payout.list l on l.id = s.list_id
    where s.id <> all(${ids}::bigint[]) order by s.id`.execute(db)
  return rows
}

const sameAs = async (db: Queryable, id: string) => (await repeating(db, [id])).map((row) => row.id)

/** Of lines that repeat one another: whose payment, made after all, was taken from the list of which. The money of both is one. */
async function payersOf(db: Queryable, lines: readonly string[], made: readonly PaidLine[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; payer: string }>`
    select distinct on (t.id) t.id, w.line as payer
    from unnest(${made.map(({ lineId }) => lineId)}::bigint[], ${made.map(({ transactionId }) => transactionId)}::text[]) as w (line, transaction)
      join ledger.journal j on j.source_type = 'payment.transaction' and j.source_id = w.transaction and j.kind in ('TRANSFER_CORRECTED', 'OUTCOME_CORRECTED')
      join ledger.entry e on e.journal_id = j.id join payout.line t on t.id = any(${lines}::bigint[]) and t.id <> w.line
      join payout.list l on l.id = t.list_id and l.account_id = e.account_id
    order by t.id, w.line`.execute(db)
  return new Map(rows.map(({ id, payer }) => [id, payer]))
}

interface LineMoney {
  amount: string
  status: string
  accountId: string
  fundsId: string
  listJournal: string
  listAt: Date
  closeJournal: string | null
  closeAt: Date | null
}

/** What an approved version changed of one line. */
interface Change {
  kind: string
  delta: string
  journalId: string | null
  at: Date
}

/** A change that adds names no line: of those of one person in a list, the last ones are the added ones, in their order. */
const LATER = sql`(select count(*) from payout.line n where n.list_id = t.list_id and n.beneficiary_code = t.beneficiary_code and n.id > t.id)`
const ADDED_LATER = sql`(select count(*) from payout.change d join payout.version w on w.id = d.version_id
  where w.list_id = t.list_id and w.status = 'APPLIED' and d.kind = 'ADD' and d.after->>'beneficiaryCode' = t.beneficiary_code and d.id > c.id)`

/** Its parts of the journals that filled its list, changed and emptied it. */
async function sharesOf(db: Queryable, id: string, sources: NonNullable<Moved['sources']>): Promise<Share[]> {
  const { rows } = await sql<LineMoney>`
    select t.amount, t.status, l.account_id as "accountId", f.account_id as "fundsId", j.id as "listJournal", j.occurred_at as "listAt", c.id as "closeJournal", c.occurred_at as "closeAt"
    from payout.line t join payout.list l on l.id = t.list_id join payout.funds f on f.partner_id = l.partner_id
      join ledger.journal j on j.business_key = 'payout-list:' || l.id left join ledger.journal c on c.business_key = 'payout-close:' || l.id
    where t.id = ${id}`.execute(db)
  const [line] = rows
  if (!line) return []
  const { rows: changes } = await sql<Change>`
    select c.kind, c.delta, v.journal_id as "journalId", v.decided_at as at
    from payout.line t join payout.version v on v.list_id = t.list_id and v.status = 'APPLIED' join payout.change c on c.version_id = v.id
      and (c.line_id = t.id or (c.kind = 'ADD' and c.after->>'beneficiaryCode' = t.beneficiary_code and ${ADDED_LATER} = ${LATER}))
    where t.id = ${id} and c.delta <> 0 order by v.number`.execute(db)
  const added = changes.some(({ kind }) => kind === 'ADD')
  const withdrawn = changes.filter(({ kind }) => kind === 'WITHDRAW')
  const later = changes.filter(({ kind }) => kind === 'ADD' || kind === 'CHANGE')
  const changed = later.reduce((sum, { delta }) => sum + parseMoney(delta), 0n)
  const first = added ? 0n : parseMoney(line.amount) - changed
  const share = (amount: bigint, { journalId, at }: Pick<Share, 'journalId' | 'at'>): Share[] => {
    if (amount === 0n) return []
    const [from, to] = amount > 0n ? [line.fundsId, line.accountId] : [line.accountId, line.fundsId]
    return [{ journalId, order: journalId ?? line.listJournal, at, from, to, amount: formatMoney(amount > 0n ? amount : -amount) }]
  }
  // A bank may give back what was paid after the list has closed: then it goes to the payer by a journal of its own.
  const left = first + changed + withdrawn.reduce((sum, { delta }) => sum + parseMoney(delta), 0n) + (await netOn(db, line.accountId, sources))
  const back = (line.status === 'RETURNED' || line.status === 'CARRIED') && line.closeAt !== null ? left : 0n
  return [
    ...share(first, { journalId: line.listJournal, at: line.listAt }),
    ...[...later, ...withdrawn].flatMap(({ delta, ...change }) => share(parseMoney(delta), change)),
    ...(line.closeAt ? share(-back, { journalId: line.closeJournal, at: line.closeAt }) : []),
  ]
}

/** What journals have brought to an account that is owed from, less what they took. */
async function netOn(db: Queryable, accountId: string, sources: NonNullable<Moved['sources']>): Promise<bigint> {
  const { rows } = await sql<{ net: string | null }>`
    select sum(case e.side when 'C' then e.amount else -e.amount end) as net
    from unnest(${sources.map(({ sourceType }) => sourceType)}::text[], ${sources.map(({ sourceId }) => sourceId)}::text[]) as s (type, id)
      join ledger.journal j on j.source_type = s.type and j.source_id = s.id join ledger.entry e on e.journal_id = j.id
    where e.account_id = ${accountId}`.execute(db)
  return parseMoney(rows[0]?.net ?? '0')
}

/** Payout lists: what each drew from its payer, and what it has still to pay. */
export const listTrace = (path: (id: string) => string): TraceStep =>
  defineTraceStep({
    type: LIST,
    title: { vi: 'Danh sách chi trả', en: 'Payout list' },
    async find(db, by) {
      const which = 'ids' in by ? sql`l.id = any(${by.ids}::bigint[])` : sql`l.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Row>`select l.id, l.code, l.created_at as at, l.status, l.total as amount from payout.list l where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: LIST, ...row, status: { machine: listMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.scope.selectFrom('payout.list as l').select('l.id').where('l.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      return opened(rows, { permission: findPayout.permission, path }, reader)
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, LINE)
      return ids.length === 0 ? [] : listsOf(db, ids)
    },
    async moves(db, id) {
      const { rows } = await sql<{ accountId: string | null }>`select account_id as "accountId" from payout.list where id = ${id}`.execute(db)
      const accountId = rows[0]?.accountId
      return { sources: [{ sourceType: LIST, sourceId: id }], rest: accountId ? [{ accountId }] : [] }
    },
  })

/** What payers have sent ahead, by its code or the bank's reference. */
export const fundsTrace = (list: (code: string) => string): TraceStep =>
  defineTraceStep({
    type: RECEIPT,
    title: { vi: 'Tiền chi trả nhận về', en: 'Payout funds received' },
    async find(db, by) {
      const which = 'ids' in by ? sql`r.id = any(${by.ids}::bigint[])` : sql`r.code = ${by.code.toUpperCase()} or r.bank_reference = ${by.code}`
      const { rows } = await sql<Row>`select r.id, r.code, r.created_at as at, r.status, r.amount from payout.receipt r where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: RECEIPT, ...row, status: { machine: receiptMachine.name, value: status } }))
    },
    /** Its list belongs to the whole enterprise. */
    async visible({ db, session }, ids) {
      if (session.scope.kind !== 'ALL') return new Map()
      const rows = await db.selectFrom('payout.receipt').select(['id', 'code']).where('id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      const may = session.permissions.has(listReceipts.permission)
      return new Map(rows.map(({ id, code }) => [id, may ? list(code) : null]))
    },
    moves: async (_db, id) => ({ sources: [{ sourceType: RECEIPT, sourceId: id }] }),
  })
