import { QueryCreator, type QueryExecutor, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { DB, Queryable, ScopedDb, ScopedTable } from './database/db.ts'
import { rowScoped, rowScopeSql } from './row-scope.ts'
import type { ScopeGrant, Session, UnitRef } from './session/session.ts'

/**
 * The rows a session may see. Made by `scopeOf(db, session)`. What it runs is restricted twice: by the condition in the query, and by
 * row-level security, which also covers tables that are only joined (names of units and shops: join the views *_directory).
 */
export interface Scope {
  /**
   * Starts a query on a scoped table with the session's restriction already in it.
   * `from` is 'schema.table as alias'; alias is required.
   */
  selectFrom<T extends ScopedTable, A extends string>(from: `${T} as ${A}`): SelectQueryBuilder<DB & { [K in A]: DB[T] }, A, Record<never, never>>
  /** Starts a query elsewhere (a directory) that still reads scoped tables by row-level security alone; the `db` of a handler's context. */
  readonly db: ScopedDb
  /** Runs a query that is compiled already, or raw SQL (`sql`…`.execute(scope)`), under row-level security. */
  getExecutor(): QueryExecutor
  /** The statements that put a transaction under row-level security, for a connection that is used directly; undefined for no restriction. */
  readonly sql: string | undefined
}

/** For what belongs to the whole system and to no unit. Throws SYS-413 to whoever sees less than everything. */
export function assertSeesAll({ session }: { session: Pick<Session, 'scope'> }): void {
  if (session.scope.kind !== 'ALL') throw new AppError(errors.wholeSystem)
}

/** The column that names the person a row belongs to, for the grant SELF; a table without one has no rows of one's own. */
export type OwnerColumns = Partial<Record<ScopedTable, string>>

/** Starts queries, and takes raw ones, over one executor. */
class ScopedReader extends QueryCreator<DB> implements QueryExecutorProvider {
  readonly #executor: QueryExecutor
  constructor(executor: QueryExecutor) {
    super({ executor })
    this.#executor = executor
  }
  getExecutor(): QueryExecutor {
    return this.#executor
  }
}

/** The scope of a session's grant, over a pool or inside a transaction. */
export function scopeOf(db: Queryable, session: Pick<Session, 'scope'>, owners: OwnerColumns = {}): Scope {
  const executor = rowScoped(db, session.scope)
  const creator = new ScopedReader(executor)
  return {
    db: creator as unknown as ScopedDb,
    sql: rowScopeSql(session.scope),
    getExecutor: () => executor,
    selectFrom<T extends ScopedTable, A extends string>(from: `${T} as ${A}`) {
      const [table, alias] = from.split(' as ') as [ScopedTable, string | undefined]
      if (!alias) throw new Error(`a scoped query needs an alias: ${from}`)
      // The alias is not known to the types of Kysely here; the signature above gives it back to the caller.
      const query = creator.selectFrom(from as never) as unknown as SelectQueryBuilder<DB & { [K in A]: DB[T] }, A, Record<never, never>>
      const restriction = restrictionOf(session.scope, alias, owners[table], table in OF_PARTNERS)
      return restriction ? query.where(restriction) : query
    },
  }
}

const LEVELS = ['head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id'] as const
type LevelColumn = (typeof LEVELS)[number]

const COLUMN: Record<UnitRef['level'], LevelColumn> = {
  HEAD_OFFICE: 'head_unit_id',
  PROVINCE: 'province_unit_id',
  DISTRICT: 'district_unit_id',
  POST_OFFICE: 'office_unit_id',
  PAYOUT_POINT: 'office_unit_id',
}

/** Scoped tables whose rows may be a partner's; staff of partners see no row of the others. */
type PartnerTable = { [K in ScopedTable]: DB[K] extends { partner_id: unknown } ? K : never }[ScopedTable]
const OF_PARTNERS: Readonly<Record<PartnerTable, true>> = {
  'approvals.own_request_directory': true,
  'approvals.request': true,
  'cash.counter_entry': true,
  'cob.deposit': true,
  'cob.item': true,
  'disbursement.batch': true,
  'disbursement.hold': true,
  'disbursement.item': true,
  'disbursement.returned': true,
  'ledger.account': true,
  'merchants.merchant': true,
  'organisation.staff': true,
  'organisation.unit': true,
  'outcome.outcome_case': true,
  'payment.list_delta': true,
  'payment.list_sum': true,
  'payment.report_delta': true,
  'payment.report_detail': true,
  'payment.report_sum': true,
  'payment.suspense': true,
  'payment.transaction': true,
  'payout.line': true,
  'payout.list': true,
  'reconciliation.break': true,
  'reconciliation.request': true,
  'reconciliation.session': true,
  'reconciliation.setup': true,
  'sdk.app': true,
  'sdk.transaction': true,
}

type Condition = RawBuilder<boolean>

/** What the rows of `alias` must meet, as equalities on the level's column; undefined for no restriction at all. */
function restrictionOf(grant: ScopeGrant, alias: string, owner: string | undefined, ofPartners: boolean): Condition | undefined {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  switch (grant.kind) {
    case 'ALL':
      return undefined
    case 'UNIT_AND_BELOW':
      return sql`${column(COLUMN[grant.unit.level])} = ${grant.unit.id}`
    case 'UNITS':
      return chosenUnits(grant.units, column)
    case 'UNIT': {
      const own = COLUMN[grant.unit.level]
      // The row stands at the unit itself: nothing below its level is filled in.
      const below = LEVELS.slice(LEVELS.indexOf(own) + 1).map((name) => sql`${column(name)} is null`)
      return sql`(${sql.join([sql`${column(own)} = ${grant.unit.id}`, ...below], sql` and `)})`
    }
    case 'SELF':
      return owner === undefined ? sql`false` : sql`${column(owner)} = ${grant.userId}`
    case 'PARTNER':
      return ofPartners ? sql`${column('partner_id')} = ${grant.partnerId}` : sql`false`
    default:
      // A grant this version does not know opens nothing.
      return sql`false`
  }
}

/** One condition a level, joined by OR; no units, no rows. */
function chosenUnits(units: readonly UnitRef[], column: (name: string) => RawBuilder<unknown>): Condition {
  const byLevel = Map.groupBy(units, (unit) => COLUMN[unit.level])
  if (byLevel.size === 0) return sql`false`
  const conditions = [...byLevel].map(([name, chosen]) => sql`${column(name)} in (${sql.join(chosen.map((unit) => unit.id))})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}
