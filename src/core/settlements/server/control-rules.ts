import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { MERCHANT_SETTLEMENT } from '../contract/words.ts'

const MOST = 1000

interface Addresses {
  settlement: (id: string) => string
  merchant: (id: string) => string
}

/** Of the merchant `m`: what its account holds, and what settlements and movements say that it should. */
const OPEN = sql`coalesce((select sum(x.net) from settlement.movement x where x.merchant_id = m.id and x.settlement_id is null), 0)
  + coalesce((select sum(x.net) from settlement.new_movement x where x.merchant_id = m.id), 0)`
const UNPAID = sql`coalesce((select sum(s.net) from settlement.settlement s where s.merchant_id = m.id and s.status in ('PAYABLE', 'HELD', 'CARRIED')), 0)`

/**
 * A transfer that had failed was made after all, when its money had gone on into another settlement: the merchant owes it, and its own account does not
 * say so. The oldest claims are taken as paid back first.
 */
const paidTwice = (settlement: Addresses['settlement']): ControlRule =>
  defineControlRule({
    code: 'MERCHANT_PAID_TWICE',
    name: { vi: 'Điểm bán đã nhận tiền hai lần', en: 'Merchant was paid twice' },
    meaning: {
      vi: 'Lệnh chuyển khoản từng báo lỗi nhưng đã được chuyển, trong khi tiền của kỳ quyết toán đó đã gộp vào kỳ khác hoặc chi bằng lệnh khác. Số tiền nằm ở tài khoản phải thu tiền chuyển khoản trùng: đòi lại, hoặc lập bút toán trừ vào số phải trả của điểm bán. Kỳ nhận tiền gộp chưa được chi cho tới lúc đó, trừ khi có người cho chi.',
      en: 'A transfer that was reported as failed had been made, while the money of its settlement was merged into another or paid by another transfer. It is on the account of transfers made twice: claim it back, or set it off against what the merchant is owed by a manual journal. Until then the settlement that the money went into is not paid, unless someone releases it.',
    },
    severity: 'MEDIUM',
    every: 60,
    async query(db) {
      const { rows } = await sql<ControlRow & { id: string }>`
        select s.id, c.reference as subject, s.code || ' · ' || m.code || ' · ' || m.name as label, s.unit_id as "unitId",
            least(c.amount, c.balance - c.newer)::numeric(20,2) as amount, c.since
          from (
            select i.source_kind, i.source_item, i.reference, e.amount, a.balance, j.recorded_at as since,
                sum(e.amount) over (order by e.account_version desc) - e.amount as newer
              from payment.service_account r join ledger.account a on a.id = r.account_id and a.balance > 0
              join ledger.entry e on e.account_id = a.id and e.side = 'D' join ledger.journal j on j.id = e.journal_id
              left join disbursement.item i on i.transaction_id = case when j.source_type = 'payment.transaction' then j.source_id::bigint end
             where r.service = 'DISB' and r.role = 'wrongPaid'
          ) c
          join settlement.settlement s on c.source_kind = ${MERCHANT_SETTLEMENT} and s.id = c.source_item join merchants.merchant m on m.id = s.merchant_id
         where c.newer < c.balance order by s.id limit ${MOST}`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: settlement(id) }))
    },
  })

