import { unaccented } from '#kernel/text.ts'

/** Characters that every bank keeps in the memo of an instant transfer. */
export const MEMO_MAX = 25
export const MEMO_FORM = /^[A-Za-z0-9/?:().,'+_-](?:[A-Za-z0-9 /?:().,'+_-]*[A-Za-z0-9/?:().,'+_-])?$/

/** What a code may carry of a memo: 'Tiền hàng số 5' → 'Tien hang so 5', what cannot be carried a space, cut to 25 characters. */
export function memoOf(text: string): string {
  return unaccented(text)
    .replace(/[^A-Za-z0-9/?:().,'+_-]+/g, ' ')
    .trim()
    .slice(0, MEMO_MAX)
    .trimEnd()
}
