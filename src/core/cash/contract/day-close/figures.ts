import { z } from 'zod'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { AccountText, CodeText, Count, DateOnly, Id, Money, NameText, NoteText, Text, Timestamp, UnitText } from '#kernel/primitives.ts'
import { HoldingKind } from '../holding.ts'

/** Receipts or payments of one kind of journal (stored by its key, answered in words); what moves between two holdings of the unit is neither. */
export const KindFigure = z.object({ kind: Text, count: Count, amount: Money })

/** One holding over the day, transfers inside the unit included. */
export const HoldingFigure = z.object({
  code: CodeText,
  name: NameText,
  holdingKind: HoldingKind,
  opening: Money,
  received: Money,
  paid: Money,
  closing: Money,
  ceiling: Money.nullable(),
})

export const CountFigure = z.object({
  code: CodeText,
  holding: CodeText,
  counted: Money,
  ledgerBalance: Money,
  variance: Money,
  countedBy: NameText,
  countedAt: Timestamp,
})

export const TransitFigure = z.object({ code: CodeText, fromUnit: UnitText, toUnit: UnitText, amount: Money, dispatchedAt: Timestamp.nullable() })

/** A journal of the day about something that happened before it. */
export const LateFigure = z.object({ journalId: Id, kind: Text, description: Text, occurredAt: Timestamp, amount: Money })

export const LateUnitFigure = z.object({
  unitCode: CodeText,
  unitName: UnitText,
  businessDate: DateOnly,
  reason: NoteText,
  namedBy: AccountText,
  arrivedAt: Timestamp.nullable(),
})

export const AcknowledgedFigure = z.object({ item: Text, note: NoteText, acknowledgedBy: AccountText, acknowledgedAt: Timestamp })

/** The code of the record that an item of the checklist is about: 'CASH_LEFT:V-010101/1.00' → 'V-010101'. */
export const itemCode = (item: string): string => item.slice(item.indexOf(':') + 1).split('/')[0] ?? ''

/** What a day came to: kept when it closes, and what the printed day sheet is drawn from. */
export const DayFigures = z.object({
  unitCode: CodeText,
  unitName: UnitText,
  unitLevel: UnitLevelField,
  /** After the last closed day, so that no entry falls between two days. */
  fromDate: DateOnly,
  businessDate: DateOnly,
  opening: Money,
  received: Money,
  paid: Money,
  closing: Money,
  receipts: z.array(KindFigure),
  payments: z.array(KindFigure),
  holdings: z.array(HoldingFigure),
  counts: z.array(CountFigure),
  transit: z.array(TransitFigure),
  late: z.array(LateFigure),
  lateUnits: z.array(LateUnitFigure),
  acknowledged: z.array(AcknowledgedFigure),
})
export type DayFigures = z.output<typeof DayFigures>
