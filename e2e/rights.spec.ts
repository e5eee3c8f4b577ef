import type { Page } from '@playwright/test'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { fill } from '#kernel/language.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { getQrOverview } from '#subsystems/qr/contract/overview.ts'
import { qrCumulativeReport, qrReturnReport, qrReturnSummary, qrSummaryReport } from '#subsystems/qr/contract/reports.ts'
import { EN, expect, inFront, LIST, openList, rows, signIn, tab, test, totalRows, VI } from './support/portal.ts'
import { inDatabase } from './support/server.ts'
import { language, words } from './support/words.ts'

const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

/** Unfolds the applications of the account menu. */
async function openApplications(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: words.shell.account }).click()
  await page.getByRole('menuitem', { name: words.signIn.texts.switchApplication }).click()
}

/** What a role may do is changed for the time of some work, as an administrator would. */
async function withoutRight(role: string, uri: string, work: () => Promise<void>): Promise<void> {
  const where = 'r.code = $1 and p.uri = $2'
  await inDatabase(`delete from iam.role_permission using iam.role r, iam.permission p where role_id = r.id and permission_id = p.id and ${where}`, [role, uri])
  try {
    await work()
  } finally {
    await inDatabase(`insert into iam.role_permission (role_id, permission_id) select r.id, p.id from iam.role r, iam.permission p where ${where}`, [role, uri])
  }
}

const withoutRights = ([uri, ...others]: readonly string[], work: () => Promise<void>): Promise<void> =>
  uri === undefined ? work() : withoutRight('PARTNER_STAFF', uri, () => withoutRights(others, work))

/** Where somebody may enter is changed for the time of some work. */
async function withoutApplication(account: string, application: string, work: () => Promise<void>): Promise<void> {
  const values = [account, application]
  await inDatabase('delete from iam.user_application ua using iam.user_account u where ua.user_id = u.id and u.account = $1 and ua.application = $2', values)
  try {
    await work()
  } finally {
    await inDatabase(
      'insert into iam.user_application (user_id, application) select id, $2 from iam.user_account where account = $1 on conflict do nothing',
      values,
    )
  }
}

test('a teller sees the own office, an administrator everything', EN, async ({ page }) => {
  await signIn(page, 'giaodichvien')
  await openList(page)
  const own = await totalRows(page)
  await page.getByRole('button', { name: words.list.expand }).click()
  await page.getByLabel(words.payments.fields.transaction.unitId, { exact: true }).click()
  const offered = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
  await expect(offered).toHaveText([/^Bưu cục trung tâm Hoàn Kiếm/])
  await signIn(page, 'admin')
  await openList(page)
  expect(await totalRows(page)).toBeGreaterThan(own)
})

test('what a person may not see is neither in the menu nor behind its address', VI, async ({ page }) => {
  await signIn(page, 'doitac')
  const others = [getQrOverview, qrDailyReport, qrSummaryReport, qrReturnReport, qrReturnSummary, qrCumulativeReport].map(({ permission }) => permission)
  await expect(menuItem(page, words.qr.screens.transactionManagement)).toBeVisible()
  await expect(menuItem(page, words.qr.screens.transactions)).toBeVisible()
  await withoutRight('PARTNER_STAFF', 'pp-qr/quanlygiaodich/danhsachgiaodich/view', async () => {
    await page.goto('/')
    await expect(menuItem(page, words.qr.screens.reports)).toBeVisible()
    await expect(menuItem(page, words.qr.screens.transactions)).toHaveCount(0)
    await expect(menuItem(page, words.qr.screens.transactionManagement)).toHaveCount(0)
    await withoutRights(others, async () => {
      await page.reload()
      await expect(page.getByText(words.shell.noScreens)).toBeVisible()
      await page.goto(LIST)
      await expect(inFront(page).getByRole('heading', { name: words.exception.title403 })).toBeVisible()
    })
  })
  await withoutRight('PARTNER_STAFF', 'pp-qr/quanlygiaodich/danhsachgiaodich/export', async () => {
    await openList(page)
    await expect(page.getByRole('button', { name: words.list.export })).toHaveCount(0)
  })
})

test('another application opens for who may enter it, and the way back', EN, async ({ page }) => {
  await signIn(page, 'admin')
  await inFront(page).getByText('System administration', { exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('System administration')
  await inFront(page).getByText('QR payment', { exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('QR payment')
  await openList(page)
})

test('where a person may not enter, the application in use stays, and it is said for a moment', VI, async ({ page, quiet }) => {
  quiet.expects(403)
  await signIn(page, 'tinh01')
  await openList(page)
  // The menu follows what a person may: it was open when the right was taken.
  await openApplications(page)
  await expect(menuItem(page, 'Điều hành chung')).toBeVisible()
  // And for as long as the page has not heard of it.
  const info = '**/api/sys/user/v1/info*'
  const news = Promise.withResolvers<void>()
  await page.route(info, async (route) => {
    await news.promise
    await route.continue()
  })
  await withoutApplication('tinh01', 'O2O_CRM', async () => {
    const before = await page.evaluate(() => localStorage.getItem('access_token'))
    await menuItem(page, 'Điều hành chung').click()
    const message = page.getByText(fill(iamErrors.noAccess[language], { name: 'Điều hành chung' }))
    await expect(message).toBeVisible()
    news.resolve()
    // A note under the pointer stays for as long as it is read, and this one comes where the menu was.
    await page.mouse.move(720, 600)
    await expect(message).toBeHidden()
    await expect(tab(page, words.qr.screens.transactions)).toHaveAttribute('aria-selected', 'true')
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(before)
    await page.getByRole('button', { name: words.list.refresh }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})

test('what takes the scope of the whole system says so, and offers no further try', EN, async ({ page }) => {
  const given = { role: "u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'", application: "u.account = 'tinh01' and a.code = 'PP_SYS'" }
  await inDatabase(`insert into iam.user_role (user_id, role_id) select u.id, r.id from iam.user_account u, iam.role r where ${given.role}`)
  await inDatabase(
    `insert into iam.user_application (user_id, application) select u.id, a.code from iam.user_account u, iam.application a where ${given.application}`,
  )
  try {
    await signIn(page, 'tinh01', 'PP_SYS')
    await page.goto('/system-config/audit-log')
    await expect(inFront(page).getByRole('heading', { name: words.exception.titleScope })).toBeVisible()
    await expect(inFront(page).getByRole('button', { name: words.exception.toHome })).toBeVisible()
    await expect(inFront(page).getByRole('button', { name: words.common.retry })).toHaveCount(0)
  } finally {
    await inDatabase(`delete from iam.user_role ur using iam.user_account u, iam.role r where ur.user_id = u.id and ur.role_id = r.id and ${given.role}`)
    await inDatabase(
      `delete from iam.user_application using iam.user_account u, iam.application a where user_id = u.id and application = a.code and ${given.application}`,
    )
  }
})
