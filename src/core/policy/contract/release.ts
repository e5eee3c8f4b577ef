import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { DateOnly, Id, NameText, RequiredNote, Text, Version } from '#kernel/primitives.ts'
import { POLICIES, POLICIES_PATH, policyMachine } from './policies.ts'

export const releaseErrors = defineErrors({
  overlap: error('POL-003', 409, {
    vi: 'Bản số {revision} của chính sách này có hiệu lực từ {from}; hãy chọn ngày sau đó',
    en: 'Revision {revision} of this policy takes effect on {from}; choose a later date',
  }),
  stillInForce: error('POL-011', 409, {
    vi: 'Bản số {revision} của chính sách này đã kết thúc nhưng còn hiệu lực đến hết {to}; hãy chọn ngày sau đó',
    en: 'Revision {revision} of this policy has been ended but is in effect until {to}; choose a later date',
  }),
  noHeadOffice: error('POL-010', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể trình duyệt',
    en: 'The head office has not been set up, so the policy cannot be submitted',
  }),
})

export const policyPermissions = { ask: `${POLICIES}/submit`, see: `${POLICIES}/view`, approve: 'o2o/approvals/policy/approve' } as const

export const submitPolicy = defineCommand({
  path: `${POLICIES_PATH}/submit`,
  permission: policyPermissions.ask,
  summary: { vi: 'Trình duyệt chính sách', en: 'Submit a policy' },
  fires: [policyMachine, 'submit'],
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

/** What a decision shows: every fee as one line of text. */
export const PolicyPicture = z.object({ name: NameText, service: ServiceCode, effectiveFrom: DateOnly, effectiveTo: DateOnly.nullable(), fees: Text })
