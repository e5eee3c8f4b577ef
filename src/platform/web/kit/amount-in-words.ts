import { doReadNumber, ReadingConfig } from 'read-vietnamese-number'
import type { Language } from '#kernel/language.ts'
import { isMoney, parseMoney } from '#kernel/money.ts'

const ONES = 'zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen'.split(',')
const TENS = ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',')
const SCALES: readonly (readonly [bigint, string])[] = [
  [10n ** 18n, 'quintillion'],
  [10n ** 15n, 'quadrillion'],
  [10n ** 12n, 'trillion'],
  [10n ** 9n, 'billion'],
  [10n ** 6n, 'million'],
  [1000n, 'thousand'],
  [100n, 'hundred'],
]

function english(value: bigint): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue
    const rest = value % size
    return `${english(value / size)} ${name}${rest === 0n ? '' : ` ${english(rest)}`}`
  }
  if (value < 20n) return ONES[Number(value)] ?? ''
  const ones = value % 10n
  return `${TENS[Number(value / 10n)]}${ones === 0n ? '' : `-${ONES[Number(ones)]}`}`
}

function vietnamese(value: bigint): string {
  const config = new ReadingConfig()
  config.unit = []
  return doReadNumber(value.toString(), config)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An amount as it is written on a voucher: '1500000' → 'Một triệu năm trăm nghìn đồng'. Empty for what is no amount of whole đồng. */
export function amountInWords(amount: string, language: Language): string {
  if (!isMoney(amount)) return ''
  const value = parseMoney(amount)
  if (value < 0n || value % 100n !== 0n) return ''
  const dong = value / 100n
  return language === 'vi' ? `${capital(vietnamese(dong))} đồng` : `${capital(english(dong))} dong`
}
