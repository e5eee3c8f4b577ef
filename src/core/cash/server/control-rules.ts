import { type RawBuilder, sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule, type HiddenHoldings } from '#core/controls/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import type { Text } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { overCeilingDays, unclosedDays } from '../contract/parameters.ts'
import { transitHours } from '../contract/treasury/parameters.ts'
import type { CashAddresses } from './addresses.ts'
import { blindHoldings } from './blind.ts'
import { guaranteeLeft } from './counter/slips.ts'
import { findPerson } from './people.ts'

const MOST = 1000

type Found = Omit<ControlRow, 'link' | 'label'> & { id: string; name: string; holdingId: string }

/** Vaults and tills with what the books say lies in them; `limit` is what it should not be above. */
const heldAbove = (which: RawBuilder<unknown>) => sql<Found & { since: Date }>`
  select h.id, h.code as subject, h.name, h.unit_id as "unitId", h.id as "holdingId", (a.balance - l.most)::numeric(20,2) as amount,
      (over.day::timestamp at time zone 'Asia/Ho_Chi_Minh') as since
    from cash.holding h join ledger.account a on a.id = h.account_id
    cross join lateral (select coalesce(h.ceiling, h.floor) as most) l
    cross join lateral (
      select min(b.business_date) as day from ledger.daily_balance b
       where b.account_id = h.account_id and b.business_date > coalesce(
         (select max(below.business_date) from ledger.daily_balance below where below.account_id = h.account_id and below.closing <= l.most), '-infinity')
    ) over
   where h.status <> 'CLOSED' and h.kind <> 'COURIER' and a.balance > l.most and ${which}
   order by over.day, h.code limit ${MOST}`

const rowOf =
  (address: CashAddresses) =>
  ({ id, name, ...row }: Found): ControlRow => ({ ...row, label: name, link: address.holding(id) })

const overCeiling = (address: CashAddresses) =>
  defineControlRule({
    code: 'CASH_OVER_CEILING',
    name: { vi: 'Tồn quỹ vượt hạn mức nhiều ngày', en: 'Cash above the ceiling for days' },
    meaning: {
      vi: 'Quỹ vượt hạn mức tồn quỹ liên tục quá số ngày quy định. Nộp quỹ hoặc nộp ngân hàng phần vượt, hoặc đề nghị điều chỉnh hạn mức.',
      en: 'Holdings have stayed above their ceiling for longer than allowed. Remit the excess or take it to the bank, or have the ceiling changed.',
    },
    severity: 'MEDIUM',
    every: 30,
    async query(db, now) {
      const days = await parameter(db, overCeilingDays)
      const { rows } = await heldAbove(sql`h.ceiling is not null and over.day <= ${addDays(localDate(now), -days)}::date`).execute(db)
      return rows.map(rowOf(address))
    },
  })

/** What the day close has on its list, once the day is over; longer than some days above a ceiling is the rule before. */
const notBanked = (address: CashAddresses) =>
  defineControlRule({
    code: 'CASH_NOT_BANKED',
    name: { vi: 'Tiền mặt để qua đêm chưa nộp ngân hàng', en: 'Cash kept overnight, not brought to the bank' },
    meaning: {
      vi: 'Hết ngày làm việc, quỹ còn tiền vượt hạn mức (quỹ không có hạn mức: vượt mức tối thiểu) mà chưa nộp. Lập giao dịch nộp ngân hàng hoặc nộp quỹ.',
      en: 'A day has ended with cash above the ceiling (above the floor, where no ceiling is set) that has not gone to the bank. Make a bank deposit or a remittance.',
    },
    severity: 'LOW',
    every: 60,
    async query(db, now) {
      const today = localDate(now)
      const longAgo = addDays(today, -(await parameter(db, overCeilingDays)))
      const { rows } = await heldAbove(sql`over.day < ${today}::date and (h.ceiling is null or over.day > ${longAgo}::date)`).execute(db)
      return rows.map(rowOf(address))
    },
  })

const underFloor = (address: CashAddresses) =>
  defineControlRule({
    code: 'CASH_UNDER_FLOOR',
    name: { vi: 'Tồn quỹ dưới mức tối thiểu', en: 'Cash under the floor' },
    meaning: {
      vi: 'Quỹ không còn đủ mức tiền tối thiểu để chi trả. Lập giao dịch tiếp quỹ.',
      en: 'Holdings have less than the cash they need for payouts. Make a replenishment.',
    },
    severity: 'LOW',
    every: 15,
    async query(db) {
      const { rows } = await sql<Found>`
        select h.id, h.code as subject, h.name, h.unit_id as "unitId", h.id as "holdingId", (h.floor - a.balance)::numeric(20,2) as amount, null::timestamptz as since
          from cash.holding h join ledger.account a on a.id = h.account_id
         where h.status = 'ACTIVE' and h.kind <> 'COURIER' and a.balance < h.floor
         order by h.code limit ${MOST}`.execute(db)
      return rows.map(rowOf(address))
    },
  })

