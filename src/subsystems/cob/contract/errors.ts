import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of items, their events and who holds their money. */
export const cobErrors = defineErrors({
  feedUnitUnknown: error('COB-001', 422, { vi: 'Không có đơn vị “{code}” đang hoạt động', en: 'There is no active unit “{code}”' }),
  feedCourierUnknown: error('COB-002', 422, { vi: 'Không có bưu tá “{code}” đang hoạt động', en: 'There is no active postman “{code}”' }),
  keyAccountUnknown: error('COB-003', 422, { vi: 'Không có khách hàng lớn “{code}” đang hoạt động', en: 'There is no active key account “{code}”' }),
  itemDiffers: error('COB-004', 409, {
    vi: 'Bưu gửi {code} đã được nhận với nội dung khác; hãy sửa bằng yêu cầu điều chỉnh',
    en: 'Item {code} was accepted with other facts; request an adjustment instead',
  }),
  eventDiffers: error('COB-005', 409, {
    vi: 'Sự kiện “{reference}” đã được báo với nội dung khác',
    en: 'Event “{reference}” was reported with other facts',
  }),
  itemOfOtherPartner: error('COB-006', 409, { vi: 'Bưu gửi {code} thuộc đối tác khác', en: 'Item {code} belongs to another partner' }),
  overLimit: error('COB-007', 422, {
    vi: 'Tiền COD {amount} đồng vượt mức tối đa {limit} đồng của một bưu gửi',
    en: 'VND {amount} exceeds the most that one item may collect, VND {limit}',
  }),
  ceilingReached: error('COB-008', 409, {
    vi: 'Bưu tá {code} đang giữ {held} đồng, đạt hạn mức {ceiling} đồng; hãy nộp tiền trước khi giao thêm bưu gửi',
    en: 'Postman {code} holds VND {held}, at the ceiling of VND {ceiling}; money must be handed in before more items are handed out',
  }),
  courierTakesNoMore: error('COB-009', 409, {
    vi: 'Bưu tá {code} đang bị khoá, không giao thêm bưu gửi',
    en: 'Postman {code} is locked and is given no further items',
  }),
  inFuture: error('COB-010', 422, { vi: 'Thời điểm ở tương lai', en: 'The time lies in the future' }),
  accountRefuses: error('COB-011', 409, {
    vi: 'Sổ cái không nhận tiền của bưu gửi {code}: tài khoản của bưu tá hoặc của người gửi đang khoá hoặc đã đóng',
    en: 'The ledger does not take the money of item {code}: the account of the postman or of the sender is locked or closed',
  }),
  courierCodeTaken: error('COB-012', 409, { vi: 'Mã bưu tá {code} đã được dùng', en: 'The postman code {code} is in use' }),
  courierUnitUnknown: error('COB-013', 422, {
    vi: 'Không có đơn vị này trong phạm vi của bạn, hoặc đơn vị không hoạt động',
    en: 'This unit is not within your scope or is not active',
  }),
  courierHolds: error('COB-014', 409, { vi: 'Chưa đóng được bưu tá {code}: {open}', en: 'Postman {code} cannot be closed: {open}' }),
  courierStaffUnknown: error('COB-015', 422, {
    vi: 'Không có nhân viên này trong phạm vi của bạn, hoặc người đó không làm việc',
    en: 'This person is not within your scope or is not active',
  }),
  courierStaffTaken: error('COB-016', 409, {
    vi: 'Nhân viên này đã được liên kết với bưu tá {code}',
    en: 'This person is already linked to postman {code}',
  }),
  ownCourierLink: error('COB-018', 403, {
    vi: 'Bạn là bưu tá này, nên người khác phải đổi nhân viên liên kết',
    en: 'You are this postman, so someone else has to change the linked staff member',
  }),
})
