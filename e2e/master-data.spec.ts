import type { Page } from '@playwright/test'
import { expect, inFront, rows, signIn, test, totalRows } from './support/portal.ts'

const PARAMETERS = '/system-config/global-param'
const LISTS = '/system-config/global-list'
const AREAS = '/category/administrative-area'

const signInToAdministration = (page: Page) => signIn(page, 'admin', 'PP_SYS')

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Opens an action of the row that holds a text. */
async function rowAction(page: Page, text: string, action: string): Promise<void> {
  await rows(page).filter({ hasText: text }).getByRole('button', { name: 'Thao tác khác' }).click()
  const item = page.getByRole('menuitem', { name: action, exact: true })
  await item.click()
  // The next menu is opened when this one is gone.
  await expect(item).toBeHidden()
}

test('parameters are kept typed, with their history; critical ones wait for a second person', async ({ page }) => {
  await signInToAdministration(page)
  await page.goto(PARAMETERS)
  await expect(rows(page).filter({ hasText: 'payment.instant-transfer-cap' })).toBeVisible()

  await test.step('a new one is checked by its type, and typed text is not thrown away unasked', async () => {
    await page.getByRole('button', { name: 'Thêm mới' }).click()
    await field(page, 'Mã tham số').fill('support hours')
    await field(page, 'Mô tả').fill('Giờ làm việc của tổng đài')
    await field(page, 'Kiểu dữ liệu').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('Số nguyên', { exact: true }).click()
    await field(page, 'Giá trị').fill('8.5')
    await press(page, 'Lưu')
    await expect(dialog(page).getByText('Chỉ cho phép nhập chữ không dấu, số, dấu _, dấu - và dấu .')).toBeVisible()
    await expect(dialog(page).getByText('Chỉ cho phép nhập ký tự số')).toBeVisible()
    await press(page, 'Huỷ')
    await page.getByRole('button', { name: 'Tiếp tục nhập' }).click()
    await expect(page.getByRole('dialog', { name: 'Bỏ nội dung đang nhập?' })).toBeHidden()
    await field(page, 'Mã tham số').fill('support-hours')
    await field(page, 'Giá trị').fill('8')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page).filter({ hasText: 'support-hours' })).toContainText('Số nguyên')
  })

  await test.step('what it was is kept', async () => {
    await rowAction(page, 'support-hours', 'Sửa')
    await field(page, 'Giá trị').fill('9')
    await field(page, 'Lý do thay đổi').fill('Tăng ca')
    await press(page, 'Lưu')
    await expect(dialog(page)).toBeHidden()
    await rowAction(page, 'support-hours', 'Lịch sử')
    await expect(dialog(page).getByText('Tăng ca')).toBeVisible()
    await expect(dialog(page).locator('del')).toHaveText('8')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('a critical one is asked for, with a reason', async () => {
    await rowAction(page, 'payment.instant-transfer-cap', 'Sửa')
    await field(page, 'Giá trị').fill('1000000000')
    await press(page, 'Gửi phê duyệt')
    await expect(dialog(page).getByText('Trường bắt buộc nhập')).toBeVisible()
    await field(page, 'Lý do thay đổi').fill('Quy định mới')
    await press(page, 'Gửi phê duyệt')
    await expect(dialog(page)).toBeHidden()
    const row = rows(page).filter({ hasText: 'payment.instant-transfer-cap' })
    await expect(row).toContainText('500.000.000,00')
    await row.getByRole('button', { name: /Chờ duyệt/ }).click()
    await expect(dialog(page)).toContainText('1.000.000.000,00')
  })
})

test('a list is edited with its entries, each mistake at its row', async ({ page, quiet }) => {
  quiet.expects(500)
  await signInToAdministration(page)
  await page.goto(LISTS)
  // What a form starts from cannot be read: it says so, and tries again when asked.
  await page.route('**/find-by-code?*', (route) => route.fulfill({ status: 500, json: { code: 'SYS-500', message: 'x', data: null, traceId: 'x' } }), {
    times: 1,
  })
  await rowAction(page, 'ID_DOCUMENT_TYPE', 'Sửa')
  await expect(dialog(page).getByRole('alert')).toContainText('Không tải được dữ liệu')
  await press(page, 'Thử lại')
  await press(page, 'plus Thêm dòng')
  await field(page, 'Khoá 6').fill('HC')
  await field(page, 'Giá trị 6').fill('Hộ chiếu ngoại giao')
  await press(page, 'Lưu')
  await expect(dialog(page).getByText('Giá trị đã tồn tại')).toBeVisible()
  await field(page, 'Khoá 6').fill('HCNG')
  await dialog(page).getByRole('button', { name: 'Chuyển dòng 6 lên trên' }).click()
  await expect(field(page, 'Khoá 5')).toHaveValue('HCNG')
  await press(page, 'Lưu')
  await expect(dialog(page)).toBeHidden()
  await expect(rows(page).filter({ hasText: 'ID_DOCUMENT_TYPE' })).toContainText('6')
  await rowAction(page, 'ID_DOCUMENT_TYPE', 'Sửa')
  await expect(field(page, 'Khoá 5')).toHaveValue('HCNG')
})

