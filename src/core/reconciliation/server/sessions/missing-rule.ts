import { type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { showDate } from '#kernel/dates.ts'
import { missingDays, type PlugWithLines } from './calendar.ts'

/** Days back that are looked at. */
const LOOK_BACK = 14

/** Days whose statement should have come, or whose own records should have been matched: `sessions` is the address of the list of sessions under a filter. */
export const missingStatements = (plugs: readonly PlugWithLines[], sessions: (filter: Record<string, string>) => string): ControlRule =>
  defineControlRule({
    code: 'RECONCILIATION_MISSING',
    name: { vi: 'Ngày chưa được đối soát', en: 'A day that is not reconciled' },
    meaning: {
      vi: 'Đã quá giờ phải đối soát ngày làm việc, hoặc ngày nghỉ có giao dịch, mà chưa có phiên hoặc chưa nhập sao kê. Lập phiên rồi nhập sao kê (hoặc hỏi đối tác); nơi hai bên đều là số liệu của ta thì chỉ cần khớp.',
      en: 'A working day, or another day with payments, should have been reconciled by now, and has no session or no statement. Create the session and import the statement (or ask the partner for it); where both sides are our own records, matching is enough.',
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
