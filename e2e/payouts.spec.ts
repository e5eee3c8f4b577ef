import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { payoutErrors } from '#core/payouts/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/cfm/web/paths.ts'
import { sheetRows, workbook } from '../test/workbooks.ts'
import { approve } from './support/books.ts'
import { expect, inFront, signIn, test, VI } from './support/portal.ts'
import { unused } from './support/records.ts'
import { words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true }).click()

/** Picks from a field that looks its options up. */
async function find(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.keyboard.type(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()
}

/** By keyboard, once the dialog has the focus. */
async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}
const isNow = (page: Page, state: keyof typeof words.payouts.enums.listStatus) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.payouts.enums.listStatus[state])

test('a payout list goes from its file to its approval, which moves the money, and gives back what nobody fetched', VI, async ({ page, quiet }) => {
  const { list: field, lineImport: column } = words.payouts.fields
  const code = unused()
  const people = [0, 1, 2].map((n) => [`${code}-${n}`, `Người hưởng ${n}`, `0012${code.slice(-7)}${n}`, '010101', 1_000_000 + n])
  const file = workbook([[column.beneficiaryCode, column.name, column.identityNumber, column.pointCode, column.amount], ...people])
  let address = ''

  await test.step('somebody types what the letter of the payer says', async () => {
    await signIn(page, MAKER, 'PP_CFM', paths.payouts)
    await press(page, words.payouts.actions.create)
    await find(page, field.programmeId, 'Trợ cấp thất nghiệp')
    await dialog(page).getByLabel(field.month, { exact: true }).fill('06/2027')
    await find(page, field.unitId, 'Tổng công ty')
    await dialog(page)
      .getByLabel(field.payUntil, { exact: true })
      .fill(`31/12/${new Date().getFullYear() + 1}`)
    await dialog(page).getByLabel(field.controlCount, { exact: true }).fill('3')
    await dialog(page).getByLabel(field.controlTotal, { exact: true }).fill('3000004')
    await confirm(page)
    await isNow(page, 'DRAFT')
    address = page.url().slice(new URL(page.url()).origin.length)
  })

  await test.step('the file is read, checked and kept', async () => {
    await press(page, words.payouts.actions.importLines)
    await inFront(page)
      .locator('input[type=file]')
      .setInputFiles({ name: `${code}.xlsx`, mimeType: XLSX, buffer: file })
    await inFront(page)
      .getByRole('button', { name: fill(words.import.all, { count: 3 }) })
      .click()
    await expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(words.import.status.DONE)
  })

  await test.step('another file asks before it takes the place of the first, and both are remembered', async () => {
    await inFront(page).getByRole('button', { name: words.import.another }).click()
    await inFront(page)
      .locator('input[type=file]')
      .setInputFiles({ name: `${code}-2.xlsx`, mimeType: XLSX, buffer: file })
    await inFront(page)
      .getByRole('button', { name: fill(words.import.all, { count: 3 }) })
      .click()
    await expect(dialog(page)).toContainText(`${code}.xlsx: 3 dòng, 3.000.003 đồng`)
    await confirm(page)
    await expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(words.import.status.DONE)
    await page.goto(address)
    for (const name of [`${code}.xlsx`, `${code}-2.xlsx`])
      await expect(inFront(page).getByText(fill(words.payouts.texts.imported, { file: name }), { exact: true })).toBeVisible()
  })

  await test.step('what differs from the letter is refused, and mended', async () => {
    await page.goto(address)
    await expect(inFront(page).getByText(words.payouts.texts.controlDiffers)).toBeVisible()
    quiet.expects(409)
    await press(page, words.payouts.actions.check)
    await expect(dialog(page).locator(':focus')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(fill(payoutErrors.controlTotal.vi, { control: '3.000.004', total: '3.000.003' }))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await press(page, words.shared.actions.edit)
    await dialog(page).getByLabel(field.controlTotal, { exact: true }).fill('3000003')
    await confirm(page)
    await expect(inFront(page).getByText(words.payouts.texts.controlDiffers)).toHaveCount(0)
    await press(page, words.payouts.actions.check)
    await confirm(page)
    await isNow(page, 'CHECKED')
    await press(page, words.payouts.actions.submit)
    await dialog(page).getByLabel(words.shared.fields.reason, { exact: true }).fill('Theo công văn của đơn vị uỷ quyền')
    await confirm(page)
    await isNow(page, 'SUBMITTED')
  })

  await test.step('another person approves it, and its account holds the money', async () => {
    await signIn(page, CHECKER, 'PP_CFM', address)
    await approve(page)
    await isNow(page, 'APPROVED')
    await expect(inFront(page).getByText('3.000.003,00').first()).toBeVisible()
    await expect(inFront(page).getByText(words.payouts.texts.byPoint)).toBeVisible()
  })

  await test.step('what nobody fetched goes back when the list is closed, and the payer gets it as a file', async () => {
    await signIn(page, MAKER, 'PP_CFM', address)
    await press(page, words.payouts.actions.close)
    await dialog(page).getByLabel(words.shared.fields.reason, { exact: true }).fill('Hết thời hạn chi trả')
    await confirm(page)
    await isNow(page, 'CLOSED')
    await expect(inFront(page).locator('.bt-detail')).toContainText(words.payouts.enums.lineStatus.RETURNED)
    const taken = page.waitForEvent('download')
    await press(page, words.payouts.actions.returnedFile)
    const lines = sheetRows(readFileSync(await (await taken).path())).slice(1, -1)
    expect(lines.map((line) => line[1])).toEqual(people.map(([beneficiary]) => beneficiary))
  })
})
