import { organisationErrors } from '#core/organisation/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { workbook } from '../test/workbooks.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { unused } from './support/records.ts'
import { inDatabase } from './support/server.ts'
import { language, words } from './support/words.ts'

const UNITS = '/pp-cfm/qltc'
const BATCH = '/pp-cfm/qltk/them_moi_theo_lo'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a unit with cash on its way is not closed: the refusal leads to what is open', VI, async ({ page, quiet }) => {
  const code = unused()
  await inDatabase(
    `insert into organisation.unit (code, name, level, parent_id) select $1, 'Bưu cục thử ' || $1, 'POST_OFFICE', id from organisation.unit where code = '010100'`,
    [code],
  )
  await inDatabase(
    `insert into cash.treasury_transaction (code, kind, from_unit_id, to_unit_id, amount, planned_on, status, courier_holding_id, dispatched_by_staff_id, dispatched_at)
     select 'DC-' || $1, 'TRANSFER', o.id, u.id, 5000, current_date, 'DISPATCHED', h.id, h.staff_id, now()
     from organisation.unit u, organisation.unit o, (select id, staff_id from cash.holding where kind = 'COURIER' order by id limit 1) h where u.code = $1 and o.code = '010101'`,
    [code],
  )
  await signIn(page, 'admin', 'PP_CFM')
  await page.goto(`${UNITS}?text=${code}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(inFront(page).getByRole('tree', { name: words.organisation.texts.unitTree })).toBeVisible()
  await rows(page).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: words.organisation.actions.close, exact: true }).click()
  const dialog = page.getByRole('dialog')
  quiet.expects(409)
  await dialog.getByRole('button', { name: words.organisation.actions.close, exact: true }).last().click()
  await expect(dialog.getByRole('alert')).toContainText(fill(organisationErrors.unitHoldsMoney[language], { name: `Bưu cục thử ${code}`, count: 1 }))
  await expect(dialog.getByRole('link', { name: `DC-${code}` })).toBeVisible()
})

test('admin users come in as a batch', EN, async ({ page }) => {
  const account = unused().toLowerCase()
  await signIn(page, 'admin', 'PP_CFM')
  await page.goto(BATCH)
  const { account: title, fullName, email, unitCode, scopeKind, roleCodes, applications } = words.iam.fields.userImport
  const person = [account, 'Batch Person', `${account}@buutram.example`, '010101', words.signIn.enums.scopeKind.UNIT, 'TELLER', 'PP_CFM']
  await inFront(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'batch.xlsx', mimeType: xlsx, buffer: workbook([[title, fullName, email, unitCode, scopeKind, roleCodes, applications], person]) })
  await inFront(page)
    .getByRole('button', { name: fill(words.import.all, { count: 1 }) })
    .click()
  await expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(words.import.status.DONE)
  await page.goto(`/pp-cfm/qltk/danh_sach?text=${account}`)
  await expect(rows(page)).toHaveCount(1)
})
