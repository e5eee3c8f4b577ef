import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of items, their events and who holds their money. */
export const cobErrors = defineErrors({
  unitUnknown: error('COB-001', 422, { vi: 'Không có đơn vị “{code}” đang hoạt động', en: 'There is no active unit “{code}”' }),
  courierUnknown: error('COB-002', 422, { vi: 'Không có bưu tá “{code}” đang hoạt động', en: 'There is no active postman “{code}”' }),
  keyAccountUnknown: error('COB-003', 422, { vi: 'Không có khách hàng lớn “{code}” đang hoạt động', en: 'There is no active key account “{code}”' }),
  itemDiffers: error('COB-004', 409, {
    vi: 'Bưu gửi {code} đã được nhận với nội dung khác; hãy sửa bằng yêu cầu điều chỉnh',
    en: 'Item {code} was accepted with other facts; ask for an adjustment instead',
  }),
  eventDiffers: error('COB-005', 409, {
    vi: 'Sự kiện “{reference}” đã được báo với nội dung khác',
    en: 'Event “{reference}” was reported with other facts',
  }),
  itemOfOther: error('COB-006', 409, { vi: 'Bưu gửi {code} thuộc đối tác khác', en: 'Item {code} belongs to another partner' }),
  overLimit: error('COB-007', 422, {
    vi: 'Tiền COD {amount} đồng vượt mức tối đa {limit} đồng của một bưu gửi',
    en: 'VND {amount} exceeds the most that one item may collect, VND {limit}',
  }),
})
