import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm/web/paths.ts'
import { paths as qrPaths } from '#subsystems/qr/web/paths.ts'
import { approve } from './support/books.ts'
import { counterChannel, endShifts, openShiftAt, tellerOf } from './support/counter.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { decideRefundsOf, makeTill, succeededPayment, unused } from './support/records.ts'
import { words } from './support/words.ts'

const [TELLER, ACCOUNTANT, CHECKER] = ['giaodichvien', 'ketoan', 'kiemsoat']
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const dialog = (page: Page) => page.getByRole('dialog')
/** In the language of the journey under way. */
const own = () => ({ ...words.incidents.fields, ...words.incidents })

const press = (page: Page, name: string) => inFront(page).locator('.bt-detail').getByRole('button', { name, exact: true }).click()

async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}
const isNow = (page: Page, state: keyof typeof words.incidents.enums.status) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.incidents.enums.status[state])
const type = (page: Page, label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)

test('an incident from a transaction waits for the partner, is decided by two people, answered and closed', VI, async ({ page, server }) => {
  const { incident, actions, enums, texts } = own()
  const till = unused()
  await makeTill(till, '010101', today())
  await endShifts(TELLER)
  await openShiftAt(till, TELLER, today())
  const channel = await counterChannel(server.origin)
  const { transactionCode: code } = await channel.send({ till, teller: await tellerOf(TELLER) }, '1500000')
  let address = ''

  await test.step('the teller opens it from the transaction, which is filled in', async () => {
    await signIn(page, TELLER, 'PP_CFM', `${paths.transactions}?${new URLSearchParams({ code })}`)
    await rows(page).getByRole('link', { name: code }).click()
    await inFront(page).getByRole('button', { name: actions.create, exact: true }).click()
    await expect(dialog(page).getByLabel(incident.subjectCode)).toHaveValue(code)
    await chooseOption(page, incident.categoryId, 'Khiếu nại cước phí')
    await type(page, incident.description, 'Thu cước hai lần')
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'biên nhận.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
    await expect(dialog(page).getByRole('list', { name: words.files.list }).getByRole('listitem')).toHaveCount(1)
    await confirm(page)
    await isNow(page, 'NEW')
    await expect(inFront(page).getByText('biên nhận.pdf')).toBeVisible()
    address = page.url().slice(new URL(page.url()).origin.length)
  })

  await test.step('the accountant works on it and asks the partner: the clock stands still', async () => {
    await signIn(page, ACCOUNTANT, 'PP_CFM', address)
    await press(page, actions.start)
    await confirm(page)
    await isNow(page, 'IN_PROGRESS')
    await press(page, actions.wait)
    await dialog(page).getByLabel(incident.partnerId, { exact: true }).click()
    await page.keyboard.type('VCB')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await type(page, incident.note, 'Đề nghị xác nhận số tiền đã thu')
    await confirm(page)
    await isNow(page, 'WAITING_PARTNER')
    await expect(inFront(page).getByText(enums.clockState.PAUSED, { exact: true })).toBeVisible()
  })

  await test.step('what the partner says starts it again', async () => {
    await press(page, actions.message)
    await chooseOption(page, incident.from, enums.messageFrom.PARTNER)
    await type(page, incident.content, 'Đã thu một lần')
    await confirm(page)
    await isNow(page, 'IN_PROGRESS')
    await expect(inFront(page).locator('.bt-timeline')).toContainText(texts.inward)
  })

  await test.step('what comes of it is proposed, and decided by another person', async () => {
    await press(page, actions.propose)
    await chooseOption(page, incident.action, 'Không phát sinh tiền')
    await chooseOption(page, incident.cause, enums.cause.CUSTOMER)
    await type(page, incident.resolution, 'Cước đã thu đúng biểu cước')
    await confirm(page)
    await isNow(page, 'PROPOSED')
    await signIn(page, CHECKER, 'PP_CFM', address)
    await approve(page)
    await isNow(page, 'APPROVED')
  })

  await test.step('the answer goes out under a warning, and it is closed', async () => {
    await signIn(page, ACCOUNTANT, 'PP_CFM', address)
    await press(page, actions.resolve)
    await expect(dialog(page).locator('.incident-outgoing')).toBeVisible()
    await confirm(page)
    await isNow(page, 'RESOLVED')
    await press(page, actions.close)
    await confirm(page)
    await isNow(page, 'CLOSED')
  })
})

