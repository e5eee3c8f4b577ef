import type { Page } from '@playwright/test'
import { payoutErrors } from '#core/payouts/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { cfmErrors } from '#subsystems/cfm/contract/errors.ts'
import { paths } from '#subsystems/cfm-v2/web/paths.ts'
import { counterChannel, endShifts, openShiftAt, payoutLine, tellerOf } from './support/counter.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeTill, unused } from './support/records.ts'
import { words } from './support/words.ts'

const TELLER = 'giaodichvien'
const ELSEWHERE = 'giaodichvien.790101'
const CHECKER = 'kiemsoatvien'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const receiver = { number: '079085054321' }

async function openTill(account: string, unitCode: string): Promise<string> {
  const till = unused()
  await makeTill(till, unitCode, today())
  await endShifts(account)
  await openShiftAt(till, account, today())
  return till
}

/** Types a code where the page begins; the first that can be paid has the focus. */
async function find(page: Page, code: string): Promise<void> {
  const search = inFront(page).getByLabel(words.counter.fields.claim.text)
  await expect(search).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(inFront(page).locator('.cash-pay-item')).toContainText(code)
}

/** The teller's own order of a slip, below what is being done. */
const orderOf = (page: Page, code: string) => inFront(page).getByRole('row').filter({ hasText: code })

/** The papers, typed as they lie on the counter. */
async function showPapers(page: Page, secret: string): Promise<void> {
  await expect(inFront(page).getByLabel(words.counter.fields.claim.identityNumber)).toBeFocused()
  await page.keyboard.type(receiver.number)
  await page.keyboard.press('Tab')
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
}

test('a slip is paid by keyboard with a countdown and printed; a second office is told where and when', VI, async ({ page, server }) => {
  const till = await openTill(TELLER, '010101')
  const channel = await counterChannel(server.origin)
  const { transactionCode: code, told } = await channel.send({ till, teller: await tellerOf(TELLER) }, '1500000')
  const secret = told?.secret ?? ''

  await test.step('found, checked, held and handed over', async () => {
    await signIn(page, TELLER, 'PP_CFM_NEW', paths.pay)
    await expect(inFront(page)).toContainText(till)
    await find(page, code)
    await expect(inFront(page).locator('.cash-pay-item')).toBeFocused()
    await page.keyboard.press('Enter')
    await showPapers(page, secret === '00000000' ? '11111111' : '00000000')
    await expect(inFront(page).getByText(fill(cfmErrors.secretWrong.vi, { left: 4 }))).toBeVisible()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    await expect(inFront(page).getByRole('timer')).toBeVisible()
    await expect(inFront(page).locator('.cash-pay-amount')).toContainText('1.500.000')
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).getByRole('status')).toContainText('1.500.000')
  })

  await test.step('its slip is printed', async () => {
    const saved = page.waitForEvent('download')
    await inFront(page).getByRole('button', { name: words.counter.texts.print }).first().press('Enter')
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
    await inFront(page).getByRole('button', { name: words.counter.texts.next }).press('Enter')
    await expect(inFront(page).getByLabel(words.counter.fields.claim.text)).toBeFocused()
  })

  await test.step('another office refuses it', async () => {
    await openTill(ELSEWHERE, '790101')
    await signIn(page, ELSEWHERE, 'PP_CFM_NEW', paths.pay)
    await find(page, code)
    await expect(inFront(page).locator('.cash-pay-item')).toBeDisabled()
    await expect(inFront(page).getByRole('alert')).toContainText(/\d{2}:\d{2}/)
  })
})

