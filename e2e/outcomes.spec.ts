import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/cfm/web/paths.ts'
import { paths as crm } from '#subsystems/crm/web/paths.ts'
import { workbook } from '../test/workbooks.ts'
import { inspect } from './support/looks.ts'
import { bankChannel } from './support/partner.ts'
import { chooseOption, EN, expect, inFront, rows, settled, signIn, test, VI } from './support/portal.ts'
import { unused } from './support/records.ts'
import { language, pattern, words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const file = (page: Page, code: string) => page.getByRole('dialog', { name: code, exact: true })

/** Opens the file of a case from the workbench. */
async function openCase(page: Page, account: string, code: string): Promise<void> {
  await signIn(page, account, 'PP_CFM', `${paths.outcomes}?${new URLSearchParams({ text: code })}`)
  await rows(page).filter({ hasText: code }).getByRole('button', { name: code, exact: true }).click()
  await expect(file(page, code)).toBeVisible()
}

/** Approves what waits for the code, as somebody else. */
async function approved(page: Page, code: string): Promise<void> {
  await signIn(page, CHECKER, 'O2O_CRM', '/crm/approvals?box=TO_DECIDE')
  await rows(page).filter({ hasText: code }).getByRole('checkbox').check()
  await inFront(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await expect(page.getByText(fill(words.bulk.result, { done: 1, failed: 0 }))).toBeVisible()
}

test(
  'nobody knows what became of a payment: its order is not paid again, the partner is asked, two people decide, a contradiction alarms',
  VI,
  async ({ page, server }) => {
    const bank = await bankChannel(server.origin)
    const order = unused()
    const { externalRef, code } = await bank.lost('31000000', order)
    await bank.decide(externalRef, 'SUCCEEDED')

    await test.step('a second payment of the order is refused, with the first one named', async () => {
      expect(await bank.pay('31000000', order)).toMatchObject({ status: 409, code: 'PAY-018', data: { transactionCode: code, status: 'UNKNOWN' } })
    })

    await test.step('the partner is asked at once; its answer is evidence, and a verdict is suggested', async () => {
      await openCase(page, MAKER, code)
      await file(page, code).getByRole('button', { name: words.outcomes.actions.inquire, exact: true }).click()
      const asking = page.getByRole('dialog', { name: fill(words.outcomes.texts.caseInquireTitle, { name: code }) })
      await asking.getByRole('button', { name: words.outcomes.actions.inquire, exact: true }).click()
      await expect(asking).toBeHidden()
      await expect(file(page, code).getByText(pattern(words.outcomes.texts.INQUIRY_SUCCEEDED))).toBeVisible()
      await expect(file(page, code).getByRole('row').filter({ hasText: words.outcomes.enums.evidenceKind.INQUIRY })).toBeVisible()
    })

    await test.step('a verdict is proposed on it, and decided by somebody else', async () => {
      await file(page, code).getByRole('button', { name: words.outcomes.actions.propose, exact: true }).click()
      const proposing = page.getByRole('dialog', { name: fill(words.outcomes.texts.caseProposeTitle, { name: code }) })
      await proposing.getByLabel(words.outcomes.fields.case.note, { exact: true }).fill('Ngân hàng xác nhận đã ghi có')
      await page.keyboard.press('Control+Enter')
      await expect(proposing).toBeHidden()
      await expect(file(page, code).locator('.bt-request-banner')).toContainText(words.approvals.texts.byYou)
      await approved(page, code)
      await openCase(page, MAKER, code)
      await expect(file(page, code).getByText(words.outcomes.enums.caseStatus.DECIDED).first()).toBeVisible()
      await expect(file(page, code).getByText(words.outcomes.enums.resolvedBy.PERSON).first()).toBeVisible()
    })

    await test.step('what the bank says later changes nothing, and alarms', async () => {
      expect(await bank.callBack(externalRef, 'FAILED')).toBe(409)
      await expect(file(page, code).getByText(words.outcomes.texts.conflictHeld)).toBeVisible()
      await expect(file(page, code).getByText(words.outcomes.enums.verdict.SUCCEEDED).first()).toBeVisible()
      await inspect(page, 'outcome-conflict', { language, theme: 'light' }, '[role=dialog]')
      await signIn(page, 'admin', 'O2O_CRM', `${crm.controls}?rule=OUTCOME_CONFLICT`)
      await inFront(page).getByRole('button', { name: words.controls.actions.rules, exact: true }).click()
      const name = language === 'vi' ? 'Kết quả giao dịch bị mâu thuẫn' : 'Contradicted outcomes'
      const rules = page.getByRole('dialog', { name: words.controls.texts.rulesTitle })
      await rules.getByRole('row').filter({ hasText: name }).getByRole('button', { name: words.controls.actions.runNow }).click()
      const running = page.getByRole('dialog', { name: `${words.controls.actions.runNow} ${name}` })
      await running.getByRole('button', { name: words.controls.actions.runNow, exact: true }).click()
      await expect(running).toBeHidden()
      await expect(async () => {
        await page.goto(`${crm.controls}?rule=OUTCOME_CONFLICT`)
        await rows(page)
          .filter({ hasText: /31[.,]000[.,]000/ })
          .getByRole('button', { name })
          .click({ timeout: 3_000 })
        await expect(page.getByRole('dialog', { name }).getByText(code)).toBeVisible({ timeout: 3_000 })
      }).toPass()
    })

    await test.step('two people let the verdict stand', async () => {
      await openCase(page, MAKER, code)
      await file(page, code).getByRole('button', { name: words.outcomes.actions.settleConflict, exact: true }).click()
      await chooseOption(page, words.outcomes.fields.case.decision, words.outcomes.enums.conflictDecision.RELEASE)
      await page.getByRole('dialog').last().getByLabel(words.outcomes.fields.case.note, { exact: true }).fill('Ngân hàng xác nhận báo nhầm')
      await page.keyboard.press('Control+Enter')
      await expect(file(page, code).locator('.bt-request-banner')).toContainText(words.approvals.texts.byYou)
      await approved(page, code)
      await openCase(page, MAKER, code)
      await expect(file(page, code).getByText(words.outcomes.texts.conflictHeld)).toBeHidden()
    })
  },
)

test('a result file of a partner becomes proposals on which others decide, and the report counts them', EN, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const { externalRef, code } = await bank.lost('32000000', unused())
  const names = words.outcomes.fields.resultImport

  await test.step('every line says what is wrong with it', async () => {
    await signIn(page, MAKER, 'PP_CFM', paths.outcomes)
    await inFront(page).getByRole('button', { name: words.outcomes.actions.importFile, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${paths.outcomesImport}\\?_import=new$`))
    await expect(inFront(page).getByText(names.partnerCode, { exact: true })).toBeVisible()
    await inspect(page, 'outcome-import', { language, theme: 'light' })
    const content = workbook([
      [names.externalRef, names.amount, names.code, names.reference],
      [externalRef, 32_000_000, '00', 'FT26327000001'],
      ['NOWHERE-1', 32_000_000, '00', null],
    ])
    await inFront(page).locator('input[type=file]').setInputFiles({ name: 'results.xlsx', mimeType: xlsx, buffer: content })
    await expect(inFront(page).getByText('There is no unresolved transaction NOWHERE-1')).toBeVisible()
    await inFront(page)
      .getByRole('button', { name: fill(words.import.goodOnly, { count: 1 }) })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fill(words.import.goodOnly, { count: 1 }) })
      .click()
    await expect(inFront(page).getByText(words.outcomes.fields.resultImportResult.proposals)).toBeVisible()
  })

  await test.step('the line is evidence of the case, with its file, and the verdict waits for somebody else', async () => {
    await openCase(page, MAKER, code)
    await expect(file(page, code).getByText('results.xlsx').first()).toBeVisible()
    await expect(file(page, code).locator('.bt-request-banner')).toContainText(words.approvals.texts.byYou)
    await approved(page, code)
    await openCase(page, MAKER, code)
    await expect(file(page, code).getByText(words.outcomes.enums.caseStatus.DECIDED).first()).toBeVisible()
  })

  await test.step('the report counts it', async () => {
    await page.goto(paths.outcomes)
    await inFront(page).getByRole('button', { name: words.outcomes.actions.report, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(paths.outcomesReport))
    await expect(inFront(page).getByText(words.outcomes.fields.report.median).first()).toBeVisible()
    await settled(page)
    await inspect(page, 'outcome-report', { language, theme: 'light' })
  })
})
