import type { Language } from '#kernel/language.ts'

interface Texts {
  period: string
  day: string
  money: string
  taken: string
  run: string
  rows: string
  number: string
  total: string
  words: string
  place: string
  signatures: readonly { role: string; hint: string }[]
  page: string
  form: string
}

/** Words of every report on paper and in files, beside those of its module. */
export const reportTexts: Record<Language, Texts> = {
  vi: {
    period: 'Từ ngày {from} đến ngày {to}',
    day: 'Ngày {from}',
    money: 'Đơn vị tính: đồng',
    taken: 'Người xuất: {name} ({account}), lúc {at}',
    run: 'Mã lần lập: {code}',
    rows: 'Số dòng: {n}',
    number: 'STT',
    total: 'Tổng cộng',
    words: 'Bằng chữ ({field}): {words}',
    place: '........, ngày {day} tháng {month} năm {year}',
    signatures: [
      { role: 'Người lập', hint: '(Ký, họ tên)' },
      { role: 'Người kiểm soát', hint: '(Ký, họ tên)' },
      { role: 'Thủ trưởng đơn vị', hint: '(Ký, họ tên, đóng dấu)' },
    ],
    page: 'Trang {page}/{pages}',
    form: 'Mẫu số: {form}',
  },
  en: {
    period: 'From {from} to {to}',
    day: 'On {from}',
    money: 'Unit: VND',
    taken: 'Exported by: {name} ({account}), at {at}',
    run: 'Run: {code}',
    rows: 'Rows: {n}',
    number: 'No.',
    total: 'Total',
    words: 'In words ({field}): {words}',
    place: '........, {day}/{month}/{year}',
    signatures: [
      { role: 'Prepared by', hint: '(Signature, full name)' },
      { role: 'Checked by', hint: '(Signature, full name)' },
      { role: 'Head of unit', hint: '(Signature, full name, seal)' },
    ],
    page: 'Page {page}/{pages}',
    form: 'Form no. {form}',
  },
}
