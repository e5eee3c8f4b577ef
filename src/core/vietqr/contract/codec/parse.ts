import { textOf } from './bytes.ts'
import { type CodeFault, fault } from './faults.ts'
import { NAPAS } from './schemes.ts'
import { isTemplate } from './tags.ts'

/** One tag as it stands in a code. `length` in bytes, as the code says it. */
export interface CodeTag {
  tag: string
  path: string
  length: number
  value: string
  parts?: CodeTag[]
}

interface Parsed {
  tags: CodeTag[]
  faults: CodeFault[]
}

/** The tags of a piece of a code, in their order, as far as it can be read: what follows a wrong length means nothing. */
export function parseTags(bytes: string, within = ''): Parsed {
  const tags: CodeTag[] = []
  const faults: CodeFault[] = []
  const seen = new Set<string>()
  let at = 0
  while (at < bytes.length) {
    const tag = bytes.slice(at, at + 2)
    if (!/^\d\d$/.test(tag)) return { tags, faults: [...faults, fault(within, 'TAG_NOT_DIGITS', { found: shown(bytes.slice(at, at + 2)) })] }
    const path = within ? `${within}.${tag}` : tag
    const digits = bytes.slice(at + 2, at + 4)
    if (!/^\d\d$/.test(digits)) return { tags, faults: [...faults, fault(path, 'LENGTH_NOT_DIGITS', { found: shown(digits) })] }
    const length = Number(digits)
    const value = bytes.slice(at + 4, at + 4 + length)
    if (value.length < length) return { tags, faults: [...faults, fault(path, 'CUT_OFF', { length, left: value.length })] }
    const text = textOf(value)
    if (text === undefined) return { tags, faults: [...faults, fault(path, 'SPLIT_CHARACTER', { length })] }
    if (length === 0) faults.push(fault(path, 'NO_VALUE'))
    if (seen.has(tag)) faults.push(fault(path, 'DUPLICATE'))
    seen.add(tag)
    const inside = length > 0 && hasParts(path, tags) ? parseTags(value, path) : undefined
    if (inside) faults.push(...inside.faults)
    tags.push({ tag, path, length, value: text, ...(inside && { parts: inside.tags }) })
    at += 4 + length
  }
  return { tags, faults }
}

/** 38.01 holds bank and account where 38.00 says NAPAS; what stands in 01 of other schemes is theirs. */
function hasParts(path: string, before: readonly CodeTag[]): boolean {
  if (!path.includes('.')) return isTemplate(path)
  return path === '38.01' && before.some(({ tag, value }) => tag === '00' && value === NAPAS)
}

const shown = (bytes: string) => textOf(bytes) ?? '�'

/** The value at a path: the first, where it is there twice. */
export function valueAt(tags: readonly CodeTag[], path: string): string | undefined {
  return tagAt(tags, path)?.value
}

export function tagAt(tags: readonly CodeTag[], path: string): CodeTag | undefined {
  for (const tag of tags) {
    if (tag.path === path) return tag
    if (tag.parts && path.startsWith(`${tag.path}.`)) return tagAt(tag.parts, path)
  }
  return undefined
}

/** All tags, each followed by its parts. */
export const flatTags = (tags: readonly CodeTag[]): CodeTag[] => tags.flatMap((tag) => [tag, ...flatTags(tag.parts ?? [])])
