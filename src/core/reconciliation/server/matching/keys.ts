import { type RawBuilder, sql } from 'kysely'
import { parseMoney } from '#kernel/money.ts'
import type { MatchRule, RuleKey } from '../../contract/document.ts'

/** What a line is compared by, in upper case; the plain collation is far quicker than that of a language. */
const folded = (column: string) => sql`nullif(upper(btrim(${sql.raw(column)}) collate "C"), '')`

const PARTS: Partial<Record<RuleKey | 'DAY_GROUP', RawBuilder<unknown>>> = {
  REFERENCE: folded('reference'),
  DOCUMENT_NO: folded('document_no'),
  ACCOUNT: folded('counter_account'),
  NAME: sql`nullif(replace(platform.fold(counter_name), ' ', ''), '')`,
  REFERENCE_IN_TEXT: sql`label`,
}

/** The key of a line under a rule; null where a field is empty: what is not known is never the same. Amount and day are compared, not part of it. */
export function keyOf(keys: readonly RuleKey[]): RawBuilder<unknown> | undefined {
  const parts = keys.flatMap((key) => PARTS[key] ?? [])
  return parts.length > 0 ? sql.join(parts, sql` || chr(31) || `) : undefined
}

/** What an amount of ours may differ by: the larger of the two tolerances. */
export function toleranceOf({ toleranceAmount, tolerancePercent }: MatchRule, amount: RawBuilder<unknown>): RawBuilder<unknown> {
  const most = sql.raw(`${parseMoney(toleranceAmount)}::bigint`)
  return Number(tolerancePercent) === 0 ? most : sql`greatest(${most}, floor(abs(${amount})::numeric * ${tolerancePercent}::numeric / 100)::bigint)`
}

export const isExact = ({ toleranceAmount, tolerancePercent }: MatchRule): boolean => parseMoney(toleranceAmount) === 0n && Number(tolerancePercent) === 0

/** A difference that is none, or one within the tolerance. */
export const methodOf = (difference: RawBuilder<unknown>) => sql`case when ${difference} = 0 then 'A' else 'T' end::"char"`
