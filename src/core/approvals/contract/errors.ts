import { defineErrors } from '#kernel/errors.ts'

/** What approvals refuse. */
export const approvalErrors = defineErrors({
  ownRequest: {
    code: 'APR-001',
    status: 403,
    vi: 'Người lập không được duyệt yêu cầu của chính mình',
    en: 'Nobody decides a request of their own',
  },
  principalsRequest: {
    code: 'APR-002',
    status: 403,
    vi: 'Người được uỷ quyền không được duyệt yêu cầu do người uỷ quyền lập',
    en: 'A delegate does not decide what the person they stand in for asked for',
  },
  notEntitled: {
    code: 'APR-003',
    status: 403,
    vi: 'Bạn không có quyền duyệt yêu cầu ở hạn mức này',
    en: 'You do not have the right to decide requests of this tier',
  },
  pending: {
    code: 'APR-004',
    status: 409,
    vi: '{code} đang có một yêu cầu chờ duyệt',
    en: '{code} already has a request waiting for a decision',
  },
  subjectChanged: {
    code: 'APR-005',
    status: 409,
    vi: '{code} đã thay đổi sau khi yêu cầu được lập, không thể duyệt',
    en: '{code} has changed since this was asked for; it cannot be approved',
  },
  payloadChanged: {
    code: 'APR-006',
    status: 409,
    vi: 'Nội dung yêu cầu không còn khớp với lúc lập, không thể duyệt',
    en: 'The request is not what was asked for any more; it cannot be approved',
  },
  expired: { code: 'APR-007', status: 409, vi: 'Yêu cầu đã quá hạn duyệt', en: 'The request has passed its time limit' },
  notMaker: { code: 'APR-008', status: 403, vi: 'Chỉ người lập được rút yêu cầu', en: 'Only its maker withdraws a request' },
  delegateUnknown: { code: 'APR-009', status: 422, vi: 'Không có người dùng {account} đang hoạt động', en: 'There is no active user {account}' },
  delegateSelf: { code: 'APR-010', status: 422, vi: 'Không thể uỷ quyền cho chính mình', en: 'You cannot delegate to yourself' },
  delegatePartner: {
    code: 'APR-011',
    status: 422,
    vi: 'Không thể uỷ quyền cho nhân viên của đối tác: {account}',
    en: 'Staff of a partner cannot be delegates: {account}',
  },
  delegateBlind: {
    code: 'APR-012',
    status: 422,
    vi: '{account} không có quyền vào hộp yêu cầu chờ duyệt nên không duyệt thay được',
    en: '{account} may not open the approval inbox, and so cannot decide for you',
  },
})
