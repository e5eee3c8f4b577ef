import { defineErrors, error } from '#kernel/errors.ts'

/** What approvals refuse. */
export const approvalErrors = defineErrors({
  ownRequest: error('APR-001', 403, { vi: 'Người lập không được duyệt yêu cầu của chính mình', en: 'You cannot approve or reject your own request' }),
  principalsRequest: error('APR-002', 403, {
    vi: 'Người được uỷ quyền không được duyệt yêu cầu do người uỷ quyền lập',
    en: 'A delegate cannot decide on requests made by the person who delegated to them',
  }),
  notEntitled: error('APR-003', 403, {
    vi: 'Bạn không có quyền duyệt yêu cầu ở hạn mức này',
    en: 'You do not have permission to approve requests of this tier',
  }),
  pending: error('APR-004', 409, { vi: '{code} đang có một yêu cầu chờ duyệt', en: '{code} already has a request awaiting approval' }),
  answered: error('APR-013', 409, {
    vi: '{code} đang có yêu cầu số {request} chờ duyệt: {maker} đề nghị “{answer}” lúc {at}. Duyệt, từ chối hoặc rút yêu cầu đó trước',
    en: '{code} has request {request} awaiting approval: {maker} proposed “{answer}” at {at}. It is decided or withdrawn first',
  }),
  subjectChanged: error('APR-005', 409, {
    vi: '{code} đã thay đổi sau khi yêu cầu được lập, không thể duyệt',
    en: '{code} has changed since the request was made, so it cannot be approved',
  }),
  payloadChanged: error('APR-006', 409, {
    vi: 'Nội dung yêu cầu không còn khớp với lúc lập, không thể duyệt',
    en: 'The request no longer matches what was submitted, so it cannot be approved',
  }),
  expired: error('APR-007', 409, { vi: 'Yêu cầu đã quá hạn duyệt', en: 'The request has expired' }),
  notMaker: error('APR-008', 403, { vi: 'Chỉ người lập được rút yêu cầu', en: 'Only the maker can withdraw a request' }),
  delegateUnknown: error('APR-009', 422, { vi: 'Không có người dùng {account} đang hoạt động', en: 'There is no active user {account}' }),
  delegateSelf: error('APR-010', 422, { vi: 'Không thể uỷ quyền cho chính mình', en: 'You cannot delegate to yourself' }),
  delegatePartner: error('APR-011', 422, {
    vi: 'Không thể uỷ quyền cho nhân viên của đối tác: {account}',
    en: 'You cannot delegate to partner staff: {account}',
  }),
  delegateBlind: error('APR-012', 422, {
    vi: '{account} không có quyền vào hộp yêu cầu chờ duyệt nên không duyệt thay được',
    en: '{account} does not have access to the approval inbox, so cannot approve on your behalf',
  }),
})
