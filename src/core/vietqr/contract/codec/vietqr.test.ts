import { BanksObject } from 'vietnam-qr-pay'
import { expect, it } from 'vitest'
import { crcOf } from './bytes.ts'
import { faultSentence, VietQrError } from './faults.ts'
import { memoOf } from './memo.ts'
import { flatTags } from './parse.ts'
import { decodeVietQr, encodeVietQr, type VietQrContent } from './vietqr.ts'

const GOLDEN = '00020101021238540010A00000072701240006970436011001234567890208QRIBFTTA530370454061500005802VN62130809COD VN1236304CABA'
const BINS = Object.values(BanksObject).flatMap(({ bin }) => (bin ? [bin] : []))
const rules = { banks: new Set(BINS) }

/** The same numbers in every run: what is found today is found tomorrow. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Dice = ReturnType<typeof dice>

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const MEMO = `${ALNUM}/?:().,'+_-`
const text = (roll: Dice, letters: string, most: number) => Array.from({ length: 1 + roll(most) }, () => letters[roll(letters.length)]).join('')

function anyContent(roll: Dice): VietQrContent {
  const kind = roll(2) ? 'DYNAMIC' : 'STATIC'
  const service = roll(5) ? 'ACCOUNT' : 'CARD'
  const maybe = <T>(value: () => T) => (roll(3) ? undefined : value())
  const words = () => `${text(roll, MEMO, 10)} ${text(roll, MEMO, 10)}`
  const content = {
    kind,
    service,
    bankBin: BINS[roll(BINS.length)] ?? '',
    account: service === 'CARD' ? Array.from({ length: 16 + roll(4) }, () => roll(10)).join('') : text(roll, ALNUM, 19),
    amount: kind === 'DYNAMIC' ? String(1 + roll(500_000_000)) : undefined,
    memo: maybe(words),
    merchantName: maybe(words),
    city: maybe(() => text(roll, ALNUM, 15)),
    category: maybe(() => String(1000 + roll(9000))),
    postalCode: maybe(() => String(10000 + roll(90000))),
    billNumber: maybe(words),
    store: maybe(words),
    reference: maybe(words),
    terminal: maybe(words),
  }
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as unknown as VietQrContent
}

/** The code with some bytes changed, as UTF-8 reads them. */
function changed(code: string, ...changes: [at: number, byte: number][]): string {
  const bytes = Buffer.from(code)
  for (const [at, byte] of changes) bytes[at] = byte
  return bytes.toString('utf8')
}

it('writes and reads the known code', () => {
  const content = { kind: 'DYNAMIC', bankBin: '970436', account: '0123456789', service: 'ACCOUNT', amount: '150000', memo: 'COD VN123' } as const
  expect(encodeVietQr(content, rules)).toBe(GOLDEN)
  expect(decodeVietQr(GOLDEN, rules)).toMatchObject({ ok: true, content })
})

it('names each tag with its place, length and value', () => {
  const decoded = decodeVietQr(GOLDEN, rules)
  expect(flatTags(decoded.tags).map(({ path, length, value }) => [path, length, value])).toEqual([
    ['00', 2, '01'],
    ['01', 2, '12'],
    ['38', 54, '0010A00000072701240006970436011001234567890208QRIBFTTA'],
    ['38.00', 10, 'A000000727'],
    ['38.01', 24, '000697043601100123456789'],
    ['38.01.00', 6, '970436'],
    ['38.01.01', 10, '0123456789'],
    ['38.02', 8, 'QRIBFTTA'],
    ['53', 3, '704'],
    ['54', 6, '150000'],
    ['58', 2, 'VN'],
    ['62', 13, '0809COD VN123'],
    ['62.08', 9, 'COD VN123'],
    ['63', 4, 'CABA'],
  ])
})

