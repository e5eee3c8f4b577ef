import { z } from 'zod'
import { FieldChange } from '#core/approvals/contract/request.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { Code, Count, DateFromToday, DateOnly, Id, RequiredNote, Version } from '#kernel/primitives.ts'
import { POLICIES, POLICIES_PATH, PolicyStatus, policyMachine } from './policies.ts'

export const revisionErrors = defineErrors({
  draftExists: error('POL-002', 409, {
    vi: 'Chính sách {code} đang có bản nháp số {revision}; hãy sửa hoặc xoá bản đó trước',
    en: 'Policy {code} has draft revision {revision}; edit or delete it first',
  }),
  endBefore: error('POL-009', 422, {
    vi: 'Ngày cuối không được sau ngày kết thúc hiện tại',
    en: 'The last day must not be after the current end date',
  }),
})

export const policyRevisions = defineQuery({
  path: `${POLICIES_PATH}/revisions`,
  permission: `${POLICIES}/view`,
  summary: {
    vi: 'Các bản của một chính sách, và thay đổi của một bản so với bản trước',
    en: 'Revisions of a policy, and changes from the previous revision',
  },
  input: { id: Id },
  output: z.object({
    revisions: z.array(z.object({ id: Id, revision: Count, status: PolicyStatus, effectiveFrom: DateOnly, effectiveTo: DateOnly.nullable() })),
    /** Against the revision before; null for the first. */
    changes: z.array(FieldChange).nullable(),
  }),
})

/** With a code of its own the copy is a policy of its own; without, the next revision of the same. */
export const clonePolicy = defineCommand({
  path: `${POLICIES_PATH}/clone`,
  permission: `${POLICIES}/create`,
  summary: { vi: 'Nhân bản chính sách', en: 'Duplicate a policy' },
  input: { id: Id, code: Code.optional(), effectiveFrom: DateFromToday },
})

export const endPolicy = defineCommand({
  path: `${POLICIES_PATH}/end`,
  permission: `${POLICIES}/close`,
  summary: { vi: 'Kết thúc chính sách', en: 'End a policy' },
  fires: [policyMachine, 'end'],
  input: { id: Id, version: Version, lastDay: DateFromToday, reason: RequiredNote(500) },
})
