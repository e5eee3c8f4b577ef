import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { payoutSlip } from '../../contract/slip-kinds.ts'

/** `path`: of a list by its id. */
export const paidOtherwise = (path: (listId: string) => string): ControlRule =>
  defineControlRule({
    code: 'PAYOUT_PAID_OTHERWISE',
    name: { vi: 'Dòng chi trả bị báo chi không khớp', en: 'Payout reported otherwise than owed' },
    meaning: {
      vi: 'Quầy báo đã chi số tiền khác số phải chi, hoặc chi khi dòng đang được giữ ở nơi khác, nên dòng bị tạm giữ. Đối chiếu với quầy, rồi lập phiên bản cập nhật để sửa, huỷ hoặc cho chi tiếp.',
      en: 'A counter reported another amount than is owed, or paid while the line was claimed elsewhere, so the line is held. Check with the counter, then change, withdraw or release the line by an update.',
    },
    severity: 'HIGH',
    every: 15,
    async query(db) {
      const { rows } = await sql<ControlRow & { listId: string }>`
        select d.line_id as subject, s.code || ' · ' || d.name as label, sum(s.amount) over (partition by d.line_id)::numeric(20,2) as amount, d.unit_id as "unitId", s.occurred_at as since,
            d.list_id as "listId"
          from cash.slip s join payout.due d on d.line_id = ltrim(s.source_id, 'DC')::bigint
         where s.source_kind = ${payoutSlip.kind} and s.excess and s.status in ('EXCESS', 'UNKNOWN') and d.status = 'HELD' order by s.id limit 1000`.execute(db)
      const first = new Map(rows.toReversed().map((row) => [row.subject, row]))
      return [...first.values()].map(({ listId, ...row }) => ({ ...row, link: path(listId) }))
    },
  })
