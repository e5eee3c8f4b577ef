import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm-v2/web/paths.ts'
import { counterChannel, endShifts, leaveShift, tellerOf } from './support/counter.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeTill } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const OFFICE = '010101'
const TELLER = 'giaodichvien'
const CHECKER = 'kiemsoatvien'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const dialog = (page: Page) => page.getByRole('dialog')

/** Fills in the sheet by keyboard: the first line is in focus, Enter goes on, the last one to the button. */
async function count(page: Page, notesOf500k: string, denomination = '500.000'): Promise<void> {
  const first = inFront(page).getByLabel(pattern(words.shifts.texts.piecesOf, { denomination }))
  await expect(first).toBeFocused()
  await page.keyboard.type(notesOf500k)
  const button = inFront(page).getByRole('button', { name: words.shifts.texts.submitCount })
  for (let line = 0; line < 11; line++) await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button).toBeHidden()
}

test('a teller’s day by keyboard: a blind count, money orders sent and paid, a shortage that somebody else decides, papers', VI, async ({ page, server }) => {
  await endShifts(TELLER)
  await makeTill('E2E-TILL', OFFICE, today())
  const myShift = () => signIn(page, TELLER, 'PP_CFM_NEW', paths.myShift)
  await myShift()

  await test.step('the shift opens with an even count', async () => {
    await inFront(page)
      .getByRole('button', { name: pattern('E2E-TILL') })
      .focus()
    await page.keyboard.press('Enter')
    await count(page, '0')
    await expect(inFront(page).getByText(words.shifts.texts.even)).toBeVisible()
  })

  await test.step('a money order is sent and another is paid; both move the till', async () => {
    const channel = await counterChannel(server.origin)
    const counter = { till: 'E2E-TILL', teller: await tellerOf(TELLER) }
    const order = await channel.send(counter, '1000000')
    await channel.pay(counter, order.transactionCode, order.told?.secret ?? '', '1000000')
    await page.reload()
    await expect(inFront(page).getByText(order.transactionCode).first()).toBeVisible()
  })

  await test.step('the closing count finds that the fee is missing, which is explained in the same place', async () => {
    await inFront(page).getByRole('button', { name: words.shifts.texts.closeShift }).press('Enter')
    await count(page, '0')
    await expect(inFront(page).getByText(words.shifts.texts.uneven)).toBeVisible()
    await inFront(page).getByRole('button', { name: words.shifts.actions.explain }).press('Enter')
    await chooseOption(page, words.shifts.fields.count.reasonCode, 'Thu hoặc trả nhầm tiền cho khách')
    await dialog(page).getByLabel(words.shifts.fields.count.note).fill('Chưa thu cước của khách')
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()
  })

  await test.step('the checker of the office agrees and prints the minutes; the shortage waits for its settlement', async () => {
    await signIn(page, CHECKER, 'PP_CFM_NEW', `${paths.counts}?${new URLSearchParams({ text: 'E2E-TILL', varianceStatus: 'PENDING' })}`)
    await rows(page).first().getByRole('link').first().click()
    await inFront(page).locator('.bt-request-banner').getByRole('button').first().click()
    await dialog(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).first().click()
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(words.shifts.enums.varianceStatus.POSTED)
    const minutes = page.waitForEvent('download')
    await inFront(page).getByRole('button', { name: words.shifts.texts.printCount }).press('Enter')
    expect((await minutes).suggestedFilename()).toMatch(/\.pdf$/)
    await page.goto(`${paths.differences}?${new URLSearchParams({ text: 'E2E-TILL', from: '' })}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText(words.differences.enums.status.OPEN)
  })

  await test.step('the teller prints the slip of the shift', async () => {
    await myShift()
    const saved = page.waitForEvent('download')
    await inFront(page).getByRole('button', { name: words.shifts.texts.printShift }).press('Enter')
    expect((await saved).suggestedFilename()).toMatch(/^PC\d{12}\.pdf$/)
  })
})

test('a shift that its teller left open is a task on the home page, and is counted by somebody else before a witness', EN, async ({ page }) => {
  await makeTill('E2E-LEFT', OFFICE, today())
  await leaveShift('E2E-LEFT', 'giaodichvien2', '2026-01-05')
  await signIn(page, 'ketoan', 'PP_CFM_NEW')
  await inFront(page)
    .getByRole('link', { name: pattern('Abandoned shifts to close') })
    .press('Enter')
  const shift = rows(page).filter({ hasText: 'E2E-LEFT' })
  await shift.getByRole('link').first().press('Enter')
  await inFront(page).getByRole('button', { name: words.shifts.actions.takeOver }).press('Enter')
  const witness = await tellerOf(TELLER)
  await dialog(page).getByLabel(words.shifts.fields.shift.witnessId).fill(witness)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: witness }).click()
  await dialog(page).getByLabel('Reason').fill('The teller is ill')
  await page.keyboard.press('Control+Enter')
  await count(page, '0', '500,000')
  await expect(inFront(page).getByText(words.shifts.texts.countDone)).toBeVisible()
  await signIn(page, 'ketoan', 'PP_CFM_NEW', `${paths.shifts}?${new URLSearchParams({ text: 'E2E-LEFT', from: '' })}`)
  await expect(rows(page).first()).toContainText(words.shifts.enums.shiftStatus.CLOSED)
})
