import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { settleLines } from '#subsystems/cob/server/issuances/jobs.ts'
import { paths as cob, keyAccountPath } from '#subsystems/cob/web/paths.ts'
import { workbook } from '../test/workbooks.ts'
import { approve } from './support/books.ts'
import { codChannel, confirm, dialog, find, press, rowAction } from './support/cod.ts'
import { openShop, payShop, shop } from './support/key-accounts.ts'
import { bankChannel } from './support/partner.ts'
import { person } from './support/person.ts'
import { chooseOption, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const OFFICE = '010101'
const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const dayAhead = (days: number) => new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const shown = (day: string) => day.split('-').toReversed().join('/')
const isNow = (page: Page, state: keyof typeof words.cod.issuances.enums.lotStatus) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.cod.issuances.enums.lotStatus[state])

test(
  'collection requests from a file to the payment of the customer: approved, given to a postman, noticed, visited, collected',
  VI,
  async ({ page, server }) => {
    const { issuances } = words.cod
    const { lot, line, lineImport } = issuances.fields
    const bank = await bankChannel(server.origin)
    const cod = await codChannel(server.origin)
    const staff = {
      maker: await person(server.origin, MAKER, 'PP_COB'),
      checker: await person(server.origin, CHECKER, 'O2O_CRM'),
      second: await person(server.origin, 'admin', 'PP_COB'),
      payer: await person(server.origin, MAKER, 'O2O_CRM'),
    }
    const customer = shop()
    const customerId = await openShop(staff, customer, OFFICE)
    const postman = await cod.postman(OFFICE, 'Phạm Văn Thu')
    const payers = ['Vũ Thị Lệ', 'Đỗ Quang Huy', 'Ngô Thị Liên']
    const file = workbook([
      [lineImport.reference, lineImport.payerName, lineImport.address, lineImport.office, lineImport.amount, lineImport.dueOn],
      ...payers.map((name, n) => [`${customer.code}-${n + 1}`, name, `${n + 3} Tràng Tiền`, OFFICE, 200_000 + n * 100_000, shown(dayAhead(9))]),
    ])
    const now = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(11, 16)
    let address = ''
    let lines = ''

    await test.step('a lot is made for the customer and filled from a file', async () => {
      await signIn(page, MAKER, 'PP_COB', cob.issuances)
      await press(page, issuances.actions.create)
      await find(page, lot.keyAccountId, customer.name)
      await find(page, lot.unitId, 'Bưu cục trung tâm Hoàn Kiếm')
      await dialog(page).getByLabel(lot.name, { exact: true }).fill('Thu tiền hàng trả chậm')
      await confirm(page)
      await isNow(page, 'DRAFT')
      address = new URL(page.url()).pathname
      await press(page, issuances.actions.importLines)
      await inFront(page).locator('input[type=file]').setInputFiles({ name: 'danh sách.xlsx', mimeType: XLSX, buffer: file })
      await inFront(page)
        .getByRole('button', { name: fill(words.import.all, { count: 3 }) })
        .click()
      await expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(words.import.status.DONE)
      await page.goto(address)
      await expect(inFront(page).locator('.bt-detail-head .bt-detail-amount')).toContainText('900.000')
      await press(page, issuances.actions.submit)
      await dialog(page).locator('textarea').fill('Khách hàng gửi danh sách')
      await confirm(page)
      await isNow(page, 'SUBMITTED')
    })

    await test.step('another person approves it', async () => {
      await signIn(page, CHECKER, 'PP_COB', address)
      await approve(page)
      await isNow(page, 'ISSUED')
    })

    await test.step('its requests are given to a postman, and the notices are printed', async () => {
      await signIn(page, MAKER, 'PP_COB', address)
      await inFront(page).getByRole('link', { name: issuances.texts.showLines }).click()
      await expect(rows(page)).toHaveCount(3)
      lines = page.url().slice(new URL(page.url()).origin.length)
      for (const name of payers) await rows(page).filter({ hasText: name }).getByRole('checkbox').check()
      await press(page, issuances.actions.assignMany)
      await find(page, line.courierId, postman.code)
      await dialog(page).getByRole('button', { name: issuances.actions.assignMany, exact: true }).click()
      await expect(rows(page).filter({ hasText: postman.name })).toHaveCount(3)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await press(page, issuances.texts.printAll)
      await expect(dialog(page)).toContainText(fill(issuances.texts.printAllText, { n: 3 }))
      const printed = page.waitForEvent('download')
      await dialog(page).getByRole('button', { name: issuances.texts.download, exact: true }).click()
      expect(
        readFileSync(await (await printed).path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    })

    await test.step('what came of each visit: two have paid, one refuses', async () => {
      for (const [n, name] of payers.entries()) {
        await rowAction(page, name, issuances.actions.record)
        await chooseOption(page, line.result, issuances.enums.attemptResult[n < 2 ? 'COLLECTED' : 'REFUSED'])
        await dialog(page).getByLabel(line.time, { exact: true }).fill(now())
        if (n === 2) await dialog(page).getByLabel(line.note, { exact: true }).fill('Cho rằng đã trả đủ')
        await confirm(page)
      }
      await expect(rows(page).filter({ hasText: issuances.enums.lineStatus.COLLECTED })).toHaveCount(2)
      await expect(rows(page).filter({ hasText: issuances.enums.lineStatus.REFUSED })).toHaveCount(1)
      expect(await cod.held(postman)).toBe('500000.00')
    })

    await test.step('the postman hands it in, the customer is paid, and the requests have come to their end', async () => {
      const items = await demoDatabase()
        .selectFrom('cob.item')
        .select('code')
        .where('courier_id', '=', postman.id)
        .where('money_state', '=', 'COLLECTED')
        .execute()
      await cod.paidByQr(
        postman,
        items.map(({ code }) => code),
        '500000',
      )
      expect(await cod.held(postman)).toBe('0.00')
      const net = await payShop(staff, customerId, bank.decide)
      await demoDatabase()
        .transaction()
        .execute((tx) => enqueue(tx, settleLines, {}))
      await page.goto(lines)
      await expect(rows(page).filter({ hasText: issuances.enums.lineStatus.SETTLED })).toHaveCount(2)
      await signIn(page, MAKER, 'PP_COB', keyAccountPath(customerId))
      await inFront(page).getByRole('tab', { name: words.cod.keyAccounts.texts.tabPayouts }).click()
      await expect(inFront(page).getByRole('row').filter({ hasText: net })).toContainText(words.cod.settlements.enums.status.PAID)
    })

    await test.step('the lot is closed', async () => {
      await page.goto(address)
      await press(page, issuances.actions.close)
      await dialog(page).locator('textarea').fill('Đã thu xong')
      await confirm(page)
      await isNow(page, 'CLOSED')
    })
  },
)
