import { bytesOf, crcOf } from './bytes.ts'
import { type CodeRules, checkValues } from './check.ts'
import { type CodeFault, type FaultReason, fault, VietQrError } from './faults.ts'
import { type CodeTag, parseTags, valueAt } from './parse.ts'
import { NAPAS, SCHEMES, type Scheme, schemeOfIdentifier, schemeOfTag } from './schemes.ts'

export const CODE_KINDS = { STATIC: '11', DYNAMIC: '12' } as const
export const CODE_SERVICES = { ACCOUNT: 'QRIBFTTA', CARD: 'QRIBFTTC' } as const

/** What a VietQR code says. */
export interface VietQrContent {
  kind: keyof typeof CODE_KINDS
  bankBin: string
  account: string
  service: keyof typeof CODE_SERVICES
  /** Whole đồng; a dynamic code has one, a static code has none. */
  amount?: string
  memo?: string
  merchantName?: string
  city?: string
  /** Four digits of the merchant category. */
  category?: string
  postalCode?: string
  billNumber?: string
  store?: string
  reference?: string
  terminal?: string
}

/** Where each part of the content stands that may be left out. */
const OPTIONAL = {
  amount: '54',
  memo: '62.08',
  merchantName: '59',
  city: '60',
  category: '52',
  postalCode: '61',
  billNumber: '62.01',
  store: '62.03',
  reference: '62.05',
  terminal: '62.07',
} as const satisfies Partial<Record<keyof VietQrContent, string>>

const OPTIONAL_FIELDS = Object.entries(OPTIONAL) as [keyof typeof OPTIONAL, string][]

export type DecodedCode =
  | { ok: true; scheme: 'VIETQR'; content: VietQrContent; tags: CodeTag[] }
  | { ok: false; scheme: Scheme; faults: CodeFault[]; tags: CodeTag[] }

/** The text of a code. Content that cannot be encoded is refused with what a decoder would find wrong with it (`VietQrError`). */
export function encodeVietQr(content: VietQrContent, rules: CodeRules = {}): string {
  const value = (field: keyof typeof OPTIONAL) => content[field]
  const part = (path: string, text: string | undefined) => (text === undefined ? '' : tlv(path, text))
  const extra = OPTIONAL_FIELDS.filter(([, path]) => path.startsWith('62.'))
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([field, path]) => part(path, value(field)))
    .join('')
  const bank = tlv('38.01.00', content.bankBin) + tlv('38.01.01', content.account)
  const body = [
    tlv('00', '01'),
    tlv('01', CODE_KINDS[content.kind]),
    tlv('38', tlv('38.00', NAPAS) + tlv('38.01', bank) + tlv('38.02', CODE_SERVICES[content.service])),
    part('52', content.category),
    tlv('53', '704'),
    part('54', content.amount),
    tlv('58', 'VN'),
    part('59', content.merchantName),
    part('60', content.city),
    part('61', content.postalCode),
    extra === '' ? '' : tlv('62', extra),
    '6304',
  ].join('')
  const code = body + crcOf(bytesOf(body) ?? '')
  const decoded = decodeVietQr(code, rules)
  if (!decoded.ok) throw new VietQrError(decoded.faults)
  return code
}

const MOST_BYTES = 99

function tlv(path: string, value: string): string {
  const bytes = bytesOf(value)
  if (bytes === undefined) throw new VietQrError([fault(path, 'NOT_TEXT')])
  if (bytes.length > MOST_BYTES) throw new VietQrError([fault(path, 'VALUE_TOO_LONG', { found: bytes.length, maximum: MOST_BYTES })])
  return path.slice(-2) + String(bytes.length).padStart(2, '0') + value
}

/** EMVCo's bound of a whole code. */
const MOST_CODE_BYTES = 512

/** Reasons after which nothing more can be read: what is not there may only not have been reached. */
const STOPS: ReadonlySet<FaultReason> = new Set(['TAG_NOT_DIGITS', 'LENGTH_NOT_DIGITS', 'CUT_OFF', 'SPLIT_CHARACTER'])

