import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'

/** A business date of a unit, from its first shift or count to its close by two people. */
export const dayMachine = defineMachine({
  name: 'cash.day-close.status',
  initial: 'OPEN',
  states: {
    OPEN: { tone: 'neutral' },
    COUNTING: { tone: 'moving' },
    SUBMITTED: { tone: 'attention' },
    CLOSED: { tone: 'success' },
    REOPENED: { tone: 'attention' },
  },
  events: {
    startCounting: { from: ['OPEN', 'REOPENED'], to: 'COUNTING' },
    submit: { from: ['COUNTING'], to: 'SUBMITTED' },
    giveBack: { from: ['SUBMITTED'], to: 'COUNTING' },
    close: { from: ['SUBMITTED'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'REOPENED' },
  },
})

export const dayCloseErrors = defineErrors({
  earlierDayOpen: error('CSH-350', 409, {
    vi: 'Ngày {date} của đơn vị chưa chốt; hãy chốt ngày đó trước',
    en: 'The unit has not closed {date} yet; close that day first',
  }),
  noCash: error('CSH-351', 409, { vi: 'Đơn vị này không giữ tiền mặt nên không có ngày làm việc', en: 'This unit keeps no cash, so it has no business date' }),
  dayClosing: error('CSH-352', 409, {
    vi: 'Ngày {date} đang chờ duyệt chốt; hãy trả lại để kiểm quỹ tiếp hoặc chờ chốt xong',
    en: '{date} has been submitted for closing; return it for counting or wait until it is closed',
  }),
})
