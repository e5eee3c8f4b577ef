import type { Page } from '@playwright/test'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { missing } from './support/forms.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeCriticalParameter, makeList, makeWard, unused } from './support/records.ts'
import { language, pattern, words } from './support/words.ts'

const PARAMETERS = '/system-config/global-param'
const LISTS = '/system-config/global-list'
const AREAS = '/category/administrative-area'

const signInToAdministration = (page: Page) => signIn(page, 'admin', 'PP_SYS')

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Opens an action of the row that holds a text. */
async function rowAction(page: Page, text: string, action: string): Promise<void> {
  await rows(page).filter({ hasText: text }).getByRole('button', { name: words.common.more }).click()
  const item = page.getByRole('menuitem', { name: action, exact: true })
  await item.click()
  // The next menu is opened when this one is gone.
  await expect(item).toBeHidden()
}

test('parameters are kept typed, with their history; critical ones wait for a second person', VI, async ({ page }) => {
  await signInToAdministration(page)
  const mark = unused()
  const [hours, cap] = [`${mark}.hours`, `${mark}.cap`]
  await makeCriticalParameter(cap, '500000000.00')
  await page.goto(`${PARAMETERS}?text=${mark}`)
  await expect(rows(page).filter({ hasText: cap })).toBeVisible()

  await test.step('a new one is checked by its type', async () => {
    await page.getByRole('button', { name: words.shared.actions.create }).click()
    await field(page, words.masterdata.fields.parameter.key).fill('support hours')
    await field(page, words.shared.fields.description).fill('Giờ làm việc của tổng đài')
    await field(page, words.masterdata.fields.parameter.type).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(words.masterdata.enums.parameterType.INTEGER, { exact: true }).click()
    await field(page, words.masterdata.fields.parameter.value).fill('8.5')
    await press(page, words.common.save)
    await expect(dialog(page).getByText(words.rules.codeDot)).toBeVisible()
    await expect(dialog(page).getByText(words.rules.numeric)).toBeVisible()
    // What was typed is not thrown away unasked, and stays for who stays.
    await press(page, words.common.back)
    await page.getByRole('button', { name: words.form.stay }).click()
    await expect(page.getByRole('dialog', { name: words.form.leaveTitle })).toBeHidden()
    await expect(field(page, words.masterdata.fields.parameter.value)).toHaveValue('8.5')
    await field(page, words.masterdata.fields.parameter.key).fill(hours)
    await field(page, words.masterdata.fields.parameter.value).fill('8')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page).filter({ hasText: hours })).toContainText(words.masterdata.enums.parameterType.INTEGER)
  })

  await test.step('what it was is kept', async () => {
    await rowAction(page, hours, words.shared.actions.edit)
    await field(page, words.masterdata.fields.parameter.value).fill('9')
    await field(page, words.masterdata.fields.parameter.reason).fill('Tăng ca')
    await press(page, words.common.save)
    await expect(dialog(page)).toBeHidden()
    await rowAction(page, hours, words.shared.actions.history)
    await expect(dialog(page).getByText('Tăng ca')).toBeVisible()
    await expect(dialog(page).locator('del')).toHaveText('8')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('a critical one is asked for, with a reason', async () => {
    await rowAction(page, cap, words.shared.actions.edit)
    await field(page, words.masterdata.fields.parameter.value).fill('1000000000')
    await press(page, words.shared.actions.ask)
    await expect(dialog(page).getByText(missing(words.masterdata.fields.parameter.reason))).toBeVisible()
    await field(page, words.masterdata.fields.parameter.reason).fill('Quy định mới')
    await press(page, words.shared.actions.ask)
    await expect(dialog(page)).toBeHidden()
    const row = rows(page).filter({ hasText: cap })
    await expect(row).toContainText('500.000.000,00')
    await row.getByRole('button', { name: words.approvals.texts.pending }).click()
    await expect(dialog(page)).toContainText('1.000.000.000,00')
  })
})