test('an incident about a payment waits for the partner, and ends with a refund that leaves through it', EN, async ({ page }) => {
  const { incident, actions, enums, texts } = own()
  const code = await succeededPayment()
  await decideRefundsOf(code, 'SUCCEEDED')
  let address = ''

  await test.step('the accountant opens it by the code of the payment', async () => {
    await signIn(page, ACCOUNTANT, 'PP_QR', qrPaths.incidents)
    await inFront(page).getByRole('button', { name: actions.create, exact: true }).click()
    await expect(dialog(page).getByLabel(incident.categoryId, { exact: true })).toBeFocused()
    await chooseOption(page, incident.categoryId, 'Request to cancel or refund')
    await type(page, incident.subjectCode, code)
    await type(page, incident.reporterName, 'Nguyễn Thị Lan')
    await type(page, incident.description, 'Khách trả lại hàng, đề nghị hoàn tiền')
    await confirm(page)
    await isNow(page, 'NEW')
    address = page.url().slice(new URL(page.url()).origin.length)
    await press(page, actions.start)
    await confirm(page)
  })

  await test.step('the partner is asked: the clock stands still until it has answered', async () => {
    await press(page, actions.wait)
    await dialog(page).getByLabel(incident.partnerId, { exact: true }).click()
    await page.keyboard.type('VCB')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await type(page, incident.note, 'Đề nghị xác nhận khoản thu')
    await confirm(page)
    await isNow(page, 'WAITING_PARTNER')
    await expect(inFront(page).getByText(enums.clockState.PAUSED, { exact: true })).toBeVisible()
    await press(page, actions.message)
    await chooseOption(page, incident.from, enums.messageFrom.PARTNER)
    await type(page, incident.content, 'Đã thu, đề nghị hoàn')
    await confirm(page)
    await isNow(page, 'IN_PROGRESS')
  })

  await test.step('a refund is proposed with what it will post, and a second person agrees', async () => {
    await press(page, actions.propose)
    await chooseOption(page, incident.action, 'Refund')
    await type(page, incident.amount, '1000')
    await expect(dialog(page).getByText(texts.previewTitle)).toBeVisible()
    await chooseOption(page, incident.cause, enums.cause.CUSTOMER)
    await type(page, incident.resolution, 'Hoàn 1.000 đồng cho khách')
    await confirm(page)
    await isNow(page, 'PROPOSED')
    await signIn(page, CHECKER, 'PP_QR', address)
    await approve(page)
    await isNow(page, 'APPROVED')
  })

  await test.step('it leaves through the partner and succeeds; then the answer goes out', async () => {
    await signIn(page, ACCOUNTANT, 'PP_QR', address)
    await expect(async () => {
      await page.reload()
      await expect(inFront(page).locator('.bt-detail')).toContainText(enums.actionState.DONE, { timeout: 2_000 })
    }).toPass()
    await press(page, actions.resolve)
    await confirm(page)
    await isNow(page, 'RESOLVED')
  })

  await test.step('the list of payments shows the refund as a transaction of its own', async () => {
    await signIn(page, ACCOUNTANT, 'PP_QR', `${qrPaths.transactions}?${new URLSearchParams({ code })}`)
    await rows(page).getByRole('link', { name: code }).click()
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(words.payments.enums.transactionStatus.PARTIALLY_REFUNDED)
    await expect(inFront(page).locator('.bt-section').filter({ hasText: words.payments.texts.groupRefunds })).toContainText(
      words.payments.enums.transactionStatus.SUCCEEDED,
    )
  })
})
