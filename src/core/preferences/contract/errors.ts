import { defineErrors, error } from '#kernel/errors.ts'

export const preferencesErrors = defineErrors({
  nameTaken: error('PREF-001', 422, { vi: 'Bạn đã có chế độ xem tên {name} ở danh sách này', en: 'You already have a view named {name} for this list' }),
  tooManyViews: error('PREF-002', 422, {
    vi: 'Mỗi danh sách lưu tối đa {n} chế độ xem; hãy xoá bớt trước khi thêm',
    en: 'Each list can have at most {n} {n|view|views}; delete one first',
  }),
  tooManyPins: error('PREF-004', 422, {
    vi: 'Trang chủ ghim tối đa {n} chế độ xem; hãy bỏ ghim bớt trước khi thêm',
    en: 'You can pin at most {n} {n|view|views} to the home page; unpin one first',
  }),
  mayNotShare: error('PREF-003', 403, { vi: 'Bạn không được chia sẻ chế độ xem ở phạm vi này', en: 'You are not allowed to share views this widely' }),
})
