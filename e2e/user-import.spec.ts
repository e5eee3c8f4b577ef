import { readFileSync } from 'node:fs'
import { sheetRows, workbook } from '../test/workbooks.ts'
import { inspect } from './support/looks.ts'
import { expect, inFront, signIn, test } from './support/portal.ts'

const USERS = '/user-permission/user-management/users'

test('users come in from a file: template, preview, the good rows, the list', async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(USERS)
  await inFront(page).getByRole('button', { name: 'Nhập từ file' }).click()
  await expect(page).toHaveURL(new RegExp(`${USERS}/import-file$`))
  const [file] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: 'Tải file mẫu' }).click()])
  const [titles = []] = sheetRows(readFileSync(await file.path()))
  expect(titles.slice(1, 4)).toEqual(['Tài khoản *', 'Họ và tên *', 'Email *'])

  const account = `nv.${Math.floor(Math.random() * 1e9)}`
  const row = (name: string, given: string, unit: string) =>
    [1, name, given, `${name}@buutram.vn`, '', 'Tiếng Việt', unit, '', 'Chỉ đơn vị của mình', '', 'TELLER', 'PP_QR'] as string[]
  const content = workbook([
    titles,
    row(account, 'Phạm Thị Nhập', '010101'),
    row('ketoan', 'Trùng tài khoản', '010101'),
    row(`${account}x`, 'Sai đơn vị', '99'),
  ])
  await inFront(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'nhân viên mới.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: content })
  await expect(inFront(page).getByText('Dòng lỗi (2)')).toBeVisible()
  await expect(inFront(page).getByText('Tài khoản ketoan đã tồn tại')).toBeVisible()
  await expect(inFront(page).getByText('Không có đơn vị đang hoạt động với mã này')).toBeVisible()
  await inspect(page, 'user-import-preview', { language: 'vi', theme: 'light' })
  await inFront(page).getByRole('button', { name: 'Nhập 1 dòng hợp lệ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nhập 1 dòng hợp lệ' }).click()
  await expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText('Đã nhập')
  await expect(inFront(page).getByText('Người dùng được tạo, mật khẩu tạm gửi qua email')).toBeVisible()
  await page.goto(`${USERS}?text=${account}`)
  await expect(inFront(page).getByText('Phạm Thị Nhập')).toBeVisible()
})
