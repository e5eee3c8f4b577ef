import { LOCALES } from '#kernel/language.ts'
import { currentLanguage, shellText } from '../../i18n.ts'

const UNITS = [
  [1e9, 'report.billions'],
  [1e6, 'report.millions'],
  [1e3, 'report.thousands'],
] as const

/** A figure for an axis, in the current language: '12,5 triệu', '1.2B'. */
export function onAxis(value: number): string {
  const { format } = new Intl.NumberFormat(LOCALES[currentLanguage()], { maximumFractionDigits: 1 })
  const unit = UNITS.find(([size]) => Math.abs(value) >= size)
  return unit ? shellText(unit[1], { n: format(value / unit[0]) }) : format(value)
}