it('reads 10,000 random codes as what was written, in any order of their tags, and refuses three random byte changes of each', () => {
  const roll = dice(20261123)
  for (let n = 0; n < 10_000; n++) {
    const content = anyContent(roll)
    const code = encodeVietQr(content, rules)
    const decoded = decodeVietQr(code, rules)
    if (!decoded.ok) throw new VietQrError(decoded.faults)
    expect(decoded.content).toEqual(content)
    const [version = '', ...others] = decoded.tags.slice(0, -1).map(({ tag, length, value }) => tag + String(length).padStart(2, '0') + value)
    const turned = signed([version, ...others.reverse()].join(''))
    const again = decodeVietQr(turned, rules)
    if (!again.ok) throw new VietQrError(again.faults)
    expect(again.content).toEqual(content)
    // CRC-16 alone misses one in 65,536 of changes of three bytes. The places of the tags catch most of what it misses, not all of it in
    // principle: that none of these is taken holds for this seed.
    const changes = Array.from({ length: 3 }, () => [roll(code.length), roll(256)] as [number, number])
    const broken = changed(code, ...changes)
    if (broken !== code && decodeVietQr(broken, rules).ok) throw new Error(`taken: ${broken}`)
    for (const change of changes) {
      const one = changed(code, change)
      if (one !== code && decodeVietQr(one, rules).ok) throw new Error(`taken: ${one}`)
    }
  }
})

it('refuses every change of any one byte of five codes', () => {
  const roll = dice(5)
  let refused = 0
  for (const code of [GOLDEN, ...Array.from({ length: 4 }, () => encodeVietQr(anyContent(roll), rules))]) {
    for (let at = 0; at < code.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        if (byte === code.charCodeAt(at)) continue
        if (decodeVietQr(changed(code, [at, byte]), rules).ok) throw new Error(`taken: byte ${byte} at ${at} of ${code}`)
        refused++
      }
    }
  }
  expect(refused).toBeGreaterThan(100_000)
})

/** A text with the checksum that it should have. */
const signed = (body: string) => `${body}6304${crcOf(Buffer.from(`${body}6304`).toString('latin1'))}`
const t = (tag: string, value: string) => tag + String(Buffer.byteLength(value)).padStart(2, '0') + value
const account = (bin = '970436', number = '0123456789', scheme = 'A000000727', service = 'QRIBFTTA') =>
  t('38', t('00', scheme) + t('01', t('00', bin) + t('01', number)) + t('02', service))
const HEAD = '000201010212'
const TAIL = '530370454061500005802VN'
const whole = (parts: { head?: string; account?: string; tail?: string; more?: string }) =>
  signed((parts.head ?? HEAD) + (parts.account ?? account()) + (parts.tail ?? TAIL) + (parts.more ?? ''))
const tail = (amount: string) => `5303704${amount}5802VN`

