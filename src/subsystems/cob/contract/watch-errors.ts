import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of transactions to watch. */
export const watchErrors = defineErrors({
  snoozePast: error('COB-401', 422, { vi: 'Vui lòng chọn từ ngày mai trở đi', en: 'Choose tomorrow or a later day' }),
  snoozeLong: error('COB-402', 422, { vi: 'Tạm ẩn nhiều nhất {n} ngày', en: 'It can be put off for {n} {n|day|days} at most' }),
  ownedByOther: error('COB-403', 409, { vi: '{name} đang theo dõi giao dịch này', en: '{name} watches this transaction' }),
})
