import type { Locator, Page } from '@playwright/test'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { missing } from './support/forms.ts'
import { EN, expect, inFront, LIST, rows, signIn, test, VI } from './support/portal.ts'
import { makeList, unused } from './support/records.ts'
import { language, words } from './support/words.ts'

const POLICIES = '/product-policy/manage-policy'
const dialog = (page: Page) => page.getByRole('dialog')
const explained = (page: Page) => dialog(page).locator('.ant-form-item-explain-error')

/** Where a part of the page stands, from the top. */
async function topOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return box.y
}

test('a form names what is missing, leads there, takes an error back and keeps its place', VI, async ({ page }) => {
  const { policy, fee } = words.policy.fields
  await signIn(page, 'admin', 'PP_SYS', `${POLICIES}/create-policy`)
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
  const save = dialog(page).getByRole('button', { name: words.common.save })
  await expect(field(policy.code)).toBeVisible()

  await test.step('every field that the contract needs carries the mark', async () => {
    for (const label of [policy.code, policy.service, policy.name, policy.effectiveFrom])
      await expect(dialog(page).locator('label.ant-form-item-required').filter({ hasText: label })).toHaveCount(1)
    for (const label of [policy.effectiveTo, words.shared.fields.description])
      await expect(dialog(page).locator('label.ant-form-item-required').filter({ hasText: label })).toHaveCount(0)
  })

  await test.step('one error a field, that names it; the first is where the person goes on', async () => {
    await field(`${fee.fixed} 1`).fill('')
    const line = dialog(page).getByRole('region', { name: words.policy.texts.feeRows })
    const foot = line.locator('.bt-amount-words').last()
    const [before, afterName] = [await topOf(foot), await topOf(field(policy.name))]
    await save.click()
    await expect(explained(page)).toHaveText([
      missing(policy.code),
      missing(policy.service, 'chosen'),
      missing(policy.name),
      missing(policy.effectiveFrom, 'chosen'),
      missing(fee.fixed),
    ])
    await expect(field(policy.code)).toBeFocused()
    // The lines were there before their errors.
    expect([await topOf(foot), await topOf(field(policy.name))]).toEqual([before, afterName])
  })

  await test.step('an error goes with its cause: typed, chosen, in a row', async () => {
    await field(policy.code).fill('QR-FORM')
    await expect(dialog(page).getByText(missing(policy.code))).toHaveCount(0)
    await field(policy.service).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await expect(dialog(page).getByText(missing(policy.service, 'chosen'))).toHaveCount(0)
    await field(`${fee.fixed} 1`).fill('15.000')
    await expect(dialog(page).getByText(missing(fee.fixed))).toHaveCount(0)
    await expect(dialog(page).getByText(amountInWords('15000', language))).toBeVisible()
  })

  await test.step('Tab goes from field to field, past what empties them', async () => {
    await field(`${fee.fixed} 1`).focus()
    await page.keyboard.press('Tab')
    await expect(field(`${fee.minimum} 1`)).toBeFocused()
    // The icon that empties the day comes with the day; its calendar goes with the focus.
    await field(policy.effectiveFrom).click()
    await page.keyboard.type('31122099')
    await page.keyboard.press('Tab')
    await expect(field(policy.effectiveTo)).toBeFocused()
    await expect(field(policy.effectiveFrom)).toHaveValue('31/12/2099')
    await page.keyboard.press('Tab')
    await expect(field(words.shared.fields.description)).toBeFocused()
    await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(0)
  })

  await test.step('a day is typed over the one that stands there; what is no day is named and sends nothing', async () => {
    const day = field(policy.effectiveFrom)
    await day.click()
    await page.keyboard.type('30122099')
    await page.keyboard.press('Tab')
    await expect(day).toHaveValue('30/12/2099')
    await day.click()
    await page.keyboard.type('31022099')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByText(words.rules.date)).toBeVisible()
    await expect(day).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(day).toHaveValue('30/12/2099')
    await expect(dialog(page).getByText(words.rules.date)).toBeVisible()
  })
})

test('Enter in an amount sends the form and changes nothing of what was typed', EN, async ({ page }) => {
  const { refund } = words.payments.fields
  await signIn(page, 'ketoan')
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${LIST}?${new URLSearchParams({ from: day(6), to: day(0), status: 'SUCCEEDED', amountFrom: '20000' })}`)
  await rows(page).first().getByRole('link').click()
  // What gave the fee stands beside it.
  const { PRODUCT_POLICY, CUSTOMER_PLAN } = words.payments.enums.feeOrigin
  await expect(inFront(page).getByText(new RegExp(`^(${PRODUCT_POLICY}|${CUSTOMER_PLAN}) QR-`))).toBeVisible()
  await page.getByRole('button', { name: words.payments.actions.refund, exact: true }).click()
  const amount = dialog(page).getByLabel(refund.amount)
  await expect(amount).toBeFocused()
  await page.keyboard.type('15,000')
  await expect(dialog(page).getByText(amountInWords('15000', language))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(explained(page)).toHaveText([missing(refund.reason)])
  await expect(dialog(page).getByLabel(refund.reason, { exact: true })).toBeFocused()
  await expect(amount).toHaveValue('15,000')
  // The way on by keyboard leads to the reason, not over a button that fills in all of it.
  await amount.focus()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByLabel(refund.reason, { exact: true })).toBeFocused()
})

test('ticked permissions of a role are not dropped by Escape, and saving leaves the focus where one goes on', VI, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS', '/user-permission/user-management/roles')
  await rows(page).nth(1).getByRole('button').first().click()
  const box = dialog(page).locator('.ant-tree-checkbox:not(.ant-tree-checkbox-disabled)').first()
  await box.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: words.form.stay })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: words.iam.actions.undoAll }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('the focus goes on in the place of a row that was removed', EN, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  const code = unused()
  for (const end of ['A', 'B']) await makeList(`${code}${end}`)
  await page.goto(`/system-config/global-list?text=${code}`)
  await rows(page).first().getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name: words.shared.actions.remove, exact: true }).click()
  await dialog(page).getByRole('button', { name: words.shared.actions.remove, exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tbody tr, table') !== null)).toBe(true)
})
