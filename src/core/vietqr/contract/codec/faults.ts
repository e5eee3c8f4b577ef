import { fill, type Language, type Params, type Text } from '#kernel/language.ts'
import { tagName } from './tags.ts'

/** Why a code, or content that a code is asked for, is refused. */
export const faultTexts = {
  EMPTY: { vi: 'Không có nội dung', en: 'There is nothing in it' },
  TOO_LONG: { vi: 'Dài {found} byte, tối đa {maximum}', en: 'It is {found} bytes long; at most {maximum} are allowed' },
  NOT_TEXT: { vi: 'Có ký tự không đọc được', en: 'It has a character that cannot be read' },
  NOT_A_PAYMENT_CODE: {
    vi: 'Không phải mã QR thanh toán: không bắt đầu bằng thẻ 00',
    en: 'This is not a payment QR code: it does not begin with tag 00',
  },
  FOREIGN_SCHEME: { vi: 'Mã của {scheme}, không phải VietQR', en: 'This is a code of {scheme}, not VietQR' },
  OTHER_SCHEME_TOO: { vi: 'Mã VietQR nhưng có thêm thông tin của {scheme}', en: 'A VietQR code that also carries data of {scheme}' },
  TAG_NOT_DIGITS: { vi: 'Mã thẻ phải là 2 chữ số, ở đây là “{found}”', en: 'A tag must have 2 digits; this one is “{found}”' },
  LENGTH_NOT_DIGITS: { vi: 'Độ dài phải là 2 chữ số, ở đây là “{found}”', en: 'The length must have 2 digits; it is “{found}”' },
  CUT_OFF: { vi: 'Ghi độ dài {length} byte nhưng chỉ còn {left}', en: 'The length says {length} {length|byte|bytes}, but only {left} {left|is|are} left' },
  SPLIT_CHARACTER: {
    vi: 'Độ dài {length} byte kết thúc giữa một ký tự (độ dài tính theo byte)',
    en: 'The length of {length} {length|byte|bytes} ends within a character (lengths count bytes)',
  },
  NO_VALUE: { vi: 'Không có giá trị', en: 'It has no value' },
  VALUE_TOO_LONG: { vi: 'Dài {found} byte, tối đa {maximum}', en: 'It is {found} bytes long; at most {maximum} are allowed' },
  DUPLICATE: { vi: 'Xuất hiện nhiều lần', en: 'It appears more than once' },
  UNKNOWN: { vi: 'Thẻ không có trong VietQR', en: 'VietQR has no such tag' },
  NOT_ALLOWED: { vi: 'Không dùng trong VietQR', en: 'It is not used in VietQR' },
  MISSING: { vi: 'Thiếu thẻ bắt buộc', en: 'This required tag is missing' },
  NOT_FIRST: { vi: 'Phải đứng đầu tiên', en: 'It must come first' },
  NOT_LAST: { vi: 'Phải đứng cuối cùng', en: 'It must come last' },
  CRC_FORM: { vi: 'Phải gồm 4 ký tự 0–9, A–F viết hoa, ở đây là “{found}”', en: 'It must have 4 characters 0–9 or A–F in capitals; it is “{found}”' },
  CRC_WRONG: {
    vi: 'Sai mã kiểm tra: ghi {found}, tính ra {expected}. Nội dung đã bị thay đổi hoặc chép thiếu',
    en: 'The checksum is {found} but should be {expected}. The content was changed or copied in part',
  },
  VERSION: { vi: 'Phải là 01, ở đây là “{found}”', en: 'It must be 01; it is “{found}”' },
  KIND: { vi: 'Phải là 11 (mã tĩnh) hoặc 12 (mã động), ở đây là “{found}”', en: 'It must be 11 (static) or 12 (dynamic); it is “{found}”' },
  SCHEME_ID: { vi: 'Phải là A000000727 (NAPAS), ở đây là “{found}”', en: 'It must be A000000727 (NAPAS); it is “{found}”' },
  SERVICE: {
    vi: 'Phải là QRIBFTTA (đến tài khoản) hoặc QRIBFTTC (đến thẻ), ở đây là “{found}”',
    en: 'It must be QRIBFTTA (to an account) or QRIBFTTC (to a card); it is “{found}”',
  },
  CURRENCY: { vi: 'Phải là 704 (đồng), ở đây là “{found}”', en: 'It must be 704 (đồng); it is “{found}”' },
  COUNTRY: { vi: 'Phải là VN, ở đây là “{found}”', en: 'It must be VN; it is “{found}”' },
  BIN_FORM: { vi: 'Mã BIN phải gồm 6 chữ số, ở đây là “{found}”', en: 'A BIN must have 6 digits; it is “{found}”' },
  BIN_UNKNOWN: { vi: 'Mã BIN {found} không có trong danh mục ngân hàng', en: 'BIN {found} is not in the list of banks' },
  ACCOUNT_FORM: {
    vi: 'Số tài khoản gồm 1–19 chữ số hoặc chữ cái không dấu, ở đây là “{found}”',
    en: 'An account number has 1–19 digits or unaccented letters; it is “{found}”',
  },
  CARD_FORM: { vi: 'Số thẻ gồm 16–19 chữ số, ở đây là “{found}”', en: 'A card number has 16–19 digits; it is “{found}”' },
  AMOUNT_FORM: {
    vi: 'Số tiền phải là số nguyên đồng, không có số 0 ở đầu, ở đây là “{found}”',
    en: 'The amount must be whole đồng without leading zeros; it is “{found}”',
  },
  AMOUNT_ZERO: { vi: 'Số tiền phải lớn hơn 0', en: 'The amount must be greater than 0' },
  AMOUNT_CAP: {
    vi: 'Số tiền {found} vượt mức tối đa {maximum} đồng một giao dịch',
    en: 'The amount {found} is over the maximum of {maximum} đồng per payment',
  },
  STATIC_WITH_AMOUNT: { vi: 'Mã tĩnh không được có số tiền', en: 'A static code must not carry an amount' },
  DYNAMIC_WITHOUT_AMOUNT: { vi: 'Mã động phải có số tiền', en: 'A dynamic code must carry an amount' },
  MEMO_FORM: {
    vi: "Nội dung chỉ gồm chữ không dấu, chữ số, khoảng trắng ở giữa và các dấu / ? : ( ) . , ' + _ -, ở đây là “{found}”",
    en: "A memo may have only unaccented letters, digits, spaces between them and / ? : ( ) . , ' + _ -; it is “{found}”",
  },
  MEMO_LONG: { vi: 'Nội dung dài {found} ký tự, tối đa {maximum}', en: 'The memo has {found} characters; at most {maximum} are allowed' },
  CATEGORY_FORM: { vi: 'Mã ngành phải gồm 4 chữ số, ở đây là “{found}”', en: 'A category code must have 4 digits; it is “{found}”' },
  TEXT_FORM: {
    vi: 'Chỉ gồm chữ không dấu, chữ số và dấu câu thường, không có khoảng trắng ở đầu và cuối, ở đây là “{found}”',
    en: 'It may have only unaccented letters, digits and common punctuation, without spaces at the ends; it is “{found}”',
  },
} as const satisfies Record<string, Text>

export type FaultReason = keyof typeof faultTexts

/** One thing that is wrong with a code: where (`path` '38.01.00', `tag` its last part, '' for the whole text) and why. */
export interface CodeFault {
  tag: string
  path: string
  reason: FaultReason
  params: Params
}

export const fault = (path: string, reason: FaultReason, params: Params = {}): CodeFault => ({ tag: path.split('.').at(-1) ?? '', path, reason, params })

/** A fault in words: 'Thẻ 54 (Số tiền): Mã tĩnh không được có số tiền'. */
export function faultSentence({ path, reason, params }: CodeFault, language: Language): string {
  const why = fill(faultTexts[reason][language], params, language)
  if (path === '') return why
  const name = tagName(path)
  return `${language === 'vi' ? 'Thẻ' : 'Tag'} ${path}${name ? ` (${name[language]})` : ''}: ${why}`
}

/** Content that no code can carry, or a text that is no VietQR code. */
export class VietQrError extends Error {
  readonly faults: readonly CodeFault[]

  constructor(faults: readonly CodeFault[]) {
    super(faults.map((one) => faultSentence(one, 'en')).join('; '))
    this.name = 'VietQrError'
    this.faults = faults
  }
}
