import type { Language } from './language.ts'

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

const DIGITS = 'không,một,hai,ba,bốn,năm,sáu,bảy,tám,chín'.split(',')
const digit = (n: number) => DIGITS[n] ?? ''

/** Three digits; `whole`: with 'không trăm' and 'lẻ', as inside of a larger number. */
function threeDigits(value: number, whole: boolean): string {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10]
  const words: string[] = []
  if (whole || hundreds > 0) words.push(digit(hundreds), 'trăm')
  if (tens === 0) {
    if (ones > 0 && words.length > 0) words.push('lẻ')
  } else if (tens === 1) words.push('mười')
  else words.push(digit(tens), 'mươi')
  if (ones === 1 && tens > 1) words.push('mốt')
  else if (ones === 4 && tens > 1) words.push('tư')
  else if (ones === 5 && tens > 0) words.push('lăm')
  else if (ones > 0) words.push(digit(ones))
  return words.join(' ')
}

const STEPS = ['', 'nghìn', 'triệu']

/** Nine digits are read alike, then 'tỷ' follows: a billion billions is 'tỷ tỷ'. */
function vietnamese(value: bigint): string {
  if (value === 0n) return digit(0)
  const groups: number[] = []
  for (let rest = value; rest > 0n; rest /= 1000n) groups.unshift(Number(rest % 1000n))
  const words: string[] = []
  groups.forEach((group, at) => {
    const power = groups.length - 1 - at
    if (group > 0) words.push(threeDigits(group, at > 0), ...(power % 3 > 0 ? [STEPS[power % 3] ?? ''] : []))
    if (power > 0 && power % 3 === 0) words.push('tỷ')
  })
  return words.join(' ')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** A sum may have more digits than any one amount that is let in. */
const WHOLE = /^\d+(\.00?)?$/

/** An amount as it is written on a voucher: '1500000' → 'Một triệu năm trăm nghìn đồng'. Empty for what is no amount of whole đồng, zero or more. */
export function amountInWords(amount: string, language: Language): string {
  if (!WHOLE.test(amount)) return ''
  const dong = BigInt(amount.split('.')[0] ?? '')
  return language === 'vi' ? `${capital(vietnamese(dong))} đồng` : `${capital(english(dong))} dong`
}
