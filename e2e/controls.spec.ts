import type { Page } from '@playwright/test'
import { paths } from '#subsystems/crm/web/paths.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeCashDay, setFloor } from './support/records.ts'
import { words } from './support/words.ts'

const UNIT = '010101'
const RULE = 'Tồn quỹ dưới mức tối thiểu'
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Runs the rule now, from the list of rules. */
async function runNow(page: Page): Promise<void> {
  await inFront(page).getByRole('button', { name: words.controls.actions.rules, exact: true }).click()
  const rules = drawer(page, words.controls.texts.rulesTitle)
  await rules.getByRole('row').filter({ hasText: RULE }).getByRole('button', { name: words.controls.actions.runNow, exact: true }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: words.controls.actions.runNow, exact: true }).click()
  await expect(page.getByText(RULE).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rules).toBeHidden()
}

test('an alert opens, leads to what it is about, is acknowledged and heals', VI, async ({ page }) => {
  await makeCashDay(UNIT, new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10))
  await setFloor(UNIT, '1000000')
  await signIn(page, 'admin', 'O2O_CRM', `${paths.controls}?rule=CASH_UNDER_FLOOR`)
  await runNow(page)
  const alert = rows(page).filter({ hasText: RULE })
  await expect(alert).toContainText(words.controls.enums.alertStatus.OPEN)

  await test.step('the row behind it leads to the holding', async () => {
    await alert.getByRole('button', { name: RULE }).click()
    const behind = drawer(page, RULE).getByRole('link').first()
    await expect(behind).toHaveAttribute('href', /\/cfm-v2\/holdings\/\d+/)
    await page.keyboard.press('Escape')
  })

  await test.step('it is acknowledged with a word', async () => {
    await alert.getByRole('button', { name: words.controls.actions.acknowledge }).click()
    await page.getByRole('dialog').getByLabel(words.controls.fields.alert.note).fill('Đã lập giao dịch tiếp quỹ')
    await page.keyboard.press('Control+Enter')
    await expect(alert).toContainText(words.controls.enums.alertStatus.ACKNOWLEDGED)
    await expect(alert).toContainText('Đã lập giao dịch tiếp quỹ')
  })

  await test.step('it heals when nothing is wrong any more', async () => {
    await setFloor(UNIT, '0')
    await runNow(page)
    await expect(alert).toContainText(words.controls.enums.alertStatus.HEALED)
  })
})
