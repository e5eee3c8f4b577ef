import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Id, Money, NameText, OptionalNote, RequiredText, SearchText } from '#kernel/primitives.ts'
import { DUTIES, DutyState, Month, MonthText } from './words.ts'

const API = '/cfm-admin/payout-duty/v1'

/** Month by month what a programme's payer owes us by a day, and we the payer: list and money before the month, the report of paid and unpaid within it. */
export const listDuties = defineList({
  path: `${API}/search`,
  permission: `${DUTIES}/view`,
  summary: { vi: 'Hạn gửi, nhận với đơn vị uỷ quyền', en: 'Deadlines with payers' },
  entity: 'payouts.duty',
  filter: {
    text: SearchText,
    programmeId: Id.optional(),
    month: Month.optional(),
    listState: z.array(DutyState).min(1).max(DutyState.options.length).optional(),
    moneyState: z.array(DutyState).min(1).max(DutyState.options.length).optional(),
    reportState: z.array(DutyState).min(1).max(DutyState.options.length).optional(),
  },
  row: z.object({
    id: Id,
    programmeId: Id,
    programmeName: NameText,
    partnerName: NameText,
    month: MonthText,
    monthStart: DateOnly,
    listDue: DateOnly.nullable(),
    listState: DutyState,
    /** When the first list with lines was there. */
    cameOn: DateOnly.nullable(),
    lines: Count,
    total: Money,
    moneyState: DutyState,
    /** Of lists that are not approved yet: what the payer's prefunding does not cover. */
    missing: Money,
    paid: Money,
    unpaid: Money,
    reportDue: DateOnly.nullable(),
    reportState: DutyState,
    sentOn: DateOnly.nullable(),
    reference: CodeText.nullable(),
  }),
  sort: ['month', 'programmeName', 'reportDue'],
  defaultSort: '-month',
})

/** The payer has the report of a month: on which day, under which number. */
export const recordReport = defineCommand({
  path: `${API}/report-sent`,
  permission: `${DUTIES}/create`,
  summary: { vi: 'Ghi nhận đã gửi báo cáo cho đơn vị uỷ quyền', en: 'Record that the payer has the report' },
  input: { programmeId: Id, month: Month, sentOn: DateOnly, reference: RequiredText(100), note: OptionalNote(500) },
  output: z.object({ id: Id }),
})
