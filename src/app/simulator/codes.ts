import { sql } from 'kysely'
import { closeAccount, createAccount } from '#core/vietqr/contract/accounts.ts'
import { createCode, lockCode, replaceCode, revokeCode } from '#core/vietqr/contract/codes.ts'
import { makeCodes } from '#core/vietqr/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { QrReport } from '#subsystems/qr/contract/service.ts'
import type { Desk } from './cash/desk.ts'
import type { Channel } from './channel.ts'
import { chanceOf } from './dice.ts'
import { somePayment, success } from './payments.ts'
import { SHOPS } from './shops.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The codes at the counters are older than the history of payments. */
const OLDER_DAYS = 95
/** The busiest shops have two counters. */
const BUSY = 15
const SEED = 20_261_124

/** Account numbers of the codes at the counters of each shop, by the code of the shop. */
export type CounterAccounts = ReadonlyMap<string, readonly string[]>

/** A code at each counter of the demo's shops. */
export async function createDemoCodes(tx: Tx, now: Date): Promise<void> {
  const shops = await tx.selectFrom('merchants.merchant').select(['id', 'code', 'unit_id as unitId']).where('status', '=', 'ACTIVE').orderBy('id').execute()
  const at = new Date(now.getTime() - OLDER_DAYS * DAY_MS)
  const columns = { amount: null, memo: '', valid_from: localDate(at), valid_to: null }
  const wanted = shops.flatMap((shop, n) =>
    (n < BUSY ? ['Quầy 1', 'Quầy 2'] : ['Quầy thu ngân']).map((counter) => ({
      ...{ merchant: shop, unitId: shop.unitId, kind: 'STATIC' as const, active: true },
      columns: { ...columns, counter },
    })),
  )
  await makeCodes(tx, { by: 'ketoan', at }, wanted)
}

/** The accounts at the counters; the same for the same world, whatever has become of the codes since. `open`: those alone that may be paid to now. */
export async function counterAccounts(db: Queryable, anchor: Date, open = false): Promise<CounterAccounts> {
  const { rows } = await sql<{ shop: string; numbers: string[] }>`
    select m.code as shop, array_agg(a.number order by a.number) as numbers
    from vietqr.code c join vietqr.virtual_account a on a.id = c.account_id join merchants.merchant m on m.id = c.merchant_id
    where c.kind = 'STATIC' and c.created_at < ${new Date(anchor.getTime() - DAY_MS)} and (c.status = 'ACTIVE' or not ${open}::boolean) group by m.code`.execute(
    db,
  )
  return new Map(rows.map(({ shop, numbers }) => [shop, numbers]))
}

/** Of most payments the channel knows which code was read; which ones follows from their own digits, so that nothing else of the history depends on it. */
export function byCode(facts: QrReport, accounts: CounterAccounts): QrReport {
  const numbers = accounts.get(facts.merchantCode) ?? []
  const [which = 0, share = 9] = [...(facts.memo ?? '').slice(-2)].map(Number)
  const virtualAccount = share < 7 ? numbers[which % numbers.length] : undefined
  return virtualAccount === undefined ? facts : { ...facts, virtualAccount }
}

/** Bills of the last days: most were paid, two have expired, two wait. */
const BILLS = [
  { shop: 21, days: 7, valid: 2, paid: false },
  { shop: 14, days: 6, valid: 3, paid: true },
  { shop: 20, days: 5, valid: 3, paid: true },
  { shop: 46, days: 5, valid: 1, paid: false },
  { shop: 21, days: 3, valid: 5, paid: true },
  { shop: 15, days: 2, valid: 5, paid: true },
  { shop: 14, days: 1, valid: 7, paid: true },
  { shop: 20, days: 0, valid: 7, paid: false },
  { shop: 46, days: 0, valid: 5, paid: false },
] as const
const referenceOf = (n: number) => `BILL-${String(n + 1).padStart(2, '0')}`