test('a list is edited with its entries, each mistake at its row', EN, async ({ page, quiet }) => {
  quiet.expects(422, 500)
  await signInToAdministration(page)
  const code = unused()
  await makeList(code, ['A', 'B', 'C', 'D', 'HC'])
  await page.goto(`${LISTS}?text=${code}`)
  // One press on the row shows its values, in their order.
  await rows(page).getByRole('button', { name: code, exact: true }).click()
  await expect(dialog(page).getByRole('row')).toHaveText([pattern(words.masterdata.fields.listEntry.key), /^A/, /^B/, /^C/, /^D/, /^HC/])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // What a form starts from cannot be read: it says so, and tries again when asked.
  await page.route('**/find-by-code?*', (route) => route.fulfill({ status: 500, json: { code: 'SYS-500', message: 'x', data: null, traceId: 'x' } }), {
    times: 1,
  })
  await rowAction(page, code, words.shared.actions.edit)
  await expect(dialog(page).getByRole('alert')).toContainText(words.list.loadFailed)
  await press(page, words.common.retry)
  await press(page, words.form.addRow)
  await field(page, `${words.masterdata.fields.listEntry.key} 6`).fill('HC')
  await field(page, `${words.masterdata.fields.listEntry.value} 6`).fill('Hộ chiếu ngoại giao')
  await press(page, words.common.save)
  await expect(dialog(page).getByText(words.rules.duplicate)).toBeVisible()
  await field(page, `${words.masterdata.fields.listEntry.key} 6`).fill('HCNG')
  // What is refused of a field that the form does not draw stands above the form.
  const errors = [{ field: 'elsewhere', code: 'invalid', message: 'Refused elsewhere' }]
  await page.route('**/global/list/v1/update', (route) => route.fulfill({ status: 422, json: { code: 'VAL-001', message: 'x', errors, traceId: 'x' } }), {
    times: 1,
  })
  await press(page, words.common.save)
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Refused elsewhere' })).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: fill(words.form.moveUp, { row: 6 }) })
    .click()
  await expect(field(page, `${words.masterdata.fields.listEntry.key} 5`)).toHaveValue('HCNG')
  await press(page, words.common.save)
  await expect(dialog(page)).toBeHidden()
  await expect(rows(page).filter({ hasText: code }).getByRole('gridcell', { name: '6', exact: true })).toBeVisible()
  await rowAction(page, code, words.shared.actions.edit)
  await expect(field(page, `${words.masterdata.fields.listEntry.key} 5`)).toHaveValue('HCNG')
})

test('areas stand in a tree of any day, and old ones lead to new ones', VI, async ({ page }) => {
  await signInToAdministration(page)
  await page.goto(AREAS)

  await test.step('as a tree, of a day that the address keeps', async () => {
    await page.getByText(words.masterdata.texts.viewTree, { exact: true }).click()
    await page.getByLabel(words.masterdata.fields.area.asOf).fill('30/06/2025')
    await page.keyboard.press('Enter')
    const tree = inFront(page).getByRole('tree')
    await expect(tree.getByText('Tỉnh Bắc Kạn')).toBeVisible()
    await tree
      .getByRole('treeitem', { name: /Thành phố Hồ Chí Minh/ })
      .locator('.ant-tree-switcher')
      .click()
    await tree.getByText('Thành phố Thủ Đức').click()
    await expect(inFront(page).getByRole('article')).toContainText('Phường Thủ Đức')
    await page.reload()
    await expect(page).toHaveURL(/_view=tree&_day=2025-06-30/)
    await expect(tree.getByText('Tỉnh Bắc Kạn')).toBeVisible()
  })

  await test.step('converted from one day to another', async () => {
    await page.getByText(words.masterdata.texts.viewSuccession, { exact: true }).click()
    await page.getByLabel(words.masterdata.texts.convertArea).fill('linh xuan')
    await page.locator('.ant-select-dropdown:visible').getByText('Phường Linh Xuân, Thành phố Thủ Đức').click()
    const result = inFront(page).getByRole('region', { name: words.masterdata.texts.convertTitle })
    await expect(result.getByRole('button', { name: 'Phường Linh Xuân' })).toBeVisible()
    await expect(result).toContainText(fill(words.masterdata.texts.areaPeriod, { from: '01/07/2025', to: words.masterdata.texts.areaNow }))
  })
})

test('an area is changed from a day on, and ends', EN, async ({ page, quiet }) => {
  quiet.expects(409)
  await signInToAdministration(page)
  const code = String(80_000 + Math.floor(Math.random() * 9_000))
  await makeWard(code, 'Thử Nghiệm', '2029-01-01')
  await page.goto(`${AREAS}?text=${code}&asOf=2029-12-31`)
  await rowAction(page, 'Phường Thử Nghiệm', words.masterdata.actions.revise)
  await field(page, words.masterdata.fields.area.from).fill('01/01/2030')
  await page.keyboard.press('Enter')
  await field(page, words.masterdata.fields.area.name).fill('Thử Nghiệm Mới')
  await press(page, words.common.save)
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Phường Thử Nghiệm' }).click()
  await expect(dialog(page)).toContainText('Phường Thử Nghiệm Mới')
  await page.keyboard.press('Escape')

  await page.goto(`${AREAS}?text=01&asOf=2026-11-21&level=PROVINCE`)
  await rowAction(page, 'Thành phố Hà Nội', words.masterdata.actions.close)
  await field(page, words.masterdata.fields.area.lastDay).fill('31/12/2031')
  await page.keyboard.press('Enter')
  await press(page, words.masterdata.actions.close)
  await expect(dialog(page).getByRole('alert')).toContainText(pattern(masterdataErrors.areaHasChildren[language]))
})
