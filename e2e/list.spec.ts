import type { Browser, Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { chooseOption, EN, expect, inFront, LIST, openList, rows, signIn, test, totalRows, VI } from './support/portal.ts'
import { pattern, words } from './support/words.ts'

const viewsButton = (page: Page) => inFront(page).locator('.bt-views-button')
const dialog = (page: Page) => page.getByRole('dialog')

/** A browser that nobody has used: what follows the person must come from the server. */
async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return await context.newPage()
}

test('a saved view goes round: saved with days that move, shared, used by another, changed, removed', VI, async ({ page, browser }) => {
  const name = `Thất bại ${Date.now()}`
  await signIn(page, 'ketoan')
  await openList(page)

  await test.step('saved and shared with the unit', async () => {
    await inFront(page).getByRole('button', { name: words.list.expand }).click()
    await chooseOption(page, words.shared.fields.status, words.payments.enums.transactionStatus.FAILED)
    await page.keyboard.press('Escape')
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(/status=FAILED/)
    await viewsButton(page).click()
    await page.getByRole('button', { name: words.views.saveNew }).click()
    await dialog(page).getByLabel(words.views.name).fill(name)
    await expect(dialog(page).getByText(fill(words.list.lastDays, { n: 7 }))).toBeVisible()
    await dialog(page).getByLabel(words.views.audience.UNIT).check()
    await dialog(page).getByLabel(words.views.name).press('Enter')
    await expect(viewsButton(page)).toContainText(name)
    await expect(viewsButton(page)).not.toContainText(words.views.changed)
  })

  await test.step('a change is marked, and taken back', async () => {
    const before = await totalRows(page)
    await inFront(page).getByRole('button', { name: words.payments.fields.transaction.amount, exact: true }).click()
    await expect(viewsButton(page)).toContainText(words.views.changed)
    await inFront(page).getByRole('button', { name: words.list.reset }).click()
    await expect(viewsButton(page)).not.toContainText(words.views.changed)
    await expect.poll(() => totalRows(page)).toBe(before)
  })

  await test.step('a step back is the search before', async () => {
    const code = inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true })
    const open = await page.getByRole('tablist').getByRole('tab').count()
    await code.fill('KHONG-CO')
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(inFront(page).getByText(words.common.empty)).toBeVisible()
    await page.goBack()
    await expect(rows(page).first()).toContainText(words.payments.enums.transactionStatus.FAILED)
    await expect(code).toHaveValue('')
    await expect(viewsButton(page)).not.toContainText(words.views.changed)
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(open)
  })

  await test.step('the other accountant opens the list with it', async () => {
    const other = await freshPage(browser)
    await signIn(other, 'kiemsoat')
    await openList(other)
    await viewsButton(other).click()
    await other.getByRole('button', { name: fill(words.views.makeDefault, { name }) }).click()
    await expect(other.getByRole('button', { name: fill(words.views.noDefault, { name }) })).toBeVisible()
    await other.goto(LIST)
    await expect(viewsButton(other)).toContainText(name)
    await expect(other).toHaveURL(/status=FAILED/)
    const own = await totalRows(page)
    await expect.poll(() => totalRows(other)).toBe(own)
    await expect(rows(other).first()).toContainText(words.payments.enums.transactionStatus.FAILED)
    await other.context().close()
  })

  await test.step('renamed and removed by its owner', async () => {
    await viewsButton(page).click()
    await page.getByRole('button', { name: fill(words.views.edit, { name }) }).click()
    await dialog(page).getByLabel(words.views.name).fill(`${name} (cũ)`)
    await dialog(page).getByRole('button', { name: words.common.save }).click()
    await expect(viewsButton(page)).toContainText('(cũ)')
    await viewsButton(page).click()
    await page.getByRole('button', { name: fill(words.views.removeNamed, { name: `${name} (cũ)` }) }).click()
    await page.getByRole('tooltip').getByRole('button', { name: words.views.remove, exact: true }).click()
    await expect(viewsButton(page)).toHaveText(words.views.title)
  })
})

