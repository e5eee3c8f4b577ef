import { defineErrors, error } from '#kernel/errors.ts'

export const preferencesErrors = defineErrors({
  nameTaken: error('PREF-001', 422, { vi: 'Bạn đã có chế độ xem tên {name} ở danh sách này', en: 'You already have a view called {name} of this list' }),
  tooManyViews: error('PREF-002', 422, {
    vi: 'Mỗi danh sách lưu tối đa {n} chế độ xem; hãy xoá bớt trước khi thêm',
    en: 'A list keeps at most {n} views; remove one first',
  }),
  tooManyPins: error('PREF-004', 422, {
    vi: 'Trang chủ ghim tối đa {n} chế độ xem; hãy bỏ ghim bớt trước khi thêm',
    en: 'The home page takes at most {n} views; take one off first',
  }),
  mayNotShare: error('PREF-003', 403, { vi: 'Bạn không được chia sẻ chế độ xem ở phạm vi này', en: 'You may not share views this widely' }),
})
