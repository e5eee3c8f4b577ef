import { type Expression, sql, type Updateable } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Machine } from '#kernel/machine.ts'
import type { DB, Queryable } from '../database/db.ts'

/** Tables whose rows a machine moves. */
export type StatefulTable = { [K in keyof DB]: DB[K] extends { status: unknown; version: unknown } ? K : never }[keyof DB]

/** Where a table keeps what `fire` reads and writes, when it is not `id` and `version`. */
export interface FireColumns<T extends StatefulTable> {
  key?: keyof DB[T] & string
  version?: keyof DB[T] & string
}

/** Columns that change together with the status. */
type FireSet<T extends StatefulTable> = Omit<Updateable<DB[T]>, 'id' | 'status' | 'version'>

interface Seen {
  /** The version the caller has seen. Left out by the system's own steps, where any version may move. */
  version?: number | undefined
  /** Further equalities that find the row faster (the day of a partitioned table). */
  where?: Record<string, unknown>
}

export interface FireOptions<T extends StatefulTable> extends Seen {
  set?: { [C in keyof FireSet<T>]: FireSet<T>[C] | Expression<unknown> }
  columns?: FireColumns<T>
}

/** A row that fireMany moves by one event, or by several one after the other. */
export interface Move<E extends string, T extends StatefulTable> extends Seen {
  id: string
  set?: FireSet<T>
  event: E | readonly [E, ...E[]]
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
  tx: Queryable,
  machine: Machine<S, E>,
  table: T,
  id: string,
  event: NoInfer<E>,
  { version, set, where = {}, columns = {} }: FireOptions<T> = {},
): Promise<Fired<S>> {
  const { from, to } = machine.events[event]
  const counted = sql.ref(columns.version ?? 'version')
  const changes = Object.entries(set ?? {}).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`)
  const place = { ...where, [columns.key ?? 'id']: id }
  const seen = version === undefined ? sql`` : sql` and ${counted} = ${version}`
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set status = ${to}, ${counted} = ${counted} + 1${sql.join(changes, sql``)}
    where ${equalities(place)} and status in (${sql.join([...from])})${seen}
    returning ${counted} as version
  `.execute(tx)
  const row = rows[0]
  if (row) return { status: to, version: row.version }
  return refuse(tx, table, place, version, columns)
}

/**
 * As fire() for any number of rows, each with its own event, version and columns: one statement, all or nothing. All rows name the same
 * columns in `set` and `where`; a JSON column takes the value itself. Answers the rows in the order given; throws what fire() throws
 * of the first that cannot move.
 */
export async function fireMany<S extends string, E extends string, T extends StatefulTable>(
  tx: Queryable,
  machine: Machine<S, E>,
  table: T,
  moves: readonly Move<NoInfer<E>, T>[],
): Promise<(Fired<S> & { id: string })[]> {
  if (moves.length === 0) return []
  if (new Set(moves.map(({ id }) => id)).size < moves.length) throw new Error('one row cannot move twice in one statement')
  const paths = moves.map(({ event }) => pathOf(machine, typeof event === 'string' ? [event] : event))
  const set = namesIn(moves, 'set')
  const where = namesIn(moves, 'where')
  const place = ['id', ...where]
  const clash = [...place, 'status', 'version'].find((column) => set.includes(column))
  if (clash) throw new Error(`fireMany cannot set ${clash}`)
  const documents = moves.map((move) => ({ ...move.set, ...move.where, id: move.id }))
  const steps = moves.map(({ version = null }, at) => ({ from_states: paths[at]?.from, to_state: paths[at]?.to, seen: version }))
  const given = (column: string) => sql.ref(`r.${column}`)
  const own = (column: string) => sql.ref(`t.${column}`)
  const changes = set.map((column) => sql`, ${sql.ref(column)} = ${given(column)}`)
  const found = place.map((column) => sql`${own(column)} = ${given(column)}`)
  // As constants too: the planner leaves out the partitions that hold none of them.
  const valuesOf = (column: string) => new Set(moves.map((move) => (move.where as Record<string, unknown>)[column]))
  const within = where.map((column) => sql`and ${own(column)} = any(${[...valuesOf(column)]})`)
  const { rows } = await sql<Fired<S> & { id: string }>`
    update ${sql.table(table)} t set status = r.to_state, version = t.version + 1${sql.join(changes, sql``)}
    from rows from (
      jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(documents)}::jsonb),
      jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as (from_states text[], to_state text, seen integer)
    ) as r
    where ${sql.join(found, sql` and `)} ${sql.join(within, sql` `)} and t.status = any (r.from_states) and (r.seen is null or t.version = r.seen)
    returning t.id::text as id, t.status, t.version
  `.execute(tx)
  const moved = new Map(rows.map((row) => [row.id, row]))
  const left = moves.find(({ id }) => !moved.has(id))
  if (left) return refuse(tx, table, { ...left.where, id: left.id }, left.version)
  return moves.map(({ id }) => moved.get(id) as Fired<S> & { id: string })
}

/** From which states a path of events may start and where it ends. Throws when an event does not follow from the one before it. */
function pathOf<S extends string, E extends string>(machine: Machine<S, E>, path: readonly E[]): { from: readonly S[]; to: S } {
  const [first, ...rest] = path.map((event) => machine.events[event])
  if (!first) throw new Error(`no event for ${machine.name}`)
  let { to } = first
  for (const event of rest) {
    if (!event.from.includes(to)) throw new Error(`${machine.name} has no way ${path.join(', ')}`)
    to = event.to
  }
  return { from: first.from, to }
}

/** The columns that every row names; undefined is not named. */
function namesIn(moves: readonly { set?: object; where?: object }[], part: 'set' | 'where'): string[] {
  const given = moves.map((move) => Object.entries(move[part] ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  const names = given[0] ?? []
  if (given.some((one) => one.length !== names.length || one.some((name) => !names.includes(name))))
    throw new Error(`all rows of fireMany name the same columns in ${part}`)
  return names
}

const equalities = (place: Record<string, unknown>) =>
  sql.join(
    Object.entries(place).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )

/** Says why a row has not moved: not there, another version, another state. */
async function refuse<T extends StatefulTable>(
  tx: Queryable,
  table: T,
  place: Record<string, unknown>,
  version: number | undefined,
  columns: FireColumns<T> = {},
): Promise<never> {
  const counter = sql.ref(columns.version ?? 'version')
  const { rows } = await sql<Fired<string>>`select status, ${counter} as version from ${sql.table(table)} where ${equalities(place)}`.execute(tx)
  const current = rows[0]
  if (!current) throw new AppError(errors.notFound)
  const stale = version !== undefined && current.version !== version
  throw new AppError(stale ? errors.stale : errors.state, {}, { data: { version: current.version, status: current.status } })
}
