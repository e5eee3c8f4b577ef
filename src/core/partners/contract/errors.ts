import { defineErrors, error } from '#kernel/errors.ts'

export const partnerErrors = defineErrors({
  connected: error('PRT-001', 409, { vi: 'Đối tác này đã có kết nối', en: 'This partner already has a connection' }),
  partner: error('PRT-002', 422, { vi: 'Không có đối tác này', en: 'This partner does not exist' }),
  address: error('PRT-003', 422, {
    vi: 'Địa chỉ phải là địa chỉ công khai và bắt đầu bằng https://',
    en: 'The address must be public and start with https://',
  }),
  deadline: error('PRT-004', 422, {
    vi: 'Thời gian chờ tổng cộng không được ngắn hơn thời gian chờ của một lần gọi',
    en: 'The total time limit must not be shorter than that of a single call',
  }),
  codeKnown: error('PRT-005', 409, { vi: 'Mã {code} của đối tác này đã có trong danh sách', en: 'Code {code} of this partner is already in the list' }),
  unchanged: error('PRT-006', 409, { vi: 'Mã {code} đang có đúng quy ước này', en: 'Code {code} already has this meaning' }),
  noHeadOffice: error('PRT-007', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể trình duyệt',
    en: 'The head office has not been set up, so this cannot be submitted',
  }),
  webhookLabel: error('PRT-008', 409, {
    vi: 'Đối tác này đã có địa chỉ nhận sự kiện mang tên {label}',
    en: 'This partner already has a webhook endpoint named {label}',
  }),
  rotating: error('PRT-009', 409, {
    vi: 'Khoá trước còn hiệu lực đến {time}. Đợi hết hạn, hoặc đặt thời gian dùng song song là 0 để đổi ngay',
    en: 'The previous key is still valid until {time}. Wait until then, or set the overlap to 0 to replace both at once',
  }),
  deliveryWaits: error('PRT-010', 409, { vi: 'Sự kiện này còn đang chờ gửi', en: 'This event is still waiting to be sent' }),
  webhook: error('PRT-011', 422, { vi: 'Không có địa chỉ nhận sự kiện này', en: 'This webhook endpoint does not exist' }),
  demoAddress: error('PRT-012', 422, {
    vi: 'Địa chỉ phải là địa chỉ công khai và bắt đầu bằng https://. Bản demo nhận thêm địa chỉ của chính máy chủ: http://127.0.0.1, http://localhost',
    en: 'The address must be public and start with https://. A demo also takes addresses of the server’s own machine: http://127.0.0.1, http://localhost',
  }),
})
