import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { moneyOrderSlip, payoutSlip } from '../../contract/slip-kinds.ts'

/** `list`, `order`: where a list and a money order are shown, by id. */
export const paidOtherwise = ({ list, order }: Record<'list' | 'order', (id: string) => string>): ControlRule =>
  defineControlRule({
    code: 'PAYOUT_PAID_OTHERWISE',
    name: { vi: 'Phiếu bị báo chi không khớp', en: 'Payout reported otherwise than owed' },
    meaning: {
      vi: 'Quầy báo đã chi số tiền khác số phải chi, hoặc chi khi dòng đang được giữ ở nơi khác, nên dòng bị tạm giữ. Đối chiếu với quầy, rồi lập phiên bản cập nhật để sửa, huỷ hoặc cho chi tiếp; phiếu chuyển tiền thì đề nghị cho chi tiếp.',
      en: 'A counter reported another amount than is owed, or paid while the line was claimed elsewhere, so the line is held. Check with the counter, then change, withdraw or release the line by an update; a money order is released on its page.',
    },
    severity: 'HIGH',
    every: 15,
    async query(db) {
      const { rows } = await sql<ControlRow & { listId: string | null; orderId: string | null }>`
        select d.line_id::text as subject, s.code || ' · ' || d.name as label, sum(s.amount) over (partition by d.line_id)::numeric(20,2) as amount, d.unit_id as "unitId", s.occurred_at as since,
            d.list_id as "listId", null as "orderId"
          from cash.slip s join payout.due d on d.line_id = ltrim(s.source_id, 'DC')::bigint
         where s.source_kind = ${payoutSlip.kind} and s.excess and s.status in ('EXCESS', 'UNKNOWN') and d.status = 'HELD'
        union all
        select o.code, o.code || ' · ' || o.receiver_name, sum(d.amount) over (partition by o.id)::numeric(20,2), d.unit_id, d.occurred_at, null, o.id
          from cash.money_order o cross join lateral cash.order_doubts(o.code, o.cleared_slips) d
         where o.code in (select s.source_id from cash.slip s where s.source_kind = ${moneyOrderSlip.kind} and s.excess) and o.status in ('SENT', 'NOTIFIED', 'RETURNING')
         order by since limit 1000`.execute(db)
      const first = new Map(rows.toReversed().map((row) => [row.subject, row]))
      return [...first.values()].map(({ listId, orderId, ...row }) => ({ ...row, link: listId === null ? order(orderId ?? '') : list(listId) }))
    },
  })
