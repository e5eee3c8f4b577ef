import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/report/web/paths.ts'
import { expect, rows, signIn } from './portal.ts'
import { words } from './words.ts'

export const MAKER = 'ketoan'
export const CHECKER = 'kiemsoat'

/** A day so many days ago. */
export const dayBack = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
/** GL-010101-20261008 → 2026-10-08, GL-010101-202610 → 2026-10-01 */
const dayOf = (code: string) => code.replace(/^.*-(\d{4})(\d\d)(\d\d)?$/, (_, year, month, day = '01') => `${year}-${month}-${day}`)

export const period = (page: Page, code: string) => page.getByRole('dialog', { name: code, exact: true })

export async function openPeriod(page: Page, account: string, code: string): Promise<void> {
  await signIn(page, account, 'PP_REPORT', `${paths.cutOff}?${new URLSearchParams({ service: 'GL', from: dayOf(code), to: dayOf(code) })}`)
  await rows(page).filter({ hasText: code }).getByRole('button', { name: code, exact: true }).click()
  await expect(period(page, code)).toBeVisible()
}

/** Presses an action of the period and confirms it. */
export async function press(page: Page, code: string, action: keyof typeof words.cutOff.actions): Promise<void> {
  const label = words.cutOff.actions[action]
  await period(page, code).getByRole('button', { name: label, exact: true }).click()
  await page
    .getByRole('dialog', { name: `${label} ${code}`, exact: true })
    .getByRole('button', { name: label, exact: true })
    .click()
}

export const isNow = (page: Page, code: string, status: keyof typeof words.cutOff.enums.periodStatus) =>
  expect(period(page, code).getByText(words.cutOff.enums.periodStatus[status], { exact: true }).first()).toBeVisible()

/** One checks and submits, another closes; the figures are there. */
export async function closeByTwo(page: Page, code: string, snapshot: string): Promise<void> {
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

/** One asks with a reason, another agrees. */
export async function reopenByTwo(page: Page, code: string, reason: string): Promise<void> {
  await openPeriod(page, MAKER, code)
  await period(page, code).getByRole('button', { name: words.cutOff.actions.reopen, exact: true }).click()
  await page.getByRole('dialog').getByLabel(words.cutOff.fields.period.reason).fill(reason)
  await page.keyboard.press('Control+Enter')
  await expect(period(page, code).locator('.bt-request-banner')).toBeVisible()
  await openPeriod(page, CHECKER, code)
  await period(page, code).locator('.bt-request-banner').getByRole('button').first().click()
  await page.getByRole('button', { name: words.approvals.actions.approve, exact: true }).last().click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(fill(words.approvals.texts.approvedDone, { code }))).toBeVisible()
}
