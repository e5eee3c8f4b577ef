import { proposeAccount, proposeStatus } from '#core/merchants/contract/changes.ts'
import { createMerchant, findMerchant, listMerchants, lockMerchant, submitMerchant } from '#core/merchants/contract/merchants.ts'
import { createPlan, listPlans, proposeRevision } from '#core/merchants/contract/plans.ts'
import { isTaxCode } from '#core/merchants/contract/tax-code.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import type { Desk } from './cash/desk.ts'
import { decide } from './cash/office.ts'
import { bankName } from './transfers.ts'

const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const BIN = '970436'
const SUBJECT = 'merchants.merchant'

type Draft = RawInputOf<typeof createMerchant>
/** Where each stops on its way. */
const NEW = [
  { name: 'Bánh mì Cô Ba', line: 'FOOD', stop: 'DRAFT' },
  { name: 'Nhà thuốc An Khang Phúc', line: 'PHARMACY', stop: 'SUBMITTED' },
  { name: 'Tạp hoá Bảy Núi', line: 'GROCERY', stop: 'REJECTED' },
  { name: 'Điện máy Sông Thao', line: 'ELECTRONICS', stop: 'LOCKED' },
  { name: 'Tiệm may Kim Chi', line: 'FASHION', stop: 'CLOSED' },
] as const

/** Merchants in every state, settlement accounts that change, and fees that are to come. */
export async function seedMerchants(desk: Desk): Promise<void> {
  const { db } = desk.runtime
  const unit = await db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').where('level', '=', 'POST_OFFICE').executeTakeFirst()
  const commune = await db
    .selectFrom('masterdata.administrative_area')
    .select('code')
    .where('level', '=', 'COMMUNE')
    .where('parent_code', '=', '01')
    .where('valid_to', 'is', null)
    .orderBy('code')
    .executeTakeFirst()
  if (!unit || !commune) return
  for (const [n, one] of NEW.entries()) await bring(desk, draftOf(n, one, { unitId: unit.id, communeCode: commune.code }), one.stop)
  await changeAccounts(desk)
  await changeFees(desk)
}

function draftOf(n: number, { name, line }: (typeof NEW)[number], place: { unitId: string; communeCode: string }): Draft {
  const settlementAccount = `00117${String(40_001 + n)}`
  return {
    ...{ name, businessLine: line, provinceCode: '01', ...place, address: `${12 + n * 7} Đội Cấn`, phone: `091234567${n}` },
    ...{ legalName: `Hộ kinh doanh ${name}`, legalKind: 'HOUSEHOLD', taxCode: taxCode(n), representative: 'Nguyễn Thị Ba' },
    ...{ settlementCycle: 'WEEKLY', settlementWeekday: '5', limitOnce: '20000000', limitDay: '50000000' },
    ...{ settlementBankBin: BIN, settlementAccount, settlementName: bankName(BIN, settlementAccount) },
    contacts: [{ name: 'Nguyễn Thị Ba', role: 'Chủ cửa hàng', phone: `091234567${n}` }],
    points: [{ code: 'Q1', name: 'Quầy thu ngân' }],
  }
}

function taxCode(n: number): string {
  const nine = `01099${1000 + n}`
  const check = Array.from({ length: 10 }, (_, digit) => `${nine}${digit}`).find(isTaxCode)
  return check ?? taxCode(n + 10)
}

/** What the bank says of an account; the partners of the demo listen only once it has started. */
async function checked({ runtime, now }: Desk, account: string): Promise<void> {
  await runtime.db
    .insertInto('merchants.account_check')
    .values({ bank_bin: BIN, account_number: account, verdict: 'SUCCEEDED', answered_name: bankName(BIN, account), checked_by: MAKER, checked_at: now() })
    .execute()
}

async function bring(desk: Desk, draft: Draft, stop: (typeof NEW)[number]['stop']): Promise<void> {
  const { id } = await desk.call(MAKER, createMerchant, draft)
  if (stop === 'DRAFT') return
  const version = async () => (await desk.call(MAKER, findMerchant, { id })).version
  await checked(desk, draft.settlementAccount)
  await desk.call(MAKER, submitMerchant, { id, version: await version(), reason: 'Đủ hồ sơ theo hợp đồng' })
  if (stop === 'SUBMITTED') return
  await decide(desk, CHECKER, SUBJECT, id, stop === 'REJECTED' ? 'REJECT' : 'APPROVE', 'Thiếu giấy đăng ký kinh doanh')
  if (stop === 'REJECTED') return
  if (stop === 'LOCKED') await desk.call(MAKER, lockMerchant, { id, version: await version(), reason: 'Khách khiếu nại, chờ xác minh' })
  if (stop !== 'CLOSED') return
  await desk.call(MAKER, proposeStatus, { id, version: await version(), status: 'CLOSED', reason: 'Chủ cửa hàng ngừng kinh doanh' })
  await decide(desk, CHECKER, SUBJECT, id)
}

/** One that is cooling, and one that waits for the second person. */
async function changeAccounts(desk: Desk): Promise<void> {
  const { result } = await desk.call(MAKER, listMerchants, { searchSdi: { status: ['ACTIVE'], isOwed: true }, pageInfo: { currentPage: 1, pageSize: 15 } })
  for (const [n, merchant] of result.slice(0, 2).entries()) {
    const accountNumber = `00118${String(50_001 + n)}`
    await checked(desk, accountNumber)
    await desk.call(MAKER, proposeAccount, {
      ...{ id: merchant.id, version: merchant.version, bankBin: BIN, accountNumber, accountName: bankName(BIN, accountNumber) },
      ...{ calledName: 'Chủ cửa hàng', calledPhone: merchant.phone, calledOn: localDate(desk.now()), calledTime: isoLocal(desk.now()).slice(11, 16) },
      ...{ callNote: 'Gọi số trong hợp đồng, chủ cửa hàng xác nhận đổi tài khoản', reason: 'Điểm bán đổi ngân hàng' },
    })
    if (n === 0) await decide(desk, CHECKER, SUBJECT, merchant.id)
  }
}

/** A plan with a revision that is to come, and one that waits for its first approval. */
async function changeFees(desk: Desk): Promise<void> {
  const today = localDate(desk.now())
  const { result } = await desk.call(MAKER, listPlans, { searchSdi: {}, pageInfo: { currentPage: 1, pageSize: 15 } })
  const [plan] = result
  if (plan) {
    const fees = { effectiveFrom: addDays(today, 10), rateBps: 28, fixed: '0', minimum: '1000', maximum: '99000' }
    await desk.call(MAKER, proposeRevision, { id: plan.id, version: plan.version, ...fees, reason: 'Ưu đãi quý tới' })
    await decide(desk, CHECKER, 'merchants.fee_plan', plan.id)
  }
  const fees = { effectiveFrom: addDays(today, 3), rateBps: 35, fixed: '0', minimum: '500', maximum: '55000' }
  await desk.call(MAKER, createPlan, { code: 'QR-CHUOI', name: 'Chuỗi cửa hàng', service: 'QR', ...fees, reason: 'Hợp đồng khung với chuỗi cửa hàng' })
}