/** Codes and accounts in every state, by the calls that people and channels make. Answers whether they were missing. */
export async function seedCodes(desk: Desk, channels: ReadonlyMap<string, Channel>, anchor: Date): Promise<boolean> {
  const { db } = desk.runtime
  const last = await db.selectFrom('vietqr.virtual_account').select('id').where('owner_kind', '=', 'PARCEL').limit(1).executeTakeFirst()
  if (last) return false
  const shops = await db.selectFrom('merchants.merchant').select(['id', 'code']).execute()
  const idOf = (n: number) => shops.find(({ code }) => code === SHOPS[n]?.code)?.id ?? ''
  const now = desk.now()
  await billsOf(desk, channels, anchor, idOf)
  desk.at(now)
  await desk.run('vietqr.expire-codes')
  const today = localDate(now)
  const bill = { kind: 'DYNAMIC', amount: '640000', memo: 'Hoa don 1050', validTo: addDays(today, 10) } as const
  await desk.call('ketoan', createCode, { merchantId: idOf(15), ...bill, active: false })
  const locked = await desk.call('ketoan', createCode, { merchantId: idOf(9), kind: 'STATIC', counter: 'Gian hàng hội chợ' })
  await desk.call('ketoan', lockCode, { ...locked, reason: 'Hội chợ tạm nghỉ đến thứ Hai' })
  const revoked = await desk.call('ketoan', createCode, { merchantId: idOf(6), ...bill })
  await desk.call('ketoan', revokeCode, { ...revoked, reason: 'Khách huỷ đơn' })
  const torn = await desk.call('ketoan', createCode, { merchantId: idOf(0), kind: 'STATIC', counter: 'Bàn ngoài sân' })
  await desk.call('ketoan', replaceCode, { ...torn, counter: 'Bàn ngoài sân', reason: 'Bảng mã bị rách' })
  await desk.call('ketoan', createAccount, { ownerKind: 'ORDER', merchantId: idOf(15), reference: 'DH-26-1187', amount: '3250000' })
  await desk.call('ketoan', createAccount, { ownerKind: 'PARCEL', merchantId: idOf(31), reference: 'EB126433207VN', amount: '415000' })
  const returned = await desk.call('ketoan', createAccount, { ownerKind: 'PARCEL', merchantId: idOf(31), reference: 'EB126433198VN', amount: '280000' })
  await desk.call('ketoan', closeAccount, { ...returned, reason: 'Bưu gửi hoàn người gửi' })
  return true
}

async function billsOf(desk: Desk, channels: ReadonlyMap<string, Channel>, anchor: Date, idOf: (shop: number) => string): Promise<void> {
  const chance = chanceOf(SEED)
  for (const [n, { shop, days, valid, paid }] of BILLS.entries()) {
    const at = new Date(anchor.getTime() - days * DAY_MS - 5 * HOUR_MS)
    desk.at(at)
    const amount = String((12 + chance.below(90)) * 50_000)
    const memo = `Hoa don ${1041 + n}`
    const { id } = await desk.call('ketoan', createCode, { merchantId: idOf(shop), kind: 'DYNAMIC', amount, memo, validTo: addDays(localDate(at), valid) })
    if (!paid) continue
    const { number } = await desk.runtime.db
      .selectFrom('vietqr.virtual_account as a')
      .innerJoin('vietqr.code as c', 'c.account_id', 'a.id')
      .select('a.number')
      .where('c.id', '=', id)
      .executeTakeFirstOrThrow()
    const { channel, facts } = somePayment(chance, SHOPS[shop] as (typeof SHOPS)[number], at, () => referenceOf(n))
    const occurredAt = isoLocal(new Date(at.getTime() + 2 * HOUR_MS))
    await channels.get(channel.partner)?.('/og-001/v1/transactions', { ...facts, amount, memo, virtualAccount: number, occurredAt, outcome: success(chance) })
  }
}
