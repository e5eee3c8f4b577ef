import { type Expression, type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import { eventsFrom, type Machine } from '#kernel/machine.ts'
import type { Stale } from '#kernel/stale.ts'
import type { DB, ScopedTable, Tx } from '../database/db.ts'
import { fire } from '../machine/fire.ts'
import type { CommandContext } from '../module.ts'
import { refusedField } from '../refusals.ts'

/** Tables whose rows people change: each carries a version and who wrote it last, and when. */
export type RecordTable = { [K in keyof DB]: DB[K] extends { version: unknown; updated_at: unknown; updated_by: unknown } ? K : never }[keyof DB]

type Kept = 'status' | 'version' | 'updated_at' | 'updated_by'
type OrSql<Row> = { [C in keyof Row]: Row[C] | Expression<unknown> }
export type RowOf<T extends RecordTable> = Selectable<DB[T]> & { version: number; updated_at: Date; updated_by: string }
/** Columns that a change may set; status, version and stamps are the record's own. */
export type ChangeOf<T extends RecordTable> = Partial<OrSql<Omit<Updateable<DB[T]>, Kept | 'id'>>> & { status?: never }
type InsertOf<T extends RecordTable> = OrSql<Omit<Insertable<DB[T]>, Kept | 'id'>> & { status?: never }

/** A record in fields, as the audit log shows it and forms name them. */
type Picture = Record<string, unknown>

interface Definition<T extends RecordTable, S extends string, E extends string, P extends Picture> {
  table: T
  /** What the audit log calls it; default: the table. */
  subject?: string
  /** The column that identifies a row; default: id. */
  key?: keyof DB[T] & string
  /** Of a table with a status: nothing else moves it. */
  machine?: Machine<S, E>
  /** Rows that postings and facts refer to while they change: locked so that foreign keys to them do not wait. Default: for update. */
  lock?: 'for no key update'
  /** A column that two records never share, with the refusal shown at the field of that name. */
  unique?: { column: keyof DB[T] & string; error: ErrorDefinition }
  /** What must hold before any change by the caller (a lock, a scope that sees all). */
  guard?: (ctx: CommandContext) => void | Promise<void>
  /** A condition on alias `t`: rows outside are not found. Scoped tables are read through the caller's scope as well. */
  visible?: (ctx: CommandContext) => RawBuilder<boolean>
  picture: (row: RowOf<T>, tx: Tx) => P | Promise<P>
  /** The fields of the form that changes it, by their names there; default: the picture. */
  form?: (picture: P, row: RowOf<T>, tx: Tx) => Picture | Promise<Picture>
}

/** A table with scope columns must be declared as scoped: the type does not let anybody forget it. */
type Scoping<T extends RecordTable> = T extends ScopedTable ? { scoped: true } : { scoped?: never }

/** A record as somebody has seen it. */
export interface Ref {
  id: string
  version: number
}

/** A record that is locked for a change, with its picture before. */
export interface Seen<T extends RecordTable, P = Picture> {
  row: RowOf<T>
  before: P
}

/** Who writes, and when. */
export interface Stamp {
  by: string
  at: Date
}

interface Along<T extends RecordTable> {
  /** Writes rows of other tables that belong to the record and to its picture. */
  children?: (row: RowOf<T>) => Promise<unknown>
  /** Facts that the audit entry carries beside the fields, such as a reason. */
  note?: Picture
}

interface Moving<T extends RecordTable> extends Along<T> {
  set?: ChangeOf<T>
}

/**
 * One way to change the rows of a table: a change finds its row within the caller's scope (SYS-404), at the version seen (SYS-409, with
 * who changed it, when, and the form's fields as they are), along the machine (SYS-410), counts the version, stamps it and writes the
 * audit log the fields that differ.
 */
export function defineRecord<T extends RecordTable, S extends string, E extends string, P extends Picture>(definition: Definition<T, S, E, P> & Scoping<T>) {
  return new StoredRecord<T, S, E, P>(definition)
}

export class StoredRecord<T extends RecordTable, S extends string, E extends string, P extends Picture> {
  readonly subject: string
  readonly #definition: Definition<T, S, E, P> & { scoped?: boolean }
  readonly #key: string

  constructor(definition: Definition<T, S, E, P> & { scoped?: boolean }) {
    this.#definition = definition
    this.subject = definition.subject ?? definition.table
    this.#key = definition.key ?? 'id'
  }

  /** Locks a row, whoever asks. Throws SYS-404, and SYS-409 when a version is given that is no longer the row's. */
  async lock(tx: Tx, { id, version }: { id: string; version?: number }, visible?: RawBuilder<boolean>): Promise<RowOf<T>> {
    const row = await this.locked(tx, id, visible)
    if (!row) throw new AppError(errors.notFound)
    if (version !== undefined && row.version !== version) throw await this.#stale(row, tx)
    return row
  }

  /** Locks a row, whoever asks; undefined when it is gone. */
  async locked(tx: Tx, id: string, visible: RawBuilder<boolean> = sql`true`): Promise<RowOf<T> | undefined> {
    const { table, lock = 'for update' } = this.#definition
    const found = sql`select * from ${sql.table(table)} t where ${sql.ref(`t.${this.#key}`)} = ${id} and ${visible}`
    const { rows } = await sql<RowOf<T>>`${found} ${sql.raw(lock)}`.execute(tx)
    return rows[0]
  }

  /** Locks a record of the caller's scope for a change. Without a version: whatever it is by now. */
  async forChange(ctx: CommandContext, ref: { id: string; version?: number }): Promise<Seen<T, P>> {
    const { table, guard, visible, picture, scoped } = this.#definition
    await guard?.(ctx)
    if (scoped) {
      const key = sql.ref(`t.${this.#key}`)
      const reached = await ctx.scope
        .selectFrom(`${table as ScopedTable} as t`)
        .select(key.as('key'))
        .where(sql<boolean>`${key} = ${ref.id}`)
        .executeTakeFirst()
      if (!reached) throw new AppError(errors.notFound)
    }
    const row = await this.lock(ctx.tx, ref, visible?.(ctx))
    return { row, before: await picture(row, ctx.tx) }
  }

  /** Inserts in the machine's first state, or in `to`, one event further. Throws the error of `unique` at its field. */
  async insert(ctx: CommandContext, values: InsertOf<T>, { to, children, note }: Along<T> & { to?: S | undefined } = {}): Promise<Ref> {
    const { table, guard, machine, unique, picture } = this.#definition
    await guard?.(ctx)
    const status = machine && { status: to === undefined || to === machine.initial ? machine.initial : machine.events[this.#eventTo(machine.initial, to)].to }
    const columns = entriesOf({ ...values, ...status, updated_at: ctx.now, updated_by: ctx.session.account })
    const { rows } = await sql<RowOf<T>>`
      insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}) values (${sql.join(columns.map(([, value]) => value))})
      ${unique ? sql`on conflict (${sql.ref(unique.column)}) do nothing` : sql``} returning *`.execute(ctx.tx)
    const row = rows[0]
    if (!row) {
      if (!unique) throw new Error(`${table} took no row`)
      throw refusedField(unique.column, unique.error, ctx.language, { [unique.column]: String((values as Picture)[unique.column]) })
    }
    await children?.(row)
    ctx.subject(this.subject, this.#idOf(row), { after: { ...(await picture(row, ctx.tx)), ...note } })
    return { id: this.#idOf(row), version: row.version }
  }

  /** Changes columns; with `to` also the state, where it is another one, by the event that leads there. */
  async update(ctx: CommandContext, at: Ref | Seen<T, P>, values: ChangeOf<T>, { to, ...along }: Along<T> & { to?: S | undefined } = {}): Promise<Ref> {
    const seen = await this.#seen(ctx, at)
    const moves = to !== undefined && to !== statusOf(seen.row)
    return this.#changed(ctx, seen, await this.save(ctx.tx, stampOf(ctx), seen.row, values, moves ? this.#eventTo(statusOf(seen.row), to) : undefined), along)
  }

  /** Fires an event. */
  async fire(ctx: CommandContext, at: Ref | Seen<T, P>, event: E, { set = {}, ...along }: Moving<T> = {}): Promise<Ref> {
    const seen = await this.#seen(ctx, at)
    return this.#changed(ctx, seen, await this.save(ctx.tx, stampOf(ctx), seen.row, set, event), along)
  }

  /** Fires the event that leads to a state. Throws SYS-410 when none does from where the record stands. */
  async moveTo(ctx: CommandContext, at: Ref | Seen<T, P>, to: S, moving: Moving<T> = {}): Promise<Ref> {
    const seen = await this.#seen(ctx, at)
    return this.fire(ctx, seen, this.#eventTo(statusOf(seen.row), to), moving)
  }

  async remove(ctx: CommandContext, at: Ref | Seen<T, P>, { note }: { note?: Picture } = {}): Promise<Ref> {
    const { row, before } = await this.#seen(ctx, at)
    await sql`delete from ${sql.table(this.#definition.table)} where ${sql.ref(this.#key)} = ${this.#idOf(row)}`.execute(ctx.tx)
    ctx.subject(this.subject, this.#idOf(row), { before, ...(note && { after: note }) })
    return { id: this.#idOf(row), version: row.version + 1 }
  }

  /** Writes a change without an audit entry, for steps whose entry is written elsewhere: an approval, a change of many. Answers the row after it. */
  async save(tx: Tx, { by, at }: Stamp, { version, ...row }: RowOf<T>, values: ChangeOf<T>, event?: E): Promise<RowOf<T>> {
    const { table, machine } = this.#definition
    const id = this.#idOf(row)
    const set = { ...values, updated_at: at, updated_by: by }
    const columns = { key: this.#key }
    if (event !== undefined) {
      if (!machine) throw new Error(`${table} has no machine`)
      await fire(tx, machine, table as never, id, event, { version, set: Object.fromEntries(entriesOf(set)) as never, columns: columns as never })
      return this.lock(tx, { id })
    }
    const changes = entriesOf(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { rows } = await sql<RowOf<T>>`
      update ${sql.table(table)} set ${sql.join(changes)}, version = version + 1 where ${sql.ref(this.#key)} = ${id} and version = ${version} returning *
    `.execute(tx)
    return rows[0] ?? this.lock(tx, { id, version })
  }

  async #changed(ctx: CommandContext, { before }: Seen<T, P>, row: RowOf<T>, { children, note }: Along<T>): Promise<Ref> {
    await children?.(row)
    const after = await this.#definition.picture(row, ctx.tx)
    ctx.subject(this.subject, this.#idOf(row), { before: different(before, after), after: { ...different(after, before), ...note } })
    return { id: this.#idOf(row), version: row.version }
  }

  #seen(ctx: CommandContext, at: Ref | Seen<T, P>): Seen<T, P> | Promise<Seen<T, P>> {
    return 'row' in at ? at : this.forChange(ctx, at)
  }

  #eventTo(from: string, to: S): E {
    const { machine, table } = this.#definition
    if (!machine) throw new Error(`${table} has no machine`)
    const event = eventsFrom(machine, from as S).find((one) => machine.events[one].to === to)
    if (event === undefined) throw new AppError(errors.state, {}, { data: { status: from } })
    return event
  }

  async #stale(row: RowOf<T>, tx: Tx): Promise<AppError> {
    const picture = await this.#definition.picture(row, tx)
    const current = (await this.#definition.form?.(picture, row, tx)) ?? picture
    return new AppError(
      errors.stale,
      {},
      { data: { version: row.version, changedBy: row.updated_by, changedAt: isoLocal(row.updated_at), current } satisfies Stale },
    )
  }

  #idOf(row: object): string {
    return String((row as Picture)[this.#key])
  }
}

export const stampOf = ({ session, now }: CommandContext): Stamp => ({ by: session.account, at: now })
const statusOf = (row: object): string => String((row as Picture).status)
const entriesOf = (values: object): [string, unknown][] => Object.entries(values).filter(([, value]) => value !== undefined)

/** The fields of one picture that are not as in the other. */
function different(one: Picture, other: Picture): Picture {
  return Object.fromEntries(Object.entries(one).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(other[field])))
}
