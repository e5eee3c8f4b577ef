import type { Text } from '#kernel/language.ts'

/** Whose code a text is. OTHER_EMV: a payment code of nobody known here; LINK, OTHER_TEXT: no payment code. */
export const SCHEMES = {
  VIETQR: { vi: 'VietQR (NAPAS)', en: 'VietQR (NAPAS)' },
  VNPAY: { vi: 'VNPAY-QR', en: 'VNPAY-QR' },
  VISA: { vi: 'Visa', en: 'Visa' },
  MASTERCARD: { vi: 'Mastercard', en: 'Mastercard' },
  UNIONPAY: { vi: 'UnionPay', en: 'UnionPay' },
  JCB: { vi: 'JCB', en: 'JCB' },
  AMEX: { vi: 'American Express', en: 'American Express' },
  DISCOVER: { vi: 'Discover', en: 'Discover' },
  PROMPTPAY: { vi: 'PromptPay (Thái Lan)', en: 'PromptPay (Thailand)' },
  PAYNOW: { vi: 'PayNow (Singapore)', en: 'PayNow (Singapore)' },
  DUITNOW: { vi: 'DuitNow (Malaysia)', en: 'DuitNow (Malaysia)' },
  QRIS: { vi: 'QRIS (Indonesia)', en: 'QRIS (Indonesia)' },
  PIX: { vi: 'Pix (Brazil)', en: 'Pix (Brazil)' },
  OTHER_EMV: { vi: 'chuẩn thanh toán khác', en: 'another payment scheme' },
  LINK: { vi: 'một liên kết web', en: 'a web link' },
  OTHER_TEXT: { vi: 'một văn bản thường', en: 'plain text' },
} as const satisfies Record<string, Text>

export type Scheme = keyof typeof SCHEMES

export const NAPAS = 'A000000727'

/** Templates (26–51) name their scheme in 00; the beginning of it tells. */
const IDENTIFIERS: readonly [string, Scheme][] = [
  [NAPAS, 'VIETQR'],
  ['A000000775', 'VNPAY'],
  ['A000000677', 'PROMPTPAY'],
  ['SG.PAYNOW', 'PAYNOW'],
  ['A000000615', 'DUITNOW'],
  ['ID.CO.', 'QRIS'],
  ['BR.GOV.BCB.PIX', 'PIX'],
]

/** Tags 02–25 belong to the card schemes by their number. */
const RANGES: readonly [string, string, Scheme][] = [
  ['02', '03', 'VISA'],
  ['04', '05', 'MASTERCARD'],
  ['09', '10', 'DISCOVER'],
  ['11', '12', 'AMEX'],
  ['13', '14', 'JCB'],
  ['15', '16', 'UNIONPAY'],
  ['06', '25', 'OTHER_EMV'],
]

export const schemeOfIdentifier = (identifier: string): Scheme | undefined => IDENTIFIERS.find(([start]) => identifier.toUpperCase().startsWith(start))?.[1]

export const schemeOfTag = (tag: string): Scheme | undefined => RANGES.find(([from, to]) => tag >= from && tag <= to)?.[2]
