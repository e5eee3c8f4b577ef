/** The life of a merchant: two people open it, it is paid, some of that goes back, and every place says the same of it to the đồng. */
import type { Page } from '@playwright/test'
import { merchantErrors } from '#core/merchants/contract/errors.ts'
import { isTaxCode } from '#core/merchants/contract/tax-code.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { validationTexts } from '#kernel/validation-texts.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { merchantPath, paths } from '#subsystems/qr/web/paths.ts'
import { bankName } from '../src/app/simulator/transfers.ts'
import { approve, chooseUnit } from './support/books.ts'
import { bankChannel } from './support/partner.ts'
import { chooseOption, expect, inFront, signIn, test, VI } from './support/portal.ts'
import { decideRefundsOf } from './support/records.ts'
import { demoDatabase } from './support/server.ts'
import { pattern, words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const BANK = '970436'
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true }).click()
const isNow = (page: Page, state: string) => expect(inFront(page).locator('.bt-detail-head')).toContainText(state)

/** Picks from a field that looks its options up. */
async function find(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).click()
  await page.keyboard.type(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()
}

/** By keyboard, once the dialog has the focus. */
async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}

/** Brings a paper: what a form holds of it goes with the command. */
async function attach(page: Page): Promise<void> {
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'biên bản.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
  await expect(dialog(page).getByRole('list', { name: words.files.list }).getByRole('listitem')).toHaveCount(1)
}

/** A tax code that nobody has. */
function unusedTaxCode(): string {
  for (let nine = Date.now() % 1_000_000_000; ; nine += 1)
    for (let digit = 0; digit < 10; digit++) {
      const code = `${String(nine).padStart(9, '0')}${digit}`
      if (isTaxCode(code)) return code
    }
}

/** The bank says whose account it is. */
async function checkName(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name: words.merchants.texts.checkAccount }).click()
  await expect(dialog(page).getByText(fill(words.merchants.texts.checkSame, { name }))).toBeVisible()
}

/** Where the page of a payment stands. */
async function pageOf(code: string | undefined): Promise<string> {
  const key = await demoDatabase()
    .selectFrom('payment.transaction_key')
    .select('transaction_id as id')
    .where('code', '=', code ?? '')
    .executeTakeFirstOrThrow()
  return addressOf(qrTransactions, key.id)
}

/** Fills in the form of a new merchant, a wrong tax code first. */
async function fillDraft(page: Page, name: string, account: string): Promise<void> {
  const { merchant: label } = words.merchants.fields
  await field(page, label.legalName).fill(`Hộ kinh doanh ${name}`)
  await chooseOption(page, label.legalKind, words.merchants.enums.legalKind.HOUSEHOLD)
  await field(page, label.taxCode).fill('0109123457')
  await field(page, label.representative).fill('Trần Thị Hạnh')
  await expect(dialog(page).getByText(pattern(validationTexts.taxCode.vi))).toBeVisible()
  await field(page, label.taxCode).fill(unusedTaxCode())
  await chooseUnit(page, label.unitId, '010101')
  await field(page, label.name).fill(name)
  await find(page, label.businessLine, 'Ăn uống')
  await find(page, label.provinceCode, 'Hà Nội')
  await find(page, label.communeCode, 'Ba Đình')
  await field(page, label.address).fill('15 Đội Cấn')
  await field(page, label.phone).fill('0912345678')
  await find(page, label.settlementBankBin, BANK)
  await field(page, label.settlementAccount).fill(account)
  // Another name than the bank's, which is taken over.
  await field(page, label.settlementName).fill('TEN KHAC')
  await dialog(page).getByRole('button', { name: words.merchants.texts.checkAccount }).click()
  await dialog(page).getByRole('button', { name: words.merchants.texts.takeName }).click()
  await expect(dialog(page).getByText(fill(words.merchants.texts.checkSame, { name: bankName(BANK, account) }))).toBeVisible()
  await expect(field(page, label.settlementName)).toHaveValue(bankName(BANK, account))
}