test('a payment above the teller’s limit waits for its cash order, which a checker approves', EN, async ({ page, browser, server }) => {
  const till = await openTill(TELLER, '010101')
  const channel = await counterChannel(server.origin)
  const counter = { till, teller: await tellerOf(TELLER) }
  const { transactionCode: code, told } = await channel.send(counter, '60000000')
  const claim = async () => {
    await signIn(page, TELLER, 'PP_CFM_NEW', paths.pay)
    await find(page, code)
    await page.keyboard.press('Enter')
    await showPapers(page, told?.secret ?? '')
  }

  await test.step('the claim makes the order, and stands among those of the teller', async () => {
    await claim()
    await expect(inFront(page).getByText(words.counter.texts.waiting)).toBeVisible()
    await expect(orderOf(page, code)).toContainText(words.counter.enums.cashOrderStatus.PENDING)
  })

  await test.step('the checker approves it from the list', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, CHECKER, 'PP_CFM_NEW', `${paths.cashOrders}?${new URLSearchParams({ text: code })}`)
    await expect(rows(other)).toHaveCount(1)
    await rows(other).getByRole('checkbox').check()
    await inFront(other).getByRole('button', { name: words.counter.actions.approve }).click()
    await other.getByRole('dialog').getByRole('button', { name: words.counter.actions.approve }).click()
    await expect(other.getByRole('dialog').getByText(fill(words.bulk.result, { done: 1, failed: 0 }))).toBeVisible()
    await other.keyboard.press('Escape')
    await expect(rows(other)).toContainText(words.counter.enums.cashOrderStatus.APPROVED)
    await other.context().close()
  })

  await test.step('the teller sees it at once, and pays', async () => {
    await orderOf(page, code).getByRole('button', { name: words.counter.texts.payOrder }).press('Enter')
    await expect(inFront(page).locator('.cash-pay-item')).toBeFocused()
    await page.keyboard.press('Enter')
    await showPapers(page, told?.secret ?? '')
    await expect(inFront(page).getByRole('timer')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).getByRole('status')).toContainText('60,000,000')
    await expect(inFront(page).getByRole('button', { name: words.counter.texts.payOrder })).toHaveCount(0)
  })
})

test(
  'people of a payout list are paid by keyboard alone, by a scanned card and by name; another office refuses them',
  VI,
  async ({ page, browser, server }) => {
    const till = await openTill(TELLER, '010101')
    const channel = await counterChannel(server.origin)
    await channel.send({ till, teller: await tellerOf(TELLER) }, '40000000')
    const search = (where: Page) => inFront(where).getByLabel(words.counter.fields.claim.text)
    await signIn(page, TELLER, 'PP_CFM_NEW', paths.pay)
    const first = await payoutLine('010101')

    await test.step('the scanner types the card, and its papers are filled in', async () => {
      await expect(search(page)).toBeFocused()
      await page.keyboard.type(`${first.identityNumber}|012345678|${first.name}|01011950|Nam|Hà Nội|01012021`)
      await page.keyboard.press('Enter')
      await expect(inFront(page).locator('.cash-pay-item').first()).toBeFocused()
      await expect(inFront(page).locator('.cash-pay-item').first()).toContainText(first.name)
      await page.keyboard.press('Enter')
      await expect(inFront(page).getByLabel(words.counter.fields.claim.identityNumber)).toHaveValue(first.identityNumber)
      await page.keyboard.press('Enter')
      await expect(inFront(page).getByRole('timer')).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await expect(inFront(page).getByRole('status')).toContainText(first.name)
    })

    await test.step('its slip is printed, and the next one follows', async () => {
      const print = inFront(page).getByRole('button', { name: words.counter.texts.print }).first()
      await expect(print).toBeFocused()
      const saved = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      await saved
      await expect(inFront(page).getByRole('button', { name: words.counter.texts.next })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(search(page)).toBeFocused()
    })

    const second = await payoutLine('010101')
    await test.step('found by name, then given up', async () => {
      await page.keyboard.type(second.name.toLocaleLowerCase('vi'))
      await page.keyboard.press('Enter')
      const found = inFront(page).locator('.cash-pay-item').filter({ hasText: second.code })
      await expect(found).toContainText(second.name)
      await found.press('Enter')
      await page.keyboard.type(second.identityNumber)
      await page.keyboard.press('Enter')
      await expect(inFront(page).getByRole('timer')).toBeVisible()
      await inFront(page).getByRole('button', { name: words.counter.actions.release }).press('Enter')
      // The key that answers the question is the one that confirms a payment.
      await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await expect(search(page)).toBeFocused()
      await expect(inFront(page).getByText(second.code)).toHaveCount(0)
    })

    await test.step('another office learns where it is paid, and where and when it was', async () => {
      await openTill(ELSEWHERE, '790101')
      const other = await (await browser.newContext()).newPage()
      await signIn(other, ELSEWHERE, 'PP_CFM_NEW', paths.pay)
      await find(other, second.code)
      await expect(inFront(other).getByRole('alert')).toContainText(fill(payoutErrors.lineForeign.vi, { office: second.office }))
      await search(other).fill(first.code)
      await search(other).press('Enter')
      await expect(inFront(other).locator('.cash-pay-item')).toContainText(first.code)
      await expect(inFront(other).locator('.cash-pay-item')).toBeDisabled()
      await expect(inFront(other).getByRole('alert')).toContainText(/\d{2}:\d{2}/)
      await other.context().close()
    })
  },
)
