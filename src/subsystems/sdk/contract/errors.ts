import { defineErrors, error } from '#kernel/errors.ts'

export const sdkErrors = defineErrors({
  appUnknown: error('SDK-001', 422, { vi: 'Không có ứng dụng {app}', en: 'There is no app {app}' }),
  appLocked: error('SDK-002', 422, { vi: 'Ứng dụng {app} đã bị khoá, không nhận yêu cầu mới', en: 'The app {app} is locked and takes no new requests' }),
  /** Named to the partner that asks alone: whose app it is stays untold. */
  otherPartner: error('SDK-003', 422, { vi: 'Ứng dụng {app} không thuộc đối tác này', en: 'The app {app} does not belong to this partner' }),
  redirectUnknown: error('SDK-004', 422, {
    vi: 'Địa chỉ quay về chưa được đăng ký cho ứng dụng {app}',
    en: 'This redirect address is not registered for the app {app}',
  }),
  platformUnknown: error('SDK-005', 422, {
    vi: 'Ứng dụng {app} chưa đăng ký nền tảng {platform}',
    en: 'The app {app} is not registered for the platform {platform}',
  }),
  codeTaken: error('SDK-006', 409, { vi: 'Mã ứng dụng {code} đã được dùng', en: 'The app code {code} is taken' }),
  partnerUnknown: error('SDK-007', 422, { vi: 'Không có đối tác này hoặc đối tác đã bị khoá', en: 'There is no such partner, or it is locked' }),
})
