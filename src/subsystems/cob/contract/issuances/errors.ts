import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of collection requests. */
export const issuanceErrors = defineErrors({
  keyAccountInactive: error('COB-301', 422, {
    vi: 'Khách hàng lớn “{code}” không ở trạng thái hoạt động nên không phát hành nhờ thu được',
    en: 'Key account “{code}” is not active, so nothing can be issued for it',
  }),
  officeUnknown: error('COB-302', 422, {
    vi: 'Không có bưu cục “{code}” đang hoạt động thuộc đơn vị của lô',
    en: 'There is no active office “{code}” under the unit of the lot',
  }),
  amountOverLimit: error('COB-303', 422, {
    vi: 'Số tiền {amount} đồng vượt mức tối đa {limit} đồng của một khoản nhờ thu',
    en: 'VND {amount} exceeds the most that one request may collect, VND {limit}',
  }),
  dueOver: error('COB-304', 422, { vi: 'Hạn thu {day} đã qua', en: 'The due date {day} has passed' }),
  referenceTwice: error('COB-305', 422, {
    vi: 'Mã tham chiếu {reference} đã có ở dòng {line} của lô',
    en: 'Reference {reference} already stands in line {line} of the lot',
  }),
  referenceUnderWay: error('COB-306', 409, {
    vi: 'Mã tham chiếu {reference} của khách hàng này đang được thu ở lô {lot}',
    en: 'Reference {reference} of this customer is under way in lot {lot}',
  }),
  notDraft: error('COB-307', 409, {
    vi: 'Lô {code} không còn ở trạng thái nháp nên không sửa được các dòng',
    en: 'Lot {code} is no longer a draft, so its lines cannot change',
  }),
  noLines: error('COB-308', 422, { vi: 'Lô {code} chưa có dòng nào', en: 'Lot {code} has no lines' }),
  changedSince: error('COB-309', 409, {
    vi: 'Các dòng của lô {code} không còn như lúc trình duyệt',
    en: 'The lines of lot {code} are not as they were submitted',
  }),
  collectedAlready: error('COB-310', 409, { vi: 'Khoản nhờ thu {code} đã thu tiền', en: 'Request {code} has been collected already' }),
  courierOfOther: error('COB-311', 422, {
    vi: 'Bưu tá {courier} không thuộc bưu cục thu của khoản {code}',
    en: 'Postman {courier} does not belong to the office that collects {code}',
  }),
  courierInactive: error('COB-312', 422, { vi: 'Bưu tá {courier} không ở trạng thái hoạt động', en: 'Postman {courier} is not active' }),
  neverAssigned: error('COB-313', 409, {
    vi: 'Khoản nhờ thu {code} chưa giao bưu tá nào nên không thể đã thu',
    en: 'Request {code} was never given to a postman, so nobody can have collected it',
  }),
  attemptTime: error('COB-314', 422, {
    vi: 'Thời điểm phải sau khi phát hành và không sau hiện tại',
    en: 'The time must be after the lot was issued and not in the future',
  }),
  attemptLate: error('COB-315', 409, {
    vi: 'Khoản {code} đã hết hạn ngày {day}; chỉ ghi nhận được lần thu từ ngày đó trở về trước',
    en: 'Request {code} expired on {day}; only what was collected by then can be recorded',
  }),
  linesOpen: error('COB-316', 409, {
    vi: 'Lô {code} còn {n} khoản đang chờ thu nên chưa đóng được',
    en: 'Lot {code} still has {n} {n|request|requests} to collect, so it cannot be closed',
  }),
  linesCollected: error('COB-317', 409, {
    vi: 'Lô {code} đã thu {n} khoản nên không huỷ được; hãy đóng lô khi thu xong',
    en: '{n} {n|request|requests} of lot {code} {n|has|have} been collected, so it cannot be cancelled; close it when the rest is done',
  }),
  madeByDecider: error('COB-318', 403, {
    vi: 'Người lập lô {code} không được duyệt chính lô đó',
    en: 'Lot {code} must be approved by someone other than the person who made it',
  }),
  tooManyNotices: error('COB-319', 422, {
    vi: 'In tối đa {max} giấy báo một lần; hãy thu hẹp bộ lọc',
    en: 'At most {max} notices are printed at a time; narrow the filter down',
  }),
  noNotices: error('COB-320', 422, { vi: 'Không có khoản nhờ thu nào để in giấy báo', en: 'There is no request to print a notice of' }),
  importedMeanwhile: error('COB-321', 409, {
    vi: 'Lô {code} đã nhận dòng khác từ khi bạn tải file lên ({lines} dòng); hãy tải lại file nếu vẫn muốn thay',
    en: 'Lot {code} has taken other lines since you uploaded the file ({lines} {lines|line|lines}); upload it again if it is to replace them',
  }),
  lotUnitUnknown: error('COB-322', 422, {
    vi: 'Đơn vị phải đang hoạt động và thuộc phạm vi của bạn',
    en: 'The unit must be active and within your scope',
  }),
  lotNotRunning: error('COB-323', 409, {
    vi: 'Lô {lot} không ở trạng thái đã phát hành nên các khoản của lô không thay đổi được',
    en: 'Lot {lot} is not issued, so its requests cannot change',
  }),
})
