import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { MoneyStep } from '../../contract/trace.ts'
import { isBlindAccount } from '../blind.ts'

/** A record by what the audit log and journals call it. */
export interface TraceSubject {
  type: string
  id: string
}

/** Where the money of records goes. Each area adds its own, in src/app/modules.ts. */
export interface TraceStep {
  name: string
  /**
   * Of the accounts `a` with their chart lines `c`: those that hold money of such records and nothing else. What the steps of all of them
   * leave there adds up to the balances.
   */
  proves: RawBuilder<SqlBool>
  /** The sources of the journals that moved the money of a record; none where the record is not of this area. */
  sources(db: Queryable, subject: TraceSubject): Promise<readonly { sourceType: string; sourceId: string }[]>
}

export const defineTraceStep = (step: TraceStep): TraceStep => step

/** Vaults, tills, couriers and banks: cash lies there among other cash. */
const KEEPS_CASH = sql<SqlBool>`c.key in ('CASH_VAULT', 'CASH_TILL', 'CASH_IN_TRANSIT', 'BANK')`

/** An entry on an account that holds money. */
export interface TraceEntry {
  journalId: string
  at: Date
  accountId: string
  accountCode: string
  holder: string
  /** Into the account, or out of it. */
  arrives: boolean
  amount: Hundredths
}

interface Step extends Omit<TraceEntry, 'journalId' | 'at' | 'arrives'> {
  since: Date | null
  until: Date | null
  journals: string[]
}

/**
 * Who held money of a record, in the order in which it got there: what leaves an account is what came there first. What leaves one that
 * none of it came to was there among other money. Pure.
 */
export function stepsOf(entries: readonly TraceEntry[]): Step[] {
  const steps: Step[] = []
  for (const { journalId, at, arrives, amount, ...where } of entries) {
    if (arrives) {
      steps.push({ ...where, amount, since: at, until: null, journals: [journalId] })
      continue
    }
    let left = amount
    for (const held of steps.filter((one) => one.accountId === where.accountId && one.since !== null && one.until === null)) {
      if (left === 0n) break
      let part = held.amount
      if (part > left) part = left
      if (part < held.amount) steps.splice(steps.indexOf(held) + 1, 0, { ...held, amount: held.amount - part })
      Object.assign(held, { amount: part, until: at, journals: [...held.journals, journalId] })
      left -= part
    }
    if (left > 0n) steps.push({ ...where, amount: left, since: null, until: at, journals: [journalId] })
  }
  return steps
}

/** The way that the money of a record took; without accounts of what the reader counts just now. */
export async function traceOf(db: Queryable, plugs: readonly TraceStep[], subject: TraceSubject, { userId }: { userId: string }): Promise<MoneyStep[]> {
  const sources: { sourceType: string; sourceId: string }[] = []
  // One after the other: inside a transaction there is one connection.
  for (const plug of plugs) sources.push(...(await plug.sources(db, subject)))
  if (sources.length === 0) return []
  const holds = sql.join([KEEPS_CASH, ...plugs.map(({ proves }) => proves)], sql` or `)
  const { rows } = await sql<Omit<TraceEntry, 'amount'> & { amount: string }>`
    select j.id::text as "journalId", j.occurred_at as at, a.id::text as "accountId", a.code as "accountCode", coalesce(h.name || case when h.kind = 'COURIER' then '' else ', ' || u.name end, a.name) as holder,
      e.side = a.normal_side as arrives, e.amount
    from unnest(${sources.map(({ sourceType }) => sourceType)}::text[], ${sources.map(({ sourceId }) => sourceId)}::text[]) as s (type, id)
      join ledger.journal j on j.source_type = s.type and j.source_id = s.id join ledger.entry e on e.journal_id = j.id
      join ledger.account a on a.id = e.account_id join ledger.chart c on c.id = a.chart_id
      left join cash.holding h on h.account_id = a.id left join organisation.unit_directory u on u.id = h.unit_id
    where (${holds}) and not ${isBlindAccount('e.account_id', userId)} order by j.id, arrives, e.line`.execute(db)
  return stepsOf(rows.map((row) => ({ ...row, amount: parseMoney(row.amount) }))).map(({ holder, accountCode, amount, since, until, journals }) => ({
    ...{ holder, accountCode, amount: formatMoney(amount), journals: journals.join(', ') },
    ...{ since: since && isoLocal(since), until: until && isoLocal(until) },
  }))
}
