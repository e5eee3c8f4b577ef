import { fill } from '#kernel/language.ts'
import { EN, expect, inFront, openList, rows, signIn, tab, test, totalRows, VI } from './support/portal.ts'
import { words } from './support/words.ts'

const number = (text: string | null) => Number(text?.replace(/\D/g, ''))

test('figures of the operations centre lead to the list that has as many rows', VI, async ({ page }) => {
  await signIn(page, 'ketoan', 'O2O_CRM', '/crm/dashboard')
  await expect(inFront(page).locator('.bt-chart svg').first()).toBeVisible()

  await test.step('the page ends with its footer, and no hour is to come', async () => {
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.scrollY - (document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0))
    await expect.poll(beyond).toBeLessThan(2)
    const hours = inFront(page).getByRole('table', { name: words.crm.texts.byHour }).getByRole('row')
    const now = await page.evaluate(() => Number(new Date().toLocaleString('en-GB', { hour: 'numeric', timeZone: 'Asia/Ho_Chi_Minh' })))
    expect(await hours.count()).toBeLessThanOrEqual(now + 2)
  })

  await test.step('of all services together a figure says what each has of it', async () => {
    const parts = inFront(page).getByRole('article').filter({ hasText: words.crm.texts.count }).locator('.bt-service-parts li')
    await expect(parts).toHaveCount(7)
    await expect(parts.nth(0).getByRole('link')).toHaveAttribute('href', /danhsachgiaodich\?/)
    await expect(parts.nth(1).getByRole('link')).toHaveAttribute('href', /pp-sdk\/quan_ly_giao_dich/)
    await expect(parts.nth(2).getByRole('link')).toHaveAttribute('href', /pp-cfm\/quan_ly_giao_dich/)
    await expect(parts.nth(3).getByRole('link')).toHaveAttribute('href', /danh_sach_chi_tra/)
    await expect(parts.nth(4).getByRole('link')).toHaveAttribute('href', /pp-cob\/quan_ly_giao_dich/)
    await expect(parts.nth(5).getByRole('link')).toHaveAttribute('href', /chi_tra_nguoi_gui/)
  })

  await inFront(page).locator('.ant-segmented-item').filter({ hasText: 'Thanh toán QR' }).click()
  const figure = inFront(page).getByRole('link', { name: words.crm.texts.count })
  const count = number(await figure.textContent())
  await figure.click()
  await page.getByRole('button', { name: fill(words.exception.switchTo, { name: 'Thanh toán QR' }) }).click()
  await expect(page).toHaveURL(/danhsachgiaodich/)
  await expect.poll(() => totalRows(page)).toBe(count)
})

test('the home page has the records opened last, and views that are pinned', EN, async ({ page }) => {
  const name = `Pinned ${Date.now()}`
  const home = () => page.locator('.bt-brand').click()
  await signIn(page, 'kiemsoat')
  await openList(page)
  const code = String(await rows(page).first().getByRole('link').first().textContent())

  await test.step('nothing has been opened or pinned', async () => {
    await home()
    await expect(inFront(page).getByText(words.home.noRecent)).toBeVisible()
    await tab(page, words.qr.screens.transactions).click()
  })

  await test.step('a record is opened, a view saved and pinned', async () => {
    await rows(page).first().getByRole('link').first().click()
    await expect(inFront(page).getByRole('heading', { name: code })).toBeVisible()
    await tab(page, words.qr.screens.transactions).first().click()
    await inFront(page).locator('.bt-views-button').click()
    await page.getByRole('button', { name: words.views.saveNew }).click()
    await page.getByRole('dialog').getByLabel(words.views.name).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: words.common.save }).click()
    await expect(inFront(page).locator('.bt-views-button')).toContainText(name)
    await inFront(page).locator('.bt-views-button').click()
    await page.getByRole('button', { name: fill(words.views.pin, { name }) }).click()
    await expect(page.getByRole('button', { name: fill(words.views.unpin, { name }) })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('both stand on the home page, and lead there', async () => {
    await home()
    await expect(inFront(page).getByRole('link', { name: new RegExp(code) })).toBeVisible()
    await inFront(page)
      .getByRole('link', { name: new RegExp(name) })
      .click()
    await expect(page).toHaveURL(/_saved=\d+/)
    await expect(inFront(page).locator('.bt-views-button')).toContainText(name)
    await expect(rows(page).first()).toBeVisible()
  })
})
