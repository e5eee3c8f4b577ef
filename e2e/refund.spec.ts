import type { Page } from '@playwright/test'
import { paymentErrors } from '#core/payments/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { missing } from './support/forms.ts'
import { accessible } from './support/looks.ts'
import { chooseOption, EN, expect, inFront, LIST, rows, signIn, test, VI } from './support/portal.ts'
import { decideRefundsOf } from './support/records.ts'
import { language, pattern, words } from './support/words.ts'

/** An entry of the demo's list of reasons. */
const REASON = { vi: 'Khách hàng yêu cầu', en: 'Requested by the customer' }

const drawer = (page: Page) => page.getByRole('dialog')
const banner = (page: Page) => inFront(page).locator('.bt-request-banner')
const addressOf = (page: Page) => new URL(page.url()).pathname

/** Opens the n-th payment that succeeded; answers its code. */
async function openPaid(page: Page, n: number): Promise<string> {
  await page.goto(`${LIST}?${new URLSearchParams({ ...lastDays(), status: 'SUCCEEDED' })}`)
  const link = rows(page).nth(n).getByRole('link')
  const code = String(await link.textContent())
  await link.click()
  await expect(page.getByRole('heading', { name: code })).toBeVisible()
  return code
}

function lastDays(): Record<string, string> {
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  return { from: day(6), to: day(0) }
}

/** The line that says what will become of the payment. */
function becomesRefunded(): RegExp {
  const { SUCCEEDED, REFUNDED } = words.payments.enums.transactionStatus
  return new RegExp(`^${words.shared.fields.status} ${SUCCEEDED} .*${REFUNDED}$`)
}

/** Fills in the form and confirms, by keyboard. */
async function askForAll(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: words.payments.actions.refund, exact: true }).click()
  await drawer(page).getByRole('button', { name: words.payments.texts.refundAll }).click()
  await chooseOption(page, words.payments.fields.refund.reason, REASON[language])
  await drawer(page).getByLabel(words.payments.fields.refund.reasonMore).fill(reason)
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page).getByRole('row', { name: becomesRefunded() })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  // The notification, or the timeline that has been read again by then.
  await expect(page.getByText(words.payments.texts.refundAsked).first()).toBeVisible()
}

