import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { endOfDay, localDate } from '#kernel/dates.ts'
import { lateDuties } from './duties.ts'

const MOST = 1000
/** A month and what the next list takes to come. */
const CARRIED_DAYS = 45

type Named = Pick<Awaited<ReturnType<typeof lateDuties>>[number], 'programmeId' | 'programmeCode' | 'programmeName' | 'month'>

interface Addresses {
  list: (id: string) => string
  /** Deadlines of a programme. */
  duties: (programmeId: string) => string
}

/** What must not stay as it is about payout lists. */
export function payoutRules({ list, duties }: Addresses): readonly ControlRule[] {
  const rowOf = ({ programmeId, programmeCode, programmeName, month }: Named, due: string | null) => ({
    subject: `${programmeCode}-${month}`,
    label: `${programmeName} ${month}`,
    unitId: null,
    since: due === null ? null : endOfDay(due),
    link: duties(programmeId),
  })
  return [
    defineControlRule({
      code: 'PAYOUT_LIST_OVERDUE',
      name: { vi: 'Danh sách chi trả hết hạn chưa đóng', en: 'Payout list past its last day' },
      meaning: {
        vi: 'Đã qua ngày chi cuối cùng nhưng danh sách chưa đóng được: còn dòng đang chi, chưa rõ kết quả, hoặc phiên bản cập nhật chưa xong. Cần xử lý để tiền chưa chi về đơn vị uỷ quyền.',
        en: 'The last day of payment is over, but lines are being paid or unknown, or an update is under way, so the list cannot close. Settle them, so that what is unpaid goes back to the payer.',
      },
      severity: 'MEDIUM',
      every: 60,
      async query(db, now) {
        const { rows } = await sql<ControlRow & { id: string; label: string; fault: string | null }>`
        select l.id, l.code as subject, l.code || ' · ' || p.name as label, l.close_fault as fault, a.balance::numeric(20,2) as amount, l.unit_id as "unitId",
            ((l.pay_until + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh') as since
          from payout.list l join payout.programme p on p.id = l.programme_id left join ledger.account a on a.id = l.account_id
         where l.status in ('APPROVED', 'PAYING') and l.pay_until < ${localDate(now)}::date order by l.pay_until, l.id limit ${MOST}`.execute(db)
        return rows.map(({ id, fault, label, ...row }) => ({
          ...row,
          label: fault === null ? label : { vi: `${label} · chưa đóng được: ${fault}`, en: `${label} · cannot close: ${fault}` },
          link: list(id),
        }))
      },
    }),
    defineControlRule({
      code: 'PAYOUT_CARRIED_WAITING',
      name: { vi: 'Dòng chuyển kỳ sau chưa được chi tiếp', en: 'Carried lines taken by no list' },
      meaning: {
        vi: `Danh sách đã đóng quá ${CARRIED_DAYS} ngày mà dòng chuyển kỳ sau của nó chưa vào danh sách nào. Nhập danh sách kỳ sau hoặc lập danh sách chi bổ sung.`,
        en: `A list was closed more than ${CARRIED_DAYS} days ago, and lines that it carried over are on no other list. Import the next month’s list, or follow it up.`,
      },
      severity: 'MEDIUM',
      every: 60,
      async query(db, now) {
        const { rows } = await sql<ControlRow & { id: string }>`
        select l.id, l.code as subject, l.code || ' · ' || p.name as label, sum(t.amount)::numeric(20,2) as amount, l.unit_id as "unitId", l.closed_at as since
          from payout.line t join payout.list l on l.id = t.list_id join payout.programme p on p.id = l.programme_id
         where t.status = 'CARRIED' and l.closed_at < ${now}::timestamptz - make_interval(days => ${CARRIED_DAYS})
           and not exists (select from payout.line n where n.from_line_id = t.id and n.status <> 'CANCELLED')
           and not exists (select from payout.line o where o.programme_id = t.programme_id and o.month = t.month and o.status not in ('RETURNED', 'CARRIED', 'CANCELLED')
             and o.beneficiary_code = t.beneficiary_code)
         group by l.id, p.id order by l.closed_at, l.id limit ${MOST}`.execute(db)
        return rows.map(({ id, ...row }) => ({ ...row, link: list(id) }))
      },
    }),
    defineControlRule({
      code: 'PAYOUT_LIST_LATE',
      name: { vi: 'Danh sách hoặc tiền chi trả đến trễ', en: 'Payout list or money late' },
      meaning: {
        vi: 'Quá ngày hẹn của chương trình mà danh sách hoặc tiền của kỳ chưa đến đủ. Liên hệ đơn vị uỷ quyền; số tiền là phần còn thiếu.',
        en: 'The programme’s day is over, but the list or the money of the month has not come in full. Contact the payer; the amount is what is missing.',
      },
      severity: 'MEDIUM',
      every: 60,
      query: async (db, now) =>
        (await lateDuties(db, now, 'COMING')).map(({ missing, listDue, ...duty }) => ({
          ...rowOf(duty, listDue),
          amount: missing === '0.00' ? null : missing,
        })),
    }),
    defineControlRule({
      code: 'PAYOUT_REPORT_LATE',
      name: { vi: 'Chưa gửi báo cáo chi trả đúng hạn', en: 'Payout report overdue' },
      meaning: {
        vi: 'Quá ngày báo cáo của chương trình mà chưa ghi nhận đã gửi danh sách đã chi, chưa chi cho đơn vị uỷ quyền; số tiền là phần chưa chi.',
        en: 'The programme’s day is over, and nobody has recorded that the payer has the lists of paid and unpaid; the amount is what is unpaid.',
      },
      severity: 'MEDIUM',
      every: 60,
      query: async (db, now) => (await lateDuties(db, now, 'REPORT')).map(({ unpaid, reportDue, ...duty }) => ({ ...rowOf(duty, reportDue), amount: unpaid })),
    }),
  ]
}
