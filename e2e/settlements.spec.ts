import type { Page } from '@playwright/test'
import { merchantErrors } from '#core/merchants/contract/errors.ts'
import { paths as crm } from '#subsystems/crm/web/paths.ts'
import { merchantPath, paths, settlementPath } from '#subsystems/qr/web/paths.ts'
import { bankChannel } from './support/partner.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeMerchant } from './support/records.ts'
import { demoDatabase } from './support/server.ts'
import { language, pattern, words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const dialog = (page: Page) => page.getByRole('dialog').last()

/** Approves what waits for the code, as somebody else. */
async function approved(page: Page, code: string): Promise<void> {
  await signIn(page, CHECKER, 'O2O_CRM', '/crm/approvals?box=TO_DECIDE')
  await rows(page).filter({ hasText: code }).getByRole('checkbox').check()
  await inFront(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await dialog(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await expect(rows(page).filter({ hasText: code })).toHaveCount(0)
}

/** Chooses in a field of the form by typing. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = dialog(page).getByLabel(label, { exact: true })
  await field.click()
  await field.fill(option)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
}

/** Settles a merchant from its own page; answers the settlement. */
async function settled(page: Page, merchantId: string): Promise<{ id: string; code: string; net: string }> {
  await signIn(page, MAKER, 'PP_QR', merchantPath(merchantId))
  await inFront(page).getByRole('button', { name: words.merchants.actions.settleNow, exact: true }).click()
  await dialog(page).locator('textarea').fill('Điểm bán cần tiền nhập hàng')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const newest = () => demoDatabase().selectFrom('settlement.settlement').select(['id', 'code', 'net']).where('merchant_id', '=', merchantId).executeTakeFirst()
  await expect.poll(newest).toBeDefined()
  return (await newest()) as { id: string; code: string; net: string }
}

const transferOf = (settlementId: string) =>
  demoDatabase()
    .selectFrom('disbursement.item as i')
    .innerJoin('disbursement.batch as b', 'b.id', 'i.batch_id')
    .select(['i.reference', 'i.status', 'i.amount', 'b.id as batchId', 'b.code as batchCode', 'b.status as batchStatus'])
    .where('i.source_kind', '=', 'MERCHANT_SETTLEMENT')
    .where('i.source_item', '=', settlementId)
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const balanceOf = async (merchantId: string) =>
  (
    await demoDatabase()
      .selectFrom('settlement.cursor as c')
      .innerJoin('ledger.account as a', 'a.id', 'c.account_id')
      .select('a.balance')
      .where('c.merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow()
  ).balance

test('two merchants are settled; of one transfer nobody knows until the bank is asked, and the ledger agrees to the đồng', VI, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const [first, second] = [await makeMerchant(), await makeMerchant()]
  for (const { code } of [first, second]) await bank.sale(code, '1000000')
  const [one, other] = [await settled(page, first.id), await settled(page, second.id)]
  expect(await balanceOf(first.id)).toBe(one.net)

  await test.step('a batch of everything that may be paid in the unit', async () => {
    await signIn(page, MAKER, 'PP_QR', paths.settlements)
    await inFront(page).getByRole('button', { name: words.settlements.actions.transferSettlements, exact: true }).click()
    const fields = words.settlements.fields.settlement
    await choose(page, fields.sourceId, first.unitName)
    await choose(page, fields.partnerId, 'VCB')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(async () => (await transferOf(other.id))?.batchStatus).toBe('READY')
  })

  const [mine, lost] = [await transferOf(one.id), await transferOf(other.id)]
  await bank.decide(mine?.reference ?? '', 'SUCCEEDED')
  await bank.decide(lost?.reference ?? '', 'NOT_FOUND')
  await test.step('it is submitted and agreed to by another person; one is paid, of the other nobody knows', async () => {
    await signIn(page, MAKER, 'O2O_CRM', `${crm.disbursement}?id=${mine?.batchId}`)
    await inFront(page).getByRole('button', { name: words.disbursement.actions.submit, exact: true }).click()
    await dialog(page).locator('textarea').fill('Quyết toán theo đề nghị của điểm bán')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await approved(page, mine?.batchCode ?? '')
    await expect.poll(async () => (await transferOf(one.id))?.status).toBe('PAID')
    await expect.poll(async () => (await transferOf(other.id))?.status).toBe('UNKNOWN')
  })

  await test.step('the settlement says so, and the bank’s own word ends it', async () => {
    await signIn(page, MAKER, 'PP_QR', settlementPath(other.id))
    await expect(inFront(page).getByText(words.settlements.enums.status.UNKNOWN).first()).toBeVisible()
    expect(await bank.callBack(lost?.reference ?? '', 'SUCCEEDED')).toBe(200)
    await expect(inFront(page).getByText(words.settlements.enums.status.PAID).first()).toBeVisible()
    for (const { id } of [first, second]) expect(await balanceOf(id)).toBe('0.00')
    expect([mine?.amount, lost?.amount]).toEqual([one.net, other.net])
  })
})

test('nothing is settled to an account that has just changed', EN, async ({ page, server, quiet }) => {
  quiet.expects(409)
  const bank = await bankChannel(server.origin)
  const { id, code } = await makeMerchant({ cooling: true })
  await bank.sale(code, '500000')
  await signIn(page, MAKER, 'PP_QR', merchantPath(id))
  await inFront(page).getByRole('button', { name: words.merchants.actions.settleNow, exact: true }).click()
  await dialog(page).locator('textarea').fill('Điểm bán cần tiền gấp')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toContainText(pattern(merchantErrors.cooling[language]))
  expect(await demoDatabase().selectFrom('settlement.settlement').select('id').where('merchant_id', '=', id).execute()).toEqual([])
})
