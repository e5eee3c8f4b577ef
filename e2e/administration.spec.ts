import type { Page } from '@playwright/test'
import { expect, inFront, rows, signIn, test } from './support/portal.ts'

const POLICIES = '/product-policy/manage-policy'
const ASSIGN = '/general-configuration/assign'
const EFFECTIVE = '/general-configuration/assignmentBusiness'
const AUDIT = '/system-config/audit-log'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const option = (page: Page, text: string) => page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()

test('a policy is drafted, agreed to by a second person and in force; the audit log shows it', async ({ page, browser }) => {
  const code = `E2E-${Date.now()}`
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(`${POLICIES}/create-policy`)
  await field(page, 'Mã chính sách').fill(code)
  await field(page, 'Dịch vụ').click()
  await option(page, 'Thanh toán QR')
  await field(page, 'Tên').fill('Phí chấp nhận thanh toán')
  await field(page, 'Hiệu lực từ').fill(new Date().toLocaleDateString('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }))
  await page.keyboard.press('Enter')
  await field(page, 'Tỷ lệ (%) 1').fill('0,25')
  await press(page, 'Lưu')
  await expect(inFront(page).getByRole('heading', { name: `${code}/1` })).toBeVisible()
  await inFront(page).getByRole('button', { name: 'Trình duyệt', exact: true }).click()
  await field(page, 'Lý do').fill('Áp dụng')
  await press(page, 'Trình duyệt')
  await expect(dialog(page)).toBeHidden()

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'kiemsoat', 'O2O_CRM')
  await other.goto('/crm/approvals?box=TO_DECIDE')
  await rows(other)
    .filter({ hasText: `${code}/1` })
    .getByRole('checkbox')
    .check()
  await inFront(other).getByRole('button', { name: 'Duyệt', exact: true }).click()
  await press(other, 'Duyệt')
  await expect(dialog(other).getByText('1 dòng thành công, 0 dòng không thực hiện được')).toBeVisible()
  await other.context().close()

  await page.goto(`${POLICIES}?text=${code}`)
  await expect(rows(page).filter({ hasText: code })).toContainText('Đang hiệu lực')
  await page.goto(`${AUDIT}?subjectType=policy.policy`)
  await rows(page).first().getByRole('button').first().click()
  await expect(dialog(page).getByText('Bản ghi nguyên vẹn', { exact: false })).toBeVisible()
})

test('what a unit may do is said with the reason', async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(ASSIGN)
  await page.getByRole('button', { name: 'Phân công' }).first().click()
  await field(page, 'Đơn vị').fill('480101')
  await option(page, '480101')
  await field(page, 'Dịch vụ').click()
  await option(page, 'Thanh toán QR')
  await page.keyboard.press('Escape')
  await field(page, 'Lý do').fill('Thiếu nhân sự')
  await press(page, 'Phân công')
  await expect(rows(page).filter({ hasText: '480101' })).toContainText('Không được')
  await page.goto(EFFECTIVE)
  await inFront(page).getByLabel('Đơn vị').fill('480101')
  await option(page, '480101')
  await expect(inFront(page).getByRole('row').filter({ hasText: 'Không được' })).toContainText('Cấu hình tại chính')
})
