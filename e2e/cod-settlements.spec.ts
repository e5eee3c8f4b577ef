import type { Page } from '@playwright/test'
import { submitBatch } from '#core/disbursement/contract/batches.ts'
import { COD_SETTLEMENT, checkCodSettlements, runCodSettlement } from '#subsystems/cob/contract/settlements.ts'
import { paths as cob, keyAccountPath, settlementPath } from '#subsystems/cob/web/paths.ts'
import { paths as sys } from '#subsystems/sys/web/paths.ts'
import { codChannel, confirm, dialog, find, press } from './support/cod.ts'
import { agree, openShop, type Shop, shop } from './support/key-accounts.ts'
import { bankChannel } from './support/partner.ts'
import { type Person, person } from './support/person.ts'
import { expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const OFFICE = '010101'
const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const isNow = (page: Page, state: keyof typeof words.cod.settlements.enums.status) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.cod.settlements.enums.status[state])
const reason = (page: Page, text: string) => dialog(page).locator('textarea').fill(text)

const statementOf = (keyAccountId: string) =>
  demoDatabase()
    .selectFrom('cob.settlement')
    .select(['id', 'code', 'net', 'run_id as runId'])
    .where('key_account_id', '=', keyAccountId)
    .executeTakeFirstOrThrow()

const batchOf = (id: string) => demoDatabase().selectFrom('disbursement.batch').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

const transferOf = (settlementId: string) =>
  demoDatabase()
    .selectFrom('disbursement.item')
    .select(['reference', 'status', 'amount'])
    .where('source_kind', '=', COD_SETTLEMENT)
    .where('source_item', '=', settlementId)
    .executeTakeFirstOrThrow()

const mailTo = async (recipient: string) =>
  (await demoDatabase().selectFrom('platform.mail').select('status').where('recipient', '=', recipient).executeTakeFirst())?.status

const owedTo = async (keyAccountId: string) => {
  const { balance } = await demoDatabase()
    .selectFrom('cob.key_account as k')
    .innerJoin('ledger.account as a', 'a.id', 'k.account_id')
    .select('a.balance')
    .where('k.id', '=', keyAccountId)
    .executeTakeFirstOrThrow()
  return balance
}