test('a jump over several steps back finds a page as it was left, not a second one', EN, async ({ page }) => {
  await signIn(page, 'ketoan')
  // A link to a page that is no more leads to the last one there is.
  await page.goto(`${LIST}?page=900000`)
  await expect(rows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/900000/)
  await openList(page)
  const code = inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true })
  const open = await page.getByRole('tablist').getByRole('tab').count()
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.goBack()
  for (const text of ['KHONG-CO-1', 'KHONG-CO-2']) {
    await code.fill(text)
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(new RegExp(text))
  }
  await page.getByRole('tablist').getByRole('tab', { selected: false }).last().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(/KHONG-CO-2/)
  await expect(code).toHaveValue('KHONG-CO-2')
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(open + 1)
})

test('what stands in a folded filter bar is searched with, and what is wrong there unfolds it', VI, async ({ page }) => {
  await signIn(page, 'ketoan')
  await openList(page)
  const bar = inFront(page).getByRole('search')
  const fold = (name: string) => bar.getByRole('button', { name }).click()
  const search = () => bar.getByRole('button', { name: words.list.search }).click()
  const amount = bar.getByLabel(`${words.payments.fields.transaction.amount}: ${words.list.least}`)
  const reference = bar.getByLabel(words.payments.fields.transaction.externalRef)
  await fold(words.list.expand)
  await amount.fill('2000000')
  await reference.fill('X'.repeat(500))
  await fold(words.list.collapse)
  await expect(amount).toHaveCount(0)
  await search()
  await expect(bar.locator('.ant-form-item-has-error')).toBeVisible()
  await expect(amount).toHaveValue('2.000.000')
  await reference.fill('')
  await fold(words.list.collapse)
  await search()
  await expect(page).toHaveURL(/amountFrom=2000000/)
  await expect(amount).toHaveValue('2.000.000')
  await bar.getByRole('button', { name: words.list.reset }).click()
  await expect(page).not.toHaveURL(/amountFrom/)
  await expect(amount).toHaveValue('')
})

test('columns are hidden, moved, pinned and widened, and are so in another browser', EN, async ({ page, browser }) => {
  await signIn(page, 'tinh01')
  await openList(page)
  const headings = (where: Page) => inFront(where).getByRole('columnheader')
  await inFront(page).getByRole('button', { name: words.list.columns }).click()
  const tax = page.getByRole('checkbox', { name: words.payments.fields.transaction.tax })
  await tax.click()
  await expect(tax).not.toBeChecked()
  await page.getByRole('button', { name: fill(words.list.pin.none, { name: words.payments.fields.transaction.amount }) }).click()
  const source = page.locator('.bt-columns li').filter({ hasText: words.shared.fields.status })
  await source.dragTo(page.locator('.bt-columns li').nth(1))
  await page.keyboard.press('Escape')
  await expect(headings(page).nth(2)).toContainText(words.payments.fields.transaction.amount)
  const saved = page.waitForResponse((response) => response.url().includes('/list-views/v1/columns'))
  const handle = headings(page).filter({ hasText: words.shared.fields.status }).getByRole('separator')
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await saved
  const order = await headings(page).allTextContents()
  expect(order).not.toContain(words.payments.fields.transaction.tax)

  const other = await freshPage(browser)
  await signIn(other, 'tinh01')
  await openList(other)
  await expect.poll(() => headings(other).allTextContents()).toEqual(order)
  await inFront(other).getByRole('button', { name: words.list.columns }).click()
  const reset = other.waitForResponse((response) => response.url().includes('/list-views/v1/columns'))
  await other.getByRole('button', { name: words.list.columnsReset }).click()
  await reset
  await expect(headings(other).filter({ hasText: words.payments.fields.transaction.tax })).toBeVisible()
  await other.context().close()
})

