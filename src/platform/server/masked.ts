import { type RawBuilder, sql } from 'kysely'

const SHOWN = 4

/** Of a number that not everybody is shown (an identity paper, an account, a telephone) the last digits alone. */
export const maskedNumber = (number: string): string => `${'•'.repeat(Math.max(0, number.length - SHOWN))}${number.slice(-SHOWN)}`

/** The same for a column: nothing that leaves the database holds the number. */
export const maskedColumn = (column: string): RawBuilder<string> =>
  sql<string>`repeat('•', greatest(0, length(${sql.ref(column)}) - ${sql.lit(SHOWN)})) || right(${sql.ref(column)}, ${sql.lit(SHOWN)})`
