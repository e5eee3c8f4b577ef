import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { CONNECTIONS_SCREEN } from '../contract/connections.ts'
import { WEBHOOKS_SCREEN } from '../contract/webhooks/endpoints.ts'

/** Partners that are not called because they have not answered, and partners that are told nothing because they have taken nothing. */
export const partnerRules: readonly ControlRule[] = [
  defineControlRule({
    code: 'PARTNER_DOWN',
    name: { vi: 'Kết nối đối tác đang bị ngắt', en: 'Partner connection paused' },
    meaning: {
      vi: 'Đối tác lỗi nhiều lần liên tiếp nên tạm thời không được gọi; giao dịch cần hỏi ở trạng thái không rõ. Cần liên hệ đối tác.',
      en: 'The partner has failed several times in a row and is not called for the time being; transactions to be asked about stay unknown. Contact the partner.',
    },
    severity: 'HIGH',
    every: 1,
    async query(db) {
      const { rows } = await sql<ControlRow>`
        select p.code as subject, p.name as label, null as amount, c.opened_at as since, null as "unitId", ${CONNECTIONS_SCREEN} as link
          from partner.circuit c join partner.endpoint e on e.partner_id = c.partner_id and e.status = 'ON' join organisation.partner p on p.id = c.partner_id
         where c.retry_at is not null order by c.opened_at`.execute(db)
      return rows
    },
  }),
  defineControlRule({
    code: 'WEBHOOK_DISABLED',
    name: { vi: 'Địa chỉ nhận sự kiện của đối tác ngừng nhận', en: 'Webhook endpoint of a partner disabled' },
    meaning: {
      vi: 'Không nhận sự kiện nào trong ba ngày nên hệ thống ngừng gửi; sự kiện vẫn được giữ. Cần báo đối tác, rồi cho gửi tiếp. Cảnh báo mở lại mỗi ngày.',
      en: 'It took nothing for three days, so that nothing is sent any more; events are kept. Tell the partner, then resume it. The alert comes back every day.',
    },
    severity: 'HIGH',
    every: 60,
    async query(db, now) {
      // Each day is a subject of its own, so that whoever has acknowledged it is told again on the next.
      const day = localDate(now)
      const { rows } = await sql<ControlRow>`
        select p.code || ' ' || e.label || ' ' || ${day} as subject, p.name || ' · ' || e.label as label, null as amount, coalesce(h.failing_since, e.updated_at) as since,
            null as "unitId", ${WEBHOOKS_SCREEN} as link
          from partner.webhook_endpoint e join organisation.partner p on p.id = e.partner_id left join partner.webhook_health h on h.endpoint_id = e.id
         where e.status = 'DISABLED' and e.collects order by 4`.execute(db)
      return rows
    },
  }),
]
