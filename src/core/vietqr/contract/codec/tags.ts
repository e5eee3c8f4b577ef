import type { Text } from '#kernel/language.ts'

/** What EMVCo and NAPAS call each tag; those that stand for a range are found by `tagName`. */
const NAMES: Readonly<Record<string, Text>> = {
  '00': { vi: 'Phiên bản định dạng', en: 'Payload format' },
  '01': { vi: 'Loại mã', en: 'Kind of code' },
  '38': { vi: 'Tài khoản nhận tiền', en: 'Receiving account' },
  '38.00': { vi: 'Tổ chức phát hành chuẩn', en: 'Scheme identifier' },
  '38.01': { vi: 'Ngân hàng và tài khoản', en: 'Bank and account' },
  '38.01.00': { vi: 'Ngân hàng (BIN)', en: 'Bank (BIN)' },
  '38.01.01': { vi: 'Số tài khoản hoặc số thẻ', en: 'Account or card number' },
  '38.02': { vi: 'Dịch vụ chuyển tiền', en: 'Transfer service' },
  '52': { vi: 'Mã ngành hàng', en: 'Merchant category' },
  '53': { vi: 'Loại tiền', en: 'Currency' },
  '54': { vi: 'Số tiền', en: 'Amount' },
  '55': { vi: 'Cách tính tiền thêm', en: 'Tip or fee indicator' },
  '56': { vi: 'Phí cố định', en: 'Fixed fee' },
  '57': { vi: 'Phí theo phần trăm', en: 'Percentage fee' },
  '58': { vi: 'Quốc gia', en: 'Country' },
  '59': { vi: 'Tên đơn vị chấp nhận', en: 'Merchant name' },
  '60': { vi: 'Thành phố', en: 'City' },
  '61': { vi: 'Mã bưu chính', en: 'Postal code' },
  '62': { vi: 'Thông tin bổ sung', en: 'Additional data' },
  '62.01': { vi: 'Số hoá đơn', en: 'Bill number' },
  '62.02': { vi: 'Số điện thoại', en: 'Mobile number' },
  '62.03': { vi: 'Mã cửa hàng', en: 'Store label' },
  '62.04': { vi: 'Mã khách hàng thân thiết', en: 'Loyalty number' },
  '62.05': { vi: 'Mã tham chiếu', en: 'Reference' },
  '62.06': { vi: 'Mã khách hàng', en: 'Customer label' },
  '62.07': { vi: 'Mã điểm bán', en: 'Terminal label' },
  '62.08': { vi: 'Nội dung chuyển tiền', en: 'Transfer memo' },
  '62.09': { vi: 'Thông tin hỏi thêm người trả', en: 'Data asked of the payer' },
  '62.10': { vi: 'Mã số thuế', en: 'Merchant tax code' },
  '62.11': { vi: 'Kênh bán hàng', en: 'Merchant channel' },
  '63': { vi: 'Mã kiểm tra (CRC)', en: 'Checksum (CRC)' },
  '64': { vi: 'Tên theo ngôn ngữ khác', en: 'Merchant name in another language' },
  '64.00': { vi: 'Ngôn ngữ', en: 'Language' },
  '64.01': { vi: 'Tên đơn vị chấp nhận', en: 'Merchant name' },
  '64.02': { vi: 'Thành phố', en: 'City' },
}

const ACCOUNT: Text = { vi: 'Tài khoản của chuẩn khác', en: 'Account of another scheme' }
const SCHEME_ID: Text = { vi: 'Tổ chức phát hành chuẩn', en: 'Scheme identifier' }
const PRIVATE: Text = { vi: 'Dữ liệu riêng của tổ chức phát hành', en: 'Private data of an issuer' }

/** The name of a tag by its path; undefined for one that has none. */
export function tagName(path: string): Text | undefined {
  const known = NAMES[path]
  if (known) return known
  const [root = '', first] = path.split('.')
  if (first === '00' && isTemplate(root)) return SCHEME_ID
  if (first !== undefined) return undefined
  if (root >= '02' && root <= '51') return ACCOUNT
  return root >= '80' && root <= '99' ? PRIVATE : undefined
}

/** Tags whose value is made of tags again. */
export const isTemplate = (tag: string): boolean => (tag >= '26' && tag <= '51') || tag === '62' || tag === '64' || (tag >= '80' && tag <= '99')

/** EMVCo names them, VietQR has no use for them: what a payer's bank would do with a tip or a further field differs from bank to bank. */
export const NOT_USED: ReadonlySet<string> = new Set(['55', '56', '57', '64', '62.02', '62.04', '62.06', '62.09', '62.10', '62.11'])