/** Enters a key account and its contract, to which another person agrees each time; answers its id. */
async function openInForms(page: Page, checker: Person, one: Shop): Promise<string> {
  const { keyAccounts } = words.cod
  const { keyAccount, fee } = keyAccounts.fields
  const type = (label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
  const inHead = (text: string) => expect(inFront(page).locator('.bt-detail-head')).toContainText(text)
  await press(page, words.shared.actions.create)
  await find(page, keyAccount.unitId, 'Bưu cục trung tâm Hoàn Kiếm')
  const facts = ['code', 'name', 'legalName', 'taxCode', 'representative', 'address', 'contactName', 'phone', 'email', 'accountNumber', 'accountName'] as const
  for (const field of facts) await type(keyAccount[field], one[field])
  await find(page, keyAccount.bankBin, one.bankBin)
  await confirm(page)
  await inHead(keyAccounts.enums.status.DRAFT)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await press(page, keyAccounts.actions.submit)
  await reason(page, 'Khách hàng ký hợp đồng thu hộ')
  await confirm(page)
  await agree(checker, 'cob.key_account', id)
  await page.reload()
  await inHead(keyAccounts.enums.status.ACTIVE)

  await press(page, keyAccounts.actions.proposeContract)
  await type(keyAccount.number, `HD-${one.code}`)
  await type(keyAccount.taxRate, '10')
  await type(`${fee.fixed} 1`, '10000')
  await reason(page, 'Hợp đồng dịch vụ COD')
  await confirm(page)
  await agree(checker, 'cob.key_account', id)
  await inFront(page).getByRole('tab', { name: keyAccounts.texts.tabContracts }).click()
  await expect(inFront(page).getByText(`HD-${one.code}`).first()).toBeVisible()
  return id
}

test(
  'key accounts from contract to payment: of one transfer nobody knows until the bank is asked, and each gets its statement by mail',
  VI,
  async ({ page, server }) => {
    const { settlements, keyAccounts } = words.cod
    const bank = await bankChannel(server.origin)
    const cod = await codChannel(server.origin)
    const [one, other] = [shop(), shop()]
    const [checker, second] = [await person(server.origin, CHECKER, 'PP_COB'), await person(server.origin, 'admin', 'PP_COB')]
    const [maker, payer] = [await person(server.origin, MAKER, 'PP_COB'), await person(server.origin, MAKER, 'O2O_CRM')]
    const otherId = await openShop({ maker, checker }, other, OFFICE)

    await signIn(page, MAKER, 'PP_COB', cob.keyAccounts)
    const id = await openInForms(page, checker, one)
    const postman = await cod.postman(OFFICE)
    const items = await cod.delivered(postman, OFFICE, [
      { cod: '600000', keyAccount: one.code },
      { cod: '400000', keyAccount: one.code },
      { cod: '300000', keyAccount: other.code },
    ])
    await cod.paidByQr(postman, items, '1300000')
    expect([await owedTo(id), await owedTo(otherId)]).toEqual(['1000000.00', '300000.00'])

    await test.step('it is settled at once, from its page', async () => {
      await page.goto(keyAccountPath(id))
      await press(page, keyAccounts.actions.runOne)
      await reason(page, 'Khách hàng đề nghị chi trong ngày')
      await confirm(page)
      await isNow(page, 'DRAFT')
    })
    await maker(runCodSettlement, { keyAccountId: otherId, reason: 'Khách hàng đề nghị chi trong ngày' })
    const [mine, lost] = [await statementOf(id), await statementOf(otherId)]
    // 1.000.000 − 2 × 30.000 postage − 2 × 10.000 fee − 10 % tax of both; of the other one half of each.
    expect([mine.net, lost.net]).toEqual(['912000.00', '256000.00'])
    expect(lost.runId).toBe(mine.runId)

    await test.step('another person checks the figures; the run is submitted and approved', async () => {
      const drafts = await demoDatabase()
        .selectFrom('cob.settlement')
        .select(['id', 'version'])
        .where('run_id', '=', mine.runId)
        .where('status', '=', 'DRAFT')
        .execute()
      await second(checkCodSettlements, { rows: drafts })
      await page.goto(settlementPath(mine.id))
      await press(page, settlements.actions.submitRun)
      await reason(page, 'Chi theo đề nghị của khách hàng')
      await confirm(page)
      await agree(checker, 'cob.settlement_run', mine.runId)
      await isNow(page, 'APPROVED')
    })

    let unknown = ''
    await test.step('its transfers are prepared and agreed to; one is paid, of the other nobody knows', async () => {
      await press(page, settlements.actions.transfer)
      await find(page, settlements.fields.settlement.partnerId, 'VCB')
      await confirm(page)
      const { id: batchId } = await demoDatabase().selectFrom('disbursement.batch').select('id').where('source_id', '=', mine.runId).executeTakeFirstOrThrow()
      await expect.poll(async () => (await batchOf(batchId)).status).toBe('READY')
      const [paid, asked] = [await transferOf(mine.id), await transferOf(lost.id)]
      expect([paid.amount, asked.amount]).toEqual([mine.net, lost.net])
      await bank.decide(paid.reference, 'SUCCEEDED')
      await bank.decide(asked.reference, 'NOT_FOUND')
      unknown = asked.reference
      await payer(submitBatch, { id: batchId, version: (await batchOf(batchId)).version, reason: 'Chi tiền COD cho khách hàng lớn' })
      await agree(checker, 'disbursement.batch', batchId)
      await isNow(page, 'PAID')
      await expect.poll(async () => (await transferOf(lost.id)).status).toBe('UNKNOWN')
    })

    await test.step('the statement says so, and the bank’s own word ends it', async () => {
      await page.goto(settlementPath(lost.id))
      await isNow(page, 'UNKNOWN')
      expect(await bank.callBack(unknown, 'SUCCEEDED')).toBe(200)
      await isNow(page, 'PAID')
      expect([await owedTo(id), await owedTo(otherId)]).toEqual(['0.00', '0.00'])
    })

    await test.step('its statement has gone out by mail', async () => {
      await expect.poll(() => mailTo(one.email)).toBe('KEPT')
      await signIn(page, 'admin', 'PP_SYS', `${sys.mailOutbox}?${new URLSearchParams({ text: one.email, from: today() })}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(mine.code)
      await rows(page).getByRole('button', { name: words.mail.actions.read, exact: true }).click()
      await expect(dialog(page)).toContainText('912.000')
    })
  },
)