test('an accountant asks for a refund, the checker approves it, the ledger shows it', EN, async ({ page, quiet }) => {
  quiet.expects(500)
  let code = ''
  let address = ''

  await test.step('the maker is told what is wrong before anything is sent', async () => {
    await signIn(page, 'ketoan')
    code = await openPaid(page, 0)
    address = addressOf(page)
    // Amount, who pays whom, fee and net, and the first journal are in sight without scrolling.
    await expect(inFront(page).locator('.bt-detail-head .bt-detail-parties')).toContainText('→')
    for (const part of ['.bt-detail-head .bt-detail-amount', '.bt-statement-total', '.bt-journal tbody tr:last-child'])
      await expect(inFront(page).locator(part).first(), part).toBeInViewport({ ratio: 1 })
    const reasons = '**/list/v1/search-code?*'
    await page.route(reasons, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: words.payments.actions.refund, exact: true }).click()
    await expect(drawer(page).getByLabel(words.payments.fields.refund.amount)).toBeFocused()
    await expect(drawer(page).getByText(words.list.loadFailed)).toBeVisible()
    await accessible(page)
    await page.unroute(reasons)
    await drawer(page).getByRole('button', { name: words.common.retry }).click()
    await expect(drawer(page).getByText(words.list.loadFailed)).toBeHidden()
    await expect(drawer(page).getByLabel(words.payments.fields.refund.reason)).toBeFocused()
    await drawer(page).getByRole('button', { name: words.payments.texts.refundNext }).click()
    for (const label of [words.payments.fields.refund.amount, words.payments.fields.refund.reason])
      await expect(drawer(page).getByText(missing(label))).toBeVisible()
    await accessible(page)
    await drawer(page).getByLabel(words.payments.fields.refund.amount).fill('999999999999')
    await drawer(page).getByLabel(words.payments.fields.refund.reasonMore).fill('x')
    await expect(drawer(page).getByText(pattern(paymentErrors.refundTooMuch[language]))).toBeVisible()
    // The page is left and come back to: what was typed is still there.
    await page.goBack()
    await expect(rows(page).first()).toBeVisible()
    await page.goForward()
    await expect(drawer(page).getByLabel(words.payments.fields.refund.reasonMore)).toHaveValue('x')
    await expect(drawer(page).getByLabel(words.payments.fields.refund.amount)).toHaveValue(/^999/)
    await drawer(page).getByLabel(words.payments.fields.refund.amount).focus()
    await page.keyboard.press('Escape')
    // What was typed is not thrown away unasked, and not by a stray Enter.
    await expect(page.getByRole('button', { name: words.form.stay })).toBeFocused()
    await page.getByRole('button', { name: words.form.leave, exact: true }).click()
    await expect(drawer(page)).toHaveCount(0)
  })

  await test.step('asks for all of it, sees what it changes, and sends it', async () => {
    await askForAll(page, 'Khách trả lại hàng')
    await expect(inFront(page).locator('.bt-detail-head').getByText(words.payments.enums.transactionStatus.REFUND_PENDING)).toBeVisible()
    await expect(page.getByRole('button', { name: words.payments.actions.refund, exact: true })).toHaveCount(0)
  })

  await test.step('cannot approve it', async () => {
    await expect(banner(page)).toContainText(words.approvals.texts.byYou)
    await banner(page).getByRole('button', { name: words.approvals.texts.seeOrWithdraw }).click()
    await expect(drawer(page).getByText(words.approvals.texts.ownRequest)).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true })).toHaveCount(0)
    await expect(drawer(page).getByRole('button', { name: words.approvals.texts.withdraw })).toBeVisible()
    await accessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('the checker finds it from the dashboard and approves it', async () => {
    await decideRefundsOf(code, 'SUCCEEDED')
    await signIn(page, 'kiemsoat', 'O2O_CRM')
    await page.goto('/crm/dashboard')
    await expect(inFront(page).getByRole('heading', { name: pattern(words.crm.texts.today) })).toBeVisible()
    await accessible(page)
    await inFront(page).getByRole('link', { name: words.crm.texts.toDecide }).click()
    await expect(rows(page).first()).toBeVisible()
    await accessible(page)
    await inFront(page).getByRole('button', { name: code, exact: true }).click()
    await expect(drawer(page).getByRole('row', { name: becomesRefunded() })).toBeVisible()
    await expect(drawer(page).getByText('Khách trả lại hàng').first()).toBeVisible()
    // Pressed twice by habit, the question stays.
    await drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).dblclick()
    const question = page.getByRole('dialog', { name: pattern(words.approvals.texts.approveTitle) })
    await expect(question).toContainText(words.approvals.fields.request.beneficiary)
    await expect(question).toContainText(/dong|đồng/)
    const yes = question.getByRole('button', { name: words.approvals.actions.approve, exact: true })
    await expect(yes).toBeFocused()
    await accessible(page)
    // Escape leaves the question alone; confirmed twice in a hurry, it is sent once.
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
    await expect(yes).toBeFocused()
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/requests/v1/decide') && sent.push(request.url()))
    await yes.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByText(fill(words.approvals.texts.approvedDone, { code }))).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
  })

  await test.step('it leaves through the partner; the detail shows the refund, what it has posted and who decided', async () => {
    await page.goto(address)
    await expect(banner(page)).toHaveCount(0)
    await page.getByRole('button', { name: fill(words.exception.switchTo, { name: 'QR payment' }) }).click()
    await expect(inFront(page).locator('.bt-detail-head').getByText(words.payments.enums.transactionStatus.REFUNDED)).toBeVisible()
    await expect(inFront(page).locator('.bt-journal')).toHaveCount(2)
    await expect(inFront(page).locator('.bt-timeline').getByText(words.payments.enums.timelineStep.refund)).toBeVisible()
    await expect(inFront(page).locator('.bt-requests').getByText(words.approvals.enums.requestStatus.APPROVED)).toBeVisible()
  })

  await test.step('the refund is a transaction of its own, with the answer of the partner and the way back', async () => {
    const refunds = inFront(page).locator('.bt-section').filter({ hasText: words.payments.texts.groupRefunds })
    await expect(refunds).toContainText(words.payments.enums.transactionStatus.SUCCEEDED)
    await refunds.getByRole('link').click()
    await expect(inFront(page).getByText(words.payments.enums.transactionType.REFUND, { exact: true })).toBeVisible()
    await expect(inFront(page).getByRole('link', { name: code })).toBeVisible()
    await expect(inFront(page).locator('.bt-journal')).toHaveCount(1)
    await accessible(page)
  })
})

