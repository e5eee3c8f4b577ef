import type { Kysely, QueryCreator, QueryExecutorProvider, Transaction } from 'kysely'
import type { DB } from './schema.ts'

export type { DB } from './schema.ts'
/** Full access: for core modules' own machinery and jobs. Handlers get ScopedDb instead. */
export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** Reads that work on a pool and inside a transaction alike. */
export type Queryable = Kysely<DB> | Transaction<DB>

/** Tables whose rows belong to somebody: every one that carries the unit columns of the four levels. */
export type ScopedTable = { [K in keyof DB]: DB[K] extends { province_unit_id: unknown } ? K : never }[keyof DB]
/**
 * What handlers read from freely, under row-level security: raw SQL and views see no scoped row outside the caller's scope either.
 * Changes go through `ctx.tx`. A scoped table is reached through `ctx.scope.selectFrom` only, anything else does not type-check.
 */
export type ScopedDb = Pick<QueryCreator<Omit<DB, ScopedTable>>, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive'> & QueryExecutorProvider
