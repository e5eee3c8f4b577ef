import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm/web/paths.ts'
import { approve } from './support/books.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { unused } from './support/records.ts'
import { words } from './support/words.ts'

/** Keepers of the vaults of Hà Nội and of one of its offices, and who decides. */
const [PROVINCE, OFFICE, ACCOUNTANT, CHECKER] = ['thuquy.01', 'thuquy', 'ketoan', 'kiemsoat']
const dialog = (page: Page) => page.getByRole('dialog')

/** Picks from a list of the form; the filters of the page have fields of the same names. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

/** Picks from a field that looks its options up. */
async function find(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.keyboard.type(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()
}

/** Pieces of 500,000. */
async function count(page: Page, pieces: string): Promise<void> {
  await dialog(page)
    .getByLabel(/500\.000$/)
    .fill(pieces)
}
const press = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true }).click()

/** By keyboard, once the dialog has the focus. */
async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}
const isNow = (page: Page, state: keyof typeof words.treasury.enums.status) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.treasury.enums.status[state])

test('cash goes from one office to another, a note is missing, and two people decide about it', VI, async ({ page }) => {
  const { transaction } = words.treasury.fields
  const seal = unused()
  let address = ''

  await test.step('the keeper of the province drafts it and submits it', async () => {
    await signIn(page, PROVINCE, 'PP_CFM', paths.treasury)
    await press(page, words.treasury.actions.create)
    await choose(page, transaction.kind, words.treasury.enums.kind.TRANSFER)
    await find(page, transaction.fromUnitId, '010000')
    await find(page, transaction.toUnitId, '010101')
    await dialog(page).getByLabel(transaction.amount, { exact: true }).fill('20000000')
    await dialog(page).getByLabel(transaction.purpose, { exact: true }).fill('Tiếp tiền cho ngày lĩnh lương hưu')
    await count(page, '40')
    await expect(dialog(page).getByText(words.treasury.texts.piecesMatch)).toBeVisible()
    await confirm(page)
    await isNow(page, 'DRAFT')
    address = page.url().slice(new URL(page.url()).origin.length)
    await press(page, words.treasury.actions.submit)
    await confirm(page)
    await isNow(page, 'SUBMITTED')
  })

  await test.step('another person approves it, and it leaves the vault with a courier', async () => {
    await signIn(page, CHECKER, 'PP_CFM', address)
    await approve(page)
    await isNow(page, 'APPROVED')
    await signIn(page, PROVINCE, 'PP_CFM', address)
    await press(page, words.treasury.actions.dispatch)
    await find(page, transaction.courierId, 'AT-010000')
    await dialog(page).getByLabel(transaction.sealNumber, { exact: true }).fill(seal)
    await confirm(page)
    await isNow(page, 'DISPATCHED')
  })

  await test.step('the office counts without being told how much it is, and finds a note less', async () => {
    await signIn(page, OFFICE, 'PP_CFM', `${paths.treasury}?${new URLSearchParams({ text: seal })}`)
    await rows(page).getByRole('link').first().click()
    await press(page, words.treasury.actions.startReceipt)
    await confirm(page)
    await expect(inFront(page).getByText(words.treasury.texts.countingYou)).toBeVisible()
    await expect(inFront(page).getByText(/20\.000\.000/)).toHaveCount(0)
    await press(page, words.treasury.actions.receive)
    await count(page, '39')
    await confirm(page)
    await isNow(page, 'DISCREPANCY')
    await expect(inFront(page).locator('.cash-differs')).toHaveCount(1)
  })

  await test.step('the accountant proposes to recover it, the checker agrees', async () => {
    await signIn(page, ACCOUNTANT, 'PP_CFM', address)
    await press(page, words.treasury.actions.settle)
    await choose(page, transaction.settlement, words.treasury.enums.settlement.RECOVER)
    await dialog(page).getByLabel(transaction.staffId, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await dialog(page).getByLabel(transaction.reason, { exact: true }).fill('Theo biên bản giao nhận')
    await confirm(page)
    await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()
    await signIn(page, CHECKER, 'PP_CFM', address)
    await approve(page)
    await isNow(page, 'SETTLED')
    const way = inFront(page).locator('.bt-section').filter({ hasText: words.trace.texts.way })
    // What arrived lies in the vault; what was missing is owed since the decision.
    await expect(way.locator('tbody tr').filter({ hasText: '19.500.000' })).not.toHaveCount(0)
    await expect(way.locator('tbody tr').last()).toContainText('500.000,00')
  })
})
