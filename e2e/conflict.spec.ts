/** What happens when two people change the same record: once on the kit, on real screens. */
import type { Page } from '@playwright/test'
import { editUser, findUser, userOptions } from '#core/iam/contract/access/users.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeList, makeUser, unused } from './support/records.ts'
import { language, pattern, words } from './support/words.ts'

const LISTS = '/system-config/global-list'
const dialog = (page: Page) => page.getByRole('dialog')

/** Somebody else changes a list; answers the status of the call. */
async function changeList(page: Page, code: string, names: { name: string; description: string }): Promise<number> {
  return await page.evaluate(
    async ({ code, names }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
      const { data } = await (await fetch(`/api/global/list/v1/find-by-code?code=${code}`, { headers })).json()
      const { id, version, status, entries } = data
      const body = JSON.stringify({ id, version, ...names, status, entries })
      return (await fetch('/api/global/list/v1/update', { method: 'POST', headers, body })).status
    },
    { code, names },
  )
}

test('lists are locked together, the one that somebody else changed meanwhile is told and tried again', VI, async ({ page, quiet }) => {
  quiet.expects(409)
  await signIn(page, 'admin', 'PP_SYS')
  const mark = unused()
  const [own, other] = [`${mark}_A`, `${mark}_B`]
  for (const code of [own, other]) await makeList(code)
  await page.goto(`${LISTS}?text=${mark}`)
  const tick = (text: string) => rows(page).filter({ hasText: text }).getByRole('checkbox').check()
  await tick(own)
  await tick(other)
  // Somebody else changes one of the two.
  expect(await changeList(page, other, { name: other, description: 'Của người khác' })).toBe(200)
  await inFront(page).getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  await dialog(page).getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  await expect(dialog(page).getByText(fill(words.bulk.result, { done: 1, failed: 1 }))).toBeVisible()
  await expect(dialog(page).locator('tr').filter({ hasText: other })).toContainText(errors.stale[language])
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: words.common.close }).click()
  // The tick that is left has the version of now.
  await expect(inFront(page).getByText(fill(words.bulk.chosen, { n: 1 }))).toBeVisible()
  await inFront(page).getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  await dialog(page).getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  await expect(dialog(page).getByText(fill(words.bulk.result, { done: 1, failed: 0 }))).toBeVisible()
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: words.common.close }).click()
  for (const code of [own, other]) await tick(code)
  await inFront(page).getByRole('button', { name: words.shared.actions.unlock }).click()
  await dialog(page).getByRole('button', { name: words.shared.actions.unlock }).click()
  await expect(dialog(page).getByText(fill(words.bulk.result, { done: 2, failed: 0 }))).toBeVisible()
  await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: words.common.close }).click()
  await expect(rows(page).filter({ hasText: own })).not.toContainText(words.masterdata.enums.status.LOCKED)
})

test('who was faster is said in the form, and the own changes go on top', EN, async ({ page, quiet }) => {
  quiet.expects(409)
  await signIn(page, 'admin', 'PP_SYS')
  const code = unused()
  await makeList(code)
  await page.goto(`${LISTS}?text=${code}`)
  const row = rows(page).filter({ hasText: code })
  await row.getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name: words.shared.actions.edit, exact: true }).click()
  await dialog(page).getByLabel(words.shared.fields.description, { exact: true }).first().fill('Mô tả của tôi')
  const name = 'Giấy tờ'
  expect(await changeList(page, code, { name, description: 'Của người khác' })).toBe(200)
  await dialog(page).getByRole('button', { name: words.common.save }).click()
  await expect(dialog(page).getByText(pattern(words.stale.title, { by: 'admin' }))).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: /Của người khác/ })).toContainText('Mô tả của tôi')
  await dialog(page).getByRole('button', { name: words.stale.reapply }).click()
  await expect(dialog(page).getByLabel(words.masterdata.fields.globalList.name)).toHaveValue(name)
  await expect(dialog(page).getByLabel(words.shared.fields.description, { exact: true }).first()).toHaveValue('Mô tả của tôi')
  await dialog(page).getByRole('button', { name: words.common.save }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row).toContainText(name)
  await expect(row).toContainText('Mô tả của tôi')
  await expect(row.getByRole('button', { name: words.common.more }), 'focus is back where the form was opened').toBeFocused()
})

/** Somebody else moves a user to another unit; answers the names of the unit before and of that one. */
async function moveUser(page: Page, account: string): Promise<string[]> {
  return await page.evaluate(
    async ({ account, paths }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
      const ask = async (path: string, body: object) => {
        const { data, message } = await (await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
        if (!data) throw new Error(`${path}: ${message}`)
        return data
      }
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

test('what somebody else changed is said in words and names, of the fields that the form asks for', VI, async ({ page, quiet }) => {
  quiet.expects(409)
  const account = unused()
  await makeUser(account, 'tinh01')
  await signIn(page, 'admin', 'PP_SYS', `/user-permission/user-management/users?text=${account}`)
  const more = rows(page).first().getByRole('button', { name: words.common.more })
  await more.click()
  await page.getByRole('menuitem', { name: words.shared.actions.edit, exact: true }).click()
  await dialog(page).getByLabel(words.iam.fields.user.fullName).fill('Mô tả của tôi')
  const [before = '', now = ''] = await moveUser(page, account)
  await dialog(page).getByRole('button', { name: words.common.save }).click()
  const changes = dialog(page).getByRole('alert').getByRole('row')
  await expect(changes).toHaveText([pattern(words.stale.now), `${words.iam.fields.user.unitId}${before}${now}${words.stale.untouched}`])
  await dialog(page).getByRole('button', { name: words.stale.reapply }).click()
  await dialog(page).getByRole('button', { name: words.common.save }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(more).toBeFocused()
})

test('a panel that was refused for somebody else’s change shows what is now, and the next press goes through', EN, async ({ page, quiet }) => {
  quiet.expects(409)
  const account = unused()
  await makeUser(account, 'tinh01')
  await signIn(page, 'admin', 'PP_SYS', `/user-permission/user-management/users?text=${account}`)
  await page.getByRole('button', { name: account, exact: true }).click()
  await dialog(page).getByRole('tab', { name: words.iam.texts.tabAccess }).click()
  await chooseOption(page, words.iam.texts.roleAdd, 'Giao dịch viên')
  await page.keyboard.press('Escape')
  const [, now = ''] = await moveUser(page, account)
  const grant = dialog(page).getByRole('button', { name: words.iam.actions.grant, exact: true })
  await grant.click()
  await expect(page.getByText(errors.stale[language])).toBeVisible()
  await expect(dialog(page).getByRole('tabpanel', { name: words.iam.texts.tabAccess }).getByText(now)).toBeVisible()
  await grant.click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Giao dịch viên' })).toBeVisible()
})
