/** How a bank's statements are read and matched: set up on its real file, put into force by two people, tried before it changes. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { addDays } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import { approve, typeDay } from './support/books.ts'
import { EN, expect, inFront, signIn, test } from './support/portal.ts'
import { bookedOn, CHECKER, confirm, dialog, MAKER, press, type Setup, sessionIs, statementOf, today } from './support/reconciliation.ts'
import { unused } from './support/records.ts'
import { demoDatabase } from './support/server.ts'
import { pattern, words } from './support/words.ts'

/** The bank with most payments that nobody reconciles yet. */
async function newPartner(): Promise<{ id: string; code: string }> {
  const { rows } = await sql<{ id: string; code: string }>`
    select p.id::text as id, p.code from organisation.partner p join payment.transaction t on t.partner_id = p.id and t.service = 'QR'
    where not exists (select from reconciliation.setup s where s.partner_id = p.id and s.plug = 'QR') group by p.id, p.code order by count(*) desc limit 1`.execute(
    demoDatabase(),
  )
  return rows[0] as { id: string; code: string }
}

const part = (page: Page, name: string | RegExp) => inFront(page).getByRole('tab', { name }).press('Enter')
const optionOf = (page: Page, text: string) => page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first()
const option = (page: Page, text: string) => optionOf(page, text).click()

/** The draft is saved, submitted by one and put into force by another. */
async function putIntoForce(page: Page, address: string): Promise<void> {
  await press(page, words.setups.actions.submit)
  await dialog(page).locator('textarea').fill('Áp dụng từ kỳ này')
  await confirm(page)
  await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()
  await signIn(page, CHECKER, 'PP_QR', address)
  await approve(page)
  await expect(inFront(page).locator('.bt-detail-head')).toContainText(words.setups.enums.setupStatus.ACTIVE)
}

async function save(page: Page): Promise<void> {
  const { saveDraft } = words.reconciliation.texts
  await press(page, saveDraft)
  await expect(inFront(page).getByRole('button', { name: saveDraft, exact: true })).toBeDisabled()
}

test('a bank is set up on its real file and put into force by two; a rule is tried before it is changed', EN, async ({ page }) => {
  const partner = await newPartner()
  const code = unused().replace('_', '-')
  const setup: Setup = { id: '0', name: `Ngân hàng ${code}`, plug: 'QR', partnerId: partner.id, account: `0099${Date.now()}` }
  const day = addDays(today(), -5)
  const [first, ...others] = await bookedOn(setup, day)
  if (!first) throw new Error('the bank has paid nothing on that day')
  // The bank has kept 500 đồng of one payment.
  const file = await statementOf('XLSX', setup, day, [{ ...first, amount: first.amount - 50_000n }, ...others])
  const upload = { name: file.name, mimeType: 'application/octet-stream', buffer: file.content }
  const { texts } = words.reconciliation
  const { fields } = words.setups
  let address = ''

  await test.step('its file tells how it is to be read', async () => {
    await signIn(page, MAKER, 'PP_QR', paths.reconciliationSetups)
    await press(page, words.shared.actions.create)
    await dialog(page).getByLabel(fields.setup.code, { exact: true }).fill(code)
    await dialog(page).getByLabel(fields.setup.name, { exact: true }).fill(setup.name)
    await dialog(page).getByLabel(fields.setup.partnerId, { exact: true }).click()
    await page.keyboard.type(partner.code)
    await option(page, partner.code)
    await dialog(page).locator('input[type=file]').setInputFiles(upload)
    await expect(dialog(page).getByText(fill(texts.verdictAccepted, { n: String(others.length + 1) }), { exact: true })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(code)
    address = page.url().slice(new URL(page.url()).origin.length)
    await inFront(page).getByLabel(fields.document.account, { exact: true }).fill(setup.account)
    await part(page, texts.part_format)
    await inFront(page).locator('input[type=file]').setInputFiles(upload)
    await expect(inFront(page).getByText(fill(texts.verdictAccepted, { n: String(others.length + 1) }), { exact: true })).toBeVisible()
    // The balances above and below the lines are known as none of them.
    await expect(inFront(page).getByText(fill(texts.verdictRejected, { n: '0' }), { exact: true })).toBeVisible()
    await save(page)
  })

  await test.step('a second person puts it into force', () => putIntoForce(page, address))

  await test.step('a day of it is begun, and the file read', async () => {
    await signIn(page, MAKER, 'PP_QR', paths.reconciliation)
    await press(page, words.shared.actions.create)
    await dialog(page).getByLabel(words.sessions.fields.session.setupId, { exact: true }).click()
    await page.keyboard.type(code)
    await option(page, code)
    await typeDay(page, words.sessions.fields.session.toDay, day)
    await typeDay(page, words.sessions.fields.session.fromDay, day)
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).getByText(texts.statementDrop)).toBeVisible()
    await inFront(page).locator('input[type=file]').setInputFiles(upload)
    await expect(inFront(page).getByText(words.sessions.enums.statementStatus.STAGED, { exact: true })).toBeVisible()
    await press(page, words.sessions.actions.match)
    await confirm(page)
    await sessionIs(page, 'REVIEWING')
  })

  await test.step('a tolerance is tried on that day: the pair that differs would match', async () => {
    await page.goto(address)
    await part(page, pattern(texts.part_rules))
    await inFront(page).getByLabel(fields.rule.toleranceAmount, { exact: true }).fill('1000')
    await save(page)
    await part(page, texts.part_dryRun)
    await press(page, texts.dryRunPress)
    const { GAINED, LOST } = words.setups.enums.dryRunChange
    await expect(inFront(page).getByText(`${GAINED} (1)`, { exact: true })).toBeVisible()
    await expect(inFront(page).getByText(`${LOST} (0)`, { exact: true })).toBeVisible()
    await expect(inFront(page).getByRole('cell', { name: first.reference }).first()).toBeVisible()
  })

  await test.step('a second person puts it into force, and it takes the place of the first', async () => {
    await putIntoForce(page, address)
    await expect(inFront(page).getByRole('row').filter({ hasText: words.setups.enums.revisionStatus.RETIRED })).toBeVisible()
  })
})
