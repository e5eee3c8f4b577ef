import { tokenExchange } from '#core/iam/contract/sign-in/auth.ts'
import { demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import { fill } from '#kernel/language.ts'
import { savePreferences } from '#kernel/preferences.ts'
import { EN, expect, forgetPreferences, go, inFront, LIST, leave, openList, rows, signIn, tab, test, VI } from './support/portal.ts'
import { comeBack, menuItem, palette, saved, tabAction, tabs, titles } from './support/shell.ts'
import { words } from './support/words.ts'

test('pages are pinned, moved, loaded anew, closed, and are there again after F5 and after signing in', VI, async ({ page, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'kiemsoat')
  for (const name of [words.qr.screens.transactionManagement, words.qr.screens.transactions]) await menuItem(page, name).click()
  const codes: string[] = []
  for (const row of [0, 1]) {
    await tab(page, words.qr.screens.transactions).click()
    const link = rows(page).nth(row).getByRole('link')
    codes.push(String(await link.textContent()))
    await link.click()
    await expect(page.getByRole('heading', { name: codes[row] })).toBeVisible()
  }
  const [first = '', second = ''] = codes
  await expect(tabs(page)).toHaveCount(4)

  await test.step('pinned: stands in front and is not closed with the others', async () => {
    await tabAction(page, new RegExp(first), 'Ghim trang')
    await expect.poll(() => titles(page)).toEqual([first, words.shell.home, words.qr.screens.transactions, second])
    await tab(page, new RegExp(first)).click({ button: 'right' })
    await expect(menuItem(page, words.tabs.close)).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('moved by the mouse and by the keyboard', async () => {
    await tab(page, new RegExp(second)).dragTo(tab(page, words.shell.home), { targetPosition: { x: 3, y: 10 } })
    await expect.poll(() => titles(page)).toEqual([first, second, words.shell.home, words.qr.screens.transactions])
    await tab(page, words.qr.screens.transactions).click()
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect.poll(() => titles(page)).toEqual([first, second, words.qr.screens.transactions, words.shell.home])
    await expect(tab(page, words.qr.screens.transactions)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, words.shell.home)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Delete')
    await expect(tabs(page)).toHaveCount(3)
  })

  await test.step('loaded anew: what was typed and not sent is gone, the data is asked for again', async () => {
    await tab(page, words.qr.screens.transactions).click()
    await inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true }).fill('QR1')
    const asked = page.waitForResponse((response) => response.url().includes('/transactions/v1/search'))
    await tabAction(page, words.qr.screens.transactions, words.tabs.reload)
    await asked
    await expect(inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true })).toHaveValue('')
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('there again after F5, and after signing in in another browser', async () => {
    const kept = await titles(page)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(() => titles(page)).toEqual(kept)
    // The bare address of the portal goes on where the person was.
    await page.goto('/')
    await expect(tab(page, words.qr.screens.transactions)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => titles(page)).toEqual(kept)
    await tab(page, new RegExp(first)).click()
    const keeping = saved(page, ({ tabs }) => tabs?.length === 2)
    await tabAction(page, words.qr.screens.transactions, words.tabs.closeLeft)
    await keeping
    await expect.poll(() => titles(page)).toEqual([first, words.qr.screens.transactions])
    await leave(page)
    await comeBack(page, 'kiemsoat')
    await expect.poll(() => titles(page)).toEqual([first, words.qr.screens.transactions, words.shell.home])
    await tab(page, new RegExp(first)).click()
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
  })
})

test('as many pages as there may be: one that was not drawn makes room and is named, else it is said what to do', EN, async ({ page }) => {
  await signIn(page, 'tinh01')
  /** Twenty pages, the first in front, all others pinned but one. */
  const keep = (free: number | null) =>
    page.evaluate(
      ({ list, unpinned }) => {
        const tabs = Array.from({ length: 20 }, (_, at) => ({
          id: `t${at}`,
          key: `${list}?_at=${at}`,
          address: `${list}?_at=${at}`,
          pinned: at !== 0 && at !== unpinned,
        }))
        sessionStorage.setItem('tabs:PP_QR:tinh01', JSON.stringify({ tabs, activeId: 't0' }))
      },
      { list: LIST, unpinned: free },
    )
  await keep(null)
  await page.reload()
  await expect(tabs(page)).toHaveCount(20)
  const address = page.url()
  await page.getByRole('navigation', { name: words.shell.menu }).getByText(words.qr.screens.transactions).click()
  await expect(page.getByText(fill(words.tabs.full, { n: 20 }))).toBeVisible()
  await expect(tabs(page)).toHaveCount(20)
  expect(page.url()).toBe(address)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: words.tabs.newWindow }).click()
  const other = await opening
  await expect(rows(other).first()).toBeVisible()
  await other.close()

  // What was pinned is kept for the person and would be so again.
  await keep(7)
  await page.goto(`/api${demoOtp.path}?account=tinh01`)
  await forgetPreferences('tinh01')
  await page.goto(`${LIST}?code=TYPED`)
  await expect(page.getByText(fill(words.tabs.madeRoom, { name: words.qr.screens.transactions }))).toBeVisible()
  await expect(tabs(page)).toHaveCount(20)
  await expect(page).toHaveURL(/code=TYPED/)
  expect(await page.evaluate(() => sessionStorage.getItem('tabs:PP_QR:tinh01'))).not.toContain('_at=7"')
})