const WAITS: Record<string, (other: string) => Text> = {
  DISPATCHED: (other) => ({ vi: `Đang đi đường đến ${other}`, en: `On its way to ${other}` }),
  DISCREPANCY: (other) => ({ vi: `Giao nhận lệch với ${other}, chưa xử lý`, en: `Discrepancy with ${other} not settled` }),
}

const inTransit = (address: CashAddresses) =>
  defineControlRule({
    code: 'CASH_IN_TRANSIT',
    name: { vi: 'Tiền đang đi đường quá lâu', en: 'Cash in transit for too long' },
    meaning: {
      vi: 'Tiền đã xuất khỏi quỹ mà quá số giờ quy định chưa được nhận, hoặc giao nhận lệch chưa xử lý. Liên hệ người áp tải và đơn vị nhận ngay.',
      en: 'Cash has left a holding and was not received in time, or a discrepancy was not settled. Call the courier and the receiving unit at once.',
    },
    severity: 'HIGH',
    every: 15,
    async query(db, now) {
      const hours = await parameter(db, transitHours)
      const { rows } = await sql<Found & { status: string }>`
        select t.id, t.code as subject, t.status, o.name, t.from_unit_id as "unitId", t.amount, t.dispatched_at as since, t.courier_holding_id as "holdingId"
          from cash.treasury_transaction t join organisation.unit_directory o on o.id = t.to_unit_id
         where t.status in ('DISPATCHED', 'DISCREPANCY') and t.dispatched_at < ${now}::timestamptz - make_interval(hours => ${hours})
         order by t.dispatched_at limit ${MOST}`.execute(db)
      return rows.map(({ id, name, status, ...row }) => ({ ...row, label: WAITS[status]?.(name) ?? name, link: address.treasury(id) }))
    },
  })

const daysOpen = (address: CashAddresses) =>
  defineControlRule({
    code: 'DAYS_NOT_CLOSED',
    name: { vi: 'Ngày làm việc chưa chốt', en: 'Business dates not closed' },
    meaning: {
      vi: 'Đơn vị để quá số ngày quy định chưa chốt ngày; ca của ngày sau không mở được. Đơn vị chốt muộn với hai người, hoặc đơn vị cấp trên nhắc chốt.',
      en: 'Units have left a day open for longer than allowed, and cannot open shifts of the next. Two people close it late, or the parent unit reminds them.',
    },
    severity: 'MEDIUM',
    every: 30,
    async query(db, now) {
      const days = await parameter(db, unclosedDays)
      const { rows } = await sql<{ id: string; date: string; unitId: string; since: Date }>`
        select d.id, d.business_date as date, d.unit_id as "unitId", d.opened_at as since
          from cash.day_close d where d.status <> 'CLOSED' and d.business_date <= ${addDays(localDate(now), -days)}::date
         order by d.business_date, d.unit_id limit ${MOST}`.execute(db)
      return rows.map(({ id, date, unitId, since }) => ({
        ...{ subject: date, label: { vi: `Ngày ${showDate(date)} chưa chốt`, en: `${showDate(date)} is not closed` }, amount: null },
        ...{ since, unitId, link: address.day(id) },
      }))
    },
  })

/** Checked before each payment out as well; this finds what has become of it since. */
const dueCovered = () =>
  defineControlRule({
    code: 'MONEY_DUE_NOT_COVERED',
    name: { vi: 'Tiền ngân hàng và tiền mặt không đủ bảo đảm số phải trả', en: 'Bank and cash do not cover the money due' },
    meaning: {
      vi: 'Số dư ngân hàng cộng tiền mặt thấp hơn số phải trả khách hàng. Dừng các khoản chi không phải cho khách hàng và bổ sung tiền ngay.',
      en: 'Bank balances and cash are below what is owed to customers. Stop payments that are not to customers, and add money at once.',
    },
    severity: 'HIGH',
    every: 5,
    async query(db) {
      const left = await guaranteeLeft(db)
      if (left >= 0n) return []
      const label = { vi: 'Số còn thiếu toàn hệ thống', en: 'What is missing, of all units' }
      return [{ subject: 'VND', label, amount: formatMoney(-left), since: null, unitId: null }]
    },
  })

/** What cash asks of itself. */
export const cashRules = (address: CashAddresses): readonly ControlRule[] =>
  [dueCovered, inTransit, overCeiling, notBanked, underFloor, daysOpen].map((rule) => rule(address))

/** Holdings whose figures an alert does not show to somebody: those that they are counting, and the couriers whose bags they are counting. */
export const hiddenHoldings: HiddenHoldings = async (db: Queryable, userId: string) => {
  const person = await findPerson(db, userId)
  const counted = person ? (await blindHoldings(db, person.staffId)).holdings : new Set<string>()
  const { rows } = await sql<{ id: string }>`
    select t.courier_holding_id as id from cash.treasury_transaction t
     where t.receiving_user_id = ${userId} and t.status = 'DISPATCHED' and t.courier_holding_id is not null`.execute(db)
  return new Set([...counted, ...rows.map(({ id }) => id)])
}