/** Reads a code strictly: whatever is not exactly a VietQR code is refused, with each tag that is wrong and why. */
export function decodeVietQr(text: string, rules: CodeRules = {}): DecodedCode {
  const refused = (scheme: Scheme, faults: CodeFault[], tags: CodeTag[] = []): DecodedCode => ({ ok: false, scheme, faults, tags })
  if (text === '') return refused('OTHER_TEXT', [fault('', 'EMPTY')])
  const bytes = bytesOf(text)
  if (bytes === undefined) return refused('OTHER_TEXT', [fault('', 'NOT_TEXT')])
  if (!/^\d{4}/.test(bytes)) return refused(/^https?:\/\//i.test(text) ? 'LINK' : 'OTHER_TEXT', [fault('00', 'NOT_A_PAYMENT_CODE')])
  if (bytes.length > MOST_CODE_BYTES) return refused('OTHER_TEXT', [fault('', 'TOO_LONG', { found: bytes.length, maximum: MOST_CODE_BYTES })])

  const { tags, faults } = parseTags(bytes)
  const complete = !faults.some(({ reason }) => STOPS.has(reason))
  const first = tags[0]
  if (tags.length === 0 || (first?.tag !== '00' && !tags.some(({ tag }) => tag === '63'))) return refused('OTHER_TEXT', [fault('00', 'NOT_A_PAYMENT_CODE')])
  if (first?.tag !== '00' && tags.some(({ tag }) => tag === '00')) faults.push(fault('00', 'NOT_FIRST'))
  faults.push(...checkCrc(bytes, tags, complete))

  const schemes = schemesOf(tags)
  const foreign = schemes.filter(({ scheme }) => scheme !== 'VIETQR')
  if (foreign[0] && foreign.length === schemes.length) {
    const { path, scheme } = foreign[0]
    return refused(scheme, [fault(path, 'FOREIGN_SCHEME', { scheme: SCHEMES[scheme] }), ...faults], tags)
  }
  for (const { path, scheme } of foreign) faults.push(fault(path, 'OTHER_SCHEME_TOO', { scheme: SCHEMES[scheme] }))
  faults.push(...checkValues(tags, rules, { named: new Set(foreign.map(({ path }) => path)), complete }))
  if (faults.length > 0) return refused('VIETQR', faults, tags)
  return { ok: true, scheme: 'VIETQR', content: contentOf(tags), tags }
}

function contentOf(tags: readonly CodeTag[]): VietQrContent {
  const at = (path: string) => valueAt(tags, path)
  const content: VietQrContent = {
    kind: at('01') === CODE_KINDS.STATIC ? 'STATIC' : 'DYNAMIC',
    bankBin: at('38.01.00') ?? '',
    account: at('38.01.01') ?? '',
    service: at('38.02') === CODE_SERVICES.CARD ? 'CARD' : 'ACCOUNT',
  }
  for (const [field, path] of OPTIONAL_FIELDS) {
    const value = at(path)
    if (value !== undefined) content[field] = value
  }
  return content
}

/** The checksum covers everything up to and including its own tag and length, so it is the last. */
function checkCrc(bytes: string, tags: readonly CodeTag[], complete: boolean): CodeFault[] {
  const at = tags.findIndex(({ tag }) => tag === '63')
  const last = bytes.slice(-8, -4) === '6304'
  if (at < 0 && !last) return complete ? [fault('63', 'MISSING')] : []
  if (!last || (at >= 0 && at !== tags.length - 1)) return [fault('63', 'NOT_LAST')]
  const found = bytes.slice(-4)
  if (!/^[0-9A-F]{4}$/.test(found)) return [fault('63', 'CRC_FORM', { found: tags[at]?.value ?? '' })]
  const expected = crcOf(bytes.slice(0, -4))
  return found === expected ? [] : [fault('63', 'CRC_WRONG', { found, expected })]
}

/** Whose account a code names: one entry for each tag that names one. */
function schemesOf(tags: readonly CodeTag[]): { path: string; scheme: Scheme }[] {
  return tags.flatMap(({ tag, path, parts }) => {
    if (tag >= '02' && tag <= '25') return [{ path, scheme: schemeOfTag(tag) ?? 'OTHER_EMV' }]
    if (tag < '26' || tag > '51') return []
    const known = schemeOfIdentifier(parts?.find((part) => part.tag === '00')?.value ?? '')
    if (tag === '38' && known === undefined) return [{ path, scheme: 'VIETQR' as const }]
    return [{ path, scheme: known ?? ('OTHER_EMV' as const) }]
  })
}