test('a switch right after a page was opened keeps it for its own application, not for the next one', VI, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  const order: string[] = []
  const kept = new Promise<void>((done) => {
    page.on('request', (request) => {
      if (request.url().includes(tokenExchange.path)) order.push('tokens of the next one')
      if (!request.url().endsWith(savePreferences.path) || !JSON.stringify(request.postDataJSON()).includes('"tabs"')) return
      order.push('pages')
      done()
    })
  })
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type(words.sys.screens.roles)
  await page.keyboard.press('Enter')
  await expect(tab(page, words.sys.screens.roles)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.route('**/sys/user/v1/info', async (route) => {
    await kept
    await route.continue()
  })
  await page.keyboard.type('Chuyển sang ứng dụng Thanh toán QR')
  await page.getByRole('option').last().click()
  await expect(page.getByRole('banner')).toContainText('Thanh toán QR')
  await kept
  expect(order).toEqual(['pages', 'tokens of the next one'])
})

test('tabs: all are listed and searched, two of one list are told apart, and a link shows its own search', EN, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await signIn(page, 'ketoan')
  const failed = `${LIST}?status=FAILED`
  await openList(page)
  await go(page, failed)
  await expect(tab(page, `${words.qr.screens.transactions} · ${words.payments.enums.transactionStatus.FAILED}`)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await tabs(page).allTextContents()).filter((text) => text.startsWith(words.qr.screens.transactions))).toHaveLength(2)
  const hint = tab(page, words.payments.enums.transactionStatus.FAILED).locator('.bt-tab-hint')
  const cut = await hint.evaluate((words) => {
    const whole = words.closest<HTMLElement>('.bt-tab')
    if (whole) whole.style.maxWidth = `${whole.offsetWidth - 40}px`
    return words.scrollWidth > words.clientWidth
  })
  expect(cut).toBe(false)
  await expect(rows(page).first()).toBeVisible()

  await test.step('the page in front stands wholly in sight, with its cross', async () => {
    for (const row of [0, 1, 2, 3, 4]) {
      await rows(page).nth(row).getByRole('link').click()
      await expect(inFront(page).getByRole('article')).toBeVisible()
      await page.goBack()
      await expect(rows(page).first()).toBeVisible()
    }
    await page.getByRole('tablist').getByRole('tab').last().focus()
    await page.keyboard.press('End')
    const cross = page.locator('.bt-tab-active .bt-tab-close')
    await expect(cross).toBeInViewport({ ratio: 1 })
    const [bar, close] = [await page.getByRole('tablist').boundingBox(), await cross.boundingBox()]
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0))
  })

  await test.step('the list of all, with a search', async () => {
    await page.getByRole('button', { name: words.tabs.menu }).click()
    const field = page.getByRole('searchbox', { name: words.tabs.find })
    await expect(field).toBeFocused()
    await field.fill('danh sach loi')
    await expect(page.getByRole('list', { name: words.tabs.list }).getByRole('listitem')).toHaveCount(0)
    await field.fill(words.payments.enums.transactionStatus.FAILED)
    await page.keyboard.press('Enter')
    await expect(tab(page, `${words.qr.screens.transactions} · ${words.payments.enums.transactionStatus.FAILED}`)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a link to it shows its own search', async () => {
    const status = inFront(page).getByRole('combobox', { name: words.shared.fields.status })
    await status.click()
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      .getByTitle(words.payments.enums.transactionStatus.SUCCEEDED, { exact: true })
      .click()
    await page.keyboard.press('Escape')
    await inFront(page).getByRole('button', { name: words.list.search, exact: true }).click()
    await expect(page).toHaveURL(/SUCCEEDED/)
    const count = await tabs(page).count()
    await go(page, failed)
    await expect(page).toHaveURL(/status=FAILED/)
    await expect(page).not.toHaveURL(/SUCCEEDED/)
    await expect(tabs(page)).toHaveCount(count)
  })
})
