import type { Text } from '#kernel/language.ts'
import { en as sessionsEn } from '../labels/sessions/en.ts'
import { vi as sessionsVi } from '../labels/sessions/vi.ts'
import { en as setupsEn } from '../labels/setups/en.ts'
import { vi as setupsVi } from '../labels/setups/vi.ts'

type Fields = Readonly<Record<string, Text>>

/** Fields in both languages, from the labels of an entity. */
const both = (vi: Record<string, string>, en: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(vi).map(([name, text]) => [name, { vi: text, en: en[name] ?? text }]))

const asked: Fields = { request: { vi: 'Yêu cầu', en: 'Request' } }

/** What the audit log calls what is written of a configuration: the fields of its revisions among them. */
export const setupAudit: Fields = {
  ...both(setupsVi.fields.document, setupsEn.fields.document),
  ...both(setupsVi.fields.dryRun, setupsEn.fields.dryRun),
  ...asked,
  fileName: { vi: 'File đọc thử', en: 'File that was tried' },
  discarded: { vi: 'Bỏ bản nháp', en: 'Draft discarded' },
}

/** Of a session: files, matches by hand, work in the background. */
export const sessionAudit: Fields = {
  ...both(sessionsVi.fields.match, sessionsEn.fields.match),
  ...both(sessionsVi.fields.statement, sessionsEn.fields.statement),
  ...both(sessionsVi.fields.session, sessionsEn.fields.session),
  ...asked,
  piece: { vi: 'Phần của file', en: 'Piece of the file' },
}
