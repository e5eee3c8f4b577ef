import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { EN, expect, forgetPreferences, inFront, openList, rows, signIn, tab, test, VI } from './support/portal.ts'
import { comeBack, menuItem, palette, saved, tabs, titles } from './support/shell.ts'
import { words } from './support/words.ts'

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

/** Whether the browser never asks again for a script that has failed once, as Chromium 150 and later: then only the page loaded anew has it. */
async function keepsFailures(page: Page): Promise<boolean> {
  const script = '**/assets/again.js'
  const fetched = () =>
    page.evaluate(() =>
      import(`${location.origin}/assets/again.js`).then(
        () => true,
        () => false,
      ),
    )
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }))
  await fetched()
  await page.unroute(script)
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {}' }))
  return !(await fetched())
}

test('a server that is gone, and a script that does not come: nothing typed is lost, and both come back by themselves', VI, async ({ page, quiet }) => {
  quiet.expects(404, 502)
  await signIn(page, 'doitac')
  await openList(page)
  const typed = inFront(page).getByLabel(words.payments.fields.transaction.code, { exact: true })
  const banner = page.getByText(words.connection.offline)
  const keeps = await keepsFailures(page)
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
    if (!keeps) await expect(inFront(page).getByRole('article')).toBeVisible()
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
    if (keeps) return
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
