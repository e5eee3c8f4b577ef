import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  enumOf,
  Id,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Verdict } from './answer.ts'

const CODES = 'o2o/partner-codes'
/** Where the codes are listed: the screen of requests about them. */
export const CODES_SCREEN = '/crm/partner-connections/codes'
const CODES_PATH = '/o2o-admin/partner-code/v1'

const OutcomeCode = z.object({
  id: Id,
  partnerId: Id,
  partnerCode: CodeText,
  partnerName: NameText,
  code: CodeText,
  /** What two people have agreed on; null: nobody has, and answers with it are UNKNOWN. */
  verdict: Verdict.nullable(),
  meaning: NoteText,
  revision: Count,
  /** How often it came before anybody had agreed on it, and what the partner said last. */
  seen: Count,
  lastMessage: NoteText,
  lastSeenAt: Timestamp.nullable(),
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listOutcomeCodes = defineList({
  path: `${CODES_PATH}/search`,
  permission: `${CODES}/view`,
  summary: { vi: 'Mã kết quả của đối tác', en: 'Partner result codes' },
  entity: 'partners.outcomeCode',
  filter: {
    /** Part of the code, its meaning, or the name of the partner. */
    text: SearchText,
    partnerId: Id.optional(),
    verdict: Verdict.optional(),
    /** Whether anybody has agreed on it. */
    agreed: enumOf('partners.yesNo', ['YES', 'NO']).optional(),
  },
  row: OutcomeCode,
  sort: ['partnerCode', 'code', 'lastSeenAt', 'updatedAt'],
  defaultSort: '-lastSeenAt',
})

export const OutcomeCodeRevision = z.object({
  revision: Count,
  verdict: Verdict,
  meaning: NoteText,
  reason: NoteText,
  proposedBy: AccountText,
  approvedBy: AccountText,
  approvedAt: Timestamp,
})

export const findOutcomeCode = defineQuery({
  path: `${CODES_PATH}/find`,
  permission: `${CODES}/view`,
  summary: { vi: 'Một mã kết quả và các lần quy ước', en: 'A result code and the meanings it has had' },
  input: { id: Id },
  output: OutcomeCode.extend({
    revisions: z.array(OutcomeCodeRevision),
  }),
})

export const codePermissions = { ask: `${CODES}/submit`, see: `${CODES}/view`, approve: 'o2o/approvals/partner-code/approve' } as const

const meaning = { verdict: Verdict, meaning: RequiredNote(500), reason: RequiredNote(500) }

/** As the partner sends it. */
const PartnerCode = trimmed()
  .min(1, { error: ruleError('required') })
  .max(64)
  .meta({ kind: 'code' })

const Asked = z.object({ id: Id, version: Version, requestId: Id })

/** A code that has not come yet, from the partner's own list. */
export const addOutcomeCode = defineCommand({
  path: `${CODES_PATH}/insert`,
  permission: codePermissions.ask,
  summary: { vi: 'Thêm mã và trình duyệt', en: 'Add a code and submit its meaning' },
  input: { partnerId: Id, code: PartnerCode, ...meaning },
  output: Asked,
})

export const agreeOutcomeCode = defineCommand({
  path: `${CODES_PATH}/agree`,
  permission: codePermissions.ask,
  summary: { vi: 'Quy ước kết quả của mã', en: 'Submit the meaning of a code' },
  input: { id: Id, version: Version, ...meaning },
  output: Asked,
})

/** What a request changes. */
export const CodePicture = z.object({ verdict: Verdict.nullable(), meaning: NoteText.nullable() })
export const CodeChange = z.strictObject({ verdict: Verdict, meaning: z.string(), reason: z.string(), proposedBy: z.string() })
export type CodeChange = z.output<typeof CodeChange>
