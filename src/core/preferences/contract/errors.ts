import { defineErrors } from '#kernel/errors.ts'

export const preferencesErrors = defineErrors({
  nameTaken: { code: 'PREF-001', status: 422, vi: 'Bạn đã có chế độ xem tên {name} ở danh sách này', en: 'You already have a view called {name} of this list' },
  tooManyViews: {
    code: 'PREF-002',
    status: 422,
    vi: 'Mỗi danh sách lưu tối đa {n} chế độ xem; hãy xoá bớt trước khi thêm',
    en: 'A list keeps at most {n} views; remove one first',
  },
  mayNotShare: { code: 'PREF-003', status: 403, vi: 'Bạn không được chia sẻ chế độ xem ở phạm vi này', en: 'You may not share views this widely' },
})
