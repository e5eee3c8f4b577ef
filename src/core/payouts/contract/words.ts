import { z } from 'zod'
import { enumOf, trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** Permissions of the screens; each with an action behind it. */
export const LISTS = 'payouts/lists'
export const UPDATES = 'payouts/updates'
export const FUNDS = 'payouts/funds'
export const PROGRAMMES = 'payouts/programmes'
export const REPORTS = 'payouts/reports'
export const DUTIES = 'payouts/duties'

export const ProgrammeKind = enumOf('payouts.programmeKind', ['PENSION', 'ALLOWANCE', 'UNEMPLOYMENT', 'OTHER'])
export const Unpaid = enumOf('payouts.unpaid', ['CARRY', 'RETURN'])
export const ListKind = enumOf('payouts.listKind', ['REGULAR', 'FOLLOW_UP'])
export const Method = enumOf('payouts.method', ['CASH', 'ACCOUNT'])
export const IdentityType = enumOf('payouts.identityType', ['CCCD', 'CAN_CUOC', 'ELECTRONIC', 'PASSPORT'])
export const WarningKind = enumOf('payouts.warningKind', ['AMOUNT', 'ACCOUNT_CHANGED', 'OTHER_LIST', 'NEW', 'IDENTITY'])
/** Where something that is due by a day stands: DUE within the days before it. */
export const DutyState = enumOf('payouts.dutyState', ['NONE', 'OPEN', 'DUE', 'LATE', 'DONE'])
export const ChangeKind = enumOf('payouts.changeKind', ['ADD', 'CHANGE', 'HOLD', 'RELEASE', 'WITHDRAW'])

/** What has become of money of a list: paid, or why not. */
export const MoneyPart = enumOf('payouts.moneyPart', ['CASH', 'ACCOUNT', 'NOT_FETCHED', 'HELD', 'NOT_TRANSFERRED', 'WAITING'])

/** A month as people write it: MM/YYYY. */
export const Month = trimmed()
  .regex(/^(0[1-9]|1[0-2])\/20\d\d$/, { error: ruleError('month') })
  .meta({ kind: 'code' })
export const MonthText = z.string().meta({ kind: 'code' })

/** The first day of a month that is written MM/YYYY. */
export const firstDay = (month: string): string => `${month.slice(3)}-${month.slice(0, 2)}-01`
