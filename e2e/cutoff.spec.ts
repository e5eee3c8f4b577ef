import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/report/web/paths.ts'
import { EN, expect, rows, signIn, test } from './support/portal.ts'
import { makeJournal, makePeriod } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const UNIT = '010101'
const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const dayBack = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const [BEFORE, DAY, AFTER] = [dayBack(46), dayBack(45), dayBack(44)]

const period = (page: Page, code: string) => page.getByRole('dialog', { name: code, exact: true })

async function openPeriod(page: Page, account: string, code: string): Promise<void> {
  await signIn(page, account, 'PP_REPORT', `${paths.cutOff}?${new URLSearchParams({ service: 'GL', from: BEFORE, to: DAY })}`)
  await rows(page).filter({ hasText: code }).getByRole('button', { name: code, exact: true }).click()
  await expect(period(page, code)).toBeVisible()
}

/** Presses an action of the period and confirms it. */
async function press(page: Page, code: string, action: keyof typeof words.cutOff.actions): Promise<void> {
  const label = words.cutOff.actions[action]
  await period(page, code).getByRole('button', { name: label, exact: true }).click()
  await page
    .getByRole('dialog', { name: `${label} ${code}`, exact: true })
    .getByRole('button', { name: label, exact: true })
    .click()
}

const isNow = (page: Page, code: string, status: keyof typeof words.cutOff.enums.periodStatus) =>
  expect(period(page, code).getByText(words.cutOff.enums.periodStatus[status], { exact: true }).first()).toBeVisible()

/** One checks and submits, another closes; the figures are there. */
async function closeByTwo(page: Page, code: string, snapshot: string): Promise<void> {
  await openPeriod(page, MAKER, code)
  await press(page, code, 'check')
  await isNow(page, code, 'CHECKING')
  await press(page, code, 'submit')
  await isNow(page, code, 'SUBMITTED')
  await openPeriod(page, CHECKER, code)
  await press(page, code, 'close')
  await isNow(page, code, 'CLOSED')
  await expect(period(page, code).getByRole('cell', { name: snapshot, exact: true })).toBeVisible()
}

test('a day is cut off by two, reopened by two, and both closings stand side by side', EN, async ({ page }) => {
  const [earlier, code] = [await makePeriod(UNIT, BEFORE), await makePeriod(UNIT, DAY)]
  await makeJournal(UNIT, DAY, DAY, 1_000_000)

  await test.step('the checklist names what blocks it, and leads there', async () => {
    await openPeriod(page, MAKER, code)
    await press(page, code, 'check')
    await isNow(page, code, 'CHECKING')
    await expect(period(page, code).getByRole('button', { name: words.cutOff.actions.submit, exact: true })).toHaveCount(0)
    await period(page, code)
      .getByRole('link', { name: pattern(earlier) })
      .click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(earlier)
    await closeByTwo(page, earlier, `${earlier}/1`)
  })

  await test.step('it closes by two; what comes late is listed', async () => {
    await closeByTwo(page, code, `${code}/1`)
    await makeJournal(UNIT, AFTER, DAY, 250_000)
    await openPeriod(page, CHECKER, code)
    await expect(period(page, code).getByText(`Adjustment of ${DAY}`)).toBeVisible()
  })

  await test.step('it is reopened by two', async () => {
    await openPeriod(page, MAKER, code)
    await period(page, code).getByRole('button', { name: words.cutOff.actions.reopen, exact: true }).click()
    await page.getByRole('dialog').getByLabel(words.cutOff.fields.period.reason).fill('A journal is missing')
    await page.keyboard.press('Control+Enter')
    await expect(period(page, code).locator('.bt-request-banner')).toBeVisible()
    await openPeriod(page, CHECKER, code)
    await period(page, code).locator('.bt-request-banner').getByRole('button').first().click()
    await page.getByRole('button', { name: words.approvals.actions.approve, exact: true }).last().click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(fill(words.approvals.texts.approvedDone, { code }))).toBeVisible()
  })

  await test.step('closed again, it shows what the adjustment has changed', async () => {
    await makeJournal(UNIT, DAY, DAY, 500_000)
    await closeByTwo(page, code, `${code}/2`)
    await expect(period(page, code).getByText(fill(words.cutOff.texts.difference, { code: `${code}/2`, before: `${code}/1` }))).toBeVisible()
    await expect(period(page, code).getByRole('row').filter({ hasText: '1,500,000' }).first()).toContainText('500,000')
  })
})
