import type { Page } from '@playwright/test'
import { tokenExchange } from '#core/iam/contract/sign-in/auth.ts'
import { demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import { fill } from '#kernel/language.ts'
import { savePreferences } from '#kernel/preferences.ts'
import {
  EN,
  expect,
  fillSignIn,
  forgetPreferences,
  freshOtp,
  go,
  inFront,
  LIST,
  leave,
  openList,
  PASSWORD,
  rows,
  signIn,
  tab,
  test,
  VI,
} from './support/portal.ts'
import { words } from './support/words.ts'

const tabs = (page: Page) => page.getByRole('tablist').getByRole('tab')
const titles = async (page: Page) => (await tabs(page).allTextContents()).map((text) => text.replace(/ · .*/, ''))
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const palette = (page: Page) => page.getByRole('combobox', { name: words.palette.label })

interface Saved {
  appearance?: { theme: string; fixedHeader: boolean }
  tabs?: unknown[]
}

/** The server has been told what the test waits for. */
const saved = (page: Page, isIt: (input: Saved) => boolean) =>
  page.waitForResponse((response) => response.url().endsWith('/preferences/v1/save') && isIt(response.request().postDataJSON() as Saved))

/** Chooses from the menu of a tab, under the right button. */
async function tabAction(page: Page, name: string | RegExp, action: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await menuItem(page, action).click()
  await expect(menuItem(page, action)).toBeHidden()
}

/** Signs in where the page stands, without forgetting what the account has set up. */
async function comeBack(page: Page, account: string): Promise<void> {
  await page.goto('/')
  await fillSignIn(page, { account, password: PASSWORD, otp: await freshOtp(page, account) })
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByRole('navigation', { name: words.shell.menu })).toBeVisible()
}

