import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Aoa, sheetRows, workbook } from '../test/workbooks.ts'
import { inspect } from './support/looks.ts'
import { chooseOption, expect, inFront, signIn, test } from './support/portal.ts'

const AREAS = '/category/administrative-area'
const IMPORT = `${AREAS}/import-file`

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: button }).click()])
  return readFileSync(await file.path())
}

/** Chooses a file as a person does, without the dialog of the system. */
async function choose(page: Page, name: string, content: Buffer): Promise<void> {
  await inFront(page).locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer: content })
}

/** A commune's code that nobody has: what is imported stays. */
const freshCode = () => String(90_000 + Math.floor(Math.random() * 9_000))

const heading = (page: Page, name: string) => inFront(page).getByText(name, { exact: true })
const status = (page: Page, name: string) => expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(name)

test('areas come in from a file: template, preview, the good rows, the result file', async ({ page, quiet }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(AREAS)
  await inFront(page).getByRole('button', { name: 'Nhập từ file' }).click()
  await expect(page).toHaveURL(new RegExp(`${IMPORT}$`))
  const titles = sheetRows(await download(page, 'Tải file mẫu'))[0] ?? []
  expect(titles[1]).toBe('Mã đơn vị *')
  const code = freshCode()
  const rows: Aoa = [
    titles,
    [1, code, 'Xã', 'Xã Suối Thử', '01', '01/01/2030', null, null],
    [2, '99102', 'Phường', 'Không có tỉnh', '77', '01/01/2030', null, null],
    [3, '99103', 'Làng', 'Sai loại', '01', '01/01/2030', null, null],
  ]

  await test.step('what is no spreadsheet is refused in the words of the product', async () => {
    await choose(page, 'ghi chú.csv', Buffer.from('a,b'))
    await expect(page.getByText('Chỉ chấp nhận định dạng file .xlsx hoặc .xls', { exact: true })).toBeVisible()
    quiet.expects(415)
    await choose(page, 'trang.xlsx', Buffer.from('<html></html>'))
    await expect(inFront(page).getByRole('alert')).toContainText('Chỉ chấp nhận định dạng file .xlsx hoặc .xls')
    await choose(page, 'cũ.xlsx', workbook(rows, 'xls'))
    await expect(inFront(page).getByRole('alert')).toContainText('nội dung là .xls')
  })

  await test.step('every bad row says why, and nothing is kept', async () => {
    await choose(page, 'đơn vị mới.xlsx', workbook(rows))
    await status(page, 'Chờ quyết định')
    await expect(inFront(page).getByText('Dòng lỗi (2)')).toBeVisible()
    await expect(inFront(page).getByText('Đơn vị cấp trên 77 không có hiệu lực')).toBeVisible()
    await expect(inFront(page).getByText('Giá trị không nằm trong danh mục cho phép')).toBeVisible()
    await inspect(page, 'import-preview', { language: 'vi', theme: 'light' })
  })

  await test.step('the person may leave and come back', async () => {
    await page.reload()
    await status(page, 'Chờ quyết định')
    await inFront(page).getByText('Tất cả (3)').click()
    await expect(heading(page, 'Xã Suối Thử')).toBeVisible()
  })

  await test.step('the good rows are imported when asked for', async () => {
    await inFront(page).getByRole('button', { name: 'Nhập 1 dòng hợp lệ' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 dòng hợp lệ sẽ được ghi, 2 dòng lỗi bị bỏ qua')
    await page.getByRole('dialog').getByRole('button', { name: 'Nhập 1 dòng hợp lệ' }).click()
    await status(page, 'Đã nhập')
    const result = sheetRows(await download(page, 'Tải file kết quả'))
    expect(result.map((row) => row.slice(-2))).toEqual([
      ['Trạng thái', 'Lý do'],
      ['Đã nhập', ''],
      ['Không nhập', 'Mã đơn vị cấp trên: Đơn vị cấp trên 77 không có hiệu lực trong toàn bộ khoảng thời gian này'],
      ['Không nhập', 'Loại đơn vị: Giá trị không nằm trong danh mục cho phép'],
    ])
    await page.goto(`${AREAS}?text=${code}&asOf=2030-01-01`)
    await expect(inFront(page).getByText('Xã Suối Thử')).toBeVisible()
  })
})

test('columns with other titles are chosen by hand', async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(IMPORT)
  await choose(
    page,
    'tên khác.xls',
    workbook(
      [
        ['Mã', 'Loại đơn vị', 'Tên gọi', 'Mã đơn vị cấp trên', 'Hiệu lực từ'],
        ['99201', 'Xã', 'Xã Theo Tay', '01', '01/01/2030'],
      ],
      'xls',
    ),
  )
  await status(page, 'Chờ chọn cột')
  await expect(inFront(page).getByText('Chưa nhận ra cột cho các trường bắt buộc: Mã đơn vị, Tên đơn vị')).toBeVisible()
  await chooseOption(page, 'Mã đơn vị', 'A · Mã')
  await chooseOption(page, 'Tên đơn vị', 'C · Tên gọi')
  await inFront(page).getByRole('button', { name: 'Kiểm tra dữ liệu' }).click()
  await status(page, 'Chờ quyết định')
  await inFront(page).getByRole('button', { name: 'Huỷ lần nhập này' }).click()
  await expect(inFront(page).getByText('tên khác.xls')).toBeVisible()
})
