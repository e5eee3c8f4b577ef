import type { z } from 'zod'
import type { Language, Text } from '#kernel/language.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { FigureChange } from '../../contract/day-close/days.ts'
import type { DayFigures } from '../../contract/day-close/figures.ts'

const TOTALS: readonly (readonly ['opening' | 'received' | 'paid' | 'closing', Text])[] = [
  ['opening', { vi: 'Tồn đầu ngày', en: 'Opening' }],
  ['received', { vi: 'Tổng thu', en: 'Received' }],
  ['paid', { vi: 'Tổng chi', en: 'Paid' }],
  ['closing', { vi: 'Tồn cuối ngày', en: 'Closing' }],
]

/** Every amount of the figures by its name, in the order of the sheet. */
function amounts(figures: DayFigures, language: Language): Map<string, string> {
  const closing = { vi: 'Tồn cuối ngày', en: 'Closing' }[language]
  return new Map([
    ...TOTALS.map(([field, text]) => [text[language], figures[field]] as const),
    ...figures.receipts.map(({ kind, amount }) => [`${{ vi: 'Thu', en: 'Received' }[language]} · ${kind}`, amount] as const),
    ...figures.payments.map(({ kind, amount }) => [`${{ vi: 'Chi', en: 'Paid' }[language]} · ${kind}`, amount] as const),
    ...figures.holdings.map(({ code, closing: amount }) => [`${closing} · ${code}`, amount] as const),
  ])
}

/** The amounts that differ; one that stands on one side only was 0 on the other. */
export function changesOf(before: DayFigures, after: DayFigures, language: Language): z.output<typeof FigureChange>[] {
  const [old, now] = [amounts(before, language), amounts(after, language)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((figure) => {
    const [was, is] = [parseMoney(old.get(figure) ?? '0'), parseMoney(now.get(figure) ?? '0')]
    return was === is ? [] : [{ figure, before: formatMoney(was), after: formatMoney(is), difference: formatMoney(is - was) }]
  })
}