/** What must not stay as it is about settlements of merchants. */
export function settlementRules({ settlement, merchant }: Addresses): readonly ControlRule[] {
  return [
    defineControlRule({
      code: 'SETTLEMENT_DIFFERENCE',
      name: { vi: 'Số phải trả điểm bán lệch sổ cái', en: 'Merchant settlement differs from the ledger' },
      meaning: {
        vi: 'Số dư tài khoản phải trả của điểm bán khác với tổng các kỳ quyết toán chưa chi và phát sinh chưa quyết toán. Ngừng lập lô cho điểm bán này và báo bộ phận kỹ thuật; số tiền là phần lệch.',
        en: 'The balance of the merchant’s account differs from its unpaid settlements and the movements that are in none. Make no batch for it and tell the technical team; the amount is the difference.',
      },
      severity: 'HIGH',
      every: 720,
      async query(db) {
        const { rows } = await sql<ControlRow & { id: string }>`
          select m.id, m.code as subject, m.code || ' · ' || m.name as label, m.unit_id as "unitId", (a.balance - (${UNPAID}) - (${OPEN}))::numeric(20,2) as amount, null as since
            from settlement.cursor c join merchants.merchant m on m.id = c.merchant_id join ledger.account a on a.id = c.account_id
           where a.balance <> ${UNPAID} + ${OPEN} order by m.id limit ${MOST}`.execute(db)
        return rows.map(({ id, ...row }) => ({ ...row, link: merchant(id) }))
      },
    }),
    defineControlRule({
      code: 'SETTLEMENT_MADE_OF',
      name: { vi: 'Kỳ quyết toán lệch phát sinh của nó', en: 'Settlement differs from its movements' },
      meaning: {
        vi: 'Số tiền của kỳ quyết toán khác với tổng phát sinh và các kỳ được gộp vào. Không chi kỳ này và báo bộ phận kỹ thuật; số tiền là phần lệch.',
        en: 'A settlement differs from the movements and the settlements that it is made of. Do not pay it and tell the technical team; the amount is the difference.',
      },
      severity: 'HIGH',
      every: 720,
      async query(db, now) {
        const { rows } = await sql<ControlRow & { id: string }>`
          select s.id, s.code as subject, s.code || ' · ' || m.name as label, s.unit_id as "unitId", (s.net - made.net)::numeric(20,2) as amount, s.closed_at as since
            from settlement.settlement s join merchants.merchant m on m.id = s.merchant_id
            cross join lateral (
              select coalesce((select sum(x.net) from settlement.movement x where x.settlement_id = s.id), 0)
                + coalesce((select sum(p.net) from settlement.settlement p where p.merged_into_id = s.id), 0) as net
            ) made
           where s.closed_at > ${now}::timestamptz - interval '35 days' and s.net <> made.net order by s.id limit ${MOST}`.execute(db)
        return rows.map(({ id, ...row }) => ({ ...row, link: settlement(id) }))
      },
    }),
    defineControlRule({
      code: 'SETTLEMENT_HELD',
      name: { vi: 'Tiền quyết toán điểm bán bị giữ', en: 'Settlement of a merchant held' },
      meaning: {
        vi: 'Tài khoản nhận tiền của điểm bán bị giữ: ngân hàng trả lại, không có tài khoản hoặc tên không khớp. Liên hệ điểm bán rồi xử lý ở màn hình Tài khoản nhận bị giữ.',
        en: 'The receiving account is held: the bank gave the money back, knows no such account or calls it otherwise. Contact the merchant and decide on it in the list of held accounts.',
      },
      severity: 'MEDIUM',
      every: 15,
      async query(db) {
        const { rows } = await sql<ControlRow & { id: string }>`
          select s.id, s.code as subject, s.code || ' · ' || m.code || ' · ' || m.name as label, s.unit_id as "unitId", s.net as amount, s.updated_at as since
            from settlement.settlement s join merchants.merchant m on m.id = s.merchant_id where s.status = 'HELD' order by s.id limit ${MOST}`.execute(db)
        return rows.map(({ id, ...row }) => ({ ...row, link: settlement(id) }))
      },
    }),
    defineControlRule({
      code: 'MERCHANT_OWES',
      name: { vi: 'Điểm bán nợ tiền', en: 'Merchant owes money' },
      meaning: {
        vi: 'Hoàn, huỷ sau khi đã quyết toán nhiều hơn số điểm bán nhận được, nên số phải trả bị âm. Số âm được trừ vào các kỳ sau; nếu điểm bán ngừng bán thì đòi lại.',
        en: 'More was given back after settlement than the merchant has received since, so its balance is negative. It is set off against the next cycles; claim it if the merchant stops selling.',
      },
      severity: 'MEDIUM',
      every: 60,
      async query(db) {
        const { rows } = await sql<ControlRow & { id: string }>`
          select m.id, m.code as subject, m.code || ' · ' || m.name as label, m.unit_id as "unitId", a.balance as amount, null as since
            from settlement.cursor c join merchants.merchant m on m.id = c.merchant_id join ledger.account a on a.id = c.account_id
           where a.balance < 0 order by a.balance limit ${MOST}`.execute(db)
        return rows.map(({ id, ...row }) => ({ ...row, link: merchant(id) }))
      },
    }),
    paidTwice(settlement),
  ]
}
