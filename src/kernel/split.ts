import { fill, type Language, type Text } from './language.ts'

/**
 * What the totals of a list are made of: its rows fall into the values of the field `by`, and those of the values `counted` (all when left
 * out) are added up. `words` say so, with {n} for all rows and {counted} for those.
 */
export interface Split<Field extends string = string> {
  by: Field
  counted?: readonly string[]
  words: Text
}

/** Whether rows of a value are among those that are added up beside others. */
export const isCounted = ({ counted }: Split, value: unknown): boolean => counted === undefined || counted.includes(String(value))

/** Of the values that a result holds, those that its sums are made of: the counted ones; where there are none, all that is shown. */
export function summedOf(split: Split, values: readonly string[]): readonly string[] {
  const counted = values.filter((value) => isCounted(split, value))
  return counted.length > 0 ? counted : values
}

const SUM_OF: Text = { vi: '{words}; tổng của: {values}', en: '{words}; total of: {values}' }

/** Says beside the sums what they are made of; where nothing counts also which values they add up, by their names. */
export function splitWords({ words }: Split, language: Language, rows: { n: string; counted: string }, uncounted: readonly string[]): string {
  const text = fill(words[language], rows)
  return uncounted.length === 0 ? text : fill(SUM_OF[language], { words: text, values: uncounted.join(', ') })
}