test('an export of many rows is written beside the work: seen after a reload, cancelled or fetched', VI, async ({ page }) => {
  await signIn(page, 'ketoan')
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${LIST}?from=${day(89)}&to=${day(0)}`)
  await expect(rows(page).first()).toBeVisible()
  const ask = async () => {
    await inFront(page).getByRole('button', { name: words.list.export }).click()
    const answer = page.waitForResponse((response) => response.url().includes('/report/export/qr-admin'))
    await page.getByRole('menuitem', { name: words.list.exportCsv }).click()
    return (await answer).status()
  }
  // The threshold of this server is low (EXPORT_JOB_ROWS): three months of the small demo are many rows.
  expect(await ask()).toBe(202)
  const panel = page.getByRole('button', { name: words.downloads.title })
  await expect(panel).toBeVisible()
  await page.reload()
  await panel.click()
  const fetched = page.waitForEvent('download')
  await page
    .getByRole('button', { name: fill(words.downloads.fetchNamed, { name: words.qr.screens.transactions }) })
    .first()
    .click()
  expect((await fetched).suggestedFilename()).toMatch(new RegExp(`^${words.qr.screens.transactions} .*\\.csv$`))
  await page
    .getByRole('button', { name: pattern(words.downloads.removeNamed) })
    .first()
    .click()
})

test('a period is typed with Enter alone, never turned round, and each search asks the server', EN, async ({ page }) => {
  await signIn(page, 'ketoan')
  await openList(page)
  const bar = inFront(page).getByRole('search')
  const [first, last] = [bar.getByPlaceholder(words.list.firstDay), bar.getByPlaceholder(words.list.lastDay)]
  const asked: { from: string; to: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/transactions/v1/search') && request.postDataJSON().pageInfo.currentPage === 1) asked.push(request.postDataJSON().searchSdi)
  })

  await test.step('the first press after opening asks, and so does the same again', async () => {
    await expect(rows(page).first()).toBeVisible()
    const before = asked.length
    for (const more of [1, 2]) {
      const answer = page.waitForResponse((response) => response.url().endsWith('/transactions/v1/search'))
      await bar.getByRole('button', { name: words.list.search }).click()
      await answer
      expect(asked.length).toBeGreaterThanOrEqual(before + more)
    }
  })

  await test.step('Enter goes from the first day to the last, and from there to the search', async () => {
    await first.click()
    await first.fill('01112026')
    await page.keyboard.press('Enter')
    await expect(last).toBeFocused()
    await page.keyboard.type('05112026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-05/)
    await expect.poll(() => asked.at(-1)).toMatchObject({ from: '2026-11-01', to: '2026-11-05' })
    await expect(first).toHaveValue('01/11/2026')
    await expect(last).toHaveValue('05/11/2026')
  })

  for (const [name, from, to, message] of [
    ['the wrong way round', '09112026', '02112026', ruleText('dateOrder', 'en')],
    ['too long', '01012026', '05112026', ruleText('dateSpan', 'en', { maximum: 92 })],
  ] as const)
    await test.step(`${name}: refused in words at the field, and nothing is asked`, async () => {
      const before = asked.length
      await first.click()
      await first.fill(from)
      await page.keyboard.press('Enter')
      await page.keyboard.type(to)
      await page.keyboard.press('Enter')
      await expect(bar.getByText(message)).toBeVisible()
      await expect(first).toHaveValue(`${from.slice(0, 2)}/${from.slice(2, 4)}/2026`)
      await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-05/)
      expect(asked.length).toBe(before)
    })

  await test.step('what is no day stays where it is', async () => {
    await first.click()
    await first.fill('31022026')
    await page.keyboard.press('Enter')
    await expect(bar.getByText(ruleText('date', 'en'))).toBeVisible()
    await expect(first).toBeFocused()
  })
})

test('a list that is loading, has failed, or has nothing says which of these, and leads on', VI, async ({ page, quiet }) => {
  quiet.expects(500)
  await signIn(page, 'ketoan')
  const search = '**/transactions/v1/search'
  const table = () => inFront(page).locator('.bt-table')
  let answer: 'never' | 'fail' | 'pass' = 'never'
  await page.route(search, async (route) => {
    if (answer === 'fail') return await route.fulfill({ status: 500, json: { code: 'SYS-500', message: 'Hỏng', data: null } })
    if (answer === 'pass') return await route.continue()
  })

  await test.step('loading: grey rows as high as they will be, and no number', async () => {
    await page.goto(LIST)
    await expect(table().locator('.bt-ghost')).toBeVisible()
    await expect(inFront(page).getByText(fill(words.list.total, { n: '…' }))).toBeVisible()
    expect((await table().locator('.bt-ghost').boundingBox())?.height).toBeGreaterThanOrEqual(15 * 32)
  })

  await test.step('failed: why, no number, and another try', async () => {
    answer = 'fail'
    await page.reload()
    await expect(table().getByRole('alert')).toContainText(words.list.loadFailed)
    await expect(page.getByText('Hỏng')).toHaveCount(1)
    await expect(inFront(page).getByText(fill(words.list.total, { n: '—' }))).toBeVisible()
    answer = 'pass'
    await table().getByRole('button', { name: words.common.retry }).click()
    await expect(rows(page).first()).toBeVisible()
    await page.unroute(search)
  })

  await test.step('nothing fits: the conditions, each to be taken away but what is needed', async () => {
    await inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true }).fill('KHONG-CO')
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(table().getByText(words.common.empty)).toBeVisible()
    const chips = table().locator('.bt-conditions li')
    await expect(chips).toHaveCount(2)
    await chips.filter({ hasText: 'KHONG-CO' }).getByRole('button').click()
    await expect(page).not.toHaveURL(/KHONG-CO/)
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('a chip of what is chosen by a name has the name', async () => {
    const merchant = inFront(page).getByLabel(words.payments.fields.transaction.merchantId, { exact: true })
    await inFront(page).getByRole('button', { name: words.list.expand, exact: true }).click()
    await merchant.click()
    const first = page.locator('.ant-select-item-option').first()
    const name = (await first.locator('.bt-option > span').textContent()) ?? ''
    await first.click()
    await inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true }).fill('KHONG-CO')
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(table().locator('.bt-conditions li').filter({ hasText: words.payments.fields.transaction.merchantId })).toContainText(name)
    await table().getByRole('button', { name: words.list.removeConditions }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('where nothing succeeded the total is of what is shown, by name', async () => {
    const address = new URL(page.url())
    address.searchParams.append('status', 'FAILED')
    await page.goto(address.href)
    const sums = inFront(page).locator('tfoot')
    await expect(sums).toContainText(/giao dịch, 0 thành công; tổng của: Thất bại/)
    await expect(sums).toContainText(/\d\.000,00/)
    address.searchParams.delete('status')
    await page.goto(address.href)
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('the total says what it is of, and by state to the keyboard', async () => {
    const made = inFront(page).locator('tfoot').getByRole('button')
    await expect(made).toContainText(/[\d.]+ giao dịch, [\d.]+ thành công/)
    await made.focus()
    await expect(page.getByRole('tooltip')).toContainText(words.payments.enums.transactionStatus.SUCCEEDED)
  })
})

test('a list that was never used offers to begin it, and a report says that it has failed as a list does', EN, async ({ page, quiet }) => {
  quiet.expects(500)
  const table = () => inFront(page).locator('.bt-table, .bt-report-table').first()
  await signIn(page, 'admin', 'PP_SYS')
  await page.route('**/global/list/v1/search', (route) =>
    route.fulfill({ json: { code: 'API000', message: '', data: { result: [], totalRecord: 0, sums: {} } } }),
  )
  await page.goto('/system-config/global-list')
  await expect(table().getByText(words.list.nothingYet)).toBeVisible()
  await expect(table().locator('.bt-conditions')).toHaveCount(0)
  await table().getByRole('button', { name: words.shared.actions.create }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await signIn(page, 'ketoan')
  let fails = true
  await page.route('**/daily-detail/v1/search', (route) =>
    fails ? route.fulfill({ status: 500, json: { code: 'SYS-500', message: 'Broken', data: null } }) : route.continue(),
  )
  await page.goto('/pp-qr/baocaothongke/baocaochitietngay')
  const failed = inFront(page).getByRole('alert').filter({ hasText: words.list.loadFailed })
  await expect(failed).toBeVisible()
  await expect(page.getByText('Broken')).toHaveCount(1)
  fails = false
  await failed.getByRole('button', { name: words.common.retry }).click()
  await expect(failed).toBeHidden()
  await expect(inFront(page).locator('tfoot')).toBeVisible()
})
