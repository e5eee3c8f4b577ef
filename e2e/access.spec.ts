import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { EN, expect, fillSignIn, rows, signIn, test, VI } from './support/portal.ts'
import { makeUser } from './support/records.ts'
import { inDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const USERS = '/user-permission/user-management/users'
const MATRIX = '/user-permission/permission-management/permissionByRoles'
const ROLES = '/user-permission/user-management/roles'
const CLIENTS = '/user-permission/permission-management/appConfig'

const signInToAdministration = (page: Page) => signIn(page, 'admin', 'PP_SYS')
const dialog = (page: Page) => page.getByRole('dialog').last()
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const unique = () => `${Date.now() % 10_000_000}`

/** Picks from the drop-down of a field of the dialog in front. */
async function pick(page: Page, label: string, option: string, typed?: string): Promise<void> {
  await field(page, label).click()
  if (typed) await field(page, label).fill(typed)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText(option, { exact: true }).first().click()
}

async function rowAction(page: Page, text: string, action: string): Promise<void> {
  await rows(page).filter({ hasText: text }).getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a user made with a role can sign in for the first time, and is locked', VI, async ({ page, browser, quiet, baseURL }) => {
  quiet.expects(403)
  const account = `e2e.${unique()}`
  await signInToAdministration(page)
  await page.goto(USERS)
  await page.getByRole('button', { name: words.shared.actions.create }).click()
  await field(page, words.iam.fields.user.account).fill(account)
  await field(page, words.iam.fields.user.fullName).fill('Nguyễn Thị Tên Rất Dài Để Thử Bề Ngang Của Cột Và Của Ngăn Kéo')
  await pick(page, words.iam.fields.user.scopeKind, words.signIn.enums.scopeKind.ALL)
  await pick(page, words.iam.fields.user.roles, 'Kế toán (người lập)')
  // Tab leaves the field, and changes nothing of what is chosen.
  await page.keyboard.press('Tab')
  await pick(page, words.iam.fields.user.applications, 'Thanh toán QR')
  await page.keyboard.press('Tab')
  await press(page, words.common.save)
  await expect(page.getByText(fill(words.iam.texts.passwordTitle, { account }))).toBeVisible()
  const password = (await page.locator('.access-password code').textContent()) ?? ''
  // Shown once: neither Escape nor a press beside it takes it away, and there is one button.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(page.locator('.access-password')).toBeVisible()
  await expect(
    page
      .getByRole('dialog')
      .filter({ has: page.locator('.access-password') })
      .getByRole('button', { name: words.common.cancel }),
  ).toHaveCount(0)
  await dialog(page).getByRole('button', { name: words.common.noted }).click()
  await page.goto(`${USERS}?text=${account}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByText('Kế toán (người lập)', { exact: true })).toBeVisible()

  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'vi-VN' })
  const own = await other.newPage()
  await own.goto('/')
  await fillSignIn(own, { account, password, otp: '000000' })
  await own.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(own.getByText(words.signIn.texts.enrolTitle).first()).toBeVisible()
  await other.close()

  await rowAction(page, account, words.shared.actions.lock)
  await press(page, words.shared.actions.lock)
  await expect(rows(page).first()).toContainText(words.iam.enums.userStatus.LOCKED)
})

test('a role that is granted shows in the menu of an open browser, and goes with it', EN, async ({ page, browser, quiet, baseURL }) => {
  quiet.expects(403)
  await inDatabase(`insert into iam.role (code, name) values ('E2E_AREAS', 'Người đọc địa bàn') on conflict do nothing`)
  await inDatabase(`insert into iam.role_permission select r.id, p.id from iam.role r, iam.permission p
    where r.code = 'E2E_AREAS' and p.uri = 'category/administrative-area/view' on conflict do nothing`)
  await inDatabase(
    `insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh48' and r.code = 'E2E_AREAS' on conflict do nothing`,
  )
  await inDatabase(`insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh48' on conflict do nothing`)
  try {
    const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'vi-VN' })
    const own = await other.newPage()
    await signIn(own, 'tinh48', 'PP_SYS')
    await expect(own.getByRole('menuitem', { name: words.sys.screens.administrativeArea, exact: true })).toBeVisible()
    await expect(own.getByRole('menuitem', { name: words.sys.screens.userManagement })).toHaveCount(0)

    await signInToAdministration(page)
    await page.goto(`${USERS}?text=tinh48`)
    await page.getByRole('button', { name: 'tinh48', exact: true }).click()
    await dialog(page).getByRole('tab', { name: words.iam.texts.tabAccess }).click()
    await pick(page, words.iam.texts.roleAdd, 'Quản trị hệ thống')
    await page.keyboard.press('Escape')
    await press(page, words.iam.actions.grant)
    const asked = Date.now()
    await expect(own.getByRole('menuitem', { name: words.sys.screens.userManagement })).toBeVisible()
    test.info().annotations.push({ type: 'menu followed after', description: `${Date.now() - asked} ms` })
    await page.getByRole('button', { name: `${words.iam.actions.revoke} ${words.iam.nouns.userRole} Quản trị hệ thống` }).click()
    await press(page, words.iam.actions.revoke)
    await expect(own.getByRole('menuitem', { name: words.sys.screens.userManagement })).toHaveCount(0)
    await expect(own.getByRole('menuitem', { name: words.sys.screens.administrativeArea, exact: true })).toBeVisible()
    await other.close()
  } finally {
    await inDatabase(
      `delete from iam.user_role using iam.role r, iam.user_account u where role_id = r.id and user_id = u.id and u.account = 'tinh48' and r.code in ('E2E_AREAS', 'SYSTEM_ADMIN')`,
    )
    await inDatabase(
      `delete from iam.user_application ua using iam.user_account u where ua.user_id = u.id and u.account = 'tinh48' and ua.application = 'PP_SYS'`,
    )
    await inDatabase(`delete from iam.role where code = 'E2E_AREAS'`)
  }
})