const ticked = (page: Page) => inFront(page).getByRole('region', { name: words.bulk.label })
const digits = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** What the rows of the inbox come to. */
async function amountsOf(page: Page, codes: readonly string[]): Promise<number> {
  let sum = 0
  for (const code of codes) sum += digits(await rows(page).filter({ hasText: code }).locator('td.bt-right:not(.bt-row-number)').first().textContent())
  return sum
}

test('a checker decides several at once, with a reason for those rejected', VI, async ({ page }) => {
  await signIn(page, 'ketoan')
  const codes: string[] = []
  for (let n = 0; n < 3; n++) {
    // What waits is no more among those that succeeded.
    codes.push(await openPaid(page, 0))
    await askForAll(page, 'Báo trùng giao dịch')
  }
  expect(new Set(codes).size).toBe(3)
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  // It opens on what waits for the reader, and goes on by itself.
  await page.goto('/crm/approvals')
  const [first = '', ...others] = codes
  await inFront(page).getByRole('button', { name: first, exact: true }).click()
  await drawer(page).getByRole('button', { name: words.approvals.actions.reject }).click()
  const question = page.getByRole('dialog', { name: pattern(words.approvals.texts.rejectTitle) })
  await expect(question.getByLabel(words.approvals.texts.reasonLabel)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(question.getByText(missing(words.approvals.texts.reasonLabel), { exact: true })).toBeVisible()
  await question.getByLabel(words.approvals.texts.reasonLabel).fill('Sai chứng từ')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(fill(words.approvals.texts.rejectedDone, { code: first }))).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true })).toBeVisible()
  await expect(drawer(page)).not.toContainText(first)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  for (const code of others) await rows(page).filter({ hasText: code }).getByRole('checkbox').check()
  const sum = await ticked(page).locator('b').textContent()
  expect(digits(sum)).toBe(await amountsOf(page, others))
  await inFront(page).getByRole('button', { name: words.approvals.actions.reject }).click()
  await expect(drawer(page).getByRole('button', { name: words.approvals.actions.reject })).toBeDisabled()
  await expect(drawer(page).getByRole('columnheader', { name: words.approvals.fields.request.moneyImpact })).toBeVisible()
  await expect(drawer(page).locator('tfoot')).toContainText(sum ?? '')
  await drawer(page).getByLabel(words.shared.fields.reason).fill('Thiếu chứng từ')
  await drawer(page).getByRole('button', { name: words.approvals.actions.reject }).click()
  await expect(drawer(page).getByText(fill(words.bulk.result, { done: 2, failed: 0 }))).toBeVisible()
  await drawer(page).locator('.ant-modal-footer').getByRole('button', { name: words.common.close }).click()
  for (const code of others) await expect(inFront(page).getByRole('button', { name: code, exact: true })).toHaveCount(0)
})

test('a checker lends the right to decide for some days, and takes it back', EN, async ({ page }) => {
  await signIn(page, 'kiemsoat', 'O2O_CRM')
  await page.goto('/crm/approvals')
  await inFront(page).getByRole('button', { name: words.approvals.texts.delegations }).click()
  await drawer(page).getByRole('button', { name: words.approvals.actions.create }).click()
  const form = drawer(page)
    .filter({ has: page.getByLabel(words.approvals.fields.delegation.account) })
    .last()
  await form.getByLabel(words.approvals.fields.delegation.account).fill('tinh01')
  await page.locator('.ant-select-item-option').filter({ hasText: 'tinh01' }).click()
  await form.getByLabel(words.shared.fields.reason).fill('Nghỉ phép')
  await accessible(page)
  await form.getByRole('button', { name: words.common.save }).click()
  const given = drawer(page)
    .getByRole('listitem')
    .filter({ hasText: pattern(words.approvals.texts.delegationTo, { account: 'tinh01' }) })
    .first()
  await expect(given).toContainText(words.approvals.enums.delegationState.ACTIVE)
  await given.getByRole('button', { name: words.approvals.actions.revoke }).click()
  await page
    .getByRole('dialog', { name: pattern(words.approvals.texts.delegationRevokeTitle) })
    .getByRole('button', { name: words.approvals.actions.revoke })
    .click()
  await expect(given).toContainText(words.approvals.enums.delegationStatus.REVOKED)
  await accessible(page)
})
