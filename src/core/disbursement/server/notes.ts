import { type RawBuilder, sql } from 'kysely'
import type { AppError } from '#kernel/errors.ts'
import { fill, type Language, type Text } from '#kernel/language.ts'

/** What the system notes about transfers and what they pay; `{detail}`: the one thing that is stored with it. */
const TEXTS = {
  RETURNED: { vi: 'Ngân hàng trả lại: {detail}', en: 'Returned by the bank: {detail}' },
  NO_ACCOUNT: { vi: 'Ngân hàng không có số tài khoản này', en: 'The bank has no such account' },
  NAME_DIFFERS: { vi: 'Tên tài khoản không khớp với danh sách', en: 'The account name differs from the list' },
  ACCOUNT_HELD: { vi: 'Tài khoản nhận đang bị giữ', en: 'The receiving account is held' },
  MADE_AFTER_ALL: {
    vi: 'Đối tác xác nhận đã chuyển sau khi báo không thành công',
    en: 'The partner confirmed that it was made after reporting it as failed',
  },
  MADE_BY_ANOTHER: {
    vi: 'Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}',
    en: 'The partner confirmed that another one was made after reporting it as failed: {detail}',
  },
  NOT_MADE_AFTER_ALL: {
    vi: 'Đối tác xác nhận chưa chuyển sau khi báo thành công',
    en: 'The partner confirmed that it was not made after reporting it as successful',
  },
  UNSENT_TOO_LONG: {
    vi: 'Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống',
    en: 'It could not be sent to the partner within {detail} {detail|hour|hours} and never left the system',
  },
  SYSTEM_FAULT: { vi: 'Lỗi hệ thống', en: 'System error' },
} as const satisfies Record<string, Text>

export type NoteCode = keyof typeof TEXTS
export const NOTES = Object.keys(TEXTS) as NoteCode[]

/** Between the parts of a note of the system. No text that people type may hold it, so theirs are never taken for one. */
const PART = '\u001f'

/** A note as it is stored: code and detail. Read with `noteIn` or `noteText`, beside what people wrote into the same column. */
export const coded = (code: NoteCode, detail = ''): string => `${code}${PART}${detail.replaceAll(PART, ' ')}`.slice(0, 500)

/** What another module says: with its code, in both languages, as only that module could say it again. */
export const codedText = (code: string, { vi, en }: Text): string => [code, vi.slice(0, 240), en.slice(0, 240)].join(PART)

export const codedError = (error: AppError): string => codedText(error.definition.code, { vi: error.text('vi'), en: error.text('en') })

export const isCoded = (stored: string): boolean => stored.includes(PART)

/** A stored note as people read it; what a person wrote stays as it is. */
export function noteText(stored: string): Text {
  const [code = '', ...details] = stored.split(PART)
  if (details.length === 0) return { vi: stored, en: stored }
  if (!isKnown(code)) return { vi: details[0] ?? '', en: details[1] ?? '' }
  const [detail = ''] = details
  return { vi: fill(TEXTS[code].vi, { detail }, 'vi'), en: fill(TEXTS[code].en, { detail }, 'en') }
}

const isKnown = (code: string): code is NoteCode => Object.hasOwn(TEXTS, code)

/** The same in SQL, of a column such as 't.step_note'. Written out, so that a query may group by it. */
export function noteIn(language: Language, column: string): RawBuilder<string> {
  const part = (at: number) => sql`split_part(${sql.ref(column)}, ${sql.lit(PART)}, ${sql.lit(at)})`
  const known = Object.entries(TEXTS).map(([code, text]) => sql`when ${sql.lit(code)} then ${sentence(text[language], part(2))}`)
  return sql<string>`case when strpos(${sql.ref(column)}, ${sql.lit(PART)}) = 0 then ${sql.ref(column)} else case ${part(1)}
    ${sql.join(known, sql` `)} else ${part(language === 'vi' ? 2 : 3)} end end`
}

function sentence(text: string, detail: RawBuilder<unknown>): RawBuilder<unknown> {
  const [one = '', many = ''] = (['1', '2'] as const).map((n) => fill(text, { detail: n }, 'en').replace(n, '{detail}'))
  const template = one === many ? sql.lit(text) : sql`case ${detail} when '1' then ${sql.lit(one)} else ${sql.lit(many)} end`
  return text.includes('{detail}') ? sql`replace(${template}, '{detail}', ${detail})` : template
}