test('boxes of the matrix are turned over by mouse and keyboard, seen as a difference, and saved together', VI, async ({ page, quiet }) => {
  quiet.expects(409)
  await inDatabase(`insert into iam.role (code, name) values ('E2E_MATRIX', 'Vai trò thử bảng') on conflict do nothing`)
  try {
    await signInToAdministration(page)
    await page.goto(MATRIX)
    const grid = page.getByRole('grid')
    await page.getByPlaceholder(words.iam.texts.roleSearch).fill('E2E_MATRIX')
    await page.getByPlaceholder(words.iam.texts.permissionSearch).fill('danhsachgiaodich')
    const cell = (action: string) => page.getByRole('gridcell', { name: new RegExp(`danhsachgiaodich/${action}$`) })
    await cell('view').click()
    await expect(cell('view')).toHaveAttribute('aria-selected', 'true')
    await grid.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    await expect(cell('export')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: words.iam.actions.review }).click()
    await expect(dialog(page)).toContainText(fill(words.iam.texts.diffSummary, { roles: 1, added: 2, removed: 0 }))
    // Somebody else changes the role meanwhile: told, and the own changes are kept.
    await inDatabase(`update iam.role set version = version + 1, updated_by = 'kiemsoat' where code = 'E2E_MATRIX'`)
    await press(page, words.common.save)
    await expect(dialog(page)).toContainText('Vai trò thử bảng (kiemsoat)')
    await press(page, words.iam.actions.reloadKeep)
    await dialog(page).locator('.ant-drawer-footer .ant-btn-primary').click()
    await expect(dialog(page)).toBeHidden()
    await expect(cell('view')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: words.iam.actions.review })).toBeDisabled()
  } finally {
    await inDatabase(`delete from iam.role where code = 'E2E_MATRIX'`)
  }
})

test('what was scrolled out of sight in the matrix is shown before it is turned over', EN, async ({ page }) => {
  await signInToAdministration(page)
  await page.goto(MATRIX)
  const grid = page.getByRole('grid')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const save = page.getByRole('button', { name: words.iam.actions.review })
  const scroller = page.locator('.access-matrix')
  await grid.focus()
  await page.keyboard.press('Control+Home')
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
  const focused = String(await grid.getAttribute('aria-activedescendant'))
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(grid).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press(' ')
  await expect(grid).toHaveAttribute('aria-activedescendant', focused)
  await expect(page.locator(`#${focused}`)).toBeInViewport()
  await expect(save).toBeDisabled()
  await page.keyboard.press(' ')
  await expect(save).toBeEnabled()
})

test('a rule of the menu is changed, and the preview as a user says who sees the screen and why', VI, async ({ page }) => {
  await inDatabase(`insert into iam.menu (key, application, level, position, title_vi, title_en, path, permission, gated)
    values ('/pp-qr/e2e', 'PP_QR', 1, 900, 'Màn hình thử', 'Trial screen', '/pp-qr/e2e', 'pp-qr/quanlygiaodich/danhsachgiaodich/view', true) on conflict do nothing`)
  try {
    await signInToAdministration(page)
    await page.goto(CLIENTS)
    await rowAction(page, 'PP_QR', words.iam.actions.menuRules)
    await page.getByRole('button', { name: fill(words.iam.texts.menuRuleAddRuleTitle, { title: 'Màn hình thử' }) }).click()
    await field(page, words.iam.fields.menuRule.name).fill('Chỉ bưu cục')
    await pick(page, words.iam.fields.menuRule.levels, 'Bưu cục')
    await page.keyboard.press('Escape')
    await press(page, words.iam.actions.addRule)
    await expect(dialog(page)).toContainText(`${words.iam.fields.menuRule.levels}: Bưu cục`)
    // A rule for a screen that comes later: its path is typed.
    await dialog(page)
      .getByRole('button', { name: fill(words.iam.texts.menuRuleAddRuleTitle, { title: words.iam.texts.allGated }) })
      .click()
    await field(page, words.iam.fields.menuRule.name).fill('Khi có màn hình')
    await field(page, words.iam.fields.menuRule.path).fill(' /pp-qr/e2e-sau ')
    await press(page, words.iam.actions.addRule)
    await expect(dialog(page).getByRole('heading', { name: words.iam.texts.strayRules })).toBeVisible()
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Khi có màn hình' })).toBeVisible()
    await page.getByRole('tab', { name: words.iam.texts.tabPreview }).click()
    for (const [account, reason] of [
      ['giaodichvien', `${words.iam.enums.menuReason.SHOWN_BY_RULE}: Chỉ bưu cục`],
      ['ketoan', words.iam.enums.menuReason.NO_RULE],
    ] as const) {
      await field(page, words.iam.texts.previewAs).click()
      await field(page, words.iam.texts.previewAs).fill(account)
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .filter({ hasText: `(${account})` })
        .click()
      await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Màn hình thử' })).toContainText(reason)
    }
  } finally {
    await inDatabase(`delete from iam.menu_rule where path like '/pp-qr/e2e%'`)
    await inDatabase(`delete from iam.menu where key = '/pp-qr/e2e'`)
  }
})

