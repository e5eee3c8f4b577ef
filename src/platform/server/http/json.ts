import { AppError, errors } from '#kernel/errors.ts'

const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/**
 * The value of a JSON text. Throws VAL-002 when it is none, or holds keys that would reach an object's prototype, and VAL-005 when an object
 * names a field twice: JSON.parse keeps the last one without a word, and others who read the same text (a proxy, a partner) the first.
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError(errors.malformed)
  }
  // In a text that JSON.parse has accepted each colon outside of strings is one field. An object that has fewer was given one twice.
  if (typeof value === 'object' && value !== null && fieldsIn(value) !== colonsOutsideStrings(text)) throw new AppError(errors.fieldTwice)
  return value
}

/** Without recursion: a text may nest as deeply as it is long. */
function fieldsIn(whole: object): number {
  let fields = 0
  const open: object[] = [whole]
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (Array.isArray(current)) {
      for (const item of current) if (typeof item === 'object' && item !== null) open.push(item)
      continue
    }
    for (const key in current) {
      fields++
      const value: unknown = (current as Record<string, unknown>)[key]
      const nested = typeof value === 'object' && value !== null
      if (key === '__proto__' || (key === 'constructor' && nested && Object.hasOwn(value, 'prototype'))) throw new AppError(errors.malformed)
      if (nested) open.push(value)
    }
  }
  return fields
}

function colonsOutsideStrings(text: string): number {
  let colons = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === COLON) colons++
    else if (letter === QUOTE) at = endOfString(text, at)
  }
  return colons
}

/** Where the string that begins at `start` has its closing quote: the first one that no odd number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
}
