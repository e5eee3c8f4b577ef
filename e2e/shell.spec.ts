import type { Page } from '@playwright/test'
import { expect, fillSignIn, forgetPreferences, freshOtp, inFront, LIST, openList, PASSWORD, rows, signIn, tab, test } from './support/portal.ts'

const tabs = (page: Page) => page.getByRole('tablist').getByRole('tab')
const titles = async (page: Page) => (await tabs(page).allTextContents()).map((text) => text.replace(/ · .*/, ''))
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const palette = (page: Page) => page.getByRole('combobox', { name: 'Tìm chức năng, mã giao dịch, thao tác' })

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
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Danh mục chức năng' })).toBeVisible()
}

test('pages are pinned, moved, loaded anew, closed, and are there again after F5 and after signing in', async ({ page, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'kiemsoat')
  await page.getByRole('navigation', { name: 'Danh mục chức năng' }).getByText('Danh sách giao dịch QR').click()
  const codes: string[] = []
  for (const row of [0, 1]) {
    await tab(page, 'Danh sách giao dịch QR').click()
    const link = rows(page).nth(row).getByRole('link')
    codes.push(String(await link.textContent()))
    await link.click()
    await expect(page.getByRole('heading', { name: codes[row] })).toBeVisible()
  }
  const [first = '', second = ''] = codes
  await expect(tabs(page)).toHaveCount(4)

  await test.step('pinned: stands in front and is not closed with the others', async () => {
    await tabAction(page, new RegExp(first), 'Ghim trang')
    expect(await titles(page)).toEqual([first, 'Trang chủ', 'Danh sách giao dịch QR', second])
    await tab(page, new RegExp(first)).click({ button: 'right' })
    await expect(menuItem(page, 'Đóng trang hiện tại')).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('moved by the mouse and by the keyboard', async () => {
    await tab(page, new RegExp(second)).dragTo(tab(page, 'Trang chủ'), { targetPosition: { x: 3, y: 10 } })
    expect(await titles(page)).toEqual([first, second, 'Trang chủ', 'Danh sách giao dịch QR'])
    await tab(page, 'Danh sách giao dịch QR').click()
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect.poll(() => titles(page)).toEqual([first, second, 'Danh sách giao dịch QR', 'Trang chủ'])
    await expect(tab(page, 'Danh sách giao dịch QR')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Trang chủ')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Delete')
    await expect(tabs(page)).toHaveCount(3)
  })

  await test.step('loaded anew: what was typed and not sent is gone, the data is asked for again', async () => {
    await tab(page, 'Danh sách giao dịch QR').click()
    await inFront(page).getByLabel('Mã giao dịch', { exact: true }).fill('QR1')
    const asked = page.waitForResponse((response) => response.url().includes('/transactions/v1/search'))
    await tabAction(page, 'Danh sách giao dịch QR', 'Tải lại trang này')
    await asked
    await expect(inFront(page).getByLabel('Mã giao dịch', { exact: true })).toHaveValue('')
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('there again after F5, and after signing in in another browser', async () => {
    const kept = await titles(page)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    expect(await titles(page)).toEqual(kept)
    // The bare address of the portal goes on where the person was.
    await page.goto('/')
    await expect(tab(page, 'Danh sách giao dịch QR')).toHaveAttribute('aria-selected', 'true')
    expect(await titles(page)).toEqual(kept)
    await tab(page, new RegExp(first)).click()
    const keeping = saved(page, ({ tabs }) => tabs?.length === 2)
    await tabAction(page, 'Danh sách giao dịch QR', 'Đóng các trang bên trái')
    await keeping
    expect(await titles(page)).toEqual([first, 'Danh sách giao dịch QR'])
    await page.context().clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await comeBack(page, 'kiemsoat')
    await expect.poll(() => titles(page)).toEqual([first, 'Danh sách giao dịch QR', 'Trang chủ'])
    await tab(page, new RegExp(first)).click()
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
  })
})

test('as many pages as there may be: one that was not drawn makes room and is named, else it is said what to do', async ({ page }) => {
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
  await page.getByRole('navigation', { name: 'Danh mục chức năng' }).getByText('Danh sách giao dịch QR').click()
  await expect(page.getByText('Đã mở tối đa 20 trang')).toBeVisible()
  await expect(tabs(page)).toHaveCount(20)
  expect(page.url()).toBe(address)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Mở trong cửa sổ mới' }).click()
  const other = await opening
  await expect(rows(other).first()).toBeVisible()
  await other.close()

  // What was pinned is kept for the person and would be so again.
  await forgetPreferences('tinh01')
  await keep(7)
  await page.goto(`${LIST}?code=TYPED`)
  await expect(page.getByText('Đã đóng trang “Danh sách giao dịch QR”')).toBeVisible()
  await expect(tabs(page)).toHaveCount(20)
  await expect(page).toHaveURL(/code=TYPED/)
  expect(await page.evaluate(() => sessionStorage.getItem('tabs:PP_QR:tinh01'))).not.toContain('_at=7"')
})

test('everything is found by its name, with the keyboard alone', async ({ page }) => {
  await signIn(page, 'giaodichvien')
  await test.step('a screen, without diacritics', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('danh sach giao')
    await expect(page.getByRole('option').first()).toHaveText(/^Danh sách giao dịch QR/)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(rows(page).first()).toBeVisible()
  })
  const code = String(await rows(page).first().getByRole('link').textContent())
  await test.step('a record by its code', async () => {
    await page.getByRole('button', { name: /Tìm nhanh/ }).click()
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
    await expect(page.getByText('Không tìm thấy.', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })
  await test.step('an action', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('looks follow the person into another browser, and back to the default', async ({ page, browser, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'ketoan')
  const theme = (of: Page) => of.locator('html').getAttribute('data-theme')
  await page.getByRole('button', { name: 'Tuỳ chỉnh giao diện' }).click()
  const keeping = saved(page, ({ appearance }) => appearance?.theme === 'dark' && appearance.fixedHeader)
  await page.getByRole('dialog').getByText('Tối', { exact: true }).first().click()
  await page.getByRole('switch', { name: 'Cố định thanh đầu trang' }).click()
  await keeping
  const context = await browser.newContext()
  const other = await context.newPage()
  await comeBack(other, 'ketoan')
  await expect.poll(() => theme(other)).toBe('dark')
  await other.getByRole('button', { name: 'Tuỳ chỉnh giao diện' }).click()
  await expect(other.getByRole('switch', { name: 'Cố định thanh đầu trang' })).toBeChecked()
  const reset = saved(other, ({ appearance }) => appearance?.theme === 'light')
  await other.getByRole('button', { name: 'Khôi phục mặc định' }).click()
  await reset
  await expect.poll(() => theme(other)).toBe('light')
  await context.close()
  await forgetPreferences('ketoan')
})

test('a server that is gone, and a script that does not come: nothing typed is lost, and both come back by themselves', async ({ page, quiet }) => {
  quiet.expects(404, 502)
  await signIn(page, 'doitac')
  await openList(page)
  const typed = inFront(page).getByLabel('Mã giao dịch', { exact: true })
  const banner = page.getByText('Mất kết nối máy chủ.', { exact: false })
  await typed.fill('QR123')

  await test.step('server gone', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '' }))
    await page.getByRole('button', { name: 'Làm mới' }).click()
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
    await expect(inFront(page).getByText('Chưa tải được chức năng này', { exact: false })).toBeVisible()
    await page.unroute(script)
    await expect(inFront(page).getByRole('article')).toBeVisible()
    await tab(page, 'Danh sách giao dịch QR').click()
    await expect(typed).toHaveValue('QR123')
  })
})

test('the applications of somebody who may enter many are reached by the keyboard in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await signIn(page, 'admin')
  await page.getByRole('button', { name: 'Tới nội dung chính' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Tài khoản/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(menuItem(page, 'Thông tin cá nhân')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Chuyển ứng dụng' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menuItem(page, 'Điều hành chung')).toBeFocused()
  // The last one stands below the edge of the window until the list is scrolled to it.
  await page.keyboard.press('ArrowUp')
  await expect(menuItem(page, 'Quản trị hệ thống')).toBeFocused()
  await expect(menuItem(page, 'Quản trị hệ thống')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Quản trị hệ thống')
})