const MALFORMED: [what: string, code: string, path: string, reason: string][] = [
  ['nothing', '', '', 'EMPTY'],
  ['half a character', '\ud800', '', 'NOT_TEXT'],
  ['a web address', 'https://example.vn/pay?a=1', '00', 'NOT_A_PAYMENT_CODE'],
  ['a name', 'Nguyễn Văn An', '00', 'NOT_A_PAYMENT_CODE'],
  ['a telephone number', '0901234567', '00', 'NOT_A_PAYMENT_CODE'],
  ['more than 512 bytes', `${HEAD}${'x'.repeat(501)}`, '', 'TOO_LONG'],
  ['letters for a tag', signed(`${HEAD}${account()}5A03704`), '', 'TAG_NOT_DIGITS'],
  ['letters for a length', signed(`${HEAD}${account()}53O3704`), '53', 'LENGTH_NOT_DIGITS'],
  ['a length past the end', `${HEAD}${account()}5309704`, '53', 'CUT_OFF'],
  ['a length past the end of a template', signed(`${HEAD}${t('38', `${t('00', 'A000000727')}0199`)}${TAIL}`), '38.01', 'CUT_OFF'],
  ['a tag without its length', `${HEAD}${account()}53`, '53', 'LENGTH_NOT_DIGITS'],
  ['lengths that count letters', signed(`${HEAD}${account()}${TAIL}5907Cơm Tấm`), '59', 'SPLIT_CHARACTER'],
  ['an empty memo', whole({ more: t('62', t('08', '')) }), '62.08', 'NO_VALUE'],
  ['an empty amount', whole({ tail: tail(t('54', '')) }), '54', 'NO_VALUE'],
  ['two amounts', whole({ more: t('54', '150000') }), '54', 'DUPLICATE'],
  ['two accounts', whole({ more: account() }), '38', 'DUPLICATE'],
  [
    'two BINs',
    whole({ account: t('38', t('00', 'A000000727') + t('01', t('00', '970436') + t('00', '970436') + t('01', '1')) + t('02', 'QRIBFTTA')) }),
    '38.01.00',
    'DUPLICATE',
  ],
  ['two memos', whole({ more: t('62', t('08', 'A') + t('08', 'A')) }), '62.08', 'DUPLICATE'],
  ['a reserved tag', whole({ more: t('65', 'x') }), '65', 'UNKNOWN'],
  ['private data of a wallet', whole({ more: t('80', t('00', 'MOMOW2W')) }), '80', 'UNKNOWN'],
  [
    'an unknown part of the account',
    whole({ account: t('38', t('00', 'A000000727') + t('01', t('00', '970436') + t('01', '1')) + t('02', 'QRIBFTTA') + t('03', 'x')) }),
    '38.03',
    'UNKNOWN',
  ],
  [
    'an unknown part of the bank',
    whole({ account: t('38', t('00', 'A000000727') + t('01', t('00', '970436') + t('01', '1') + t('02', '9')) + t('02', 'QRIBFTTA')) }),
    '38.01.02',
    'UNKNOWN',
  ],
  ['private additional data', whole({ more: t('62', t('50', 'x')) }), '62.50', 'UNKNOWN'],
  ['a tip', whole({ more: t('55', '01') }), '55', 'NOT_ALLOWED'],
  ['a fixed fee', whole({ more: t('56', '1000') }), '56', 'NOT_ALLOWED'],
  ['a fee in percent', whole({ more: t('57', '5') }), '57', 'NOT_ALLOWED'],
  ['a question to the payer', whole({ more: t('62', t('09', 'AME')) }), '62.09', 'NOT_ALLOWED'],
  ['a name in another language', whole({ more: t('64', t('00', 'VI') + t('01', 'Phở Thìn')) }), '64', 'NOT_ALLOWED'],
  ['no version', whole({ head: '010212' }), '00', 'MISSING'],
  ['no kind', whole({ head: '000201' }), '01', 'MISSING'],
  ['no account', whole({ account: '' }), '38', 'MISSING'],
  ['no scheme', whole({ account: t('38', t('01', t('00', '970436') + t('01', '1')) + t('02', 'QRIBFTTA')) }), '38.00', 'MISSING'],
  ['no bank and account', whole({ account: t('38', t('00', 'A000000727') + t('02', 'QRIBFTTA')) }), '38.01', 'MISSING'],
  ['no BIN', whole({ account: t('38', t('00', 'A000000727') + t('01', t('01', '1')) + t('02', 'QRIBFTTA')) }), '38.01.00', 'MISSING'],
  ['no account number', whole({ account: t('38', t('00', 'A000000727') + t('01', t('00', '970436')) + t('02', 'QRIBFTTA')) }), '38.01.01', 'MISSING'],
  ['no service', whole({ account: t('38', t('00', 'A000000727') + t('01', t('00', '970436') + t('01', '1'))) }), '38.02', 'MISSING'],
  ['no currency', whole({ tail: '54061500005802VN' }), '53', 'MISSING'],
  ['no country', whole({ tail: '53037045406150000' }), '58', 'MISSING'],
  ['no checksum', `${HEAD}${account()}${TAIL}`, '63', 'MISSING'],
  ['a version in the middle', signed(`010212000201${account()}${TAIL}`), '00', 'NOT_FIRST'],
  ['a checksum before the end', `${whole({})}5204`.replace('5204', '52045411'), '63', 'NOT_LAST'],
  ['a checksum in small letters', GOLDEN.replace('CABA', 'caba'), '63', 'CRC_FORM'],
  ['a wrong checksum', GOLDEN.replace('CABA', 'CABB'), '63', 'CRC_WRONG'],
  ['another amount under the old checksum', GOLDEN.replace('150000', '950000'), '63', 'CRC_WRONG'],
  ['version 02', whole({ head: '000202010212' }), '00', 'VERSION'],
  ['kind 13', whole({ head: '000201010213' }), '01', 'KIND'],
  ['an unknown scheme in tag 38', whole({ account: account(undefined, undefined, 'A000000999') }), '38.00', 'SCHEME_ID'],
  ['an unknown service', whole({ account: account(undefined, undefined, undefined, 'QRPUSH') }), '38.02', 'SERVICE'],
  ['US dollars', whole({ tail: '530384054061500005802VN' }), '53', 'CURRENCY'],
  ['another country', whole({ tail: '530370454061500005802TH' }), '58', 'COUNTRY'],
  ['a BIN of five digits', whole({ account: account('97043') }), '38.01.00', 'BIN_FORM'],
  ['a BIN of nobody', whole({ account: account('999999') }), '38.01.00', 'BIN_UNKNOWN'],
  ['an account of 20 digits', whole({ account: account(undefined, '01234567890123456789') }), '38.01.01', 'ACCOUNT_FORM'],
  ['an account with a dash', whole({ account: account(undefined, '0123-456') }), '38.01.01', 'ACCOUNT_FORM'],
  ['an account with an accent', whole({ account: account(undefined, 'AN Đ') }), '38.01.01', 'ACCOUNT_FORM'],
  ['a card of 12 digits', whole({ account: account(undefined, '970436012345', undefined, 'QRIBFTTC') }), '38.01.01', 'CARD_FORM'],
  ['an amount with decimals', whole({ tail: tail(t('54', '150000.50')) }), '54', 'AMOUNT_FORM'],
  ['an amount in words', whole({ tail: tail(t('54', 'abc')) }), '54', 'AMOUNT_FORM'],
  ['a negative amount', whole({ tail: tail(t('54', '-5')) }), '54', 'AMOUNT_FORM'],
  ['an amount with leading zeros', whole({ tail: tail(t('54', '0150000')) }), '54', 'AMOUNT_FORM'],
  ['an amount of nothing', whole({ tail: tail(t('54', '0')) }), '54', 'AMOUNT_ZERO'],
  ['an amount over the cap', whole({ tail: tail(t('54', '500000001')) }), '54', 'AMOUNT_CAP'],
  ['a static code with an amount', whole({ head: '000201010211' }), '54', 'STATIC_WITH_AMOUNT'],
  ['a dynamic code without one', whole({ tail: tail('') }), '54', 'DYNAMIC_WITHOUT_AMOUNT'],
  ['a memo with accents', whole({ more: t('62', t('08', 'tiền hàng')) }), '62.08', 'MEMO_FORM'],
  ['a memo with a control character', whole({ more: t('62', t('08', 'a\tb')) }), '62.08', 'MEMO_FORM'],
  ['a memo of 26 characters', whole({ more: t('62', t('08', 'x'.repeat(26))) }), '62.08', 'MEMO_LONG'],
  ['a category of three digits', whole({ more: t('52', '541') }), '52', 'CATEGORY_FORM'],
  ['a merchant name with accents', whole({ more: t('59', 'Phở Thìn') }), '59', 'TEXT_FORM'],
  ['a merchant name of 26 letters', whole({ more: t('59', 'x'.repeat(26)) }), '59', 'VALUE_TOO_LONG'],
  ['a city that ends with a space', whole({ more: t('60', 'HA NOI ') }), '60', 'TEXT_FORM'],
]

