import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm-v2/web/paths.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeCashDay } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const PROVINCE = 'tinh48'
const CHECKER = 'kiemsoat'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const dialog = (page: Page) => page.getByRole('dialog')

/** A day's page, from the list. */
async function openDay(page: Page, unitCode: string): Promise<void> {
  await page.goto(`${paths.days}?${new URLSearchParams({ text: unitCode, from: today(), to: today() })}`)
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: pattern(unitCode) })).toBeVisible()
}

/** Presses an action of the day and confirms it. */
async function press(page: Page, label: string): Promise<void> {
  await inFront(page).getByRole('button', { name: label, exact: true }).click()
  await dialog(page).getByRole('button', { name: label, exact: true }).click()
}

const isNow = (page: Page, status: keyof typeof words.days.enums.status) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.days.enums.status[status])

/** The maker begins and submits, somebody else closes. */
async function closeOffice(page: Page, unitCode: string): Promise<void> {
  await signIn(page, PROVINCE, 'PP_CFM_NEW')
  await openDay(page, unitCode)
  await press(page, words.days.actions.startCounting)
  await isNow(page, 'COUNTING')
  await press(page, words.days.actions.submitDay)
  await isNow(page, 'SUBMITTED')
  await signIn(page, CHECKER, 'PP_CFM_NEW')
  await openDay(page, unitCode)
  await press(page, words.days.actions.closeDay)
  await isNow(page, 'CLOSED')
}

test('a province closes its day although one office is late, and names it', VI, async ({ page, quiet }) => {
  quiet.expects(409)
  for (const code of ['480000', '480101', '480102']) await makeCashDay(code, today())

  await test.step('it sees who is late and reminds them', async () => {
    await closeOffice(page, '480101')
    await signIn(page, PROVINCE, 'PP_CFM_NEW', paths.dayProgress)
    await expect(page.getByText(pattern(words.days.texts.closedOf, { closed: 1, all: 3 }))).toBeVisible()
    await page.getByRole('button', { name: words.days.actions.remindAll }).click()
    await dialog(page).getByRole('button', { name: words.days.actions.remindAll }).click()
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('it does not close without them, unless it names them', async () => {
    await openDay(page, '480000')
    await press(page, words.days.actions.startCounting)
    await press(page, words.days.actions.submitDay)
    await expect(dialog(page).getByRole('alert')).toContainText(/\d{2}\/\d{2}\/\d{4}/)
    await page.keyboard.press('Escape')
    await inFront(page).getByRole('button', { name: words.days.actions.submitLate, exact: true }).click()
    await dialog(page).getByLabel(words.days.fields.day.lateReason).fill('Mất điện cả buổi chiều')
    await page.keyboard.press('Control+Enter')
    await isNow(page, 'SUBMITTED')
    await signIn(page, CHECKER, 'PP_CFM_NEW')
    await openDay(page, '480000')
    await expect(inFront(page).getByText('Mất điện cả buổi chiều').first()).toBeVisible()
    await press(page, words.days.actions.closeDay)
    await isNow(page, 'CLOSED')
  })

  await test.step('the late day comes as an adjustment of its sheet', async () => {
    await closeOffice(page, '480102')
    await openDay(page, '480000')
    const late = inFront(page).getByRole('region').or(inFront(page).locator('.bt-section')).filter({ hasText: words.days.texts.lateUnits })
    await expect(late.locator('tbody tr').last()).toContainText(/\d{2}:\d{2}/)
  })
})

test('a closed day is reopened by two', EN, async ({ page }) => {
  await makeCashDay('920101', today())
  await signIn(page, 'ketoan', 'PP_CFM_NEW')
  await openDay(page, '920101')
  await press(page, words.days.actions.startCounting)
  await press(page, words.days.actions.submitDay)
  await isNow(page, 'SUBMITTED')
  await signIn(page, CHECKER, 'PP_CFM_NEW')
  await openDay(page, '920101')
  await press(page, words.days.actions.closeDay)
  await isNow(page, 'CLOSED')

  await signIn(page, 'ketoan', 'PP_CFM_NEW')
  await openDay(page, '920101')
  await inFront(page).getByRole('button', { name: words.days.actions.reopenDay, exact: true }).click()
  await dialog(page).getByLabel(words.shared.fields.reason).fill('A receipt is missing')
  await page.keyboard.press('Control+Enter')
  await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()

  await signIn(page, CHECKER, 'PP_CFM_NEW')
  await openDay(page, '920101')
  await inFront(page).locator('.bt-request-banner').getByRole('button').first().click()
  await dialog(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).first().click()
  await page.keyboard.press('Control+Enter')
  await isNow(page, 'REOPENED')
})
