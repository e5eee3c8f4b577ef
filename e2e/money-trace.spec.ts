/** From the slip that a beneficiary signed to the payer's account in the books, by the palette and by keys alone. */
import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import { paths as cfm } from '#subsystems/cfm/web/paths.ts'
import { counterChannel, tellerOf } from './support/counter.ts'
import { EN, expect, inFront, rows, settled, signIn, test, VI } from './support/portal.ts'
import { makeTill, unused } from './support/records.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const ACCOUNTANT = 'ketoan'
const TELLER = 'giaodichvien'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

const section = (page: Page, title: string) =>
  inFront(page)
    .locator('.bt-section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** A line of an approved list that a counter has paid: its slip, and what it is called. */
async function paidLine(origin: string) {
  const line = await demoDatabase()
    .selectFrom('payout.due as d')
    .innerJoin('organisation.unit as u', 'u.id', 'd.unit_id')
    .select([
      'd.line_id as id',
      'd.list_code as list',
      'd.name',
      'd.identity_type as identityType',
      'd.identity_number as identityNumber',
      'd.amount',
      'u.code',
    ])
    .where('d.status', '=', 'UNPAID')
    .where('d.method', '=', 'CASH')
    .where('d.list_status', 'in', ['APPROVED', 'PAYING'])
    .orderBy('d.line_id')
    .executeTakeFirstOrThrow()
  const till = unused()
  await makeTill(till, String(line.code), today())
  const channel = await counterChannel(origin)
  const counter = { till, teller: await tellerOf(TELLER) }
  // Cash for the till: sent there.
  await channel.send(counter, '50000000')
  const { name, identityType, identityNumber, amount, list } = line
  const payee = { name: String(name), identityType: String(identityType), identityNumber: String(identityNumber) }
  const { transactionCode: slip } = await channel.payLine(counter, lineCode(String(line.id)), payee, String(amount).replace(/\.00$/, ''))
  return { slip, code: lineCode(String(line.id)), list: String(list), till }
}

test('from a slip to the payer’s account in the books, by the palette and the keys', VI, async ({ page, server }) => {
  const { slip, code, list, till } = await paidLine(server.origin)
  await signIn(page, ACCOUNTANT, 'O2O_CRM')

  await test.step('a typed code offers to trace its money', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: words.palette.label })).toBeFocused()
    await page.keyboard.type(slip.toLowerCase())
    const offer = page.getByRole('option', { name: slip }).last()
    await expect(page.locator('.bt-palette-group', { hasText: words.crm.screens.moneyTrace })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(offer).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  })

  await test.step('it leads to the line that was paid, and who has held its money', async () => {
    await expect(inFront(page).getByRole('heading', { name: code })).toBeVisible()
    const way = section(page, words.trace.texts.way).locator('tbody tr')
    await expect(way).toHaveCount(3)
    await expect(way.nth(0)).toContainText('PAYOUT-FUNDS-')
    await expect(way.nth(1)).toContainText(`PAYOUT-${list}`)
    await expect(way.nth(2)).toContainText(till)
    await expect(section(page, words.trace.texts.now)).toContainText(words.trace.texts.nobody)
    await expect(section(page, words.trace.texts.records)).toContainText(slip)
  })

  await test.step('and on to the payer’s account', async () => {
    const account = section(page, words.trace.texts.way).locator('tbody tr').first().getByRole('link')
    const number = String(await account.textContent())
    await account.press('Enter')
    await expect(inFront(page).getByRole('heading', { name: number })).toBeVisible()
  })
})

test('a key in a list of transactions leads to where the money is; an unknown code leads nowhere', EN, async ({ page }) => {
  await signIn(page, ACCOUNTANT, 'PP_CFM', cfm.transactions)
  await expect(rows(page).first()).toBeVisible()
  await settled(page)
  const code = String(await rows(page).first().getByRole('link').textContent())
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('t')
  await expect(section(page, words.trace.texts.records)).toContainText(code)
  const question = inFront(page).getByLabel(words.trace.fields.question.reference)
  await question.fill('NOTHING-1')
  await question.press('Enter')
  await expect(inFront(page).getByText(fill(words.trace.texts.nothing, { code: 'NOTHING-1' }))).toBeVisible()
})