it('has a table of 60 malformed codes', () => expect(new Set(MALFORMED.map(([, code]) => code)).size).toBeGreaterThanOrEqual(60))

it.each(MALFORMED)('refuses %s, naming the tag and the reason', (_, code, path, reason) => {
  const decoded = decodeVietQr(code, rules)
  if (decoded.ok) throw new Error('taken')
  // Its checksum is right, unless that is what the case is about: nothing else is named.
  const own = decoded.faults.filter((one) => one.path !== '63' || path === '63')
  expect(own.map((one) => `${one.path} ${one.reason}`)).toEqual([`${path} ${reason}`])
  for (const language of ['vi', 'en'] as const) expect(faultSentence(own[0] as (typeof own)[0], language)).not.toMatch(/[{}]|undefined/)
})

const FOREIGN: [scheme: string, body: string, path: string][] = [
  ['VNPAY', `${t('26', t('00', 'A000000775') + t('01', '0110123456'))}`, '26'],
  ['VISA', t('02', '4111111111111111'), '02'],
  ['MASTERCARD', t('04', '5412345678901234'), '04'],
  ['UNIONPAY', t('15', '3123456789012345678901234567890'), '15'],
  ['JCB', t('13', '3530111333300000'), '13'],
  ['AMEX', t('11', '378282246310005'), '11'],
  ['PROMPTPAY', t('29', t('00', 'A000000677010111') + t('01', '0066812345678')), '29'],
  ['PAYNOW', t('26', t('00', 'SG.PAYNOW') + t('01', '2') + t('02', 'T05LL1103B')), '26'],
  ['OTHER_EMV', t('27', t('00', 'COM.EXAMPLE') + t('01', '1')), '27'],
]

