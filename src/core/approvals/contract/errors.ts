import { defineErrors, error } from '#kernel/errors.ts'

/** What approvals refuse. */
export const approvalErrors = defineErrors({
  ownRequest: error('APR-001', 403, { vi: 'Người lập không được duyệt yêu cầu của chính mình', en: 'Nobody decides a request of their own' }),
  principalsRequest: error('APR-002', 403, {
    vi: 'Người được uỷ quyền không được duyệt yêu cầu do người uỷ quyền lập',
    en: 'A delegate does not decide what the person they stand in for asked for',
  }),
  notEntitled: error('APR-003', 403, { vi: 'Bạn không có quyền duyệt yêu cầu ở hạn mức này', en: 'You do not have the right to decide requests of this tier' }),
  pending: error('APR-004', 409, { vi: '{code} đang có một yêu cầu chờ duyệt', en: '{code} already has a request waiting for a decision' }),
  subjectChanged: error('APR-005', 409, {
    vi: '{code} đã thay đổi sau khi yêu cầu được lập, không thể duyệt',
    en: '{code} has changed since this was asked for; it cannot be approved',
  }),
  payloadChanged: error('APR-006', 409, {
    vi: 'Nội dung yêu cầu không còn khớp với lúc lập, không thể duyệt',
    en: 'The request is not what was asked for any more; it cannot be approved',
  }),
  expired: error('APR-007', 409, { vi: 'Yêu cầu đã quá hạn duyệt', en: 'The request has passed its time limit' }),
  notMaker: error('APR-008', 403, { vi: 'Chỉ người lập được rút yêu cầu', en: 'Only its maker withdraws a request' }),
  delegateUnknown: error('APR-009', 422, { vi: 'Không có người dùng {account} đang hoạt động', en: 'There is no active user {account}' }),
  delegateSelf: error('APR-010', 422, { vi: 'Không thể uỷ quyền cho chính mình', en: 'You cannot delegate to yourself' }),
  delegatePartner: error('APR-011', 422, {
    vi: 'Không thể uỷ quyền cho nhân viên của đối tác: {account}',
    en: 'Staff of a partner cannot be delegates: {account}',
  }),
  delegateBlind: error('APR-012', 422, {
    vi: '{account} không có quyền vào hộp yêu cầu chờ duyệt nên không duyệt thay được',
    en: '{account} may not open the approval inbox, and so cannot decide for you',
  }),
})
