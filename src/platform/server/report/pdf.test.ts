import { expect, it } from 'vitest'
import type { ReportDocument } from '#kernel/report.ts'
import { pagesOf } from '../../../../test/pdf.ts'
import { reportPdf } from './pdf.ts'

const GROUPS = 120
/** Groups of one to four rows, some of them two lines high, so that pages end anywhere. */
const lines = Array.from({ length: GROUPS }, (_, group) => [
  { level: 1, name: `Ngày: ${group}`, cells: ['', '10'] },
  { level: 2, name: `Tỉnh: ${group}`, cells: ['', '10'] },
  ...Array.from({ length: 1 + (group % 4) }, (_none, row) => ({ level: 0, name: `${row}`, cells: [`Điểm bán ${'dài '.repeat((group * 7) % 23)}`, '10'] })),
]).flat()

const document: ReportDocument = {
  title: 'Báo cáo',
  issuer: ['Tổng công ty', 'Bưu điện'],
  form: 'Mẫu số: 01',
  head: ['Ngày 22/11/2026'],
  taken: 'Người xuất',
  orientation: 'landscape',
  columns: [
    { header: 'Điểm bán', align: 'left', weight: 14 },
    { header: 'Giá trị', align: 'right', weight: 9 },
  ],
  lines: [...lines, { level: -1, name: 'Tổng cộng', cells: ['', '1.200'] }],
  words: '',
  place: '',
  signatures: [],
}

it('keeps the heading of a group with its first row, and the head of the table on every page', async () => {
  const pages = pagesOf(await reportPdf(document, 'vi'))
  expect(pages.length).toBeGreaterThan(3)
  expect(pages[0]?.[0]).toMatch(/^Tổng công ty *Mẫu số: 01$/)
  const tables = pages.map((page, at) => {
    const head = page.findIndex((line) => line.startsWith('STT'))
    expect(head, `page ${at + 1}`).toBe(at === 0 ? 4 : 0)
    expect(page.at(-1)).toBe(`Người xuấtTrang ${at + 1}/${pages.length}`)
    return page.slice(head + 1, -1)
  })
  for (const table of tables) expect(table.at(-1)).not.toMatch(/^(Ngày|Tỉnh): /)
  const headings = (name: string) => tables.flat().filter((line) => line.startsWith(name))
  expect(headings('Ngày: ')).toEqual(Array.from({ length: GROUPS }, (_, group) => `Ngày: ${group}10`))
  expect(headings('Tỉnh: ')).toHaveLength(GROUPS)
})

it('writes the name of a total over all columns before its figure, whatever they hold', async () => {
  const columns = ['Mệnh giá', 'Số tờ', 'Thành tiền'].map((header) => ({ header, align: 'right' as const, weight: 1 }))
  const counted = [
    { level: 0, name: '1', cells: ['500.000', '2', '1.000.000'] },
    { level: -1, name: 'Chênh lệch (kiểm đếm − sổ quỹ)', cells: ['', '', '200.000'] },
  ]
  const [page = []] = pagesOf(await reportPdf({ ...document, taken: `SHA-256 ${'0a'.repeat(32)}`, columns, lines: counted }, 'vi'))
  expect(page).toContain('Chênh lệch (kiểm đếm − sổ quỹ)200.000')
  expect(page.at(-1)).toMatch(/Trang 1\/1$/)
})

it('signs below the last row and the total, wherever the page ends', async () => {
  const signatures = [{ role: 'Người lập', hint: '(Ký, họ tên)' }]
  const many = Array.from({ length: 40 }, (_, at) => ({ level: 0, name: `${at + 1}`, cells: ['Điểm bán', '10'] }))
  for (const rows of [25, 30, 31]) {
    const counted = [...many.slice(0, rows), { level: -1, name: 'Tổng cộng', cells: ['', '1.200'] }]
    const last = pagesOf(await reportPdf({ ...document, signatures, words: 'Bằng chữ: một nghìn hai trăm đồng', lines: counted }, 'vi')).at(-1) ?? []
    expect(
      last.filter((line) => /^(STT|Tổng cộng|Bằng chữ|Người lập)/.test(line) || line.startsWith(`${rows}Điểm bán`)),
      `${rows} rows`,
    ).toHaveLength(5)
  }
})
