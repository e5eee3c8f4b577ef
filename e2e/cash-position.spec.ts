import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm-v2/web/paths.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeCashDay, takeInCash } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const OFFICE = '790102'
const PROVINCE = 'Bưu điện thành phố Hồ Chí Minh'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, title: string) => inFront(page).locator('.bt-section').filter({ hasText: title })

/** What came in today where the page stands. */
const moneyIn = (page: Page) => inFront(page).locator('article').filter({ hasText: words.position.texts.moneyIn }).getByRole('button')

async function toProvince(page: Page): Promise<void> {
  await signIn(page, 'ketoan', 'PP_CFM_NEW', paths.home)
  await section(page, words.position.texts.byProvince).getByRole('table').last().getByRole('link', { name: PROVINCE }).click()
  await expect(section(page, words.position.texts.byPlace)).toBeVisible()
}

test('a figure of the cash position leads down to its journal', VI, async ({ page }) => {
  await makeCashDay(OFFICE, today())
  await takeInCash(OFFICE, 7_654_321, today())
  await toProvince(page)
  const figure = (await moneyIn(page).textContent()) ?? ''
  await moneyIn(page).click()
  await expect(dialog(page).locator('p').first()).toContainText(figure)
  const journal = dialog(page)
    .getByRole('row', { name: pattern(`Thu tiền mặt ${OFFICE}`) })
    .first()
  await expect(journal).toContainText('7.654.321')
  await journal.getByRole('link').last().click()
  await expect(
    inFront(page)
      .getByRole('row', { name: pattern(`Thu tiền mặt ${OFFICE}`) })
      .first(),
  ).toContainText('7.654.321')
})

test('the number of holdings leads to just as many of them', EN, async ({ page }) => {
  await makeCashDay(OFFICE, today())
  await toProvince(page)
  const shown = await inFront(page)
    .getByRole('link', { name: /^\d+ active holdings?$/ })
    .textContent()
  await inFront(page)
    .getByRole('link', { name: /^\d+ active holdings?$/ })
    .click()
  await expect(rows(page)).toHaveCount(Number.parseInt(shown ?? '', 10))
})
