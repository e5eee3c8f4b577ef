import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import type { Verdict } from '../contract/case.ts'
import type { TransactionAddress } from './cases.ts'

interface Found extends Omit<ControlRow, 'link' | 'label'> {
  transactionId: string
  service: string
  verdict: Verdict
}

const WORDS: Record<Verdict, { vi: string; en: string }> = {
  SUCCEEDED: { vi: 'Đã quyết định thành công, sau đó đối tác báo thất bại', en: 'Decided as successful, then reported as failed' },
  FAILED: { vi: 'Đã quyết định thất bại, sau đó đối tác báo thành công', en: 'Decided as failed, then reported as successful' },
}

/** What was heard after a decision contradicts it: an alert each until two people have settled it. */
export const outcomeRules = (address: TransactionAddress): readonly ControlRule[] => [
  defineControlRule({
    code: 'OUTCOME_CONFLICT',
    name: { vi: 'Kết quả giao dịch bị mâu thuẫn', en: 'Contradicted outcomes' },
    meaning: {
      vi: 'Đối tác báo kết quả ngược với kết quả đã quyết định. Trạng thái không đổi, quyết toán của giao dịch tạm giữ. Làm rõ với đối tác, rồi hai người quyết định kết quả nào đúng; nếu báo cáo sau đúng thì chênh lệch được hạch toán ngay.',
      en: 'A partner has reported the opposite of what was decided. No state has changed and the settlement is held. Clear it up with the partner; then two people decide which is right; where the later report is, the difference is booked at once.',
    },
    severity: 'HIGH',
    every: 5,
    async query(db) {
      const { rows } = await sql<Found>`
        select c.transaction_id as "transactionId", c.service, c.code as subject, c.verdict,
            coalesce(c.office_unit_id, c.district_unit_id, c.province_unit_id, c.head_unit_id) as "unitId", c.amount, c.conflict_at as since
          from outcome.outcome_case c where c.conflict_at is not null and c.conflict_decision is distinct from 'RELEASE' and c.conflict_booked_at is null order by c.conflict_at, c.id limit 1000`.execute(
        db,
      )
      return rows.map(({ transactionId, service, verdict, ...row }) => {
        const link = address(service, transactionId)
        return { ...row, label: WORDS[verdict], ...(link ? { link } : {}) }
      })
    },
  }),
]