test(
  'a merchant is opened by two people, paid, gives some back, changes its account and cannot be closed while it is owed',
  VI,
  async ({ page, server, quiet }) => {
    quiet.expects(409)
    const bank = await bankChannel(server.origin)
    const stamp = String(Date.now()).slice(-6)
    const [name, account, nextAccount] = [`Bún chả ${stamp}`, `0021${stamp}1`, `0021${stamp}2`]
    const { actions, enums, texts, fields } = words.merchants
    let [id, code, owed] = ['', '', '']
    let paid: string[] = []

    await test.step('the maker fills in who it is, and submits it', async () => {
      await signIn(page, MAKER, 'PP_QR', paths.merchants)
      await press(page, actions.create)
      await fillDraft(page, name, account)
      await confirm(page)
      await isNow(page, enums.status.DRAFT)
      id = new URL(page.url()).searchParams.get('id') ?? ''
      await press(page, actions.submit)
      await checkName(page, bankName(BANK, account))
      await field(page, fields.merchant.reason).fill('Đủ hồ sơ theo hợp đồng')
      await confirm(page)
      await isNow(page, enums.status.SUBMITTED)
    })

    await test.step('the checker opens it', async () => {
      await signIn(page, CHECKER, 'PP_QR', merchantPath(id))
      await approve(page)
      await isNow(page, enums.status.ACTIVE)
      code = (await demoDatabase().selectFrom('merchants.merchant').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
    })

    await test.step('what it is paid shows on the overview as it comes', async () => {
      await signIn(page, MAKER, 'PP_QR', paths.overview)
      await expect(inFront(page).getByText(pattern(words.qr.texts.overviewToday))).toBeVisible()
      for (const amount of ['41000000', '42000000', '43000000']) paid = [...paid, (await bank.paidTo(code, amount)).code]
      const row = inFront(page).getByRole('row').filter({ hasText: name })
      await expect(row).toContainText('126.000.000')
      await row.getByRole('link', { name: '3', exact: true }).click()
      for (const one of paid) await expect(inFront(page).getByRole('link', { name: one })).toBeVisible()
    })

    await test.step('the maker asks to cancel one, to give back a part of another, and for a new account', async () => {
      const { cancellation, refund } = words.payments.fields
      await page.goto(await pageOf(paid[0]))
      await press(page, words.payments.actions.cancelPayment)
      await chooseOption(page, cancellation.reason, 'Giao dịch trùng')
      await attach(page)
      await page.keyboard.press('Control+Enter')
      await isNow(page, words.payments.enums.transactionStatus.CANCEL_PENDING)
      await page.goto(await pageOf(paid[1]))
      await press(page, words.payments.actions.refund)
      await field(page, refund.amount).fill('1234567')
      await chooseOption(page, refund.reason, 'Khách hàng yêu cầu')
      await attach(page)
      await page.keyboard.press('Control+Enter')
      await expect(dialog(page).getByRole('row', { name: pattern(words.payments.enums.transactionStatus.PARTIALLY_REFUNDED) })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await isNow(page, words.payments.enums.transactionStatus.REFUND_PENDING)

      await page.goto(merchantPath(id))
      await press(page, actions.proposeAccount)
      await find(page, fields.merchant.bankBin, BANK)
      await field(page, fields.merchant.accountNumber).fill(nextAccount)
      await field(page, fields.merchant.accountName).fill(bankName(BANK, nextAccount))
      await checkName(page, bankName(BANK, nextAccount))
      await find(page, fields.merchant.calledPhone, '0912345678')
      await field(page, fields.merchant.calledName).fill('Trần Thị Hạnh')
      await field(page, fields.merchant.calledTime).fill(isoLocal(new Date()).slice(11, 16))
      await attach(page)
      await field(page, fields.merchant.reason).fill('Điểm bán đổi tài khoản')
      await confirm(page)
    })

    await test.step('the checker agrees to all three', async () => {
      for (const one of paid) await decideRefundsOf(one, 'SUCCEEDED')
      await signIn(page, CHECKER, 'PP_QR', await pageOf(paid[0]))
      await approve(page)
      await isNow(page, words.payments.enums.transactionStatus.CANCELLED)
      await page.goto(await pageOf(paid[1]))
      await approve(page)
      await isNow(page, words.payments.enums.transactionStatus.PARTIALLY_REFUNDED)
      await page.goto(merchantPath(id))
      await approve(page)
      await expect(inFront(page).getByText(pattern(texts.coolingUntil))).toBeVisible()
      await expect(inFront(page).getByRole('row').filter({ hasText: nextAccount })).toContainText('Trần Thị Hạnh')
    })

    await test.step('list, report and ledger agree on what it is owed', async () => {
      const merchant = await demoDatabase()
        .selectFrom('merchants.merchant as m')
        .innerJoin('ledger.account as a', 'a.id', 'm.payable_account_id')
        .select('a.balance')
        .where('m.id', '=', id)
        .executeTakeFirstOrThrow()
      owed = showMoney(merchant.balance, 'vi', 0)
      const day = localDate(new Date())
      await signIn(page, MAKER, 'PP_QR', `${paths.dailyReport}?${new URLSearchParams({ from: day, to: day, merchantId: id })}`)
      await expect(inFront(page).locator('tfoot')).toContainText(owed)
      await page.goto(`${paths.transactions}?${new URLSearchParams({ from: day, to: day, merchantId: id })}`)
      await expect(inFront(page).locator('tfoot')).toContainText(showMoney('85000000', 'vi', 0))
      await page.goto(merchantPath(id))
      await expect(inFront(page).locator('.bt-section').filter({ hasText: texts.groupMoney }).first()).toContainText(owed)
    })

    await test.step('it is not closed while it is owed', async () => {
      await press(page, words.common.more)
      await page.getByRole('menuitem', { name: actions.close, exact: true }).click()
      await field(page, fields.merchant.reason).fill('Chủ cửa hàng ngừng kinh doanh')
      await page.keyboard.press('Control+Enter')
      await expect(dialog(page).getByText(fill(merchantErrors.owed.vi, { merchant: code, amount: owed }))).toBeVisible()
    })
  },
)
