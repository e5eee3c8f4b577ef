import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { inspect } from './support/looks.ts'
import { chooseOption, EN, expect, inFront, LIST, rows, settled, signIn, tab, test, VI } from './support/portal.ts'
import { inDatabase } from './support/server.ts'
import { language, pattern, words } from './support/words.ts'

const INBOX = '/crm/approvals?box=TO_DECIDE&status=PENDING'
const bell = (page: Page) => page.getByRole('button', { name: words.notifications.texts.bell })
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
  await page.getByRole('button', { name: words.payments.actions.refund, exact: true }).click()
  await drawer(page).getByLabel(words.payments.fields.refund.amount).fill('1')
  await chooseOption(page, words.payments.fields.refund.reason, 'Khách hàng yêu cầu')
  await drawer(page).getByLabel(words.payments.fields.refund.reasonMore).fill('Khách trả lại hàng')
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page).getByRole('row', { name: words.shared.fields.status })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.payments.texts.refundAsked)).toBeVisible()
  return code
}

test('a request reaches the checker’s open page by itself, and its end the maker', VI, async ({ page, browser }) => {
  const maker = await elsewhere(browser)
  await signIn(maker, 'ketoan')
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  await page.goto(INBOX)
  await expect(
    inFront(page)
      .getByText(new RegExp(`${pattern(words.list.total).source}|${words.common.empty}`))
      .first(),
  ).toBeVisible()
  // The bell says how many there are once it is there and has heard of them.
  await expect(bell(page)).toBeVisible()
  await settled(page)
  const unread = async () => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  const before = await unread()

  const code = await askForRefund(maker)
  await test.step('the bell counts it and the list offers it, neither takes the reader’s place', async () => {
    await expect.poll(unread).toBe(before + 1)
    const pill = inFront(page).getByRole('button', { name: fill(words.list.newRows, { count: 1 }) })
    await expect(pill).toBeVisible()
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
    await pill.click()
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toBeVisible()
    await expect(pill).toHaveCount(0)
  })

  await test.step('the notification says what it is, in the reader’s language', async () => {
    await bell(page).click()
    const notice = drawer(page).getByRole('button', { name: new RegExp(`đề nghị bạn duyệt: Hoàn tiền .*${code}`) })
    await expect(notice).toContainText(words.notifications.texts.unread)
    await inspect(page, 'notifications', { language, theme: 'light' })
    // It opens the request itself, over the page; what is opened is read.
    await notice.click()
    await expect(drawer(page).getByText(code).first()).toBeVisible()
    await expect.poll(unread).toBe(before)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toHaveCount(0)
  })

  await test.step('the maker is notified of the outcome', async () => {
    await inFront(page).getByRole('button', { name: code, exact: true }).click()
    await drawer(page).getByRole('button', { name: words.approvals.actions.reject }).click()
    await page.getByLabel(words.approvals.texts.reasonLabel).fill('Thiếu chứng từ')
    await page.keyboard.press('Control+Enter')
    await expect(maker.getByRole('button', { name: pattern(words.notifications.texts.bellUnread) })).toBeVisible()
    await bell(maker).click()
    const notice = drawer(maker).getByRole('button', { name: new RegExp(`đã từ chối .*Hoàn tiền .*${code}`) })
    await expect(notice).toContainText('Thiếu chứng từ')
    await notice.click()
    await expect(drawer(maker).getByText(words.approvals.enums.requestStatus.REJECTED).first()).toBeVisible()
    await drawer(maker)
      .getByRole('link', { name: fill(words.approvals.texts.openSubject, { code }) })
      .click()
    await expect(tab(maker, new RegExp(code))).toBeVisible()
  })
  await maker.context().close()
})

test('the administrator finds a failed job, runs it again and sees it done', EN, async ({ page }) => {
  const id = randomUUID()
  const columns = 'id, name, input, state, tries, max_tries, timeout_seconds, last_error, started_at, ended_at'
  await inDatabase(`insert into platform.job (${columns}) values ($1, 'platform.clean-jobs', '{}', 'FAILED', 6, 6, 60, 'Error: disk full', now(), now())`, [id])
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(`/system-config/jobs?state=FAILED&id=${id}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('disk full')
  await rows(page).first().getByRole('button', { name: words.jobs.actions.retry }).click()
  await drawer(page).getByRole('button', { name: words.jobs.actions.retry }).click()
  await expect(page.getByText(words.jobs.texts.jobRetryDone)).toBeVisible()
  await page.goto(`/system-config/jobs?id=${id}`)
  await rows(page).first().getByRole('button', { name: 'Clean up old jobs' }).click()
  await expect(drawer(page).getByText(words.jobs.enums.state.DONE)).toBeVisible()
  await page.keyboard.press('Escape')
  await inFront(page).getByRole('button', { name: words.jobs.actions.schedules }).click()
  await expect(drawer(page).getByRole('row', { name: /Clean up old jobs .*02:40/ })).toBeVisible()
})
