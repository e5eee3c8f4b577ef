import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  Code,
  CodeText,
  Count,
  DateFromToday,
  DateOnly,
  Flag,
  Id,
  NameText,
  NoteText,
  OptionalNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { FeeInput, FeeRow, MAX_FEES } from './fees.ts'

export const policyErrors = defineErrors({
  codeTaken: error('POL-001', 409, { vi: 'Chính sách {code} đã tồn tại', en: 'The policy {code} already exists' }),
  past: error('POL-004', 422, { vi: 'Ngày hiệu lực phải từ hôm nay trở đi', en: 'The effective date must be today or later' }),
})

export const POLICIES = 'product-policy/manage-policy'
export const POLICIES_PATH = '/sys/product-policy/v1'

/** One revision of a policy. What was agreed never changes: another revision follows, or it is ended. */
export const policyMachine = defineMachine({
  name: 'policy.policyStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    PENDING: { tone: 'attention' },
    APPROVED: { tone: 'success' },
    ENDED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['DRAFT'], to: 'PENDING' },
    approve: { from: ['PENDING'], to: 'APPROVED' },
    giveBack: { from: ['PENDING'], to: 'DRAFT' },
    end: { from: ['APPROVED'], to: 'ENDED' },
  },
})
export const PolicyStatus = policyMachine.status

const Policy = z.object({
  id: Id,
  code: CodeText,
  revision: Count,
  name: NameText,
  service: ServiceCode,
  status: PolicyStatus,
  /** Agreed, and today is one of its days. */
  inForce: Flag,
  effectiveFrom: DateOnly,
  effectiveTo: DateOnly.nullable(),
  fees: Count,
  ...Stamped,
})

export const listPolicies = defineList({
  path: `${POLICIES_PATH}/search`,
  permission: `${POLICIES}/view`,
  summary: { vi: 'Chính sách sản phẩm, mỗi dòng một bản', en: 'Product policies, one row per revision' },
  entity: 'policy.policy',
  filter: { text: SearchText, service: ServiceCode.optional(), status: PolicyStatus.optional(), /** In force on this day. */ inForceOn: DateOnly.optional() },
  row: Policy.extend({ pendingRequestId: Id.nullable() }),
  sort: ['code', 'service', 'effectiveFrom', 'updatedAt'],
  defaultSort: '-updatedAt',
})

export const findPolicy = defineQuery({
  path: `${POLICIES_PATH}/find`,
  permission: `${POLICIES}/view`,
  summary: { vi: 'Một bản của chính sách và biểu phí của nó', en: 'One policy revision with its fees' },
  input: { id: Id },
  output: Policy.omit({ fees: true }).extend({
    description: NoteText,
    endReason: NoteText,
    createdBy: AccountText,
    createdAt: Timestamp,
    pendingRequestId: Id.nullable(),
    fees: z.array(FeeRow),
  }),
})

const content = {
  name: RequiredText(255),
  description: OptionalNote(2000),
  effectiveFrom: DateFromToday,
  effectiveTo: DateFromToday.nullish(),
  fees: z.array(FeeInput).min(1).max(MAX_FEES),
}
export const createPolicy = defineCommand({
  path: `${POLICIES_PATH}/insert`,
  permission: `${POLICIES}/create`,
  summary: { vi: 'Tạo chính sách', en: 'Create a policy' },
  input: { code: Code, service: ServiceCode, ...content },
})

export const updatePolicy = defineCommand({
  path: `${POLICIES_PATH}/update`,
  permission: `${POLICIES}/update`,
  summary: { vi: 'Sửa chính sách', en: 'Edit a policy' },
  input: { id: Id, version: Version, ...content },
})

export const removePolicy = defineCommand({
  path: `${POLICIES_PATH}/remove`,
  permission: `${POLICIES}/delete`,
  summary: { vi: 'Xoá bản nháp chính sách', en: 'Delete a policy draft' },
  input: { id: Id, version: Version },
})