test('areas are found as of any day, and old ones lead to new ones', async ({ page }) => {
  await signInToAdministration(page)
  await page.goto(AREAS)

  await test.step('of today: 34 provinces and 3,321 communes, found without diacritics', async () => {
    await expect.poll(() => totalRows(page)).toBe(3_355)
    await page.getByLabel('Tên hoặc mã đơn vị').fill('hoan kiem')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Phường Hoàn Kiếm')
  })

  await test.step('of another day: three levels', async () => {
    await page.getByLabel('Tên hoặc mã đơn vị').fill('')
    await page.getByLabel('Hiệu lực tại ngày').fill('30/06/2025')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Tìm kiếm' }).click()
    await expect.poll(() => totalRows(page)).toBe(63 + 696 + 10_035)
    await expect(page).toHaveURL(/asOf=2025-06-30/)
  })

  await test.step('as a tree, of a day that the address keeps', async () => {
    await page.getByText('Cây đơn vị', { exact: true }).click()
    await page.getByLabel('Hiệu lực tại ngày').fill('30/06/2025')
    await page.keyboard.press('Enter')
    const tree = inFront(page).getByRole('tree')
    await expect(tree.getByText('Tỉnh Bắc Kạn')).toBeVisible()
    await tree
      .getByRole('treeitem', { name: /Thành phố Hồ Chí Minh/ })
      .locator('.ant-tree-switcher')
      .click()
    await tree.getByText('Thành phố Thủ Đức').click()
    await expect(inFront(page).getByRole('article')).toContainText('Phường Thủ Đức')
    await page.reload()
    await expect(page).toHaveURL(/_view=tree&_day=2025-06-30/)
    await expect(tree.getByText('Tỉnh Bắc Kạn')).toBeVisible()
  })

  await test.step('converted from one day to another', async () => {
    await page.getByText('Cũ ↔ mới', { exact: true }).click()
    await page.getByLabel('Đơn vị cần tra cứu').fill('linh xuan')
    await page.locator('.ant-select-dropdown:visible').getByText('Phường Linh Xuân, Thành phố Thủ Đức').click()
    const result = inFront(page).getByRole('region', { name: 'Tra cứu chuyển đổi' })
    await expect(result.getByRole('button', { name: 'Phường Linh Xuân' })).toBeVisible()
    await expect(result).toContainText('01/07/2025 – đến nay')
  })
})

test('an area is changed from a day on, and ends', async ({ page, quiet }) => {
  quiet.expects(409)
  await signInToAdministration(page)
  await page.goto(`${AREAS}?text=00070&asOf=2026-11-21`)
  await rowAction(page, 'Phường Hoàn Kiếm', 'Đổi từ một ngày')
  await field(page, 'Áp dụng từ ngày').fill('01/01/2030')
  await page.keyboard.press('Enter')
  await field(page, 'Tên riêng').fill('Hoàn Kiếm Mới')
  await press(page, 'Lưu')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Phường Hoàn Kiếm' }).click()
  await expect(dialog(page)).toContainText('Phường Hoàn Kiếm Mới')
  await page.keyboard.press('Escape')

  await page.goto(`${AREAS}?text=01&asOf=2026-11-21&level=PROVINCE`)
  await rowAction(page, 'Thành phố Hà Nội', 'Kết thúc hiệu lực')
  await field(page, 'Ngày cuối có hiệu lực').fill('31/12/2031')
  await page.keyboard.press('Enter')
  await press(page, 'Kết thúc hiệu lực')
  await expect(dialog(page).getByRole('alert')).toContainText('đơn vị cấp dưới có hiệu lực sau ngày này')
})
