import type { Page } from '@playwright/test'
import { expect, inFront, settled } from './portal.ts'
import { pattern, words } from './words.ts'

export const ACCOUNTS = '/pp-gl/quan_ly_tai_khoan_nghiep_vu/danh_sach_tai_khoan_nghiep_vu'
export const JOURNALS = '/pp-gl/but_toan_dieu_chinh'
export const GL = 'PP_GL'

export const drawer = (page: Page) => page.getByRole('dialog')
const dropDown = (page: Page) => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
const line = (page: Page, n: number) => drawer(page).locator('.bt-rows tbody tr').nth(n)

/** An account is found by what is typed of it. */
async function chooseAccount(page: Page, n: number, code: string): Promise<void> {
  await line(page, n).getByLabel(words.ledger.fields.manualLine.accountId).click()
  await page.keyboard.type(code)
  await dropDown(page)
    .getByTitle(new RegExp(`^${code} · `))
    .click()
}

export async function openAccount(page: Page, code: string): Promise<void> {
  await page.goto(`${ACCOUNTS}?${new URLSearchParams({ text: code })}`)
  await inFront(page).getByRole('link', { name: code, exact: true }).click()
  await expect(page.getByRole('heading', { name: code })).toBeVisible()
  await settled(page)
}

export const balance = async (page: Page) => String(await inFront(page).locator('.bt-detail-head .bt-detail-amount').textContent()).trim()
export const closing = (page: Page) =>
  inFront(page)
    .getByRole('row', { name: pattern(words.ledger.texts.closing) })
    .locator('td')
    .last()

/** When and where a journal belongs, other than today and one's own unit. */
interface Place {
  day: string
  unit: string
}

/** The day typed as a person does it, over the one that stands there. */
export async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-')
  const field = drawer(page).getByLabel(label, { exact: true })
  await field.click()
  await page.keyboard.type(`${date}${month}${year}`)
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue(`${date}/${month}/${year}`)
}

export async function chooseUnit(page: Page, label: string, code: string): Promise<void> {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await page.keyboard.type(code)
  await dropDown(page).locator('.ant-select-item-option').filter({ hasText: code }).click()
}

/** Fills in a journal of two lines and sends it. */
export async function sendJournal(page: Page, [debit, credit]: readonly [string, string], reason: string, place?: Place): Promise<void> {
  const { manualJournal } = words.ledger.fields
  await inFront(page).getByRole('button', { name: words.shared.actions.create, exact: true }).click()
  await drawer(page).getByLabel(manualJournal.reason).fill(reason)
  if (place) {
    await typeDay(page, manualJournal.businessDate, place.day)
    await chooseUnit(page, manualJournal.unitId, place.unit)
  }
  await chooseAccount(page, 0, debit)
  await line(page, 0).getByLabel(words.ledger.fields.manualLine.amount).fill('1250000')
  await chooseAccount(page, 1, credit)
  const other = line(page, 1).getByLabel(words.ledger.fields.manualLine.amount)
  await other.fill('1200000')
  await expect(drawer(page).getByText(pattern(words.ledger.texts.unbalanced))).toBeVisible()
  await other.fill('1250000')
  await expect(drawer(page).getByText(pattern(words.ledger.texts.unbalanced))).toBeHidden()
  await page.keyboard.press('Control+Enter')
}

/** As above; answers the address of its page, where it waits for somebody else. */
export async function makeJournalByHand(page: Page, accounts: readonly [string, string], reason: string, place?: Place): Promise<string> {
  await sendJournal(page, accounts, reason, place)
  await expect(inFront(page).locator('.bt-request-banner')).toContainText(words.approvals.texts.byYou)
  await expect(inFront(page).getByText(words.ledger.texts.notPosted)).toBeVisible()
  return new URL(page.url()).pathname
}

export async function pressApprove(page: Page): Promise<void> {
  await inFront(page).locator('.bt-request-banner').getByRole('button').first().click()
  await drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await page
    .getByRole('dialog', { name: pattern(words.approvals.texts.approveTitle) })
    .getByRole('button', { name: words.approvals.actions.approve, exact: true })
    .click()
}

/** Decides what waits on the page that is open. */
export async function approve(page: Page): Promise<void> {
  await pressApprove(page)
  await expect(inFront(page).locator('.bt-request-banner')).toBeHidden()
}
