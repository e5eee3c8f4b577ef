import { decideRequest } from '#core/approvals/contract/request.ts'
import { createBatch, submitBatch } from '#core/disbursement/contract/batches.ts'
import { isTaxCode } from '#core/merchants/contract/tax-code.ts'
import { showMoney } from '#kernel/money.ts'
import { proposeKeyContract, submitKeyAccount } from '#subsystems/cob/contract/key-accounts/changes.ts'
import { createKeyAccount, findKeyAccount } from '#subsystems/cob/contract/key-accounts/key-accounts.ts'
import { COD_SETTLEMENT, checkCodSettlements, runCodSettlement, submitCodRun } from '#subsystems/cob/contract/settlements.ts'
import { bankName } from '../../src/app/simulator/transfers.ts'
import type { Person } from './person.ts'
import { expect } from './portal.ts'
import { demoDatabase, idOfUnit } from './server.ts'

const BANK_BIN = '970436'
let made = 0

/** Somebody who sends by contract, as nobody else is called: what a form asks for. */
export function shop() {
  made += 1
  const serial = `${String(Date.now()).slice(-7)}${made % 10}`
  const nine = `1${serial}`
  const taxCode = Array.from({ length: 10 }, (_none, digit) => `${nine}${digit}`).find(isTaxCode)
  // Nine digits in eleven have no check digit.
  if (taxCode === undefined) return shop()
  const accountNumber = `0088${serial}`
  return {
    ...{ code: `E2E-${serial}`, name: `Cửa hàng ${serial}`, legalName: `Công ty TNHH ${serial}`, taxCode, representative: 'Nguyễn Văn An' },
    ...{ address: '8 Lý Quốc Sư', contactName: 'Trần Thị Bình', phone: '0912345678', email: `cod.${serial}@khachhang.example` },
    ...{ advanceLimit: '0', deposit: '0', bankBin: BANK_BIN, accountNumber, accountName: bankName(BANK_BIN, accountNumber) },
  }
}
export type Shop = ReturnType<typeof shop>

/** Decides what waits for the approval of something, as somebody else than who asked for it. */
export async function agree(checker: Person, subjectType: string, subjectId: string): Promise<void> {
  const { id, version } = await demoDatabase()
    .selectFrom('approvals.request')
    .select(['id', 'version'])
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  await checker(decideRequest, { id, version, decision: 'APPROVE', reason: 'Đã kiểm tra hồ sơ' })
}

/** Who works on key accounts without a screen: one asks, another decides. */
export interface Staff {
  maker: Person
  checker: Person
}

/** A key account with a contract: 10.000 đồng an item, postage netted, 10 % tax; answers its id. */
export async function openShop({ maker, checker }: Staff, one: Shop, unitCode: string): Promise<string> {
  const { id, version } = await maker(createKeyAccount, { ...one, unitId: await idOfUnit(unitCode) })
  await maker(submitKeyAccount, { id, version, reason: 'Ký hợp đồng thu hộ' })
  await agree(checker, 'cob.key_account', id)
  const opened = await maker(findKeyAccount, { id })
  await maker(proposeKeyContract, {
    ...{ id, version: opened.version, number: `HD-${one.code}`, validFrom: '2026-01-01', cycle: 'DAILY', dateBasis: 'COLLECTED', netPostage: true },
    ...{ postagePayer: 'BY_ITEM', taxRate: '10', fees: [{ amountFrom: '0', fixed: '10000', rate: '0', minimum: '0' }], reason: 'Hợp đồng dịch vụ COD' },
  })
  await agree(checker, 'cob.key_account', id)
  return id
}

/** Settles a key account now and pays it by a transfer that succeeds; answers what it is paid, as people read it. */
export async function payShop(
  { maker, checker, second, payer }: Staff & { second: Person; payer: Person },
  keyAccountId: string,
  decide: (reference: string, fate: 'SUCCEEDED') => Promise<unknown>,
): Promise<string> {
  const { settlementId } = await maker(runCodSettlement, { keyAccountId, reason: 'Khách hàng đề nghị chi trong ngày' })
  const found = () =>
    demoDatabase()
      .selectFrom('cob.settlement as s')
      .innerJoin('cob.settlement_run as r', 'r.id', 's.run_id')
      .select(['s.status', 's.net', 'r.id as runId'])
      .where('s.id', '=', settlementId)
      .executeTakeFirstOrThrow()
  const { runId } = await found()
  // All of the run is decided on together, with what the clock has made of today.
  const drafts = await demoDatabase().selectFrom('cob.settlement').select(['id', 'version']).where('run_id', '=', runId).where('status', '=', 'DRAFT').execute()
  await second(checkCodSettlements, { rows: drafts })
  const { version } = await demoDatabase().selectFrom('cob.settlement_run').select('version').where('id', '=', runId).executeTakeFirstOrThrow()
  await maker(submitCodRun, { id: runId, version, reason: 'Chi theo đề nghị' })
  await agree(checker, 'cob.settlement_run', runId)
  await expect.poll(async () => (await found()).status).toBe('APPROVED')
  const bank = await demoDatabase().selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
  const batch = await payer(createBatch, { sourceKind: COD_SETTLEMENT, sourceId: runId, partnerId: bank.id })
  const state = () => demoDatabase().selectFrom('disbursement.batch').select(['status', 'version']).where('id', '=', batch.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await state()).status).toBe('READY')
  const transfers = await demoDatabase().selectFrom('disbursement.item').select('reference').where('batch_id', '=', batch.id).execute()
  for (const { reference } of transfers) await decide(reference, 'SUCCEEDED')
  await payer(submitBatch, { id: batch.id, version: (await state()).version, reason: 'Chi tiền COD' })
  await agree(checker, 'disbursement.batch', batch.id)
  await expect.poll(async () => (await found()).status).toBe('PAID')
  return showMoney((await found()).net, 'vi', 0)
}
