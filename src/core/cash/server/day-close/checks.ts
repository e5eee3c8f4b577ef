import { type RawBuilder, sql } from 'kysely'
import { INBOX_PATH } from '#core/approvals/contract/request.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { overCeilingBlocks } from '../../contract/parameters.ts'
import type { CashAddresses } from '../addresses.ts'
import { type CloseCheck, type CloseDay, type CloseItem, defineCloseCheck } from './check.ts'

/** The days as rows `d` (day_id, unit_id, business_date). */
const asked = (days: readonly CloseDay[]) => sql`unnest(${days.map(({ dayId }) => dayId)}::bigint[], ${days.map(({ unitId }) => unitId)}::bigint[],
  ${days.map(({ businessDate }) => businessDate)}::date[]) as d (day_id, unit_id, business_date)`

interface Found {
  dayId: string
  /** Of the record that the item leads to. */
  id: string
  code: string
  amount?: string
}

const rowsOf = async <Row extends Found>(db: Queryable, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows

const item = ({ dayId, id, code, amount }: Found, severity: CloseItem['severity'], about: Text, address: (id: string) => string): CloseItem => ({
  dayId,
  path: address(id),
  key: amount === undefined ? code : `${code}/${amount}`,
  code,
  severity,
  about,
  ...(amount === undefined ? {} : { amount }),
})

const shiftsClosed = ({ shift }: CashAddresses) =>
  defineCloseCheck({
    name: 'SHIFTS',
    title: { vi: 'Các ca đã đóng', en: 'All shifts closed' },
    async check(db, days) {
      const rows = await rowsOf(
        db,
        sql<Found & { till: string }>`
        select d.day_id::text as "dayId", s.id::text as id, s.code, h.name as till
        from ${asked(days)} join cash.shift s on s.unit_id = d.unit_id and s.business_date <= d.business_date and s.status <> 'CLOSED'
        join cash.holding h on h.id = s.till_id order by s.code`,
      )
      return rows.map((row) => item(row, 'BLOCK', { vi: `Ca tại ${row.till} chưa đóng`, en: `The shift at ${row.till} is not closed` }, shift))
    },
  })

/** Counted for the day, and nothing has moved since but what that count itself led to. */
const vaultCounted = ({ holding }: CashAddresses) =>
  defineCloseCheck({
    name: 'VAULT',
    title: { vi: 'Quỹ chính đã kiểm', en: 'Vault counted' },
    refusal: dayCloseErrors.vaultUncounted,
    async check(db, days) {
      const rows = await rowsOf(
        db,
        sql<Found & { counted: boolean }>`
        select d.day_id::text as "dayId", h.id::text as id, h.code, c.id is not null as counted
        from ${asked(days)} join cash.holding h on h.unit_id = d.unit_id and h.kind = 'VAULT' and h.status <> 'CLOSED'
        left join lateral (
          select * from cash.count where holding_id = h.id and business_date = d.business_date and reason in ('DAY', 'SPOT') order by id desc limit 1
        ) c on true
        where c.id is null or exists (
          select from ledger.entry e join ledger.journal j on j.id = e.journal_id
          where e.account_id = h.account_id and e.account_version > c.account_version and j.business_date <= d.business_date
            and not exists (select from cash.variance v where v.count_id = c.id and v.journal_id = j.id)
        )`,
      )
      return rows.map((row) =>
        item(
          row,
          'BLOCK',
          row.counted
            ? { vi: 'Có phát sinh sau lần kiểm cuối, phải kiểm lại', en: 'It has moved since it was counted; count it again' }
            : { vi: 'Chưa kiểm quỹ cuối ngày', en: 'Not counted at the end of the day' },
          holding,
        ),
      )
    },
  })

const variancesDecided = ({ count }: CashAddresses) =>
  defineCloseCheck({
    name: 'VARIANCES',
    title: { vi: 'Số kiểm khớp sổ, hoặc chênh lệch đã xử lý', en: 'Counts equal the books, or variances are decided' },
    async check(db, days) {
      const rows = await rowsOf(
        db,
        sql<Found & { holding: string }>`
        select d.day_id::text as "dayId", c.id::text as id, c.code, h.name as holding, v.amount::text as amount
        from ${asked(days)} join cash.variance v on v.unit_id = d.unit_id and v.status in ('OPEN', 'PENDING')
        join cash.count c on c.id = v.count_id and c.business_date <= d.business_date join cash.holding h on h.id = v.holding_id order by c.code`,
      )
      return rows.map((row) =>
        item(row, 'BLOCK', { vi: `Chênh lệch tại ${row.holding} chưa được duyệt`, en: `The variance at ${row.holding} is not decided` }, count),
      )
    },
  })

/** Of cash only: what else waits at a unit has its own time limits and is no cash of this day. */
const nothingPending = defineCloseCheck({
  name: 'APPROVALS',
  title: { vi: 'Không còn yêu cầu chờ duyệt', en: 'No approval pending' },
  async check(db, days) {
    const rows = await rowsOf(
      db,
      sql<Found>`
        select d.day_id::text as "dayId", r.subject_code as code, r.request_id::text as id
        from ${asked(days)} join approvals.pending_place r on r.unit_id = d.unit_id and r.subject_type like 'cash.%'
        where (r.asked_at at time zone 'Asia/Ho_Chi_Minh')::date <= d.business_date order by r.request_id`,
    )
    return rows.map((row) =>
      item(
        row,
        'BLOCK',
        { vi: 'Yêu cầu chờ duyệt', en: 'Request waiting for approval' },
        () => `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', subjectCode: row.code })}`,
      ),
    )
  },
})

const transfersReceived = ({ treasury }: CashAddresses) =>
  defineCloseCheck({
    name: 'TRANSFERS',
    title: { vi: 'Tiền điều chuyển đã nhận, hoặc ghi nhận là đang đi đường', en: 'Transfers received, or acknowledged as in transit' },
    async check(db, days) {
      const rows = await rowsOf(
        db,
        sql<Found & { status: string; other: string }>`
        select d.day_id::text as "dayId", t.id::text as id, t.code, t.amount::text as amount, t.status, o.name as other
        from ${asked(days)} join cash.treasury_transaction t on d.unit_id in (t.from_unit_id, t.to_unit_id) and t.status in ('DISPATCHED', 'DISCREPANCY')
          and (t.dispatched_at at time zone 'Asia/Ho_Chi_Minh')::date <= d.business_date
        join organisation.unit_directory o on o.id = case when t.from_unit_id = d.unit_id then t.to_unit_id else t.from_unit_id end
        order by t.code`,
      )
      return rows.map((row) =>
        item(
          row,
          'ACKNOWLEDGE',
          row.status === 'DISCREPANCY'
            ? { vi: `Lệch khi giao nhận với ${row.other}`, en: `Discrepancy with ${row.other}` }
            : { vi: `Đang đi đường, đầu kia là ${row.other}`, en: `In transit; the other end is ${row.other}` },
          treasury,
        ),
      )
    },
  })

/** What lies above the ceiling at the end of the day, or above the floor where there is no ceiling, should have gone to the bank. */
const cashToBank = ({ holding }: CashAddresses) =>
  defineCloseCheck({
    name: 'CASH_LEFT',
    title: { vi: 'Tiền vượt hạn mức đã nộp ngân hàng', en: 'Cash above the ceiling brought to the bank' },
    async check(db, days) {
      const blocks = await parameter(db, overCeilingBlocks)
      const rows = await rowsOf(
        db,
        sql<Found & { blocks: boolean; name: string; limited: boolean }>`
        select d.day_id::text as "dayId", h.id::text as id, h.code, h.name, (b.closing - coalesce(h.ceiling, h.floor))::text as amount,
          h.ceiling_policy = 'BLOCK' as blocks, h.ceiling is not null as limited
        from ${asked(days)} join cash.holding h on h.unit_id = d.unit_id and h.kind <> 'COURIER' and h.status <> 'CLOSED'
        cross join lateral (
          select closing from ledger.daily_balance where account_id = h.account_id and business_date <= d.business_date order by business_date desc limit 1
        ) b
        where b.closing > coalesce(h.ceiling, h.floor) order by h.code`,
      )
      return rows.map((row) =>
        item(
          row,
          blocks || row.blocks ? 'BLOCK' : 'ACKNOWLEDGE',
          row.limited
            ? { vi: `${row.name}: vượt hạn mức tồn quỹ`, en: `${row.name}: above its ceiling` }
            : { vi: `${row.name}: còn tiền chưa nộp ngân hàng`, en: `${row.name}: cash not brought to the bank` },
          holding,
        ),
      )
    },
  })

/** The checks of cash itself, in the order of a closing day. */
export const cashCloseChecks = (address: CashAddresses): readonly CloseCheck[] => [
  shiftsClosed(address),
  vaultCounted(address),
  variancesDecided(address),
  nothingPending,
  transfersReceived(address),
  cashToBank(address),
]
