import { fill } from '#kernel/language.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { unused } from './support/records.ts'
import { inDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const CODES = '/crm/partner-connections/codes'

test('a code that a partner has sent and nobody knows gets its meaning by two people', VI, async ({ page, browser }) => {
  const code = unused()
  await inDatabase(
    `insert into partner.outcome_code (partner_id, code, seen, first_seen_at, last_seen_at, last_message)
     select id, $1, 3, now(), now(), 'Từ chối bởi ngân hàng thụ hưởng' from organisation.partner where code = 'SAOVIET'`,
    [code],
  )
  await signIn(page, 'admin', 'O2O_CRM', `${CODES}?agreed=NO&text=${code}`)
  const row = rows(page).filter({ hasText: code })
  const dialog = page.getByRole('dialog')

  await test.step('the meaning is proposed, beginning with what the partner has said', async () => {
    await expect(row).toContainText(words.partners.texts.notAgreed)
    await row.getByRole('button', { name: words.partners.actions.agree, exact: true }).click()
    await expect(dialog.getByLabel(words.partners.fields.outcomeCode.meaning, { exact: true })).toHaveValue('Từ chối bởi ngân hàng thụ hưởng')
    await dialog.getByLabel(words.partners.fields.outcomeCode.verdict, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(words.partners.enums.verdict.FAILED, { exact: true }).click()
    await dialog.getByLabel(words.shared.fields.reason, { exact: true }).fill('Tài liệu kết nối bản 3')
    await dialog.getByRole('button', { name: words.partners.actions.agree, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(row.getByRole('button', { name: words.approvals.texts.pending })).toBeVisible()
  })

  await test.step('a second person agrees', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, 'kiemsoat', 'O2O_CRM', '/crm/approvals?box=TO_DECIDE')
    await rows(other).filter({ hasText: code }).getByRole('checkbox').check()
    await inFront(other).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
    await other.getByRole('dialog').getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
    await expect(other.getByText(fill(words.bulk.result, { done: 1, failed: 0 }))).toBeVisible()
    await other.context().close()
  })

  await test.step('it counts, with the two who agreed on it', async () => {
    await page.goto(`${CODES}?text=${code}`)
    await expect(row).toContainText(words.partners.enums.verdict.FAILED)
    await row.getByRole('button', { name: code, exact: true }).click()
    await expect(dialog.getByRole('row').filter({ hasText: 'Tài liệu kết nối bản 3' })).toContainText(/admin.*kiemsoat/)
  })
})
