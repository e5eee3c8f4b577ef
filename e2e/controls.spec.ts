import type { Page } from '@playwright/test'
import { paths } from '#subsystems/crm/web/paths.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeCashDay, setFloor } from './support/records.ts'
import { inDatabase } from './support/server.ts'
import { words } from './support/words.ts'

/** An office that has no cash of its own in the demo. */
const UNIT = '920102'
const OFFICE = 'Bưu cục không có tiền'
const RULE = 'Tồn quỹ dưới mức tối thiểu'
const alertOf = (page: Page) => rows(page).filter({ hasText: RULE }).filter({ hasText: OFFICE })
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Runs the rule now, from the list of rules. */
async function runNow(page: Page): Promise<void> {
  await inFront(page).getByRole('button', { name: words.controls.actions.rules, exact: true }).click()
  const rules = drawer(page, words.controls.texts.rulesTitle)
  await rules.getByRole('row').filter({ hasText: RULE }).getByRole('button', { name: words.controls.actions.runNow }).click()
  await drawer(page, `${words.controls.actions.runNow} ${RULE}`).getByRole('button', { name: words.controls.actions.runNow, exact: true }).click()
  await expect(drawer(page, `${words.controls.actions.runNow} ${RULE}`)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(rules).toBeHidden()
}

/** The rule runs in the background; the list is read again until it has. */
async function isNow(page: Page, status: keyof typeof words.controls.enums.alertStatus): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(alertOf(page)).toContainText(words.controls.enums.alertStatus[status], { timeout: 3_000 })
  }).toPass()
}

test('an alert opens, leads to what it is about, is acknowledged and heals', VI, async ({ page }) => {
  await makeCashDay(UNIT, new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10))
  await setFloor(UNIT, '1000000')
  await inDatabase('update organisation.unit set name = $2 where code = $1', [UNIT, OFFICE])
  await signIn(page, 'admin', 'O2O_CRM', `${paths.controls}?rule=CASH_UNDER_FLOOR`)
  await runNow(page)
  await isNow(page, 'OPEN')
  const alert = alertOf(page)

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
    await isNow(page, 'HEALED')
  })
})
