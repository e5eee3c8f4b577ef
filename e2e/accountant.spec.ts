import type { Page } from '@playwright/test'
import { CASH_LEVELS, type CashLevel } from '#core/cash/contract/reports/reports.ts'
import { fill } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { paths as cash } from '#subsystems/cfm/web/paths.ts'
import { ACCOUNTS, approve, closing, GL, JOURNALS, makeJournalByHand, openAccount } from './support/books.ts'
import { CHECKER, closeByTwo, dayBack, MAKER, openPeriod, period, reopenByTwo } from './support/cut-off.ts'
import { EN, expect, inFront, rows, settled, signIn, test, VI } from './support/portal.ts'
import { makeCashDay, makeJournal, makePeriod, takeInCash } from './support/records.ts'
import { idOfUnit } from './support/server.ts'
import { pattern, words } from './support/words.ts'

/** A payout point, a post office and its district; the point has a vault of its own making. */
const PLACES: Record<CashLevel, string> = { 'payout-point': '010191', 'post-office': '010102', district: '010100' }
const VAULT = `CASH-E2E-${PLACES['payout-point']}`
const MONTH = { from: dayBack(60), to: dayBack(0) }

/** Amounts in the last line of the table in front, under these headings; a dash is nothing. */
async function totals(page: Page, headings: readonly string[]): Promise<string[]> {
  await settled(page)
  const table = inFront(page).locator('table:has(tfoot)')
  await expect(table.locator('tfoot')).toBeVisible()
  const [heads, cells] = [await table.locator('thead th').allTextContents(), await table.locator('tfoot td').allTextContents()]
  return headings.map((heading) => {
    const at = heads.findIndex((text) => text.trim() === heading)
    return (cells[at - heads.length + cells.length] ?? '').replace(/\D/g, '') || '000'
  })
}

const report = (kind: 'summary' | 'book', level: CashLevel, unitId: string) =>
  `${cash.cashReports}?${new URLSearchParams({ _kind: kind, _level: level, unitId, ...MONTH, size: '100' })}`

/** What the books have as cash of a unit: vaults, tills and couriers. */
async function cashInBooks(page: Page, unitId: string): Promise<bigint> {
  let sum = 0n
  for (const chart of ['111', '11311']) {
    await page.goto(`${ACCOUNTS}?${new URLSearchParams({ chart, unitId })}`)
    await settled(page)
    if ((await rows(page).count()) === 0) continue
    const [balance = '0'] = await totals(page, [words.ledger.fields.account.balance])
    sum += BigInt(balance)
  }
  return sum
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

test('a month of the books: a journal by two, the cut-off, what comes late, reopening and adjustment', EN, async ({ page }) => {
  const [unit, day] = ['790101', dayBack(50)]
  const code = await makePeriod(unit, day)
  const make = async (reason: string) => {
    await signIn(page, MAKER, GL, JOURNALS)
    const address = await makeJournalByHand(page, ['811', '711'], reason, { unit, date: day })
    await signIn(page, CHECKER, GL, address)
    await approve(page)
    await expect(inFront(page).locator('.bt-detail-head').getByText(words.ledger.enums.manualStatus.POSTED)).toBeVisible()
  }
  const lineOf = (amount: string) => period(page, code).getByRole('row').filter({ hasText: amount }).first()

  await test.step('a journal by hand is posted by two, and the day is cut off by two with it', async () => {
    await make('Rounding of the month')
    await closeByTwo(page, code, `${code}/1`)
    await expect(lineOf(showMoney('1250000.00', 'en'))).toBeVisible()
  })

  await test.step('what comes late stands apart, and opens its journal', async () => {
    await makeJournal(unit, dayBack(49), day, 250_000)
    await openPeriod(page, CHECKER, code)
    const late = period(page, code)
      .getByRole('row')
      .filter({ hasText: `Adjustment of ${day}` })
    await late.getByRole('button').click()
    await expect(
      page
        .getByRole('dialog', { name: pattern(words.ledger.texts.journalOf) })
        .getByText('811')
        .first(),
    ).toBeVisible()
  })

  await test.step('reopened by two, it takes an adjustment by two', async () => {
    await reopenByTwo(page, code, 'A journal is missing')
    await make('Adjustment of the month')
  })

  await test.step('closed again, both closings stand side by side with their difference', async () => {
    await closeByTwo(page, code, `${code}/2`)
    await expect(period(page, code).getByText(fill(words.cutOff.texts.difference, { code: `${code}/2`, before: `${code}/1` }))).toBeVisible()
    await expect(lineOf(showMoney('2500000.00', 'en'))).toContainText(showMoney('1250000.00', 'en'))
  })
})