test('pages are pinned, moved, loaded anew, closed, and are there again after F5 and after signing in', VI, async ({ page, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'kiemsoat')
  await page.getByRole('navigation', { name: words.shell.menu }).getByText(words.qr.screens.transactions).click()
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

test('everything is found by its name, with the keyboard alone', VI, async ({ page }) => {
  await signIn(page, 'giaodichvien')
  await test.step('a screen, without diacritics', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('danh sach giao')
    await expect(page.getByRole('option').first()).toContainText(words.qr.screens.transactions)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(rows(page).first()).toBeVisible()
  })
  const code = String(await rows(page).first().getByRole('link').textContent())
  await test.step('a record by its code', async () => {
    await page.getByRole('button', { name: words.palette.button }).click()
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type(code.toLowerCase())
    await expect(page.getByRole('option', { name: code })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: code })).toBeVisible()
  })
  await test.step('what was opened last, and the way out', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toContainText(code)
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('khong co gi nhu the')
    await expect(page.getByText(words.palette.nothing)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })
  await test.step('a screen by what tellers call it, in either language', async () => {
    for (const said of ['tra tien', 'chi trả', 'chuyển tiền', 'payout']) {
      await page.keyboard.press('Control+k')
      await expect(palette(page)).toBeFocused()
      await page.keyboard.type(said)
      await expect(page.getByRole('option', { name: words.cfmV2.screens.pay })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    }
  })
  await test.step('an action', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('looks follow the person into another browser, and back to the default', EN, async ({ page, browser, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'ketoan')
  const theme = (of: Page) => of.locator('html').getAttribute('data-theme')
  await page.getByRole('button', { name: words.theme.open }).click()
  const keeping = saved(page, ({ appearance }) => appearance?.theme === 'dark' && appearance.fixedHeader)
  await page.getByRole('dialog').getByText(words.theme.dark, { exact: true }).first().click()
  await page.getByRole('switch', { name: words.theme.fixedHeader }).click()
  await keeping
  const context = await browser.newContext()
  const other = await context.newPage()
  await comeBack(other, 'ketoan')
  await expect.poll(() => theme(other)).toBe('dark')
  await other.getByRole('button', { name: words.theme.open }).click()
  await expect(other.getByRole('switch', { name: words.theme.fixedHeader })).toBeChecked()
  const reset = saved(other, ({ appearance }) => appearance?.theme === 'light')
  await other.getByRole('button', { name: words.theme.reset }).click()
  await reset
  await expect.poll(() => theme(other)).toBe('light')
  await context.close()
  await forgetPreferences('ketoan')
})

test('a server that is gone, and a script that does not come: nothing typed is lost, and both come back by themselves', VI, async ({ page, quiet }) => {
  quiet.expects(404, 502)
  await signIn(page, 'doitac')
  await openList(page)
  const typed = inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true })
  const banner = page.getByText(words.connection.offline)
  await typed.fill('QR123')

  await test.step('server gone', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '' }))
    await page.getByRole('button', { name: words.list.refresh }).click()
    await expect(banner).toBeVisible()
    await expect(typed).toHaveValue('QR123')
    await page.unroute('**/api/**')
    await expect(banner).toBeHidden()
    await expect(typed).toHaveValue('QR123')
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('script gone', async () => {
    const script = '**/assets/transaction-detail-*.js'
    await page.route(script, (route) => route.fulfill({ status: 404, body: '' }))
    await rows(page).first().getByRole('link').click()
    await expect(inFront(page).getByText(words.exception.chunkRetrying)).toBeVisible()
    await page.unroute(script)
    await expect(inFront(page).getByRole('article')).toBeVisible()
    await tab(page, words.qr.screens.transactions).click()
    await expect(typed).toHaveValue('QR123')
  })

  await test.step('script of a drawer gone: a message once, and it is fetched again by the next press alone', async () => {
    const script = '**/assets/theme-drawer-*.js'
    let fetched = 0
    await page.route(script, (route) => {
      fetched += 1
      return route.fulfill({ status: 404, body: '' })
    })
    const button = page.getByRole('button', { name: words.theme.open })
    const message = page.getByText(words.exception.titleChunk)
    await button.click()
    await expect(message).toBeVisible()
    const tries = fetched
    // Both draw the header again; the message goes by itself, seconds later than anything else would be fetched again.
    for (const language of ['EN', 'VI']) {
      await page.getByRole('button', { name: language, exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase())
    }
    await expect(message).toBeHidden()
    expect(fetched).toBe(tries)
    await page.unroute(script)
    await button.click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('applications: those with a screen alone are offered, each comes back with its pages, and the palette reaches their screens', EN, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await signIn(page, 'admin', 'PP_SYS')
  await page.getByRole('button', { name: words.shell.skip }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('navigation', { name: words.shell.menu }).getByText(words.sys.screens.userManagement).click()
  await page.getByRole('navigation', { name: words.shell.menu }).getByText(words.sys.screens.roles, { exact: true }).click()
  await expect(tabs(page)).toHaveCount(2)

  await test.step('the switcher, by the keyboard', async () => {
    await page.getByRole('banner').getByRole('button', { name: words.shell.account }).focus()
    await page.keyboard.press('Enter')
    await expect(menuItem(page, words.signIn.texts.profile)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: words.signIn.texts.switchApplication })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menuItem(page, 'Operations centre')).toBeFocused()
    await expect(menuItem(page, 'QR payment')).toBeVisible()
    await expect(menuItem(page, 'COD payment')).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('Operations centre')
    await expect.poll(() => titles(page)).toEqual([words.shell.home])
  })

  await test.step('a screen of another application by its name, beside what was open there', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('users')
    const option = page.getByRole('option', { name: words.sys.screens.users }).filter({ hasText: 'System administration' })
    await expect(option).toBeVisible()
    await option.click()
    await expect(page.getByRole('banner')).toContainText('System administration')
    await expect(tab(page, words.sys.screens.users)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(async () => (await titles(page)).sort()).toEqual([words.shell.home, words.sys.screens.roles, words.sys.screens.users].sort())
  })

  await test.step('what was open is there again after a switch, a reload and another sign-in', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('operations')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('Operations centre')
    await page.reload()
    await expect.poll(() => titles(page)).toEqual([words.shell.home])
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('system administration')
    await page.getByRole('option', { name: fill(words.palette.switch, { name: 'System administration' }) }).click()
    await expect(tab(page, words.sys.screens.users)).toHaveAttribute('aria-selected', 'true')
    await expect(tabs(page)).toHaveCount(3)
  })
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

test('all parts of a page change their language together, what the server says too', VI, async ({ page }) => {
  await signIn(page, 'ketoan')
  await openList(page)

  await expect(page.getByRole('banner')).toContainText('Thanh toán QR')
  const seen = page.evaluate(
    () =>
      new Promise<{ banner: string; busy: number }>((done) =>
        new MutationObserver(() =>
          requestAnimationFrame(() =>
            done({
              banner: document.querySelector('.bt-application')?.textContent ?? '',
              busy: document.querySelectorAll('[role=tabpanel] [aria-busy=true]').length,
            }),
          ),
        ).observe(document.documentElement, { attributeFilter: ['lang'] }),
      ),
  )
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  expect(await seen).toEqual({ banner: 'QR payment', busy: 0 })
})

test('what is typed while the palette is still on its way is meant for the palette', EN, async ({ page }) => {
  let release: () => void = () => undefined
  const come = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/command-palette-*.js', async (route) => {
    await come
    await route.continue()
  })
  const asked = page.waitForRequest(/command-palette-.*js/)
  await signIn(page, 'ketoan')
  await openList(page)
  await asked
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such thing')
  await page.keyboard.press('Enter')
  release()
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue('no such thing')
  await expect(page).toHaveURL(new RegExp(LIST))
})

test('a notice steps aside for the buttons of a drawer that opens after it', VI, async ({ page, quiet }) => {
  quiet.expects(400)
  await signIn(page, 'admin', 'PP_SYS', '/user-permission/user-management/users')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows(page).first()).toBeVisible()
  await page.route('**/report/export/**', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'SOME-0001', message: 'Không xuất được file' } }),
  )
  await page.getByRole('button', { name: words.list.export }).click()
  await page.locator('.ant-dropdown').getByRole('menuitem').first().click()
  const notice = page.locator('.ant-notification-notice').filter({ hasText: 'Không xuất được file' })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: words.shared.actions.create }).click()
  const save = page.getByRole('dialog').getByRole('button', { name: words.common.save, exact: true })
  await expect(save).toBeInViewport({ ratio: 1 })
  const below = async () => {
    const [upper, lower] = [await notice.boundingBox(), await save.boundingBox()]
    return upper && lower ? upper.y + upper.height <= lower.y : 'gone'
  }
  await expect.poll(below).toBe(true)
})
