import type { Language } from '#kernel/language.ts'

/** What the API reference says beside the summaries of contracts. */
export const openApiWords = {
  vi: {
    description: `Mọi lời gọi trả về \`{code, message, data, errors?, traceId}\`; thành công thì \`code\` là API000, và mã trạng thái HTTP luôn khớp với nó.
Danh sách là POST với \`{searchSdi, pageInfo, sort?}\`. Số tiền là chuỗi thập phân, ngày là YYYY-MM-DD theo giờ Asia/Ho_Chi_Minh, thời điểm theo ISO 8601 kèm múi giờ.
Trường lạ bị từ chối. Thông báo theo ngôn ngữ của \`Accept-Language\` (vi, en). Các mã lỗi có trong docs/errors.md.`,
    bearer: 'Access token của một lần đăng nhập; đi cùng cookie __Host-fp.',
    gateway: 'HMAC-SHA256 trên phương thức, đường dẫn, thời điểm, nonce và nội dung; kèm X-Client-Id, X-Timestamp và X-Nonce.',
    idempotencyKey: 'Cùng khoá và nội dung thì nhận lại câu trả lời đã lưu; đang xử lý: 409; nội dung khác: 422.',
    public: 'Công khai.',
    signedIn: 'Mọi phiên đăng nhập.',
    signed: 'Đối tác ký.',
    permission: 'Quyền',
    line: 'Mỗi dòng một đối tượng JSON.',
    upload: 'Tối đa {bytes} byte; đứng sau các trường khác.',
    file: 'File',
    events: 'Luồng sự kiện (server-sent events)',
    success: 'Thành công',
    refused: 'Bị từ chối',
  },
  en: {
    description: `All calls answer \`{code, message, data, errors?, traceId}\`; \`code\` is API000 on success, and the HTTP status agrees with it.
Lists are POST with \`{searchSdi, pageInfo, sort?}\`. Money is a decimal string, a day is YYYY-MM-DD in Asia/Ho_Chi_Minh, a timestamp is ISO 8601 with offset.
Unknown fields are refused. Messages follow \`Accept-Language\` (vi, en). The error codes are listed in docs/errors.md.`,
    bearer: 'Access token of a sign-in; bound to the cookie __Host-fp.',
    gateway: 'HMAC-SHA256 over method, path, timestamp, nonce and body; with X-Client-Id, X-Timestamp and X-Nonce.',
    idempotencyKey: 'The same key and body gets the stored reply; in flight 409; another body 422.',
    public: 'Public.',
    signedIn: 'Any session.',
    signed: 'Signed by a partner.',
    permission: 'Permission',
    line: 'One JSON object a line.',
    upload: 'At most {bytes} bytes; comes after the other fields.',
    file: 'The file',
    events: 'Server-sent events',
    success: 'Success',
    refused: 'Refused',
  },
} satisfies Record<Language, Record<string, string>>

export type OpenApiWords = (typeof openApiWords)[Language]
