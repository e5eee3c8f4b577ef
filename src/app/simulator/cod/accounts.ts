import { decideRequest } from '#core/approvals/contract/request.ts'
import { isTaxCode } from '#core/merchants/contract/tax-code.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { createCourier } from '#subsystems/cob/contract/couriers.ts'
import { proposeKeyAccountBank, proposeKeyAccountStatus, proposeKeyContract, submitKeyAccount } from '#subsystems/cob/contract/key-accounts/changes.ts'
import { createKeyAccount } from '#subsystems/cob/contract/key-accounts/key-accounts.ts'
import type { Desk } from '../cash/desk.ts'
import { onDay } from '../cash/plan.ts'
import { bankName } from '../transfers.ts'
import { COD_HISTORY, type CodPlan } from './parcels.ts'
import { couriersOf, SHOPS, type Shop } from './people.ts'

const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const BIN = '970436'
/** Contracts are older than the first item. */
const OLDER_DAYS = 12

/** Decides a request that somebody has just made. */
export async function agree(desk: Desk, requestId: string, as: string = CHECKER): Promise<void> {
  const { version } = await desk.runtime.db.selectFrom('approvals.request').select('version').where('id', '=', requestId).executeTakeFirstOrThrow()
  await desk.call(as, decideRequest, { id: requestId, version, decision: 'APPROVE', reason: 'Đã kiểm tra hồ sơ' })
}

