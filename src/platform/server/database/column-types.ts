import type { ColumnType } from 'kysely'

/** bigint: read as a decimal string, written as string or bigint; never a JavaScript number, which loses digits beyond 2^53. */
export type Int8 = ColumnType<string, string | bigint, string | bigint>
/** numeric (money): a decimal string both ways. */
export type Decimal = ColumnType<string, string, string>
