import { fold } from '#kernel/text.ts'

/** Escapes what LIKE would take for a pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** One LIKE pattern a word of a search text, folded as platform.fold() folds the column: every word must match somewhere. */
export function foldedPatterns(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${likeText(word)}%`)
}
