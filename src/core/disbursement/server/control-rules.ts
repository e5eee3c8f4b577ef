import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { unsentMinutes } from '#core/payments/contract/parameters.ts'
import { transferService } from '../contract/service.ts'

const service = sql.lit(transferService.code)

/** What must not be the case about transfers, or not for long. */
export const disbursementRules = (address: { returned(id: string): string; batch(id: string): string }): readonly ControlRule[] => [
  defineControlRule({
    code: 'TRANSFERS_IN_TRANSIT',
    name: { vi: 'Tiền chuyển khoản đang đi lệch với các lệnh', en: 'Transfers in transit differ from their account' },
    meaning: {
      vi: 'Tổng các lệnh đã gửi và chưa rõ kết quả phải bằng số dư tài khoản tiền chuyển khoản đang đi.',
      en: 'What transfers sent and unknown add up to must equal the account of transfers in transit.',
    },
    severity: 'HIGH',
    every: 5,
    async query(db) {
      const { rows } = await sql<ControlRow>`
        select a.code as subject, a.name as label, (a.balance - s.open)::text as amount, null as since, null as "unitId", null as link
          from payment.service_account r join ledger.account a on a.id = r.account_id
          cross join lateral (select coalesce(sum(amount), 0) as open from disbursement.item where status in ('SENT', 'UNKNOWN')) s
         where r.service = ${service} and r.role = 'transit' and a.balance <> s.open`.execute(db)
      return rows
    },
  }),
  defineControlRule({
    code: 'TRANSFERS_UNSENT',
    name: { vi: 'Lệnh chuyển khoản chờ gửi quá lâu', en: 'Transfers unsent for too long' },
    meaning: {
      vi: 'Lô đã duyệt nhưng lệnh chưa gửi được sang đối tác. Xem lý do ở lệnh trong lô: mở kết nối hoặc mở khoá đối tác rồi gửi lại.',
      en: 'The batch was approved, but the transfer could not be sent. The transfer says why: turn the connection on or unlock the partner, then send it again.',
    },
    severity: 'MEDIUM',
    every: 15,
    // What waits its turn has no fault: a batch of thousands takes its time, and what stands in the way says so when it is tried. Where nothing is
    // tried at all, nobody says anything: then each batch is named once.
    async query(db, now) {
      const minutes = await parameter(db, unsentMinutes)
      const before = sql`${now}::timestamptz - make_interval(mins => ${minutes})`
      const { rows } = await sql<Omit<ControlRow, 'link'> & { batch: string }>`
        select i.batch_id as batch, i.reference as subject, p.name as label, i.amount::text as amount, b.approved_at as since, i.unit_id as "unitId"
          from disbursement.item i join disbursement.batch b on b.id = i.batch_id join organisation.partner p on p.id = i.partner_id
         where i.due_at is not null and i.call_at is null and i.fault <> '' and b.approved_at < ${before}
        union all
        select b.id, b.code, p.name, sum(i.amount)::numeric(20,2)::text, b.approved_at, b.unit_id
          from disbursement.item i join disbursement.batch b on b.id = i.batch_id join organisation.partner p on p.id = i.partner_id
         where i.due_at < ${before} and i.call_at is null and i.fault = ''
           and not exists (select from disbursement.item c where c.partner_id = i.partner_id and c.updated_at >= ${before} and c.call_at >= ${before})
         group by b.id, p.name
         order by since, subject limit 500`.execute(db)
      return rows.map(({ batch, ...row }) => ({ ...row, link: address.batch(batch) }))
    },
  }),
  defineControlRule({
    code: 'RETURNED_UNMATCHED',
    name: { vi: 'Tiền chuyển khoản bị trả lại chưa khớp lệnh', en: 'Returned transfers that match none' },
    meaning: {
      vi: 'Đối tác báo trả lại tiền nhưng không có lệnh thành công cùng mã tham chiếu và số tiền. Tiền nằm ở tài khoản chờ khớp, cần đối chiếu với đối tác.',
      en: 'The partner reported a return, but no paid transfer has that reference and amount. The money waits on an account of its own; check with the partner.',
    },
    severity: 'HIGH',
    every: 5,
    async query(db) {
      const { rows } = await sql<Omit<ControlRow, 'link'> & { id: string }>`
        select r.id, r.reference as subject, p.name as label, r.amount::text as amount, r.occurred_at as since, r.unit_id as "unitId"
          from disbursement.returned r join organisation.partner p on p.id = r.partner_id where r.status = 'WAITING' order by r.occurred_at, r.id limit 500`.execute(
        db,
      )
      return rows.map(({ id, ...row }) => ({ ...row, link: address.returned(id) }))
    },
  }),
]
