import type { Browser, Page } from '@playwright/test'
import { editUser, findUser, userOptions } from '#core/iam/contract/access/users.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
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

  await test.step('a step back is the search before', async () => {
    const code = inFront(page).getByLabel('Mã giao dịch', { exact: true })
    const open = await page.getByRole('tablist').getByRole('tab').count()
    await code.fill('KHONG-CO')
    await inFront(page).getByRole('button', { name: 'Tìm kiếm' }).click()
    await expect(inFront(page).getByText('Không tìm thấy dữ liệu')).toBeVisible()
    await page.goBack()
    await expect(rows(page).first()).toContainText('Thất bại')
    await expect(code).toHaveValue('')
    await expect(viewsButton(page)).not.toContainText('Đã thay đổi')
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(open)
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
    await expect(rows(other).first()).toContainText('Thất bại')
    expect(await totalRows(other)).toBe(await totalRows(page))
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

test('a jump over several steps back finds a page as it was left, not a second one', async ({ page }) => {
  await signIn(page, 'ketoan')
  await openList(page)
  const code = inFront(page).getByLabel('Mã giao dịch', { exact: true })
  const open = await page.getByRole('tablist').getByRole('tab').count()
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.goBack()
  for (const text of ['KHONG-CO-1', 'KHONG-CO-2']) {
    await code.fill(text)
    await inFront(page).getByRole('button', { name: 'Tìm kiếm' }).click()
    await expect(page).toHaveURL(new RegExp(text))
  }
  await page.getByRole('tablist').getByRole('tab', { selected: false }).last().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(/KHONG-CO-2/)
  await expect(code).toHaveValue('KHONG-CO-2')
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(open + 1)
})

test('what stands in a folded filter bar is searched with, and what is wrong there unfolds it', async ({ page }) => {
  await signIn(page, 'ketoan')
  await openList(page)
  const bar = inFront(page).getByRole('search')
  const fold = (name: 'Mở rộng' | 'Thu gọn') => bar.getByRole('button', { name }).click()
  const search = () => bar.getByRole('button', { name: 'Tìm kiếm' }).click()
  const amount = bar.getByLabel('Số tiền: từ')
  const reference = bar.getByLabel('Mã tham chiếu đối tác')
  await fold('Mở rộng')
  await amount.fill('2000000')
  await reference.fill('X'.repeat(500))
  await fold('Thu gọn')
  await expect(amount).toHaveCount(0)
  await search()
  await expect(bar.locator('.ant-form-item-has-error')).toBeVisible()
  await expect(amount).toHaveValue('2.000.000')
  await reference.fill('')
  await fold('Thu gọn')
  await search()
  await expect(page).toHaveURL(/amountFrom=2000000/)
  await expect(amount).toHaveValue('2.000.000')
  await bar.getByRole('button', { name: 'Đặt lại' }).click()
  await expect(page).not.toHaveURL(/amountFrom/)
  await expect(amount).toHaveValue('')
})

test('columns are hidden, moved, pinned and widened, and are so in another browser', async ({ page, browser }) => {
  await signIn(page, 'tinh01')
  await openList(page)
  const headings = (where: Page) => inFront(where).getByRole('columnheader')
  await inFront(page).getByRole('button', { name: 'Cột hiển thị' }).click()
  const tax = page.getByRole('checkbox', { name: 'Thuế' })
  await tax.click()
  await expect(tax).not.toBeChecked()
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

test('lists are locked together, the one that somebody else changed meanwhile is told and tried again', async ({ page, quiet }) => {
  quiet.expects(409)
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto('/system-config/global-list')
  const tick = (text: string) => rows(page).filter({ hasText: text }).getByRole('checkbox').check()
  await tick('UNIT_CLOSE_REASON')
  const other = 'CASH_DENOMINATION'
  await tick(other)
  // Somebody else renames one of the two.
  const found = await page.evaluate(async (code) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
    const { data } = await (await fetch(`/api/global/list/v1/find-by-code?code=${code}`, { headers })).json()
    const { id, version, name, status, entries } = data
    const body = JSON.stringify({ id, version, name: `${name} `, status, entries })
    return (await fetch('/api/global/list/v1/update', { method: 'POST', headers, body })).status
  }, other)
  expect(found).toBe(200)
  await inFront(page).getByRole('button', { name: 'Khoá', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Khoá', exact: true }).click()
  await expect(dialog(page).getByText('1 dòng thành công, 1 dòng không thực hiện được')).toBeVisible()
  await expect(dialog(page).locator('tr').filter({ hasText: other })).toContainText('đã được người khác thay đổi')
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: 'Đóng' }).click()
  // The tick that is left has the version of now.
  await expect(inFront(page).getByText('Đã chọn 1 dòng')).toBeVisible()
  await inFront(page).getByRole('button', { name: 'Khoá', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Khoá', exact: true }).click()
  await expect(dialog(page).getByText('1 dòng thành công, 0 dòng không thực hiện được')).toBeVisible()
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: 'Đóng' }).click()
  for (const code of ['UNIT_CLOSE_REASON', other]) await tick(code)
  await inFront(page).getByRole('button', { name: 'Mở khoá' }).click()
  await dialog(page).getByRole('button', { name: 'Mở khoá' }).click()
  await expect(dialog(page).getByText('2 dòng thành công')).toBeVisible()
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: 'Đóng' }).click()
  await expect(rows(page).filter({ hasText: 'UNIT_CLOSE_REASON' })).not.toContainText('Đã khoá')
})

interface Names {
  name: string
  description: string
}

/** What the list of reasons for closing a unit is called now. */
async function closeReasons(page: Page): Promise<Names> {
  return await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const { data } = await (await fetch('/api/global/list/v1/find-by-code?code=UNIT_CLOSE_REASON', { headers })).json()
    return { name: data.name, description: data.description }
  })
}

