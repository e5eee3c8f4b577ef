import type { z } from 'zod'
import { type DELIMITERS, StatementFormat } from '../../contract/format.ts'

/** Banks whose statements are known by their titles. */
export type Bank = 'VCB' | 'TCB' | 'BIDV' | 'VIETINBANK' | 'MB'

export interface Preset {
  bank: Bank
  /** The layout among those of the bank. */
  name: string
  format: z.input<typeof StatementFormat>
}

const by = (columns: Record<string, string>) => Object.entries(columns).map(([field, name]) => ({ field: field as 'day', by: { name } }))

const TOTALS = { name: 'TOTAL', texts: ['Tổng số', 'Tổng cộng', 'Tổng phát sinh', 'Total'] }
const OPENING = ['Số dư đầu kỳ', 'Số dư đầu', 'Opening balance']
const CLOSING = ['Số dư cuối kỳ', 'Số dư cuối', 'Closing balance']
const ACCOUNT = ['Số tài khoản', 'Tài khoản', 'Account number', 'Account no', 'Account']
/** Words that rows above and below a table of movements begin with. */
export const LABELS = { account: ACCOUNT, opening: OPENING, closing: CLOSING }
const sides = { amounts: 'DEBIT_CREDIT', decimal: '.', thousands: ',', labels: LABELS } satisfies Partial<Preset['format']>

/** Says how each account opens, and of its end only the totals. */
const CASH_UP = { kind: 'XLSX', ...sides, labels: { account: ACCOUNT, opening: OPENING }, dayAndDocument: true, skip: [TOTALS] } satisfies Partial<
  Preset['format']
>

/**
 * Layouts that banks write today. Each is recognised by the texts of its header; signs, day pattern and order are taken from the file itself
 * where they differ (detect.ts). The bank's credit is money to us.
 */
export const PRESETS: readonly Preset[] = [
  {
    bank: 'VCB',
    name: 'CashUp',
    format: {
      ...CASH_UP,
      header: { find: ['STT', 'Ngày', 'Số tiền ghi nợ', 'Số tiền ghi có', 'Số dư', 'Nội dung chi tiết'] },
      columns: by({ day: 'Ngày', debit: 'Số tiền ghi nợ', credit: 'Số tiền ghi có', balance: 'Số dư', text: 'Nội dung chi tiết' }),
    },
  },
  {
    bank: 'VCB',
    name: 'Multi',
    format: {
      kind: 'XLSX',
      ...sides,
      skip: [TOTALS],
      header: { find: ['Số tài khoản', 'Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Mô tả'] },
      columns: by({ account: 'Số tài khoản', day: 'Ngày giao dịch', reference: 'Số tham chiếu', debit: 'Ghi nợ', credit: 'Ghi có', text: 'Mô tả' }),
      labels: { opening: OPENING, closing: CLOSING },
    },
  },
  {
    bank: 'VCB',
    name: 'Simple',
    format: {
      kind: 'XLSX',
      ...sides,
      skip: [TOTALS],
      header: { find: ['Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Mô tả'] },
      columns: by({ day: 'Ngày giao dịch', reference: 'Số tham chiếu', debit: 'Ghi nợ', credit: 'Ghi có', text: 'Mô tả' }),
    },
  },
  {
    bank: 'VCB',
    name: 'Web',
    format: {
      kind: 'XLS',
      ...sides,
      skip: [TOTALS],
      dayPattern: 'YYYY-MM-DD',
      header: { find: ['Ngày giao dịch', 'Số tham chiếu', 'Số tiền ghi nợ', 'Số tiền ghi có', 'Mô tả'] },
      columns: by({ day: 'Ngày giao dịch', reference: 'Số tham chiếu', debit: 'Số tiền ghi nợ', credit: 'Số tiền ghi có', text: 'Mô tả' }),
    },
  },
  {
    bank: 'TCB',
    name: 'Truy vấn giao dịch',
    format: {
      kind: 'XLSX',
      ...sides,
      header: { find: ['Ngày KH thực hiện', 'Ngày giao dịch', 'Số bút toán', 'Diễn giải', 'Nợ', 'Có', 'Phí/Lãi', 'Thuế', 'Số dư'] },
      columns: by({
        valueDay: 'Ngày KH thực hiện',
        day: 'Ngày giao dịch',
        reference: 'Số bút toán',
        counterAccount: 'Tài khoản đối tác',
        counterName: 'Tên tài khoản đối tác',
        text: 'Diễn giải',
        debit: 'Nợ',
        credit: 'Có',
        fee: 'Phí/Lãi',
        tax: 'Thuế',
        balance: 'Số dư',
      }),
      debitNegative: true,
      feeNegative: true,
      balanceIncludes: 'AMOUNT_FEE_TAX',
      newestFirst: true,
      skip: [TOTALS],
    },
  },
  {
    bank: 'BIDV',
    name: 'iBank',
    format: {
      kind: 'XLSX',
      ...sides,
      skip: [TOTALS],
      header: { find: ['Ngày hiệu lực', 'Ghi nợ', 'Ghi có', 'Số dư', 'Mô tả'] },
      columns: by({ day: 'Ngày hiệu lực', debit: 'Ghi nợ', credit: 'Ghi có', balance: 'Số dư', text: 'Mô tả' }),
    },
  },
  {
    bank: 'VIETINBANK',
    name: 'eFAST',
    format: {
      kind: 'XLSX',
      ...sides,
      skip: [TOTALS],
      header: { find: ['Ngày hạch toán', 'Mô tả giao dịch', 'Nợ/Debit', 'Có/Credit', 'Số dư', 'Số giao dịch'] },
      columns: by({ day: 'Ngày hạch toán', text: 'Mô tả giao dịch', debit: 'Nợ/Debit', credit: 'Có/Credit', balance: 'Số dư', reference: 'Số giao dịch' }),
      fillDown: ['day'],
    },
  },
  {
    bank: 'MB',
    name: 'BIZ',
    format: {
      kind: 'XLSX',
      ...sides,
      skip: [TOTALS],
      header: { find: ['Ngày giao dịch', 'Phát sinh nợ', 'Phát sinh có', 'Số dư', 'Nội dung'] },
      columns: by({ day: 'Ngày giao dịch', debit: 'Phát sinh nợ', credit: 'Phát sinh có', balance: 'Số dư', text: 'Nội dung', reference: 'Số bút toán' }),
    },
  },
]

/** A preset for a file of another kind: the same titles are exported as .xlsx, .xls and .csv. */
export function presetFor({ format }: Preset, kind: 'XLSX' | 'XLS' | 'CSV', delimiter: (typeof DELIMITERS)[number]): StatementFormat {
  return StatementFormat.parse({ ...format, kind, ...(kind === 'CSV' ? { delimiter } : {}) })
}
