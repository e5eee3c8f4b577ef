import { readFileSync } from 'node:fs'
import { paths as cob } from '#subsystems/cob/web/paths.ts'
import { codChannel, confirm, dialog, find, press, rowAction } from './support/cod.ts'
import { endShifts, openShiftAt } from './support/counter.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeTill, unused } from './support/records.ts'
import { words } from './support/words.ts'

const OFFICE = '010101'
const [DECLARES, TELLER, CHECKER] = ['ketoan', 'giaodichvien', 'kiemsoat']
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const of = (path: string, filter: Record<string, string>) => `${path}?${new URLSearchParams(filter)}`

test(
  'a postman hands in less than was declared: nothing moves until somebody else has accepted it, and the rest stays his debt',
  VI,
  async ({ page, server }) => {
    const { deposits } = words.cod
    const till = unused()
    await endShifts(TELLER)
    await makeTill(till, OFFICE, today())
    await openShiftAt(till, TELLER, today())
    const cod = await codChannel(server.origin)
    const postman = await cod.postman(OFFICE)
    const items = await cod.delivered(postman, OFFICE, [{ cod: '350000' }, { cod: '420000' }, { cod: '180000' }])
    expect(await cod.held(postman)).toBe('950000.00')
    let oneTimeCode = ''
    const handIn = () => rows(page).filter({ hasText: postman.name })

    await test.step('one person enters what he says that he brings', async () => {
      await signIn(page, DECLARES, 'PP_COB', of(cob.handIns, { text: postman.code }))
      await press(page, deposits.actions.create)
      await find(page, deposits.fields.handIn.courierId, postman.code)
      await expect(dialog(page)).toContainText('950.000')
      await dialog(page).getByLabel(deposits.fields.handIn.items, { exact: true }).click()
      await page.keyboard.type(`${items.join(' ')} `)
      await dialog(page).getByLabel(deposits.fields.handIn.amount, { exact: true }).fill('950000')
      await page.keyboard.press('Control+Enter')
      // He is told the code that he says at the counter.
      const told = page.locator('.cob-one-time-code')
      await expect(told).toHaveText(/^\d{3} \d{3}$/)
      oneTimeCode = (await told.innerText()).replace(' ', '')
      await page.keyboard.press('Escape')
      await expect(told).toHaveCount(0)
      await expect(handIn()).toContainText(deposits.enums.handInStatus.DECLARED)
    })

    await test.step('a teller counts without seeing it, and less', async () => {
      await signIn(page, TELLER, 'PP_COB', of(cob.handIns, { text: postman.code }))
      await expect(handIn()).toHaveCount(1)
      await expect(handIn()).not.toContainText('950.000')
      await rowAction(page, postman.name, deposits.actions.count)
      await dialog(page).getByLabel(deposits.fields.handIn.oneTimeCode, { exact: true }).fill(oneTimeCode)
      await dialog(page).getByLabel(deposits.fields.handIn.amount, { exact: true }).fill('900000')
      await confirm(page)
      await expect(handIn()).toContainText(deposits.enums.handInStatus.DISCREPANCY)
    })

    await test.step('nothing has moved: he owes all of it', async () => {
      expect(await cod.held(postman)).toBe('950000.00')
      await signIn(page, CHECKER, 'PP_COB', of(cob.couriers, { text: postman.code }))
      await expect(rows(page).filter({ hasText: postman.code })).toContainText('950.000')
    })

    await test.step('another person accepts the count with a reason', async () => {
      await page.goto(of(cob.handIns, { text: postman.code }))
      await rowAction(page, postman.name, deposits.actions.accept)
      await dialog(page).getByLabel(deposits.fields.handIn.reason, { exact: true }).fill('Bưu tá trả lại thừa cho khách, nộp bù sau')
      await confirm(page)
      await expect(handIn()).toContainText(deposits.enums.handInStatus.BOOKED)
      expect(await cod.held(postman)).toBe('50000.00')
    })

    await test.step('the deposit says what is missing of which item, and is printed', async () => {
      await rowAction(page, postman.name, deposits.actions.transaction)
      await expect(page).toHaveURL(/chi_tiet_giao_dich_nop_tien_mat\/\d+/)
      await expect(inFront(page).locator('.bt-detail-head .bt-detail-amount')).toContainText('900.000')
      const counted = inFront(page).locator('.bt-section').filter({ hasText: deposits.texts.groupHandIn })
      await expect(counted).toContainText('950.000')
      await expect(counted).toContainText(till)
      await expect(inFront(page).getByRole('row').filter({ hasText: '50.000' }).first()).toBeVisible()
      const printed = page.waitForEvent('download')
      await press(page, deposits.texts.print)
      expect(
        readFileSync(await (await printed).path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    })

    await test.step('the debt report keeps the shortage with him', async () => {
      await page.goto(of(cob.debtReport, { groupBy: 'COURIER', courierId: postman.id, from: today(), to: today() }))
      const line = rows(page).filter({ hasText: postman.code })
      await expect(line).toHaveCount(1)
      for (const amount of ['950.000', '900.000', '50.000']) await expect(line).toContainText(amount)
    })
  },
)

test('a deposit by QR and one paid in at a bank: both in the list, each with what it is for', EN, async ({ page, server }) => {
  const { deposits } = words.cod
  const cod = await codChannel(server.origin)
  const postman = await cod.postman(OFFICE)
  const [first = '', second = ''] = await cod.delivered(postman, OFFICE, [{ cod: '500000' }, { cod: '260000' }])
  const qr = await cod.paidByQr(postman, [first], '500000')
  const reference = unused()
  expect(await cod.held(postman)).toBe('260000.00')

  await test.step('somebody enters the slip of the bank with its picture', async () => {
    await signIn(page, DECLARES, 'PP_COB', of(cob.tkttSlips, { text: postman.code }))
    await press(page, deposits.actions.create)
    const { slip } = deposits.fields
    await find(page, slip.courierId, postman.code)
    await find(page, slip.bankId, 'BIDV')
    await dialog(page).getByLabel(slip.bankReference, { exact: true }).fill(reference)
    await dialog(page).getByLabel(slip.amount, { exact: true }).fill('260000')
    await dialog(page).getByLabel(slip.paidOn, { exact: true }).fill(today().split('-').toReversed().join('/'))
    await page.keyboard.press('Tab')
    await dialog(page).getByLabel(slip.items, { exact: true }).click()
    await page.keyboard.type(`${second} `)
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'phiếu nộp.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
    await expect(dialog(page).getByRole('list', { name: words.files.list }).getByRole('listitem')).toHaveCount(1)
    await confirm(page)
    await expect(rows(page).filter({ hasText: reference })).toContainText(deposits.enums.slipStatus.ENTERED)
    expect(await cod.held(postman), 'nothing moves before the bank has it').toBe('260000.00')
  })

  await test.step('somebody else finds it in the statement of the bank and confirms it', async () => {
    await signIn(page, CHECKER, 'PP_COB', of(cob.tkttSlips, { text: postman.code }))
    await rows(page).filter({ hasText: reference }).getByRole('link').first().click()
    await press(page, deposits.actions.confirm)
    await dialog(page).getByLabel(deposits.fields.slip.bankAmount, { exact: true }).fill('260000')
    await confirm(page)
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(deposits.enums.slipStatus.CONFIRMED_BY_BANK)
    await expect(inFront(page).getByText('phiếu nộp.pdf')).toBeVisible()
    expect(await cod.held(postman)).toBe('0.00')
  })

  await test.step('the list of deposits has both, each with its kind', async () => {
    await page.goto(of(cob.transactions, { courierCode: postman.code }))
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).filter({ hasText: deposits.enums.kind.QR })).toContainText('500,000')
    await expect(rows(page).filter({ hasText: deposits.enums.kind.TKTT })).toContainText('260,000')
    await rows(page).getByRole('link', { name: qr, exact: true }).click()
    await expect(page).toHaveURL(/chi_tiet_giao_dich_nop_qua_Qrcode\/\d+/)
    await expect(inFront(page).getByRole('row').filter({ hasText: first })).toContainText('500,000')
  })

  await test.step('that of the bank leads to its slip', async () => {
    await page.goto(of(cob.transactions, { courierCode: postman.code, kind: 'TKTT' }))
    await rows(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/chi_tiet_giao_dich_nop_tien_mat_TKTT\/\d+/)
    await expect(inFront(page).getByRole('row').filter({ hasText: second })).toContainText('260,000')
    await inFront(page).getByRole('row').filter({ hasText: reference }).getByRole('link').click()
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(deposits.enums.slipStatus.CONFIRMED_BY_BANK)
  })
})
