import type { Browser, Page } from '@playwright/test'
import { chooseOption, expect, inFront, LIST, openList, rows, signIn, test, totalRows } from './support/portal.ts'

const viewsButton = (page: Page) => inFront(page).locator('.bt-views-button')
const dialog = (page: Page) => page.getByRole('dialog')

/** A browser that nobody has used: what follows the person must come from the server. */
async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return await context.newPage()
}

test('a saved view goes round: saved with days that move, shared, used by another, changed, removed', async ({ page, browser }) => {
  const name = `Thất bại ${Date.now()}`
  await signIn(page, 'ketoan')
  await openList(page)

  await test.step('saved and shared with the unit', async () => {
    await inFront(page).getByRole('button', { name: 'Mở rộng' }).click()
    await chooseOption(page, 'Trạng thái', 'Thất bại')
    await page.keyboard.press('Escape')
    await inFront(page).getByRole('button', { name: 'Tìm kiếm' }).click()
    await expect(page).toHaveURL(/status=FAILED/)
    await viewsButton(page).click()
    await page.getByRole('button', { name: 'Lưu chế độ xem mới' }).click()
    await dialog(page).getByLabel('Tên chế độ xem').fill(name)
    await expect(dialog(page).getByText('7 ngày qua')).toBeVisible()
    await dialog(page).getByLabel('Người cùng đơn vị').check()
    await dialog(page).getByRole('button', { name: 'Lưu' }).click()
    await expect(viewsButton(page)).toContainText(name)
    await expect(viewsButton(page)).not.toContainText('Đã thay đổi')
  })

  await test.step('a change is marked, and taken back', async () => {
    const before = await totalRows(page)
    await inFront(page).getByRole('button', { name: 'Số tiền', exact: true }).click()
    await expect(viewsButton(page)).toContainText('Đã thay đổi')
    await inFront(page).getByRole('button', { name: 'Đặt lại' }).click()
    await expect(viewsButton(page)).not.toContainText('Đã thay đổi')
    expect(await totalRows(page)).toBe(before)
  })

  await test.step('the other accountant opens the list with it', async () => {
    const other = await freshPage(browser)
    await signIn(other, 'kiemsoat')
    await openList(other)
    await viewsButton(other).click()
    await other.getByRole('button', { name: `Mở danh sách với ${name}` }).click()
    await expect(other.getByRole('button', { name: `Không mở danh sách với ${name} nữa` })).toBeVisible()
    await other.goto(LIST)
    await expect(viewsButton(other)).toContainText(name)
    await expect(other).toHaveURL(/status=FAILED/)
    expect(await totalRows(other)).toBe(await totalRows(page))
    await expect(rows(other).first()).toContainText('Thất bại')
    await other.context().close()
  })

  await test.step('renamed and removed by its owner', async () => {
    await viewsButton(page).click()
    await page.getByRole('button', { name: `Đổi tên, chia sẻ ${name}` }).click()
    await dialog(page).getByLabel('Tên chế độ xem').fill(`${name} (cũ)`)
    await dialog(page).getByRole('button', { name: 'Lưu' }).click()
    await expect(viewsButton(page)).toContainText('(cũ)')
    await viewsButton(page).click()
    await page.getByRole('button', { name: `Xoá ${name} (cũ)` }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Xoá', exact: true }).click()
    await expect(viewsButton(page)).toHaveText('Chế độ xem')
  })
})

test('columns are hidden, moved, pinned and widened, and are so in another browser', async ({ page, browser }) => {
  await signIn(page, 'tinh01')
  await openList(page)
  const headings = (where: Page) => inFront(where).getByRole('columnheader')
  await inFront(page).getByRole('button', { name: 'Cột hiển thị' }).click()
  await page.getByRole('checkbox', { name: 'Thuế' }).uncheck()
  await page.getByRole('button', { name: /^Cột Số tiền cuộn theo bảng/ }).click()
  const source = page.locator('.bt-columns li').filter({ hasText: 'Trạng thái' })
  await source.dragTo(page.locator('.bt-columns li').nth(1))
  await page.keyboard.press('Escape')
  await expect(headings(page).nth(2)).toContainText('Số tiền')
  const saved = page.waitForResponse((response) => response.url().includes('/list-views/v1/columns'))
  const handle = headings(page).filter({ hasText: 'Trạng thái' }).getByRole('separator')
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await saved
  const order = await headings(page).allTextContents()
  expect(order).not.toContain('Thuế')

  const other = await freshPage(browser)
  await signIn(other, 'tinh01')
  await openList(other)
  expect(await headings(other).allTextContents()).toEqual(order)
  await inFront(other).getByRole('button', { name: 'Cột hiển thị' }).click()
  await other.getByRole('button', { name: 'Về mặc định' }).click()
  await expect(headings(other).filter({ hasText: 'Thuế' })).toBeVisible()
  await other.context().close()
})
