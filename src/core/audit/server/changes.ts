/** One field of a record before and after, as it was written; null where it had no value. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

const MOST = 500

/**
 * The fields of two pictures side by side: objects are opened ('address.street'), everything else is one value. In the order in which they
 * stand. A field that `after` does not speak of was not touched, and is as before; without an `after` all is gone. At most 500.
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const was = flat(before)
  const is = flat(after)
  const gone = after === null || after === undefined
  const fields = [...new Set([...is.keys(), ...was.keys()])]
  const untouched = (field: string) => !gone && !is.has(field) && !ancestors(field).some((above) => is.has(above))
  return fields
    .slice(0, MOST)
    .map((field) => ({ field, before: was.get(field) ?? null, after: (untouched(field) ? was.get(field) : is.get(field)) ?? null }))
    .filter((change) => change.before !== null || change.after !== null)
}

function flat(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === undefined || (value === null && path === '')) return found
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    found.set(path || 'value', value)
    return found
  }
  for (const [key, inner] of Object.entries(value)) flat(inner, path ? `${path}.${key}` : key, found)
  return found
}

/** 'a.b.c': 'a.b' and 'a', which are values where nothing of them is left. */
function ancestors(path: string): string[] {
  const parts = path.split('.')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'))
}

/** A value as the log has it: lists of plain values in one line, of records as JSON. */
export function written(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return String(value)
  return value.every((one) => typeof one !== 'object' || one === null) ? value.join(', ') : JSON.stringify(value)
}
