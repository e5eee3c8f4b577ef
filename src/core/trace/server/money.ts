import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { MoneyStep } from '../contract/steps.ts'
import { KEEPS_MONEY, type Moved, type TraceStep, type TraceSubject } from './plug.ts'
import { type Step, stepsOf, type TraceEntry } from './steps.ts'

interface Parts {
  steps: readonly TraceStep[]
  /** Whether the figures of an account (reference of its id) are hidden from a user, who is counting the cash behind it. */
  isHidden: (accountId: string, userId: string) => RawBuilder<boolean>
  /** Whether a user counts cash just now: what others moved would give it away. */
  isCounting: (userId: string) => RawBuilder<boolean>
  /** The screen of an account. */
  account: { permission: string; path(id: string): string }
}

interface Row {
  journalId: string | null
  order: string
  at: Date
  accountId: string
  arrives: boolean
  amount: string
}

/** Where the money of records went, by what the areas of the portal know of them. */
export class MoneyTrace {
  readonly parts: Parts
  readonly byType: ReadonlyMap<string, TraceStep>

  constructor(parts: Parts) {
    this.parts = parts
    this.byType = new Map(parts.steps.map((step) => [step.type, step]))
    if (this.byType.size < parts.steps.length) throw new Error('two steps of the money trace are of one type')
  }

  /** The way that the money of a record took, for its own screen; without accounts of what the reader counts just now. */
  async of(db: Queryable, subject: TraceSubject, { userId }: { userId: string }): Promise<MoneyStep[]> {
    return (await this.steps(db, subject, userId)).map(wire)
  }

  async steps(db: Queryable, { type, id }: TraceSubject, userId: string): Promise<Step[]> {
    const moved = await this.byType.get(type)?.moves?.(db, id)
    if (!moved) return []
    const rows = await rowsOf(db, moved)
    const accounts = await this.#accounts(
      db,
      rows.map(({ accountId }) => accountId),
      userId,
    )
    const standing = new Map<string, Hundredths>()
    return stepsOf(
      rows.flatMap((row): TraceEntry[] => {
        const account = accounts.get(row.accountId)
        if (!account) return []
        const { eitherSide, ...where } = account
        const entry = { ...where, journalId: row.journalId, at: row.at, arrives: row.arrives, amount: parseMoney(row.amount) }
        return eitherSide ? sided(entry, standing) : [entry]
      }),
    )
  }

  /** Accounts that hold money, with who holds it; not what the reader counts. */
  async #accounts(db: Queryable, ids: readonly string[], userId: string) {
    const { steps, isHidden } = this.parts
    const any = (of: 'proves' | 'eitherSide') => sql<SqlBool>`(${sql.join([sql`false`, ...steps.flatMap((step) => step[of] ?? [])], sql` or `)})`
    const own = sql<SqlBool>`(${any('proves')} or ${any('eitherSide')})`
    const { rows } = await sql<Pick<TraceEntry, 'accountId' | 'accountCode' | 'holder' | 'nature' | 'shared'> & { eitherSide: boolean }>`
      select a.id::text as "accountId", a.code as "accountCode",
        coalesce(h.name || case when h.kind = 'COURIER' then '' else ', ' || u.name end, a.name) as holder,
        case when a.normal_side = 'D' then 'HELD' else 'OWED' end as nature, not ${own} as shared, ${any('eitherSide')} as "eitherSide"
      from ledger.account a join ledger.chart c on c.id = a.chart_id
        left join cash.holder_directory h on h.account_id = a.id left join organisation.unit_directory u on u.id = h.unit_id
      where a.id = any(${[...new Set(ids)]}::bigint[]) and (${KEEPS_MONEY} or ${own}) and not ${isHidden('a.id', userId)}`.execute(db)
    return new Map(rows.map((row) => [row.accountId, row]))
  }
}

/** A movement on an account that stands on either side: what it takes off one side has lain there, what is left lies on the other. */
function sided(entry: TraceEntry, standing: Map<string, Hundredths>): TraceEntry[] {
  const { accountId, nature, arrives, amount } = entry
  const before = standing.get(accountId) ?? 0n
  const change = arrives ? amount : -amount
  standing.set(accountId, before + change)
  const opposite = before !== 0n && before > 0n !== arrives
  const size = before < 0n ? -before : before
  const off = opposite ? (size < amount ? size : amount) : 0n
  const other = nature === 'HELD' ? ('OWED' as const) : ('HELD' as const)
  return [
    { ...entry, nature: arrives ? other : nature, arrives: false, amount: off },
    { ...entry, nature: arrives ? nature : other, arrives: true, amount: amount - off },
  ].filter((part) => part.amount > 0n)
}

/** What moved, in the order in which it was posted; what leaves an account and comes to it by one journal is one movement. */
async function rowsOf(db: Queryable, { sources = [], shares = [], rest = [] }: Moved): Promise<Row[]> {
  const rows: Row[] = shares.flatMap(({ from, to, ...share }) => [
    { ...share, accountId: from, arrives: false },
    { ...share, accountId: to, arrives: true },
  ])
  if (sources.length > 0) rows.push(...(await journalRows(db, sources)))
  for (const { accountId } of rest) rows.push(...(await restRow(db, accountId, rows)))
  // Array.sort is stable: parts of one journal stay as they are.
  return rows.sort((a, b) => Number(BigInt(a.order) - BigInt(b.order)))
}

async function journalRows(db: Queryable, sources: NonNullable<Moved['sources']>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id::text as "journalId", m.id::text as order, m.at, m.account_id::text as "accountId", m.net > 0 as arrives, abs(m.net)::text as amount
    from (select j.id, j.occurred_at as at, e.account_id, sum(case when e.side = a.normal_side then e.amount else -e.amount end) as net, min(e.line) as line
      from unnest(${sources.map(({ sourceType }) => sourceType)}::text[], ${sources.map(({ sourceId }) => sourceId)}::text[]) as s (type, id)
        join ledger.journal j on j.source_type = s.type and j.source_id = s.id join ledger.entry e on e.journal_id = j.id
        join ledger.account a on a.id = e.account_id
      group by j.id, j.occurred_at, e.account_id) m
    where m.net <> 0 order by m.id, m.net > 0, m.line`.execute(db)
  return rows
}

/** What all other journals have taken from an account: the difference to its balance, at the time of its last entry. */
async function restRow(db: Queryable, accountId: string, known: readonly Row[]): Promise<Row[]> {
  const brought = known
    .filter((row) => row.accountId === accountId)
    .reduce((sum, { arrives, amount }) => sum + (arrives ? parseMoney(amount) : -parseMoney(amount)), 0n)
  const { rows } = await sql<{ balance: string; journalId: string; at: Date }>`
    select a.balance, e.journal_id::text as "journalId", j.occurred_at as at
    from ledger.account a join ledger.entry e on e.account_id = a.id and e.account_version = a.version join ledger.journal j on j.id = e.journal_id
    where a.id = ${accountId}`.execute(db)
  const [last] = rows
  if (!last) return []
  const gone = brought - parseMoney(last.balance)
  return gone > 0n ? [{ journalId: null, order: last.journalId, at: last.at, accountId, arrives: false, amount: formatMoney(gone) }] : []
}

/** A step as it goes over the wire. */
export const wire = ({ holder, nature, accountCode, amount, since, until, journals }: Step): MoneyStep => ({
  ...{ holder, nature, accountCode, amount: formatMoney(amount), journals: journals.join(', ') },
  ...{ since: since && isoLocal(since), until: until && isoLocal(until) },
})
