import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { holdsAccount } from '#core/iam/contract/sign-in/password.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import { fold } from '#kernel/text.ts'
import { isLeaked, isWalk } from './leaked-passwords.ts'

interface About {
  account: string
  fullName?: string
}

/** Why a password may not be chosen: in words for the person. Undefined for one that may. */
export async function weaknessOf(password: string, about: About): Promise<ErrorDefinition | undefined> {
  if (holdsAccount(password, about.account)) return iamErrors.passwordHasAccount
  if (await isWalk(password)) return iamErrors.passwordWalk
  if (isCommonPassword(password, about)) return iamErrors.commonPassword
  return (await isLeaked(password)) ? iamErrors.leakedPassword : undefined
}

/** What people take when a portal asks for upper, lower, digit and special: these words, dressed up. */
const WORDS = `password passw matkhau admin administrator root user guest test demo welcome login letmein master secret changeme default
qwerty qwertyuiop azerty asdfgh zxcvbn qazwsx qweasd iloveyou anhyeuem emyeuanh yeuem yeuanh monkey dragon sunshine princess football
baseball superman batman shadow michael jennifer jordan hunter trustno killer pokemon starwars computer internet samsung google facebook
zalo vietnam vietnamvodich hanoi saigon hochiminh tphcm danang haiphong cantho hue buudien buutram buucuc vnpost nganhang congty giadinh
matkhaumoi khongbiet khongco hoilamgi tinhyeu hanhphuc maimai nguyen nguyenvana spring summer autumn winter january february march april
june july august september october november december monday friday sunday thang ngay abcd abcdef abcxyz xinchao hello thanhcong phattai
locphat maymay quenmat quanly ketoan giaodich nhanvien kiemsoat giaodichvien server oracle postgres mysql cisco`
  .split(/\s+/)
  .filter(Boolean)

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const COMMON = new Set(WORDS)

/** Words without their dress: letters only, once plain and once with digits and signs read as letters. */
function cores(password: string): string[] {
  const plain = fold(password)
  const stripped = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spelled = (text: string) => [...text].map((letter) => LEET[letter] ?? letter).join('')
  return [stripped, spelled(stripped), spelled(plain), plain].map((text) => text.replace(/[^a-z]/g, ''))
}

function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text) || [...run].reverse().join('').includes(text))
}

/**
 * True for a password that is guessed among the first: a common word with decoration, one or two characters
 * repeated, a run of the alphabet, or the person's own account or name.
 */
function isCommonPassword(password: string, about: About): boolean {
  const found = cores(password)
  if (found.some((core) => COMMON.has(core) || (core.length >= 3 && isRun(core)))) return true
  // 'VietnamVietnam', 'PasswordAdmin': nothing but common words in a row.
  if (found.some((core) => core.length >= 6 && onlyWords(core))) return true
  if (new Set(fold(password)).size <= 3) return true
  // 'Aa@123456': hardly a letter, and the digits are a run.
  const digits = password.replace(/\D/g, '')
  if (password.replace(/[^\p{L}]/gu, '').length <= 2 && digits.length >= 3 && isRun(digits)) return true
  const own = [fold(about.account), ...fold(about.fullName ?? '').split(/\s+/), fold(about.fullName ?? '').replace(/\s/g, '')].map((word) =>
    word.replace(/[^a-z]/g, ''),
  )
  return found.some((core) => own.some((word) => word.length >= 3 && core === word))
}

function onlyWords(text: string): boolean {
  const reached = new Array<boolean>(text.length + 1).fill(false)
  reached[0] = true
  for (let at = 0; at < text.length; at++) {
    if (!reached[at]) continue
    for (const word of WORDS) if (word.length >= 4 && text.startsWith(word, at)) reached[at + word.length] = true
  }
  return reached[text.length] === true
}
