import type { Page } from '@playwright/test'
import { paymentErrors } from '#core/payments/contract/errors.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import { fill } from '#kernel/language.ts'
import { qrCancelUntilHour } from '#subsystems/qr/contract/parameters.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import { approve } from './support/books.ts'
import { bankChannel } from './support/partner.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { decideRefundsOf } from './support/records.ts'
import { demoDatabase, inDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true })
const isNow = (page: Page, state: keyof typeof words.payments.enums.transactionStatus) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.payments.enums.transactionStatus[state])

/** Where the page of a payment stands. */
async function pageOf(code: string): Promise<string> {
  const { id } = await demoDatabase().selectFrom('payment.transaction_key').select('transaction_id as id').where('code', '=', code).executeTakeFirstOrThrow()
  return addressOf(qrTransactions, id)
}

/** Fills in why, and sends it by keyboard. */
async function askToCancel(page: Page, reason: string): Promise<void> {
  await button(page, words.payments.actions.cancelPayment).click()
  await expect(dialog(page).getByText(words.payments.texts.cancelText)).toBeVisible()
  await chooseOption(page, words.payments.fields.cancellation.reason, reason)
  await dialog(page).getByLabel(words.payments.fields.cancellation.reasonMore).fill('Khách quét hai lần')
  await page.keyboard.press('Control+Enter')
}

test('a payment of today is cancelled by two people, and the list finds it', VI, async ({ page, server }) => {
  const { code } = await (await bankChannel(server.origin)).paid('68000')
  await decideRefundsOf(code, 'SUCCEEDED')
  const address = await pageOf(code)

  await test.step('the maker asks for it, and is no longer offered anything else', async () => {
    await signIn(page, MAKER, 'PP_QR', address)
    await askToCancel(page, 'Giao dịch trùng')
    await expect(dialog(page)).toHaveCount(0)
    await isNow(page, 'CANCEL_PENDING')
    await expect(button(page, words.payments.actions.refund)).toHaveCount(0)
    await expect(button(page, words.payments.actions.cancelPayment)).toHaveCount(0)
  })

  await test.step('the checker agrees, and the partner gives the money back', async () => {
    await signIn(page, CHECKER, 'PP_QR', address)
    await approve(page)
    await isNow(page, 'CANCELLED')
    await expect(inFront(page).getByText('Huỷ giao dịch', { exact: true })).toBeVisible()
  })

  await test.step('the list finds what was cancelled', async () => {
    await page.goto(`${paths.transactions}?${new URLSearchParams({ code, returned: 'CANCELLED' })}`)
    await expect(rows(page).getByRole('link', { name: code })).toBeVisible()
  })
})

test('after the last hour a cancellation is refused with the way that is left', EN, async ({ page, server, quiet }) => {
  quiet.expects(409)
  const { code } = await (await bankChannel(server.origin)).paid('68000')
  await signIn(page, MAKER, 'PP_QR', await pageOf(code))
  await button(page, words.payments.actions.cancelPayment).waitFor()
  try {
    await inDatabase("update masterdata.parameter set value = '0' where key = $1", [qrCancelUntilHour.key])
    await askToCancel(page, 'Duplicate transaction')
    await expect(dialog(page).getByText(fill(paymentErrors.cancelTooLate.en, { hour: 0 }))).toBeVisible()
  } finally {
    await inDatabase("update masterdata.parameter set value = '24' where key = $1", [qrCancelUntilHour.key])
  }
})

test('a payment is looked up by amount and day, an incident is opened and ends with a refund', VI, async ({ page, server }) => {
  const { incident, actions, enums } = { ...words.incidents.fields, ...words.incidents }
  const { code, amount, day } = await (await bankChannel(server.origin)).paid('71531')
  await decideRefundsOf(code, 'SUCCEEDED')
  let address = ''
  const confirm = async () => {
    await expect(dialog(page).locator(':focus')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  const type = (label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
  const isIn = (state: keyof typeof words.incidents.enums.status) => expect(inFront(page).locator('.bt-detail-head')).toContainText(enums.status[state])
  const press = (name: string) => inFront(page).locator('.bt-detail').getByRole('button', { name, exact: true }).click()

  await test.step('by what the customer knows', async () => {
    await signIn(page, MAKER, 'PP_QR', paths.inquiry)
    await expect(inFront(page).getByLabel(words.payments.fields.inquiry.reference)).toBeFocused()
    await page.keyboard.type('KHONG-CO-MA-NAY')
    await page.keyboard.press('Enter')
    await expect(inFront(page).getByText(words.payments.texts.inquiryNothing)).toBeVisible()
    await page.goto(`${paths.inquiry}?${new URLSearchParams({ from: day, to: day, amount })}`)
    await inFront(page).getByRole('row').filter({ hasText: code }).getByRole('button', { name: words.payments.texts.inquiryChoose }).click()
  })

  await test.step('an incident is opened about it, filled in', async () => {
    await button(page, actions.create).click()
    await expect(dialog(page).getByLabel(incident.subjectCode)).toHaveValue(code)
    await chooseOption(page, incident.categoryId, 'Xử lý chậm, ghi có chậm')
    await type(incident.description, 'Khách chờ lâu, đề nghị hoàn một phần')
    await confirm()
    await isIn('NEW')
    address = new URL(page.url()).pathname
    await press(actions.start)
    await confirm()
  })

  await test.step('its refund is decided by another person', async () => {
    await press(actions.propose)
    await chooseOption(page, incident.action, 'Hoàn tiền')
    await type(incident.amount, '1000')
    await expect(dialog(page).getByRole('heading', { name: words.incidents.texts.previewTitle })).toBeVisible()
    await chooseOption(page, incident.cause, enums.cause.OURS)
    await type(incident.resolution, 'Hoàn 1.000 đồng cho khách')
    await confirm()
    await isIn('PROPOSED')
    await signIn(page, CHECKER, 'PP_QR', address)
    await approve(page)
    await isIn('APPROVED')
    await page.goto(await pageOf(code))
    await isNow(page, 'PARTIALLY_REFUNDED')
  })
})
