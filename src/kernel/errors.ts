import { fill, type Language, type Params, type Text } from './language.ts'

/** One entry of the error catalogue. `status` is the HTTP status; texts may hold `{name}` places. */
export interface ErrorDefinition extends Text {
  code: string
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503
}

/** A field that was refused: `field` is a dotted path into the request body. */
export interface FieldError {
  field: string
  code: string
  message: string
}

/** What a service throws; one handler turns it into the envelope in the caller's language. */
export class AppError extends Error {
  readonly definition: ErrorDefinition
  readonly params: Params
  /** Extra data for the envelope's `data` (for example the current version of a stale record). */
  readonly data: unknown
  readonly fields: FieldError[] | undefined
  /** Seconds after which the same call may succeed: the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(definition: ErrorDefinition, params: Params = {}, extra: { data?: unknown; fields?: FieldError[]; retryAfter?: number } = {}) {
    super(`${definition.code}: ${fill(definition.en, params, 'en')}`)
    this.name = 'AppError'
    this.definition = definition
    this.params = params
    this.data = extra.data
    this.fields = extra.fields
    this.retryAfter = extra.retryAfter
  }

  text(language: Language): string {
    return fill(this.definition[language], this.params, language)
  }
}

/** One entry of a module's errors: `limit: error('LED-006', 409, { vi, en })`. */
export const error = (code: string, status: ErrorDefinition['status'], text: Text): ErrorDefinition => ({ code, status, ...text })

/** Declares a module's errors; collected into docs/errors.md by the registry. */
export function defineErrors<const T extends Record<string, ErrorDefinition>>(errors: T): T {
  return errors
}

export const SUCCESS = 'API000'

/** Fields reported of one refusal at most: more helps nobody, and costs everybody. */
export const REPORTED = 20
/** Characters of a field's name that are given back. */
const NAMED = 200

/** One entry a field, the first of each, and no more than `REPORTED`. */
export function reportedFields(fields: Iterable<FieldError>): FieldError[] {
  const byField = new Map<string, FieldError>()
  for (const one of fields) {
    const field = one.field.length > NAMED ? `${one.field.slice(0, NAMED)}…` : one.field
    if (!byField.has(field)) byField.set(field, field === one.field ? one : { ...one, field })
    if (byField.size === REPORTED) break
  }
  return [...byField.values()]
}

/** What a person reads to the support desk of a fault: the beginning of the id under which the log has it. */
export function supportCode(traceId: string): string {
  return traceId.slice(0, 8).toUpperCase()
}

/** Errors every module may throw. */
export const errors = defineErrors({
  validation: error('VAL-001', 422, { vi: 'Dữ liệu không hợp lệ', en: 'The data is not valid' }),
  malformed: error('VAL-002', 400, { vi: 'Yêu cầu không đọc được', en: 'The request cannot be read' }),
  unsupportedMedia: error('VAL-003', 415, { vi: 'Kiểu nội dung không được hỗ trợ', en: 'The content type is not supported' }),
  tooLarge: error('VAL-004', 413, { vi: 'Yêu cầu quá lớn', en: 'The request is too large' }),
  fieldTwice: error('VAL-005', 400, {
    vi: 'Một trường được gửi hai lần trong cùng một đối tượng',
    en: 'A field appears twice in the same object',
  }),
  bodySlow: error('SYS-408', 408, { vi: 'Dữ liệu gửi lên quá chậm', en: 'The request body arrived too slowly' }),
  notFound: error('SYS-404', 404, { vi: 'Không tìm thấy dữ liệu', en: 'Not found' }),
  methodNotAllowed: error('SYS-405', 405, {
    vi: 'Địa chỉ này không nhận phương thức đã gọi',
    en: 'This address does not accept the request method',
  }),
  stale: error('SYS-409', 409, { vi: 'Dữ liệu đã thay đổi từ khi bạn mở, vui lòng tải lại', en: 'This record has changed since you opened it; please reload' }),
  state: error('SYS-410', 409, { vi: 'Trạng thái hiện tại không cho phép thao tác này', en: 'The current status does not allow this action' }),
  duplicate: error('SYS-411', 409, { vi: 'Dữ liệu đã tồn tại', en: 'This already exists' }),
  reference: error('SYS-412', 422, {
    vi: 'Dữ liệu tham chiếu không tồn tại hoặc đang được sử dụng',
    en: 'A referenced record does not exist or is still in use',
  }),
  reportTooLong: error('REP-001', 422, {
    vi: 'Báo cáo có hơn {maximum} dòng, quá dài để in hoặc xuất PDF. Hãy thu hẹp điều kiện, hoặc xuất Excel',
    en: 'The report has more than {maximum} {maximum|row|rows}, too many to print or export to PDF. Narrow the filters, or export to Excel',
  }),
  tooMany: error('SYS-429', 429, { vi: 'Quá nhiều yêu cầu, vui lòng thử lại sau', en: 'Too many requests; please try again later' }),
  tooManyAtOnce: error('SYS-431', 429, {
    vi: 'Bạn đang mở quá nhiều danh sách, báo cáo hoặc file cùng lúc; vui lòng đợi xong rồi thử lại',
    en: 'You have too many lists, reports or files open at once; wait for them to finish, then try again',
  }),
  internal: error('SYS-500', 500, { vi: 'Hệ thống gặp lỗi, vui lòng thử lại', en: 'Something went wrong; please try again' }),
  exportEmpty: error('EXP-001', 422, {
    vi: 'Không có dữ liệu để xuất file. Hãy đổi điều kiện lọc rồi thử lại',
    en: 'There is no data to export. Change the filters and try again',
  }),
  unavailable: error('SYS-503', 503, {
    vi: 'Hệ thống đang bận hoặc mất kết nối dữ liệu, vui lòng thử lại',
    en: 'The system is busy or has lost its database connection; please try again',
  }),
  forbidden: error('403', 403, { vi: 'Bạn không có quyền thực hiện thao tác này', en: 'You do not have permission to do this' }),
  wholeSystem: error('SYS-413', 403, {
    vi: 'Nội dung này dùng chung cho toàn hệ thống: chỉ người có phạm vi dữ liệu “Toàn hệ thống” được thực hiện',
    en: 'This is shared by the whole system: only users with the “Whole system” data scope can do this',
  }),
  unauthorized: error('401', 401, { vi: 'Bạn cần đăng nhập', en: 'You need to sign in' }),
  sessionEnded: error('JWT-001', 401, { vi: 'Phiên đăng nhập hết hạn', en: 'Your session has expired' }),
  tokenRefused: error('AWT-001', 401, { vi: 'Phiên đăng nhập không hợp lệ', en: 'Your session is not valid' }),
  refreshRefused: error('KC-003', 401, { vi: 'Phiên đăng nhập hết hạn, vui lòng đăng nhập lại', en: 'Your session has expired; please sign in again' }),
  originRefused: error('SYS-403', 403, { vi: 'Nguồn gọi không được phép', en: 'The origin of this request is not allowed' }),
  idempotencyMissing: error('IDM-001', 400, { vi: 'Thiếu tiêu đề Idempotency-Key', en: 'The Idempotency-Key header is missing' }),
  idempotencyKey: error('IDM-004', 400, {
    vi: 'Idempotency-Key gồm 8 đến 200 ký tự ASCII không có khoảng trắng',
    en: 'An Idempotency-Key has 8 to 200 ASCII characters without spaces',
  }),
  idempotencyInFlight: error('IDM-002', 409, { vi: 'Yêu cầu có cùng khoá đang được xử lý', en: 'A request with the same key is being processed' }),
  idempotencyOtherBody: error('IDM-003', 422, {
    vi: 'Khoá Idempotency-Key đã dùng cho nội dung khác',
    en: 'This Idempotency-Key was already used with a different body',
  }),
})
