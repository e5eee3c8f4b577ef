import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { inDatabase } from './support/server.ts'
import { pattern, words } from './support/words.ts'

const POLICIES = '/product-policy/manage-policy'
const ASSIGN = '/general-configuration/assign'
const EFFECTIVE = '/general-configuration/assignmentBusiness'
const AUDIT = '/system-config/audit-log'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const option = (page: Page, text: string) => page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click()

test('a policy is drafted, agreed to by a second person and in force; the audit log shows it', VI, async ({ page, browser }) => {
  const code = `E2E-${Date.now()}`
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(`${POLICIES}/create-policy`)
  await field(page, words.policy.fields.policy.code).fill(code)
  await field(page, words.policy.fields.policy.service).click()
  await option(page, 'Thanh toán QR')
  await field(page, words.policy.fields.policy.name).fill('Phí chấp nhận thanh toán')
  await field(page, words.policy.fields.policy.effectiveFrom).fill(new Date().toLocaleDateString('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }))
  await page.keyboard.press('Enter')
  await field(page, `${words.policy.fields.fee.rateBps} 1`).fill('0,25')
  await press(page, words.common.save)
  await expect(inFront(page).getByRole('heading', { name: `${code}/1` })).toBeVisible()
  // Each form begins anew, on what is there now, and ends with its page.
  for (const description of ['Lần một', 'Lần hai']) {
    await inFront(page).getByRole('button', { name: words.shared.actions.edit, exact: true }).click()
    await field(page, words.shared.fields.description).fill(description)
    await press(page, words.common.save)
    await expect(inFront(page).getByText(description, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('tablist').getByRole('tab'), 'the first page and the policy').toHaveCount(2)
  await inFront(page).getByRole('button', { name: words.policy.actions.submit, exact: true }).click()
  await field(page, words.shared.fields.reason).fill('Áp dụng')
  await press(page, words.policy.actions.submit)
  await expect(dialog(page)).toBeHidden()

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'kiemsoat', 'O2O_CRM')
  await other.goto('/crm/approvals?box=TO_DECIDE')
  await rows(other)
    .filter({ hasText: `${code}/1` })
    .getByRole('checkbox')
    .check()
  await inFront(other).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await press(other, words.approvals.actions.approve)
  await expect(dialog(other).getByText(fill(words.bulk.result, { done: 1, failed: 0 }))).toBeVisible()
  await other.context().close()

  await page.goto(`${POLICIES}?text=${code}`)
  await expect(rows(page).filter({ hasText: code })).toContainText(words.policy.texts.inForce)
  // A revision whose days are over is not offered to be ended.
  await page.goto(`${POLICIES}?text=QR-DIEM-BAN`)
  const over = rows(page).filter({ hasText: words.policy.texts.noLongerInForce }).last()
  await expect(over.getByRole('button', { name: words.shared.actions.clone })).toBeVisible()
  await expect(over.getByRole('button', { name: words.common.more })).toHaveCount(0)
  await page.goto(`${POLICIES}?text=${code}`)
  // What two people have agreed to is not edited: not from its row, not through a link.
  await rows(page).filter({ hasText: code }).getByRole('button', { name: words.common.more }).click()
  await expect(page.getByRole('menuitem', { name: words.shared.actions.clone, exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: words.shared.actions.edit, exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await rows(page).getByRole('link', { name: code }).click()
  const own = inFront(page).getByRole('heading', { name: `${code}/1` })
  await expect(own).toBeVisible()
  await page.goto(`${POLICIES}/edit-policy/${new URL(page.url()).pathname.split('/').at(-1)}`)
  await expect(inFront(page).getByText(pattern(words.policy.texts.closed))).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.policy.fields.policy.name })).toHaveCount(0)
  await inFront(page)
    .getByRole('link', { name: `${code}/1` })
    .click()
  await expect(own).toBeVisible()
  await page.goto(`${AUDIT}?subjectType=policy.policy`)
  await rows(page).first().getByRole('button').first().click()
  await expect(dialog(page).getByText(words.audit.texts.genuine, { exact: false })).toBeVisible()
})

test('what a unit may do is said with the reason', EN, async ({ page }) => {
  await inDatabase("delete from assignment.rule where unit_id = (select id from organisation.unit where code = '480101')")
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(ASSIGN)
  // Its name is its word alone, whatever icon stands beside it.
  await page.getByRole('button', { name: words.assignment.actions.assign, exact: true }).first().click()
  // Of whom it is, is asked together with all that is missing.
  await press(page, words.assignment.actions.assign)
  const nobody = dialog(page).getByText(words.assignment.texts.chooseSubject)
  await expect(nobody).toBeVisible()
  await field(page, words.assignment.fields.assignment.unitIds).fill('480101')
  await option(page, '480101')
  await expect(nobody).toBeHidden()
  await field(page, words.assignment.fields.assignment.businesses).click()
  await option(page, 'QR payment')
  await page.keyboard.press('Escape')
  await field(page, words.shared.fields.reason).fill('Thiếu nhân sự')
  await press(page, words.assignment.actions.assign)
  await expect(rows(page).filter({ hasText: '480101' })).toContainText(words.assignment.enums.verdict.REFUSED)
  await page.goto(EFFECTIVE)
  await inFront(page).getByLabel(words.assignment.texts.unit).fill('480101')
  await option(page, '480101')
  const service = inFront(page).getByRole('row').filter({ hasText: 'QR payment' })
  await expect(service).toContainText(pattern(words.assignment.texts.ownRule))
  // The choice stands in the address.
  await expect(page).toHaveURL(/unitId=\d+/)
  await page.reload()
  await expect(service).toContainText(words.assignment.enums.verdict.REFUSED)
  // The past is refused where it is typed, and what is decided takes the place of the rule.
  await service.getByRole('button', { name: words.assignment.actions.allow }).click()
  const [first, today] = [
    field(page, words.assignment.fields.assignment.validFrom),
    await field(page, words.assignment.fields.assignment.validFrom).inputValue(),
  ]
  const past = dialog(page).getByText(ruleText('datePast', 'en'))
  const reason = field(page, words.shared.fields.reason)
  await first.fill('01/01/2026')
  await first.press('Enter')
  await reason.focus()
  await expect(first).toHaveValue('01/01/2026')
  await expect(past).toBeVisible()
  await first.fill(today)
  await first.press('Enter')
  await reason.focus()
  await expect(past).toBeHidden()
  await reason.fill('Đủ nhân sự')
  await press(page, words.assignment.actions.allow)
  await expect(service).toContainText(words.assignment.enums.verdict.ALLOWED)
  // A rule made in error ends at once, where it is seen: nothing is said of the unit any more.
  await service.getByRole('button', { name: words.assignment.actions.end }).click()
  await expect(field(page, words.assignment.fields.assignment.endsFrom)).toHaveValue(today)
  await field(page, words.shared.fields.reason).fill('Nhầm đơn vị')
  await press(page, words.assignment.actions.end)
  await expect(service).toContainText(words.assignment.texts.noRule)
})
