import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand } from '#kernel/contract.ts'
import { DateOnly, Id, NameText, RequiredNote, Text, Version } from '#kernel/primitives.ts'
import { POLICIES, POLICIES_PATH, policyMachine } from './policies.ts'

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
