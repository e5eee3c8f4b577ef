import type { Page } from '@playwright/test'
import { accessible } from './support/looks.ts'
import { chooseOption, expect, inFront, LIST, rows, signIn, test } from './support/portal.ts'

const drawer = (page: Page) => page.getByRole('dialog')
const addressOf = (page: Page) => new URL(page.url()).pathname

async function forget(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** Opens the n-th payment that succeeded; answers its code. */
async function openPaid(page: Page, n: number): Promise<string> {
  await page.goto(`${LIST}?${new URLSearchParams({ ...lastDays(), status: 'SUCCEEDED' })}`)
  const link = rows(page).nth(n).getByRole('link')
  const code = String(await link.textContent())
  await link.click()
  await expect(page.getByRole('heading', { name: code })).toBeVisible()
  return code
}

function lastDays(): Record<string, string> {
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  return { from: day(6), to: day(0) }
}

/** Fills in the form and confirms, by keyboard. */
async function askForAll(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click()
  await drawer(page).getByRole('button', { name: 'Toàn bộ' }).click()
  await chooseOption(page, 'Lý do hoàn tiền', 'Khách hàng yêu cầu')
  await drawer(page).getByLabel('Diễn giải thêm').fill(reason)
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page).getByRole('row', { name: /^Trạng thái Thành công .*Đã hoàn tiền$/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Đã gửi yêu cầu hoàn tiền')).toBeVisible()
}

test('an accountant asks for a refund, the checker approves it, the ledger shows it', async ({ page, quiet }) => {
  test.setTimeout(180_000)
  quiet.expects(500)
  let code = ''
  let address = ''

  await test.step('the maker is told what is wrong before anything is sent', async () => {
    await signIn(page, 'ketoan')
    code = await openPaid(page, 0)
    address = addressOf(page)
    const reasons = '**/list/v1/search-code?*'
    await page.route(reasons, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click()
    await expect(drawer(page).getByLabel('Số tiền hoàn')).toBeFocused()
    await expect(drawer(page).getByText('Không tải được dữ liệu')).toBeVisible()
    await accessible(page)
    await page.unroute(reasons)
    await drawer(page).getByRole('button', { name: 'Thử lại' }).click()
    await expect(drawer(page).getByText('Không tải được dữ liệu')).toBeHidden()
    await expect(drawer(page).getByLabel('Lý do hoàn tiền')).toBeFocused()
    await drawer(page).getByRole('button', { name: 'Tiếp tục' }).click()
    await expect(drawer(page).getByText('Trường bắt buộc nhập')).toHaveCount(2)
    await accessible(page)
    await drawer(page).getByLabel('Số tiền hoàn').fill('999.999.999.999')
    await drawer(page).getByLabel('Diễn giải thêm').fill('x')
    await expect(drawer(page).getByText(/^Chỉ còn được hoàn tối đa [\d.]+ đồng$/)).toBeVisible()
    await page.keyboard.press('Escape')
    // What was typed is not thrown away unasked, and not by a stray Enter.
    await expect(page.getByRole('button', { name: 'Tiếp tục nhập' })).toBeFocused()
    await page.getByRole('button', { name: 'Bỏ thay đổi', exact: true }).click()
    await expect(drawer(page)).toHaveCount(0)
  })

  await test.step('asks for all of it, sees what it changes, and sends it', async () => {
    await askForAll(page, 'Khách trả lại hàng')
    await expect(inFront(page).locator('.bt-detail-head').getByText('Chờ hoàn tiền')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hoàn tiền', exact: true })).toHaveCount(0)
  })

  await test.step('cannot approve it', async () => {
    await page.locator('.bt-detail-head').getByRole('button', { name: 'Chờ duyệt' }).click()
    await expect(drawer(page).getByText('Bạn là người lập: người khác phải duyệt yêu cầu này.')).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: 'Duyệt', exact: true })).toHaveCount(0)
    await expect(drawer(page).getByRole('button', { name: 'Rút yêu cầu' })).toBeVisible()
    await accessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('the checker finds it from the dashboard and approves it', async () => {
    await forget(page)
    await signIn(page, 'kiemsoat', 'O2O_CRM')
    await page.goto('/crm/dashboard')
    await expect(inFront(page).getByRole('heading', { name: /^Hôm nay, / })).toBeVisible()
    await accessible(page)
    await inFront(page).getByRole('link', { name: 'Mở hộp yêu cầu' }).click()
    await expect(rows(page).first()).toBeVisible()
    await accessible(page)
    await inFront(page).getByRole('button', { name: code, exact: true }).click()
    await expect(drawer(page).getByRole('row', { name: /^Trạng thái Thành công .*Đã hoàn tiền$/ })).toBeVisible()
    await expect(drawer(page).getByText('Khách trả lại hàng').first()).toBeVisible()
    // Pressed twice by habit, the question stays.
    await drawer(page).getByRole('button', { name: 'Duyệt', exact: true }).dblclick()
    await page.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText(`Đã duyệt yêu cầu ${code}`)).toBeVisible()
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
  })

  await test.step('the detail shows the refund, its reversal and who decided', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Chuyển sang Thanh toán QR' }).click()
    await expect(inFront(page).locator('.bt-detail-head').getByText('Đã hoàn tiền')).toBeVisible()
    await expect(inFront(page).locator('.bt-journal')).toHaveCount(2)
    await expect(inFront(page).locator('.bt-timeline').getByText('Hoàn toàn bộ')).toBeVisible()
    await expect(inFront(page).locator('.bt-requests').getByText('Đã duyệt')).toBeVisible()
  })
})

test('a checker decides several at once, with a reason for those rejected', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page, 'ketoan')
  const codes: string[] = []
  for (let n = 0; n < 2; n++) {
    // What waits is no more among those that succeeded.
    codes.push(await openPaid(page, 0))
    await askForAll(page, 'Báo trùng giao dịch')
  }
  expect(new Set(codes).size).toBe(2)
  await forget(page)
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  await page.goto('/crm/approvals?box=TO_DECIDE')
  for (const code of codes) await rows(page).filter({ hasText: code }).getByRole('checkbox').check()
  await inFront(page).getByRole('button', { name: 'Từ chối' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Từ chối' })).toBeDisabled()
  await drawer(page).getByLabel('Lý do').fill('Thiếu chứng từ')
  await drawer(page).getByRole('button', { name: 'Từ chối' }).click()
  await expect(drawer(page).getByText('2 dòng thành công, 0 dòng không thực hiện được')).toBeVisible()
  await drawer(page).locator('.ant-modal-footer').getByRole('button', { name: 'Đóng' }).click()
  for (const code of codes) await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
})

test('a teller is not offered a refund', async ({ page }) => {
  await signIn(page, 'giaodichvien')
  await openPaid(page, 0)
  await expect(inFront(page).locator('.bt-journal')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Hoàn tiền', exact: true })).toHaveCount(0)
})

test('a checker lends the right to decide for some days, and takes it back', async ({ page }) => {
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  await page.goto('/crm/approvals')
  await inFront(page).getByRole('button', { name: 'Uỷ quyền duyệt' }).click()
  await drawer(page).getByRole('button', { name: 'Thêm uỷ quyền' }).click()
  const form = drawer(page)
    .filter({ has: page.getByLabel('Người được uỷ quyền') })
    .last()
  await form.getByLabel('Người được uỷ quyền').fill('tinh01')
  await page.locator('.ant-select-item-option').filter({ hasText: 'tinh01' }).click()
  await form.getByLabel('Lý do').fill('Nghỉ phép')
  await accessible(page)
  await form.getByRole('button', { name: 'Lưu' }).click()
  const given = drawer(page)
    .getByRole('listitem')
    .filter({ hasText: /^Bạn uỷ quyền cho .*\(tinh01\)/ })
    .first()
  await expect(given).toContainText('Đang hiệu lực')
  await given.getByRole('button', { name: 'Thu hồi' }).click()
  await page.getByRole('dialog', { name: 'Thu hồi uỷ quyền' }).getByRole('button', { name: 'Thu hồi' }).click()
  await expect(given).toContainText('Đã thu hồi')
  await accessible(page)
})
