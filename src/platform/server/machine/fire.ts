import { sql, type Updateable } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Machine } from '#kernel/machine.ts'
import type { DB, Tx } from '../database/db.ts'

/** Tables whose rows a machine moves: they have an id, a status and a version. */
export type StatefulTable = { [K in keyof DB]: DB[K] extends { id: unknown; status: unknown; version: unknown } ? K : never }[keyof DB]

export interface FireOptions<T extends StatefulTable> {
  /** The version the caller has seen. Left out by the system's own steps, where any version may move. */
  version?: number
  /** Columns that change together with the status. */
  set?: Omit<Updateable<DB[T]>, 'id' | 'status' | 'version'>
  /** Further equalities that find the row faster (the day of a partitioned table). */
  where?: Record<string, unknown>
}

export interface Fired<S extends string> {
  status: S
  version: number
}

/**
 * Fires an event on a row with one conditional UPDATE: no read first, so of any number of callers one wins.
 * Throws SYS-404 (no such row), SYS-409 with the current version (somebody else changed it) or SYS-410 with the
 * current status (the state does not allow the event).
 */
export async function fire<S extends string, E extends string, T extends StatefulTable>(
  tx: Tx,
  machine: Machine<S, E>,
  table: T,
  id: string,
  event: NoInfer<E>,
  { version, set = {} as never, where = {} }: FireOptions<T> = {},
): Promise<Fired<S>> {
  const { from, to } = machine.events[event]
  const changes = Object.entries(set).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`)
  const place = sql`id = ${id}${sql.join(
    Object.entries(where).map(([column, value]) => sql` and ${sql.ref(column)} = ${value}`),
    sql``,
  )}`
  const seen = version === undefined ? sql`` : sql` and version = ${version}`
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set status = ${to}, version = version + 1${sql.join(changes, sql``)}
    where ${place} and status in (${sql.join([...from])})${seen}
    returning version
  `.execute(tx)
  const row = rows[0]
  if (row) return { status: to, version: row.version }
  const { rows: found } = await sql<Fired<S>>`select status, version from ${sql.table(table)} where ${place}`.execute(tx)
  const current = found[0]
  if (!current) throw new AppError(errors.notFound)
  throw new AppError(
    version !== undefined && current.version !== version ? errors.stale : errors.state,
    {},
    { data: { version: current.version, status: current.status } },
  )
}
