import type { Page } from '@playwright/test'
import { paths } from '#subsystems/cfm/web/paths.ts'
import { paths as crm } from '#subsystems/crm/web/paths.ts'
import { bankName } from '../src/app/simulator/transfers.ts'
import { bankChannel } from './support/partner.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const BANK = 'VCB'
const dialog = (page: Page) => page.getByRole('dialog').last()

/** Approves what waits for the code, as somebody else. */
async function approved(page: Page, code: string): Promise<void> {
  await signIn(page, CHECKER, 'O2O_CRM', '/crm/approvals?box=TO_DECIDE')
  await rows(page).filter({ hasText: code }).getByRole('checkbox').check()
  await inFront(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await dialog(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await expect(rows(page).filter({ hasText: code })).toHaveCount(0)
}

/** A transfer of the demo that was paid, of a list with no batch on its way. */
async function paidTransfer() {
  return demoDatabase()
    .selectFrom('disbursement.item as i')
    .innerJoin('disbursement.batch as b', 'b.id', 'i.batch_id')
    .select(['i.reference', 'i.amount', 'i.source_id as listId', 'i.source_item as lineId'])
    .select(['b.source_code as listCode', 'i.item_code as itemCode', 'i.bank_bin as bankBin'])
    .where('i.source_kind', '=', 'PAYOUT_LIST')
    .where('i.status', '=', 'PAID')
    .where('b.status', '=', 'DONE')
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

const newest = (lineId: string) =>
  demoDatabase()
    .selectFrom('disbursement.item as i')
    .innerJoin('disbursement.batch as b', 'b.id', 'i.batch_id')
    .select(['i.reference', 'i.status', 'i.account_number as account', 'b.code', 'b.id as batchId'])
    .where('i.source_kind', '=', 'PAYOUT_LIST')
    .where('i.source_item', '=', lineId)
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('the bank returns a transfer: its account is held, corrected by two people, and paid by a new transfer', VI, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const { reference, amount, listId, lineId, listCode, itemCode, bankBin } = await paidTransfer()
  const account = `0099${String(Date.now()).slice(-8)}`
  expect(await bank.giveBack(reference, amount, 'Tài khoản đã đóng')).toMatchObject({ status: 200 })

  await test.step('the account is held with the words of the bank; somebody submits another one', async () => {
    await signIn(page, MAKER, 'O2O_CRM', `${crm.heldAccounts}?status=HELD&reason=RETURNED`)
    const held = rows(page).filter({ hasText: reference })
    await expect(held).toContainText('Tài khoản đã đóng')
    await held.getByRole('button', { name: words.common.more }).click()
    await page.getByRole('menuitem', { name: words.disbursement.actions.correct, exact: true }).click()
    const fields = words.disbursement.fields.hold
    await dialog(page).getByLabel(fields.newBankBin, { exact: true }).fill(bankBin)
    await dialog(page).getByLabel(fields.newAccountNumber, { exact: true }).fill(account)
    await dialog(page).getByLabel(fields.newAccountName, { exact: true }).fill(bankName(bankBin, account))
    await dialog(page).locator('textarea').fill('Người hưởng gửi giấy đề nghị')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('another person agrees, and a batch is made from the list', async () => {
    await approved(page, `${listCode} · ${itemCode}`)
    await signIn(page, MAKER, 'PP_CFM', `${paths.payout}?id=${listId}`)
    await inFront(page).getByRole('button', { name: words.payouts.actions.transferLines, exact: true }).click()
    const partner = dialog(page).getByRole('combobox')
    await expect(partner).toBeFocused()
    await partner.click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: BANK }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(async () => (await newest(lineId)).account).toBe(account)
  })

  const made = await newest(lineId)
  await bank.decide(made.reference, 'SUCCEEDED')
  await test.step('the batch is submitted, agreed to by another person, and paid', async () => {
    await signIn(page, MAKER, 'O2O_CRM', `${crm.disbursement}?id=${made.batchId}`)
    await inFront(page).getByRole('button', { name: words.disbursement.actions.submit, exact: true }).click()
    await dialog(page).locator('textarea').fill('Chi lại theo tài khoản mới')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await approved(page, made.code)
    await expect.poll(async () => (await newest(lineId)).status).toBe('PAID')
    await signIn(page, MAKER, 'PP_CFM', `${paths.payout}?id=${listId}`)
    const line = inFront(page).getByRole('row').filter({ hasText: made.reference })
    await expect(line).toContainText(words.disbursement.enums.itemStatus.PAID)
  })
})