/** Before the first item: postmen at their offices, and who sends by contract. */
export async function openAccounts(desk: Desk, plan: CodPlan): Promise<void> {
  const { db } = desk.runtime
  const units = new Map((await db.selectFrom('organisation.unit').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const today = localDate(plan.anchor)
  // Money that was kept is older than the history of a small world.
  const first = addDays(today, -Math.max(COD_HISTORY[plan.scale].days, 50) - OLDER_DAYS)
  desk.at(onDay(first, 9))
  const partners = await db.selectFrom('organisation.partner').select('id').where('code', 'in', ['BUUGUI', 'CHOQUE']).execute()
  await db.transaction().execute((tx) =>
    enablePartners(
      tx,
      partners.map(({ id }) => id),
    ),
  )
  const couriers = new Set((await db.selectFrom('cob.courier').select('code').execute()).map(({ code }) => code))
  for (const { code, name, phone, unit, route, ceiling, policy } of couriersOf(plan.scale)) {
    const unitId = units.get(unit)
    if (couriers.has(code) || unitId === undefined) continue
    await desk.call(MAKER, createCourier, {
      code,
      name,
      phone,
      route,
      unitId,
      ceilingPolicy: policy,
      ...(ceiling === undefined ? {} : { ceiling: String(ceiling) }),
    })
  }
  for (const [n, shop] of SHOPS.entries()) if (shop.fate !== 'ASKED') await openShop(desk, n, shop, { units, day: first })
}

/** Near the end: one that is suspended, one whose settlement account has just changed, one that waits for its opening. */
export async function changeAccounts(desk: Desk, plan: CodPlan): Promise<void> {
  const { db } = desk.runtime
  const today = localDate(plan.anchor)
  const units = new Map((await db.selectFrom('organisation.unit').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const yesterday = new Date(Math.min(onDay(addDays(today, -1), 15).getTime(), plan.anchor.getTime()))
  desk.at(yesterday)
  for (const [n, shop] of SHOPS.entries()) {
    if (shop.fate === 'ASKED') await openShop(desk, n, shop, { units, day: today })
    const row = await rowOf(desk, shop.code)
    if (row?.status !== 'ACTIVE') continue
    if (shop.fate === 'SUSPENDED') {
      const asked = await desk.call(MAKER, proposeKeyAccountStatus, {
        id: row.id,
        version: row.version,
        status: 'SUSPENDED',
        reason: 'Chậm bổ sung hồ sơ định kỳ',
      })
      await agree(desk, asked.requestId)
    }
    if (shop.fate !== 'COOLING') continue
    const accountNumber = accountOf(n, 7)
    const known = await db
      .selectFrom('cob.key_account_bank')
      .select('id')
      .where('key_account_id', '=', row.id)
      .where('account_number', '=', accountNumber)
      .executeTakeFirst()
    if (known) continue
    const asked = await desk.call(MAKER, proposeKeyAccountBank, {
      ...{ id: row.id, version: row.version, bankBin: BIN, accountNumber, accountName: bankName(BIN, accountNumber) },
      reason: 'Khách hàng đổi tài khoản công ty',
    })
    await agree(desk, asked.requestId)
  }
}

const rowOf = ({ runtime: { db } }: Desk, code: string) =>
  db.selectFrom('cob.key_account').select(['id', 'version', 'status']).where('code', '=', code).executeTakeFirst()

const accountOf = (n: number, generation = 1) => `0021${generation}${String(60_001 + n * 137)}`

async function openShop(desk: Desk, n: number, shop: Shop, { units, day }: { units: ReadonlyMap<string, string>; day: string }): Promise<void> {
  const unitId = units.get(shop.unit)
  if (unitId === undefined) return
  const known = await rowOf(desk, shop.code)
  const made = known ?? (await desk.call(MAKER, createKeyAccount, draftOf(n, shop, unitId)))
  const pending = await desk.runtime.db
    .selectFrom('approvals.request')
    .select('id')
    .where('subject_type', '=', 'cob.key_account')
    .where('subject_id', '=', made.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  if (!known || known.status === 'DRAFT') {
    const requestId =
      pending?.id ?? (await desk.call(MAKER, submitKeyAccount, { id: made.id, version: made.version, reason: 'Ký hợp đồng thu hộ COD' })).requestId
    if (shop.fate === 'ASKED') return
    await agree(desk, requestId)
  }
  const row = await rowOf(desk, shop.code)
  const contract = await desk.runtime.db.selectFrom('cob.key_contract').select('id').where('key_account_id', '=', made.id).executeTakeFirst()
  if (!row || contract) return
  const asked = await desk.call(MAKER, proposeKeyContract, { id: row.id, version: row.version, ...contractOf(n, shop, day), reason: 'Hợp đồng dịch vụ COD' })
  await agree(desk, asked.requestId)
}

function draftOf(n: number, { code, name, shortName }: Shop, unitId: string): RawInputOf<typeof createKeyAccount> {
  const accountNumber = accountOf(n)
  const contactName = CONTACTS[n % CONTACTS.length] as string
  return {
    ...{ code, unitId, name, shortName, legalName: name, taxCode: taxCode(n), representative: contactName, contactName },
    ...{
      address: `${8 + n * 11} ${STREETS[n % STREETS.length]}`,
      phone: `09${String(34_000_000 + n * 173_411)}`,
      email: `cod@khl${String(n + 1).padStart(4, '0')}.example`,
    },
    ...{ advanceLimit: n % 3 === 0 ? '20000000' : '0', deposit: n % 4 === 1 ? '10000000' : '0' },
    ...{ bankBin: BIN, accountNumber, accountName: bankName(BIN, accountNumber) },
  }
}

const CONTACTS = ['Nguyễn Thị Thu', 'Trần Quốc Bảo', 'Lê Hồng Nhung', 'Phạm Minh Đức', 'Vũ Thị Hạnh', 'Đặng Thanh Sơn']
const STREETS = ['Trần Phú', 'Lê Lợi', 'Nguyễn Huệ', 'Quang Trung', 'Hùng Vương']

function taxCode(n: number): string {
  const nine = `03151${2000 + n * 10}`
  return Array.from({ length: 10 }, (_, digit) => `${nine}${digit}`).find(isTaxCode) ?? taxCode(n + 100)
}

type Terms = Omit<RawInputOf<typeof proposeKeyContract>, 'id' | 'version' | 'reason'>

/** In turn: every day, on Mondays, Wednesdays and Fridays, on two weekdays, two days later, once a month. */
const CYCLES: readonly Pick<Terms, 'cycle' | 'weekdays' | 'cycleDays' | 'monthDay'>[] = [
  { cycle: 'DAILY' },
  { cycle: 'MON_WED_FRI' },
  { cycle: 'T_PLUS_N', cycleDays: 2 },
  { cycle: 'DAILY' },
  { cycle: 'WEEKDAYS', weekdays: ['2', '5'] },
  { cycle: 'MONTHLY', monthDay: 5 },
]

function contractOf(n: number, { code }: Shop, day: string): Terms {
  return {
    ...{ number: `HD-COD-${code.slice(3)}`, validFrom: day, ...(CYCLES[n % CYCLES.length] as (typeof CYCLES)[number]) },
    ...{ dateBasis: n % 3 === 1 ? 'DELIVERED' : 'COLLECTED', netPostage: n % 5 !== 2, postagePayer: 'BY_ITEM', taxRate: '8' },
    fees: [
      { amountFrom: '0', amountTo: '1000000', fixed: '4000', rate: '0', minimum: '4000' },
      { amountFrom: '1000000', fixed: '0', rate: n % 2 === 0 ? '0.8' : '0.6', minimum: '8000', maximum: '120000' },
    ],
  }
}
