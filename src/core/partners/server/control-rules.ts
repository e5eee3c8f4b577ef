import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { CONNECTIONS_SCREEN } from '../contract/connections.ts'

/** Partners that are not called because they have not answered. */
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
]
