import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeText, DateOnly, enumOf, Flag, Id, Money, NameText, RequiredNote, SearchText, Stamped, Timestamp, UnitText, Version } from '#kernel/primitives.ts'
import { UnknownPayout } from './counter/unknown-payout.ts'
import { CountUnderWay, listCounts } from './counts.ts'
import { Printed } from './documents.ts'
import { Movement } from './holdings.ts'

export const openShiftErrors = defineErrors({
  noShift: error('CSH-120', 409, { vi: 'Giao dịch viên chưa mở ca', en: 'The teller has no open shift' }),
  otherTill: error('CSH-121', 409, { vi: 'Ca của giao dịch viên đang mở ở quầy {till}', en: 'The teller’s shift is open at till {till}' }),
  tillLocked: error('CSH-122', 409, { vi: 'Quầy {till} đang bị khoá hoặc đã đóng', en: 'The till {till} is locked or closed' }),
  beingCounted: error('CSH-123', 409, { vi: 'Quầy {till} đang được kiểm quỹ', en: 'The till {till} is being counted' }),
  tillTaken: error('CSH-124', 409, { vi: 'Quầy {till} đang có ca {shift} của {name}', en: 'Till {till} has the shift {shift} of {name}' }),
  secondShift: error('CSH-125', 409, { vi: 'Bạn đang có ca {shift} ở quầy {till}', en: 'You already have the shift {shift} at till {till}' }),
  noTill: error('CSH-126', 422, { vi: 'Quỹ {till} không phải là quầy giao dịch', en: 'The holding {till} is not a till' }),
  countOfOthersShift: error('CSH-127', 409, { vi: 'Ca {shift} là của {name}', en: 'The shift {shift} is that of {name}' }),
  notTeller: error('CSH-128', 409, { vi: 'Giao dịch viên tự kết ca của mình', en: 'The teller closes their own shift' }),
})

export const SHIFTS = 'cash/shifts'
const PATH = '/cfm-admin/shift/v1'

export const shiftMachine = defineMachine({
  name: 'cash.shifts.shiftStatus',
  initial: 'OPENING',
  states: { OPENING: { tone: 'moving' }, OPEN: { tone: 'success' }, COUNTED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    open: { from: ['OPENING'], to: 'OPEN' },
    count: { from: ['OPENING', 'OPEN'], to: 'COUNTED' },
    close: { from: ['COUNTED'], to: 'CLOSED' },
  },
})

const Whose = enumOf('cash.shifts.whose', ['OWN', 'OTHERS'])

const Shift = z.object({
  id: Id,
  code: CodeText,
  unitId: Id,
  unitName: UnitText,
  tillId: Id,
  tillCode: CodeText,
  tellerName: NameText,
  businessDate: DateOnly,
  openedAt: Timestamp.nullable(),
  closedAt: Timestamp.nullable(),
  abandoned: Flag,
  status: shiftMachine.status,
  ...Stamped,
})

export const listShifts = defineList({
  path: `${PATH}/search`,
  permission: `${SHIFTS}/view`,
  summary: { vi: 'Ca làm việc của giao dịch viên', en: 'Shifts of tellers' },
  entity: 'cash.shifts.shift',
  filter: {
    text: SearchText,
    unitId: Id.optional(),
    status: z.array(shiftMachine.status).min(1).max(4).optional(),
    whose: Whose.optional(),
    /** Of an earlier date, and not closed. */
    unclosed: Flag.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Shift,
  sort: ['code', 'businessDate', 'openedAt', 'updatedAt'],
  defaultSort: '-updatedAt',
})

const Totals = { moneyIn: Money.nullable(), moneyOut: Money.nullable(), balance: Money.nullable() }

export const findShift = defineQuery({
  path: `${PATH}/find`,
  permission: `${SHIFTS}/view`,
  summary: { vi: 'Một ca: các lần kiểm quỹ và thu chi', en: 'One shift with its counts and movements' },
  input: { id: Id },
  output: Shift.extend({
    /** Null to who counts the till just now; the balance of a shift that is closed stands in its last count. */
    ...Totals,
    counts: z.array(listCounts.row),
    /** Of the till, while the shift is open: not in its books, whether they were made or not. */
    payouts: z.array(UnknownPayout),
    movements: z.array(Movement),
    blind: Flag,
  }),
})

/** The caller's day at the counter. */
export const myShift = defineQuery({
  path: `${PATH}/mine`,
  permission: `${SHIFTS}/create`,
  summary: { vi: 'Ca của tôi', en: 'My shift' },
  input: {},
  output: z.object({
    shift: Shift.extend(Totals).nullable(),
    /** What the caller is counting. */
    count: CountUnderWay.nullable(),
    /** The last closed shift of today, to be printed. */
    last: Shift.nullable(),
    /** Variances of the shift that wait for an explanation or a decision. */
    counts: z.array(listCounts.row),
    /** Of the till of the open shift: nobody knows whether they were made. */
    payouts: z.array(UnknownPayout),
    movements: z.array(Movement),
    /** Tills without a shift that may be opened. */
    tills: z.array(z.object({ id: Id, code: CodeText, name: NameText, unitName: UnitText })),
  }),
})

/** Begins with a blind count of the till. */
export const openShift = defineCommand({
  path: `${PATH}/open`,
  permission: `${SHIFTS}/create`,
  summary: { vi: 'Mở ca', en: 'Open a shift' },
  input: { tillId: Id },
})

/** Counts the till of a teller who does not come back, with a witness; the shift closes as any other. */
export const takeOverShift = defineCommand({
  path: `${PATH}/take-over`,
  permission: `${SHIFTS}/close`,
  summary: { vi: 'Kết ca bị bỏ dở thay giao dịch viên', en: 'Close an abandoned shift in place of the teller' },
  input: { id: Id, version: Version, witnessId: Id, reason: RequiredNote(200) },
})

export const printShift = defineCommand({
  path: `${PATH}/print`,
  permission: `${SHIFTS}/view`,
  summary: { vi: 'In phiếu ca', en: 'Print a shift slip' },
  input: { id: Id },
  output: Printed,
})
