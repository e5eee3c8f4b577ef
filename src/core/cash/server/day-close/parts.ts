import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { CloseCheck } from './check.ts'

/** What day close is composed of. */
export interface DayCloseParts {
  /** The checklist, in its order. */
  closeChecks: readonly CloseCheck[]
  reopening: ApprovalKind
  /** Of the screen of a day, for notifications. */
  dayAddress: (dayId: string) => string
}

/** The figures with the kinds of journals in words. */
export function withKinds<Figures extends Record<'receipts' | 'payments' | 'late', readonly { kind: string }[]>>(
  figures: Figures,
  name: (kind: string) => string,
): Figures {
  const named = (rows: readonly { kind: string }[]) => rows.map((row) => ({ ...row, kind: name(row.kind) }))
  return { ...figures, receipts: named(figures.receipts), payments: named(figures.payments), late: named(figures.late) }
}
