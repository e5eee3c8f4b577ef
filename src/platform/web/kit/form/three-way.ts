export type Fields = Readonly<Record<string, unknown>>

/** True when both hold the same; nothing, null and the empty text are the same nothing. */
export function sameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? '', (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== undefined && one !== null && one !== '')
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  )
}

/** Fields of `theirs` that are no longer what they were. */
export function changedFields(base: Fields, theirs: Fields): string[] {
  return Object.keys(theirs).filter((field) => !sameValue(base[field], theirs[field]))
}

/**
 * A person's changes (from `base` to `mine`) on top of what somebody else made of it (`theirs`): a field that only one of them changed is as
 * that one left it, a field that both changed is as the person has it. Rows with a `key` are put together row by row.
 */
export function reapply(base: Fields, mine: Fields, theirs: Fields): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...mine }
  for (const [field, value] of Object.entries(theirs)) {
    const [was, is] = [base[field], mine[field]]
    if (sameValue(was, is)) merged[field] = value
    else if (isKeyed(was) && isKeyed(is) && isKeyed(value)) merged[field] = reapplyRows(was, is, value)
  }
  return merged
}

type Row = Fields & { key: string }

function isKeyed(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((row) => typeof (row as Row | null)?.key === 'string')
}

/** In the person's order; what somebody else added stands at the end, what they took away and the person left alone goes. */
function reapplyRows(base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]): unknown[] {
  const find = (rows: readonly Row[], key: string) => rows.find((row) => row.key === key)
  const kept = mine.flatMap((row) => {
    const [was, other] = [find(base, row.key), find(theirs, row.key)]
    if (was === undefined) return other === undefined ? [row] : [reapply({}, row, other)]
    if (other === undefined) return sameValue(was, row) ? [] : [row]
    return [reapply(was, row, other)]
  })
  const added = theirs.filter(({ key }) => !find(mine, key) && !find(base, key))
  return [...kept, ...added]
}