test('what others depend on is not offered to be removed', EN, async ({ page }) => {
  const offered = async (text: string) => {
    await rows(page).filter({ hasText: text }).getByRole('button', { name: words.common.more }).click()
    const items = page.locator('.ant-dropdown').getByRole('menuitem')
    await expect(items.filter({ hasText: words.shared.actions.edit })).toBeVisible()
    const names = await items.allTextContents()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    return names
  }
  const code = `E2E_${unique()}`
  await inDatabase('insert into iam.role (code, name) values ($1, $1)', [code])
  await signInToAdministration(page)
  await page.goto(ROLES)
  expect(await offered('TELLER')).not.toContain(words.shared.actions.remove)
  expect(await offered(code)).toContain(words.shared.actions.remove)
  await page.goto(CLIENTS)
  for (const needed of ['PP_SYS', 'O2O_CRM']) {
    const names = await offered(needed)
    for (const action of ['lock', 'remove'] as const) expect(names).not.toContain(words.shared.actions[action])
  }
  expect(await offered('PP_SDK')).toContain(words.shared.actions.lock)
})

test('a code for the authenticator is shown once, with one button to close it', VI, async ({ page }) => {
  const account = `e2e.${unique()}`
  await makeUser(account, 'giaodichvien')
  await signInToAdministration(page)
  await page.goto(`${USERS}?text=${account}`)
  await rowAction(page, account, words.iam.actions.enrolmentCode)
  const own = page.getByRole('dialog', { name: words.signIn.texts.permitTitle })
  await own.getByRole('button', { name: words.signIn.texts.permitIssue }).click()
  const code = own.getByRole('heading', { level: 2 })
  await expect(code).toHaveText(/^\d{8}/)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(code).toBeVisible()
  await expect(own.locator('.ant-modal-footer').getByRole('button')).toHaveText([words.common.noted])
  await expect(own.getByRole('button', { name: words.common.close })).toHaveCount(0)
  await own.getByRole('button', { name: words.common.noted }).click()
  await expect(own).toBeHidden()
})

test('who may only look at a role sees what it permits, branch by branch', EN, async ({ page }) => {
  const code = `E2E_${unique()}`
  const looks = ['user-permission/user-management/roles/view', 'user-permission/permission-management/permissionByRoles/view']
  await inDatabase('insert into iam.role (code, name) values ($1, $1)', [code])
  await inDatabase('insert into iam.role_permission select r.id, p.id from iam.role r, iam.permission p where r.code = $1 and p.uri = any($2)', [code, looks])
  await inDatabase("insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh48' and r.code = $1", [code])
  await inDatabase("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh48' on conflict do nothing")
  try {
    await signIn(page, 'tinh48', 'PP_SYS')
    await page.goto(`${ROLES}?text=${code}`)
    await rows(page).getByRole('button', { name: code, exact: true }).click()
    const branch = (text: RegExp) => dialog(page).getByRole('treeitem').filter({ hasText: text }).locator('.ant-tree-checkbox')
    // The tree draws what is in sight; this application comes last.
    await dialog(page).getByRole('treeitem').first().hover()
    await page.mouse.wheel(0, 10_000)
    await expect(branch(/(^|\D)1\/\d+/).first()).toHaveClass(/ant-tree-checkbox-indeterminate/)
    await expect(dialog(page).getByRole('button', { name: words.common.save })).toHaveCount(0)
    await page.goto(MATRIX)
    await expect(page.getByText(words.iam.texts.legendGiven)).toBeVisible()
    await expect(page.getByText(words.iam.texts.legendAdded)).toHaveCount(0)
    await expect(page.getByRole('switch', { name: words.iam.texts.changedOnly })).toHaveCount(0)
  } finally {
    await inDatabase('delete from iam.role where code = $1', [code])
    await inDatabase("delete from iam.user_application where application = 'PP_SYS' and user_id = (select id from iam.user_account where account = 'tinh48')")
  }
})
