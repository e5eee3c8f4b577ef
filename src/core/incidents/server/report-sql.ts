import { type SqlBool, sql } from 'kysely'
import type { Cause } from '../contract/incident.ts'

type Condition = ReturnType<typeof sql<SqlBool>>

export const count = (which: Condition) => sql<string>`count(*) filter (where ${which})`

/** A clock that is over its time, whether the watch has come to mark it yet or not. */
export const isBreached = (clock: 'a' | 'r' | 'k', now: Date): Condition =>
  sql<SqlBool>`(${sql.ref(`${clock}.state`)} = 'BREACHED' or (${sql.ref(`${clock}.state`)} = 'RUNNING' and ${sql.ref(`${clock}.due_at`)} <= ${now})) is true`

/** An incident `i` that is late by its first answer `a` or its resolution `r`. */
export const isOverdue = (now: Date): Condition => sql<SqlBool>`(${isBreached('a', now)} or ${isBreached('r', now)})`

/** Late ones by where they came from, as who proposed the outcome has said. */
export const lateBy = (late: Condition, cause: Cause | null) => count(sql<SqlBool>`${late} and i.cause is not distinct from ${sql.lit(cause)}`)
