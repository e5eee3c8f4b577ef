import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { inspect } from './support/looks.ts'
import { chooseOption, expect, inFront, LIST, rows, signIn, tab, test } from './support/portal.ts'
import { inDatabase } from './support/server.ts'

const INBOX = '/crm/approvals?box=TO_DECIDE&status=PENDING'
const bell = (page: Page) => page.getByRole('button', { name: /^Thông báo/ })
const drawer = (page: Page) => page.getByRole('dialog')

/** Somebody else at another machine: a browser of its own. */
async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'vi-VN', viewport: { width: 1440, height: 900 } })
  return context.newPage()
}

/** Asks to give one đồng of the newest payment back; answers its code. */
async function askForRefund(page: Page): Promise<string> {
  await page.goto(`${LIST}?status=SUCCEEDED`)
  const link = rows(page).first().getByRole('link')
  const code = String(await link.textContent())
  await link.click()
  await expect(page.getByRole('heading', { name: code })).toBeVisible()
  await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click()
  await drawer(page).getByLabel('Số tiền hoàn').fill('1')
  await chooseOption(page, 'Lý do hoàn tiền', 'Khách hàng yêu cầu')
  await drawer(page).getByLabel('Diễn giải thêm').fill('Khách trả lại hàng')
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page).getByRole('row', { name: /^Trạng thái/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Đã gửi yêu cầu hoàn tiền')).toBeVisible()
  return code
}

test('a request reaches the checker’s open page by itself, and its end the maker', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const maker = await elsewhere(browser)
  await signIn(maker, 'ketoan')
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  await page.goto(INBOX)
  await expect(
    inFront(page)
      .getByText(/Tổng số dòng|Không có dữ liệu/)
      .first(),
  ).toBeVisible()
  await expect(bell(page)).toBeVisible()
  const unread = async () => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  const before = await unread()

  const code = await askForRefund(maker)
  await test.step('the bell counts it and the list offers it, neither takes the reader’s place', async () => {
    await expect.poll(unread).toBe(before + 1)
    const pill = inFront(page).getByRole('button', { name: '1 dòng mới' })
    await expect(pill).toBeVisible()
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
    await pill.click()
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toBeVisible()
    await expect(pill).toHaveCount(0)
  })

  await test.step('the notification says what it is, in the reader’s language', async () => {
    await bell(page).click()
    const told = drawer(page).getByRole('button', { name: new RegExp(`chờ bạn duyệt: Hoàn tiền .*${code}`) })
    await expect(told).toContainText('Chưa đọc')
    await inspect(page, 'notifications', { language: 'vi', theme: 'light' })
    await drawer(page).getByRole('button', { name: 'Đánh dấu đã đọc tất cả' }).click()
    await expect.poll(unread).toBe(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the maker is told what became of it', async () => {
    await inFront(page).getByRole('button', { name: code, exact: true }).click()
    await drawer(page).getByLabel('Ý kiến xử lý').fill('Thiếu chứng từ')
    await drawer(page).getByRole('button', { name: 'Từ chối' }).click()
    await expect(maker.getByRole('button', { name: /^Thông báo, \d+ chưa đọc$/ })).toBeVisible()
    await bell(maker).click()
    const told = drawer(maker).getByRole('button', { name: new RegExp(`đã từ chối .*${code}`) })
    await expect(told).toContainText('Thiếu chứng từ')
    await told.click()
    await expect(tab(maker, new RegExp(code))).toBeVisible()
    await expect(drawer(maker)).toBeHidden()
  })
  await maker.context().close()
})

test('the administrator finds a failed job, runs it again and sees it done', async ({ page }) => {
  const id = randomUUID()
  const columns = 'id, name, input, state, tries, max_tries, timeout_seconds, last_error, started_at, ended_at'
  await inDatabase(`insert into platform.job (${columns}) values ($1, 'platform.clean-jobs', '{}', 'FAILED', 6, 6, 60, 'Error: disk full', now(), now())`, [id])
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(`/system-config/jobs?state=FAILED&id=${id}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('disk full')
  await rows(page).first().getByRole('button', { name: 'Chạy lại' }).click()
  await drawer(page).getByRole('button', { name: 'Chạy lại' }).click()
  await expect(page.getByText('Công việc đã được xếp hàng chạy lại')).toBeVisible()
  await page.goto(`/system-config/jobs?id=${id}`)
  await rows(page).first().getByRole('button', { name: 'Dọn công việc cũ' }).click()
  await expect(drawer(page).getByText('Hoàn thành')).toBeVisible()
  await page.keyboard.press('Escape')
  await inFront(page).getByRole('button', { name: 'Lịch chạy' }).click()
  await expect(drawer(page).getByRole('row', { name: /Dọn công việc cũ .*40 2 \* \* \*/ })).toBeVisible()
})
