import { type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { showDate } from '#kernel/dates.ts'
import { missingDays, type PlugWithLines } from './calendar.ts'

/** Days back that are looked at. */
const LOOK_BACK = 14

/** Statements that should have come: `sessions` is the address of the list of sessions under a filter. */
export const missingStatements = (plugs: readonly PlugWithLines[], sessions: (filter: Record<string, string>) => string): ControlRule =>
  defineControlRule({
    code: 'RECONCILIATION_MISSING',
    name: { vi: 'Chưa có sao kê để đối soát', en: 'No statement to reconcile with' },
    meaning: {
      vi: 'Đã quá giờ phải có sao kê của ngày làm việc, hoặc của ngày nghỉ có giao dịch, mà chưa nhập, nên tiền của ngày đó chưa được đối soát. Lập phiên và nhập sao kê, hoặc hỏi đối tác.',
      en: 'The statement of a working day, or of another day with payments, is overdue, so the money of that day is not reconciled. Create the session and import the statement, or ask the partner for it.',
    },
    severity: 'MEDIUM',
    every: 60,
    async query(db, now) {
      const missing = await missingDays(plugs, db, now, LOOK_BACK)
      return missing.map(({ code, name, plug, partnerId, unitId, day, due }) => ({
        ...{ subject: `${code} ${day}`, label: `${name} · ${showDate(day)}`, unitId, amount: null, since: due },
        link: sessions({ plug, ...(partnerId ? { partnerId } : {}), from: day, to: day }),
      }))
    },
  })