it.each(FOREIGN)('knows a code of %s', (scheme, body, path) => {
  const decoded = decodeVietQr(signed(`${HEAD}${body}5303704540410005802VN`), rules)
  expect(decoded).toMatchObject({ ok: false, scheme, faults: [{ path, reason: 'FOREIGN_SCHEME' }] })
})

it('names another scheme beside VietQR, and nothing within it', () => {
  const decoded = decodeVietQr(whole({ more: t('26', t('00', 'A000000775') + t('07', 'x')) }), rules)
  expect(decoded).toMatchObject({ ok: false, scheme: 'VIETQR', faults: [{ path: '26', reason: 'OTHER_SCHEME_TOO' }] })
  expect(!decoded.ok && decoded.faults).toHaveLength(1)
})

it('refuses to write what it would not read', () => {
  const good = { kind: 'STATIC', bankBin: '970436', account: '0123456789', service: 'ACCOUNT' } as const
  const wrong: [Partial<VietQrContent>, string][] = [
    [{ amount: '1000' }, '54 STATIC_WITH_AMOUNT'],
    [{ kind: 'DYNAMIC' }, '54 DYNAMIC_WITHOUT_AMOUNT'],
    [{ kind: 'DYNAMIC', amount: '500000001' }, '54 AMOUNT_CAP'],
    [{ bankBin: '123456' }, '38.01.00 BIN_UNKNOWN'],
    [{ account: '' }, '38.01.01 NO_VALUE'],
    [{ memo: 'tiền hàng' }, '62.08 MEMO_FORM'],
    [{ memo: 'x'.repeat(100) }, '62.08 VALUE_TOO_LONG'],
    [{ merchantName: '\ud800' }, '59 NOT_TEXT'],
    [{ store: 'x'.repeat(60), terminal: 'x'.repeat(60) }, '62 VALUE_TOO_LONG'],
  ]
  for (const [change, expected] of wrong) {
    const faults = () => {
      try {
        return encodeVietQr({ ...good, ...change }, rules)
      } catch (error) {
        return (error as VietQrError).faults.map(({ path, reason }) => `${path} ${reason}`)
      }
    }
    expect(faults()).toEqual([expected])
  }
  expect(decodeVietQr(encodeVietQr({ ...good, kind: 'DYNAMIC', amount: '1000' }), { cap: '999' })).toMatchObject({ faults: [{ reason: 'AMOUNT_CAP' }] })
})

it('makes a memo of any text', () => {
  expect(memoOf('Tiền hàng số 5 — Đặng Thị Ánh')).toBe('Tien hang so 5 Dang Thi A')
  expect(memoOf('  ***  ')).toBe('')
  const roll = dice(7)
  for (let n = 0; n < 2000; n++) {
    const memo = memoOf(Array.from({ length: roll(60) }, () => String.fromCodePoint(1 + roll(0xd000))).join(''))
    if (memo) expect(encodeVietQr({ kind: 'STATIC', bankBin: '970436', account: '1', service: 'ACCOUNT', memo })).toContain(memo)
  }
})
