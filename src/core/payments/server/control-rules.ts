import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { showDate } from '#kernel/dates.ts'
import type { Text } from '#kernel/language.ts'
import { lateFactHours, unknownOutcomeHours, unsentMinutes } from '../contract/parameters.ts'

/** Address of a transaction of a service; undefined where it has no screen. */
type TransactionAddress = (service: string, id: string) => string | undefined

interface Found extends Omit<ControlRow, 'link' | 'label'> {
  id: string
  service: string
}

const MOST = 1000
const UNIT = sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`

const rowWith =
  (address: TransactionAddress) =>
  ({ id, service, ...row }: Found, label: string | Text): ControlRow => {
    const link = address(service, id)
    return { ...row, label, ...(link ? { link } : {}) }
  }

const unknownOutcomes = (services: readonly string[], address: TransactionAddress) =>
  defineControlRule({
    code: 'UNKNOWN_OUTCOMES',
    name: { vi: 'Giao dịch chưa rõ kết quả quá lâu', en: 'Outcomes unknown for too long' },
    meaning: {
      vi: 'Giao dịch chưa rõ thành công hay thất bại quá số giờ quy định. Tra soát với đối tác và cập nhật kết quả.',
      en: 'Nobody knows whether these transactions have succeeded. Ask the partner, and report the outcome.',
    },
    severity: 'HIGH',
    every: 15,
    async query(db, now) {
      const hours = await parameter(db, unknownOutcomeHours)
      const { rows } = await sql<Found & { partner: string }>`
        select t.id, t.service, t.code as subject, p.name as partner, ${UNIT} as "unitId", t.amount, t.occurred_at as since
          from payment.transaction t join organisation.partner p on p.id = t.partner_id
         where t.service = any(${[...services]}::text[]) and t.status = 'UNKNOWN' and t.occurred_at < ${now}::timestamptz - make_interval(hours => ${hours})
         order by t.occurred_at limit ${MOST}`.execute(db)
      return rows.map(({ partner, ...row }) => rowWith(address)(row, partner))
    },
  })

const REASONS: Record<string, (account: string) => Text> = {
  INACTIVE: (account) => ({ vi: `Tài khoản ${account} đang khoá hoặc đã đóng`, en: `Account ${account} is locked or closed` }),
  CONTRADICTED: (account) => ({
    vi: `Kết quả mâu thuẫn đã hạch toán lại, đích là ${account}`,
    en: `A contradicted outcome was corrected; it was for ${account}`,
  }),
  LIMIT: (account) => ({ vi: `Tài khoản ${account} vượt hạn mức số dư`, en: `Account ${account} is at its limit` }),
}

const inSuspense = (address: TransactionAddress) =>
  defineControlRule({
    code: 'MONEY_IN_SUSPENSE',
    name: { vi: 'Tiền treo ở tài khoản chờ xử lý', en: 'Money in suspense' },
    meaning: {
      vi: 'Tiền đã phát sinh nhưng tài khoản nhận không ghi được nên đang treo. Mở khoá hoặc điều chỉnh tài khoản rồi chuyển tiền về đúng chỗ.',
      en: 'Money has moved that its account did not take, so it lies in suspense. Unlock or change the account, then move the money where it belongs.',
    },
    severity: 'MEDIUM',
    every: 15,
    async query(db) {
      const { rows } = await sql<Found & { account: string; reason: string }>`
        select t.id, s.service, t.code || '/' || s.id as subject, a.code as account, s.reason,
            coalesce(s.office_unit_id, s.district_unit_id, s.province_unit_id, s.head_unit_id) as "unitId", s.amount, s.created_at as since
          from payment.suspense s join payment.transaction t on t.id = s.transaction_id and t.business_date = s.business_date
          join ledger.account a on a.id = s.account_id
         where s.status = 'OPEN' order by s.created_at, s.id limit ${MOST}`.execute(db)
      return rows.map(({ account, reason, ...row }) => rowWith(address)(row, REASONS[reason]?.(account) ?? account))
    },
  })

/** How far back a report may lie reaches no further than the months of the tables. */
const REACH_DAYS = 130

const lateFacts = (services: readonly string[], address: TransactionAddress) =>
  defineControlRule({
    code: 'LATE_FACTS',
    name: { vi: 'Giao dịch đến muộn, ghi vào ngày sau', en: 'Late reports, counted for a later day' },
    meaning: {
      vi: 'Đối tác hoặc quầy báo giao dịch của ngày đã chốt trong những giờ gần đây; tiền được ghi vào ngày mở đầu tiên. Kiểm tra vì sao báo muộn. Cảnh báo tự đóng khi không còn giao dịch đến muộn mới.',
      en: 'Channels or counters have reported transactions of closed days in the last hours; they count for the first open day. Find out why they came late. The alert closes when nothing more comes late.',
    },
    severity: 'LOW',
    every: 60,
    async query(db, now) {
      const hours = await parameter(db, lateFactHours)
      const { rows } = await sql<Found & { lateOf: string; businessDate: string }>`
        select t.id, t.service, t.code as subject, t.late_of as "lateOf", t.business_date as "businessDate", ${UNIT} as "unitId", t.amount, t.created_at as since
          from payment.transaction t
         where t.service = any(${[...services]}::text[]) and t.late_of is not null and t.business_date > ${now}::date - ${REACH_DAYS}::integer
           and t.created_at > ${now}::timestamptz - make_interval(hours => ${hours})
         order by t.created_at, t.id limit ${MOST}`.execute(db)
      return rows.map(({ lateOf, businessDate, ...row }) =>
        rowWith(address)(row, {
          vi: `Của ngày ${showDate(lateOf)}, ghi vào ngày ${showDate(businessDate)}`,
          en: `Of ${showDate(lateOf)}, counted for ${showDate(businessDate)}`,
        }),
      )
    },
  })

const unsentRefunds = (address: TransactionAddress) =>
  defineControlRule({
    code: 'REFUNDS_UNSENT',
    name: { vi: 'Lệnh hoàn tiền chờ gửi quá lâu', en: 'Refunds unsent for too long' },
    meaning: {
      vi: 'Hoàn tiền đã duyệt nhưng chưa gửi được sang đối tác. Xem lý do trong chi tiết giao dịch: mở kết nối, mở khoá đối tác hoặc xử lý mâu thuẫn.',
      en: 'Refunds were approved but could not be sent to the partner. The detail says why: turn the connection on, unlock the partner or settle the contradiction.',
    },
    severity: 'MEDIUM',
    every: 15,
    async query(db, now) {
      const minutes = await parameter(db, unsentMinutes)
      const { rows } = await sql<Found & { partner: string }>`
        select t.id, t.service, t.code as subject, p.name as partner, ${UNIT} as "unitId", r.amount, r.created_at as since
          from payment.partner_refund r join payment.transaction t on t.id = r.refund_id and t.business_date = r.business_date
          join organisation.partner p on p.id = r.partner_id
         where r.state = 'READY' and r.created_at < ${now}::timestamptz - make_interval(mins => ${minutes}) order by r.created_at limit ${MOST}`.execute(db)
      return rows.map(({ partner, ...row }) => rowWith(address)(row, partner))
    },
  })

/** For how many days a difference that was mended is shown. */
const REPAIR_DAYS = 7

const SUMS_OF: Record<string, Text> = { LIST: { vi: 'Danh sách', en: 'Lists' }, REPORT: { vi: 'Báo cáo', en: 'Reports' } }

const keptSums = defineControlRule({
  code: 'KEPT_SUMS',
  name: { vi: 'Số tổng hợp từng lệch với giao dịch', en: 'Kept sums differed from the transactions' },
  meaning: {
    vi: 'Đối chiếu hằng đêm thấy số tổng hợp của danh sách hoặc báo cáo khác với giao dịch và đã lập lại. Số liệu nay đã đúng; tìm nguyên nhân lệch và các báo cáo đã dùng số cũ. Cảnh báo tự đóng sau bảy ngày.',
    en: 'The nightly comparison found sums of lists or reports that did not match the transactions, and rebuilt them. The figures are correct now; find out why they differed and which reports used the old ones. The alert closes after seven days.',
  },
  severity: 'HIGH',
  every: 60,
  async query(db, now) {
    const { rows } = await sql<{ id: string; kind: string; service: string; day: string; lines: string; since: Date }>`
      select r.id, r.kind, r.service, r.business_date as day, r.lines, r.repaired_at as since from payment.sum_repair r
       where r.repaired_at > ${now}::timestamptz - make_interval(days => ${REPAIR_DAYS}) order by r.repaired_at, r.id limit ${MOST}`.execute(db)
    return rows.map(({ id, kind, service, day, lines, since }) => ({
      ...{ subject: `${service}/${day}/${id}`, unitId: null, amount: null, since },
      label: {
        vi: `${SUMS_OF[kind]?.vi}, ngày ${showDate(day)}: ${lines} dòng lệch`,
        en: `${SUMS_OF[kind]?.en}, ${showDate(day)}: lines that differed: ${lines}`,
      },
    }))
  },
})

/** What payments ask of themselves. */
export const paymentRules = (services: readonly string[], address: TransactionAddress): readonly ControlRule[] => [
  unknownOutcomes(services, address),
  inSuspense(address),
  lateFacts(services, address),
  unsentRefunds(address),
  keptSums,
]