/** Somebody else renames it; answers the status of the call. */
async function changeList(page: Page, names: Names): Promise<number> {
  return await page.evaluate(async (wanted) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
    const { data } = await (await fetch('/api/global/list/v1/find-by-code?code=UNIT_CLOSE_REASON', { headers })).json()
    const { id, version, status, entries } = data
    const body = JSON.stringify({ id, version, ...wanted, status, entries })
    return (await fetch('/api/global/list/v1/update', { method: 'POST', headers, body })).status
  }, names)
}

test('who was faster is said in the form, and the own changes go on top', async ({ page, quiet }) => {
  quiet.expects(409)
  await signIn(page, 'admin', 'PP_SYS')
  const before = await closeReasons(page)
  await page.goto('/system-config/global-list')
  try {
    const row = rows(page).filter({ hasText: 'UNIT_CLOSE_REASON' })
    await row.getByRole('button', { name: 'Thao tác khác' }).click()
    await page.getByRole('menuitem', { name: 'Sửa', exact: true }).click()
    await dialog(page).getByLabel('Mô tả', { exact: true }).first().fill('Của tôi')
    const name = `Giấy tờ ${Date.now()}`
    expect(await changeList(page, { name, description: 'Của người khác' })).toBe(200)
    await dialog(page).getByRole('button', { name: 'Lưu' }).click()
    await expect(dialog(page).getByText(/^admin đã thay đổi bản ghi này lúc/)).toBeVisible()
    await expect(dialog(page).getByRole('row', { name: /Của người khác/ })).toContainText('Của tôi')
    await dialog(page).getByRole('button', { name: 'Áp dụng thay đổi của tôi lên bản mới nhất' }).click()
    await expect(dialog(page).getByLabel('Tên danh mục')).toHaveValue(name)
    await expect(dialog(page).getByLabel('Mô tả', { exact: true }).first()).toHaveValue('Của tôi')
    await dialog(page).getByRole('button', { name: 'Lưu' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row).toContainText(name)
    await expect(row).toContainText('Của tôi')
    await expect(row.getByRole('button', { name: 'Thao tác khác' }), 'focus is back where the form was opened').toBeFocused()
  } finally {
    await changeList(page, before)
  }
})

/** Somebody else moves a user to another unit; answers the names of the unit before and of that one. */
async function moveUser(page: Page, account: string): Promise<string[]> {
  return await page.evaluate(
    async ({ account, paths }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
      const ask = async (path: string, body: object) =>
        (await (await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()).data
      const [{ id }] = await ask(paths.options, { text: account })
      const { data } = await (await fetch(`/api${paths.find}?id=${id}`, { headers })).json()
      const { version, fullName, mobile, email, language, unitId, unitName } = data
      const other = (await ask(paths.units, { text: '' })).find((unit: { id: string }) => unit.id !== unitId)
      await ask(paths.edit, { id, version, fullName, mobile, email, language, unitId: other.id })
      return [unitName, other.name]
    },
    { account, paths: { options: userOptions.path, find: findUser.path, units: searchUnits.path, edit: editUser.path } },
  )
}

test('what somebody else changed is said in words and names, of the fields that the form asks for', async ({ page, quiet }) => {
  quiet.expects(409)
  await signIn(page, 'admin', 'PP_SYS', '/user-permission/user-management/users?text=tinh01')
  const more = rows(page).first().getByRole('button', { name: 'Thao tác khác' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Sửa', exact: true }).click()
  await dialog(page).getByLabel('Họ và tên').fill('Của tôi')
  const [before = '', now = ''] = await moveUser(page, 'tinh01')
  await dialog(page).getByRole('button', { name: 'Lưu' }).click()
  const changes = dialog(page).getByRole('alert').getByRole('row')
  await expect(changes).toHaveText([/Bản mới nhất/, `Đơn vị${before}${now}không sửa`])
  await dialog(page).getByRole('button', { name: 'Áp dụng thay đổi của tôi lên bản mới nhất' }).click()
  await dialog(page).getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(more).toBeFocused()
})

test('an export of many rows is written beside the work: seen after a reload, cancelled or fetched', async ({ page }) => {
  await signIn(page, 'ketoan')
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${LIST}?from=${day(89)}&to=${day(0)}`)
  await expect(rows(page).first()).toBeVisible()
  const ask = async () => {
    await inFront(page).getByRole('button', { name: 'Xuất file' }).click()
    const answer = page.waitForResponse((response) => response.url().includes('/report/export/qr-admin'))
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click()
    return (await answer).status()
  }
  // The threshold of this server is low (EXPORT_JOB_ROWS): three months of the small demo are many rows.
  expect(await ask()).toBe(202)
  const panel = page.getByRole('button', { name: /^File xuất/ })
  await expect(panel).toBeVisible()
  await page.reload()
  await panel.click()
  const fetched = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Tải xuống Danh sách giao dịch QR/ })
    .first()
    .click()
  expect((await fetched).suggestedFilename()).toMatch(/^Danh sách giao dịch QR .*\.csv$/)
  await page
    .getByRole('button', { name: /^Xoá Danh sách giao dịch QR/ })
    .first()
    .click()
})
