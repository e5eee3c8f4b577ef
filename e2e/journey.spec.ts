import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { chooseLanguage, chooseOption, expect, forgetPreferences, inFront, LIST, rows, tab, test, totalRows, VI } from './support/portal.ts'
import { words } from './support/words.ts'

const code = (page: Page, row: number) => rows(page).nth(row).getByRole('link').textContent().then(String)
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Opens the detail of a row; answers its code. */
async function openDetail(page: Page, row: number): Promise<string> {
  const name = await code(page, row)
  await rows(page).nth(row).getByRole('link').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return name
}

test("an accountant's way from signing in to signing out", VI, async ({ page, quiet }) => {
  await test.step('signs in with the button of the persona', async () => {
    await forgetPreferences('ketoan')
    await page.goto('/')
    await page.getByRole('button', { name: /^Kế toán/ }).click()
    await expect(page.getByLabel(words.signIn.fields.login.account, { exact: true })).toHaveValue('ketoan')
    await expect(page.getByLabel(words.signIn.fields.login.otp)).toHaveValue(/^\d{6}$/)
    await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
    await expect(tab(page, words.shell.home)).toBeVisible()
    await expect(page).toHaveTitle(/BƯU TRẠM/)
  })

  await test.step('reads the portal in English, and in Vietnamese again', async () => {
    await chooseLanguage(page, 'EN')
    await expect(page.getByRole('menuitem', { name: 'QR overview' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await chooseLanguage(page, 'VI')
    await expect(page.getByRole('menuitem', { name: words.qr.screens.overview })).toBeVisible()
  })

  await test.step('finds the list in the menu: the last seven days', async () => {
    await page.getByRole('menuitem', { name: words.qr.screens.transactionManagement }).click()
    await page.getByRole('menuitem', { name: words.qr.screens.transactions }).click()
    await expect(rows(page)).toHaveCount(15)
    await expect(page).toHaveTitle(`${words.qr.screens.transactions} - BƯU TRẠM`)
    expect(await totalRows(page)).toBeGreaterThan(15)
  })

  let all = await totalRows(page)
  await test.step('filters by status', async () => {
    await chooseOption(page, words.shared.fields.status, words.payments.enums.transactionStatus.FAILED)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(/status=FAILED/)
    await expect.poll(() => totalRows(page)).toBeLessThan(all)
    const shown = await rows(page).count()
    expect(shown).toBeGreaterThan(0)
    await expect(rows(page).filter({ hasText: words.payments.enums.transactionStatus.FAILED })).toHaveCount(shown)
    await page.getByRole('button', { name: words.list.reset }).click()
    await expect.poll(() => totalRows(page)).toBe(all)
  })

  let first = ''
  let second = ''
  let place = 0
  await test.step('looks at what has been posted', async () => {
    // The latest payment may still be under way.
    await chooseOption(page, words.shared.fields.status, words.payments.enums.transactionStatus.SUCCEEDED)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(/status=SUCCEEDED/)
    await expect.poll(() => totalRows(page)).toBeLessThan(all)
    all = await totalRows(page)
  })

  await test.step('opens two transactions, each in a tab of its own', async () => {
    first = await openDetail(page, 0)
    await tab(page, words.qr.screens.transactions).click()
    second = await openDetail(page, 1)
    expect(second).not.toBe(first)
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(4)
  })

  await test.step('keeps the head of the page in view, to reach the tabs from anywhere', async () => {
    await page.getByRole('button', { name: words.theme.open }).click()
    await page.getByRole('switch', { name: words.theme.fixedHeader }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('goes back and forth: opened sections and places stay', async () => {
    await tab(page, new RegExp(first)).click()
    await inFront(page).getByText(words.payments.texts.groupOutcome).click()
    await expect(inFront(page).getByText(words.payments.fields.outcome.bankReference)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
    place = await scrolled(page)
    await tab(page, new RegExp(second)).click()
    await expect(page.getByRole('heading', { name: second })).toBeVisible()
    await expect(inFront(page).getByText(words.payments.fields.outcome.bankReference)).toBeHidden()
    await expect.poll(() => scrolled(page)).toBe(0)
    await tab(page, new RegExp(first)).click()
    await expect(inFront(page).getByText(words.payments.fields.outcome.bankReference)).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(place)
  })

  await test.step('sees what was posted, balanced, and what happened', async () => {
    const totals = inFront(page).getByRole('row', { name: words.list.sums })
    await expect(totals).toBeVisible()
    const [debit, credit] = await totals.getByRole('cell').allInnerTexts()
    expect(debit).toMatch(/^[\d.]+,\d\d$/)
    expect(credit).toBe(debit)
    await expect(inFront(page).getByText(words.payments.enums.timelineStep.receive)).toBeVisible()
  })

  await test.step('loads the page anew: the tabs are there again', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(4)
    await expect(tab(page, new RegExp(first))).toHaveAttribute('aria-selected', 'true')
    await tab(page, new RegExp(second)).click()
    await expect(page.getByRole('heading', { name: second })).toBeVisible()
    await tab(page, words.qr.screens.transactions).click()
    await expect.poll(() => totalRows(page)).toBe(all)
  })

  await test.step('walks to the next transaction of the list without another tab', async () => {
    const third = await code(page, 2)
    await tab(page, new RegExp(second)).click()
    // The list has just been read again, so that the detail knows its neighbours when it is opened anew.
    await page.getByRole('button', { name: words.common.back }).click()
    await openDetail(page, 1)
    await page.getByRole('button', { name: words.detail.next }).click()
    await expect(page.getByRole('heading', { name: third })).toBeVisible()
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(4)
    await tab(page, words.qr.screens.transactions).click()
  })

  await test.step('exports what the list holds', async () => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: words.list.export }).click()
    await page.getByRole('menuitem', { name: words.list.exportXlsx }).click()
    const download = await arriving
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    const book = read(await readFile(await download.path()), { type: 'buffer' })
    const [header = [], ...lines] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(header.slice(0, 3)).toEqual([
      words.payments.fields.transaction.code,
      words.payments.fields.transaction.occurredAt,
      words.payments.fields.transaction.merchantId,
    ])
    const codes = lines.map(([first]) => first).filter((text) => /^QR\d{15}$/.test(text ?? ''))
    expect(codes).toHaveLength(all)
    expect(codes[0]).toBe(await code(page, 0))
  })

  await test.step('signs out, asked first', async () => {
    quiet.expects(401)
    await page.getByRole('button', { name: words.shell.account }).click()
    await page.getByRole('menuitem', { name: words.signIn.texts.logout }).click()
    await expect(page.getByText(words.signIn.texts.logoutConfirm)).toBeVisible()
    await page.getByRole('button', { name: words.common.cancel }).click()
    await expect(page.getByRole('tablist')).toBeVisible()
    await page.getByRole('button', { name: words.shell.account }).click()
    await page.getByRole('menuitem', { name: words.signIn.texts.logout }).click()
    await page.getByRole('button', { name: words.common.confirm }).click()
    await expect(page.getByRole('heading', { name: words.signIn.texts.signIn })).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])).toEqual([null, null])
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: words.signIn.texts.signIn })).toBeVisible()
  })
})
