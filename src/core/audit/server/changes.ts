/** One field of a record before and after. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

const MOST = 500

/**
 * The fields of two pictures side by side: objects are opened ('address.street'), everything else is one value. In the order
 * in which they stand; null where a picture has no such field. At most 500.
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const was = flat(before)
  const is = flat(after)
  const fields = [...new Set([...is.keys(), ...was.keys()])]
  return fields.slice(0, MOST).map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
}

function flat(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return found
  if (typeof value !== 'object' || Array.isArray(value)) {
    found.set(path || 'value', text(value))
    return found
  }
  for (const [key, inner] of Object.entries(value)) flat(inner, path ? `${path}.${key}` : key, found)
  return found
}

/** Lists of plain values in one line, of records as JSON. */
function text(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.every((one) => typeof one !== 'object' || one === null) ? value.join(', ') : JSON.stringify(value)
}
