import type { Page } from '@playwright/test'
import { CASH_LEVELS, type CashLevel } from '#core/cash/contract/reports/reports.ts'
import { ledgerErrors } from '#core/ledger/contract/errors.ts'
import { showDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { paths as cash } from '#subsystems/cfm/web/paths.ts'
import { paths as reports } from '#subsystems/report/web/paths.ts'
import { ACCOUNTS, approve, chooseUnit, closing, GL, JOURNALS, makeJournalByHand, openAccount, sendJournal, typeDay } from './support/books.ts'
import { CHECKER, closeByTwo, dayBack, MAKER, period, reopenByTwo } from './support/cut-off.ts'
import { EN, expect, inFront, rows, settled, signIn, test, VI } from './support/portal.ts'
import { makeCashDay, takeInCash } from './support/records.ts'
import { idOfUnit } from './support/server.ts'
import { words } from './support/words.ts'

/** A payout point, a post office and its district; the point has a vault of its own making. */
const PLACES: Record<CashLevel, string> = { 'payout-point': '010191', 'post-office': '010102', district: '010100' }
const VAULT = `CASH-E2E-${PLACES['payout-point']}`
const MONTH = { from: dayBack(60), to: dayBack(0) }

/** Amounts in the last line of the table in front, under these headings; a dash is nothing. */
async function totals(page: Page, headings: readonly string[]): Promise<string[]> {
  await settled(page)
  const table = inFront(page).locator('table:has(tfoot)')
  await expect(table.locator('tfoot')).toBeVisible()
  // What a sum is made of is a table in the line of sums.
  const [heads, cells] = [await table.locator('> thead th').allTextContents(), await table.locator('> tfoot > tr > td').allTextContents()]
  return headings.map((heading) => {
    const at = heads.findIndex((text) => text.trim() === heading)
    return (cells[at - heads.length + cells.length] ?? '').replace(/\D/g, '') || '000'
  })
}

const report = (kind: 'summary' | 'book', level: CashLevel, unitId: string) =>
  `${cash.cashReports}?${new URLSearchParams({ _kind: kind, _level: level, unitId, ...MONTH, size: '100' })}`

/** What the books have as cash of a unit: vaults, tills and couriers; what postmen have collected is in transit too, and no cash of the unit. */
async function cashInBooks(page: Page, unitId: string): Promise<bigint> {
  const [own, transit, postmen] = [
    await balanceOf(page, { chart: '111', unitId }),
    await balanceOf(page, { chart: '11311', unitId }),
    await balanceOf(page, { chart: '11311', unitId, text: '11311.COD' }),
  ]
  return own + transit - postmen
}

async function balanceOf(page: Page, filter: Record<string, string>): Promise<bigint> {
  await page.goto(`${ACCOUNTS}?${new URLSearchParams(filter)}`)
  await settled(page)
  if ((await rows(page).count()) === 0) return 0n
  const [balance = '0'] = await totals(page, [words.ledger.fields.account.balance])
  return BigInt(balance)
}

test('the six cash reports are the cash of the books', VI, async ({ page }) => {
  await makeCashDay(PLACES['payout-point'], dayBack(0))
  await takeInCash(PLACES['payout-point'], 3_000_000, dayBack(0))
  const closings: Record<string, bigint> = {}

  const { summary, book } = words.cashReports.fields
  await signIn(page, MAKER, 'PP_CFM')
  for (const level of CASH_LEVELS)
    await test.step(`${level}: the cash book leads from the opening to the closing balance of the summary`, async () => {
      const unitId = await idOfUnit(PLACES[level])
      await page.goto(report('summary', level, unitId))
      const [opening = '', moneyIn = '', moneyOut = '', closed = ''] = await totals(page, [summary.opening, summary.moneyIn, summary.moneyOut, summary.closing])
      expect(BigInt(opening) + BigInt(moneyIn) - BigInt(moneyOut)).toBe(BigInt(closed))
      closings[level] = BigInt(closed)
      expect(closings[level]).toBeGreaterThan(0n)
      await page.goto(report('book', level, unitId))
      expect(await totals(page, [book.moneyIn, book.moneyOut])).toEqual([moneyIn, moneyOut])
    })

  await signIn(page, MAKER, GL)
  for (const level of CASH_LEVELS)
    await test.step(`${level}: the accounts have what the report says`, async () => {
      expect(await cashInBooks(page, await idOfUnit(PLACES[level]))).toBe(closings[level])
    })

  await test.step('the statement of an account ends with it', async () => {
    await openAccount(page, VAULT)
    expect(String(await closing(page).textContent()).replace(/\D/g, '')).toBe(String(closings['payout-point']))
  })
})

/** An office whose books nothing else asks about, and a day of a month that is over. */
const LATE = { unit: '790102', day: dayBack(60) }
const PERIOD = `GL-${LATE.unit}-${LATE.day.slice(0, 7).replace('-', '')}`

/** A journal by hand of that month: one makes it, another agrees. */
async function postByTwo(page: Page, reason: string): Promise<void> {
  await signIn(page, MAKER, GL, JOURNALS)
  const address = await makeJournalByHand(page, ['811', '711'], reason, LATE)
  await signIn(page, CHECKER, GL, address)
  await approve(page)
  await expect(inFront(page).locator('.bt-detail-head').getByText(words.ledger.enums.manualStatus.POSTED)).toBeVisible()
}

test('a month is cut off by two, takes nothing more, is reopened by two for an adjustment, and shows what that has changed', EN, async ({ page, quiet }) => {
  quiet.expects(409)
  await test.step('a journal by hand of the month is posted by two', () => postByTwo(page, 'Office costs of the month'))

  await test.step('its period is set up and cut off by two', async () => {
    const { period: label } = words.cutOff.fields
    await signIn(page, MAKER, 'PP_REPORT', reports.cutOff)
    await inFront(page).getByRole('button', { name: words.cutOff.actions.create, exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(label.service, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('Manual journals', { exact: true }).click()
    await chooseUnit(page, label.unitId, LATE.unit)
    await typeDay(page, label.startsOn, LATE.day)
    await page.keyboard.press('Control+Enter')
    await expect(period(page, PERIOD)).toBeVisible()
    await closeByTwo(page, PERIOD, `${PERIOD}/1`)
  })

  await test.step('from then on it takes no journal', async () => {
    await signIn(page, MAKER, GL, JOURNALS)
    await sendJournal(page, ['811', '711'], 'An invoice that came late', LATE)
    await expect(page.getByRole('dialog').getByText(fill(ledgerErrors.periodClosed.en, { service: 'GL', date: showDate(LATE.day) }))).toBeVisible()
  })

  await test.step('reopened by two, it takes the adjustment', async () => {
    await reopenByTwo(page, PERIOD, 'An invoice came late')
    await postByTwo(page, 'An invoice that came late')
  })

  await test.step('closed again, both closings stand side by side', async () => {
    await closeByTwo(page, PERIOD, `${PERIOD}/2`)
    await expect(period(page, PERIOD).getByText(fill(words.cutOff.texts.difference, { code: `${PERIOD}/2`, before: `${PERIOD}/1` }))).toBeVisible()
    const line = period(page, PERIOD).getByRole('row').filter({ hasText: '811' })
    await expect(line.getByRole('cell', { name: '1,250,000' })).toHaveCount(2)
    await expect(line.getByRole('cell', { name: '2,500,000' })).toHaveCount(1)
  })
})
