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
  vaultUncounted: error('CSH-353', 409, {
    vi: 'Quỹ chính chưa được kiểm cho ngày {date}, hoặc đã có phát sinh sau lần kiểm cuối; hãy kiểm quỹ lại',
    en: 'The vault has not been counted for {date}, or has moved since it was last counted; count it again',
  }),
  blocked: error('CSH-354', 409, { vi: 'Chưa chốt được ngày {date}, còn mục chưa đạt: {checks}', en: '{date} cannot be closed yet. Not met: {checks}' }),
  unacknowledged: error('CSH-355', 409, {
    vi: 'Hãy ghi nhận từng mục trước khi chốt ngày {date}: {checks}',
    en: 'Acknowledge each item before closing {date}: {checks}',
  }),
  unitsOpen: error('CSH-356', 409, {
    vi: 'Đơn vị trực thuộc chưa chốt: {units}; hãy chờ các đơn vị chốt, hoặc nêu tên các đơn vị chốt muộn kèm lý do',
    en: 'Units below are not closed: {units}; wait for them, or name them as late with a reason',
  }),
  submittedByYou: error('CSH-357', 409, {
    vi: 'Bạn là người trình chốt; người khác phải duyệt',
    en: 'You submitted this day; someone else must close it',
  }),
  checkerOfParent: error('CSH-358', 409, {
    vi: 'Đơn vị chỉ có một người làm việc; người của đơn vị cấp trên duyệt chốt',
    en: 'One person works in this unit; someone from the unit above closes its days',
  }),
  notLastClosed: error('CSH-359', 409, {
    vi: 'Chỉ mở lại được ngày chốt gần nhất của đơn vị: {date}',
    en: 'Only the last closed day of the unit can be reopened: {date}',
  }),
  nothingToAcknowledge: error('CSH-360', 409, {
    vi: 'Mục này không còn trong danh sách kiểm tra; hãy xem lại danh sách',
    en: 'This item is no longer on the checklist; look at the list again',
  }),
  blindSheet: error('CSH-362', 409, {
    vi: 'Bạn đang kiểm quỹ của đơn vị này, chưa in được bảng kê',
    en: 'You are counting a holding of this unit, so the sheet cannot be printed yet',
  }),
  nobodyToRemind: error('CSH-361', 409, {
    vi: 'Không có đơn vị nào chưa chốt để nhắc',
    en: 'There is no open unit to remind',
  }),
})
