import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  Code,
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  RequiredText,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'

const BASE = 'product-policy/manage-policy'
const PATH = '/sys/product-policy/v1'

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

export const policyPermissions = { ask: `${BASE}/submit`, see: `${BASE}/view`, approve: 'o2o/approvals/policy/approve' } as const

export const MAX_FEES = 200

/** A rate in hundredths of a percent (25 = 0.25 %) of the amount, and a fixed part, between a least and a greatest fee. */
const fee = {
  partnerId: Id.nullable(),
  unitId: Id.nullable(),
  /** Included; amountTo is not. */
  amountFrom: Money,
  amountTo: Money.nullable(),
  rateBps: Count.min(0).max(10_000),
  fixed: Money,
  minimum: Money,
  maximum: Money.nullable(),
}
export const FeeInput = z.strictObject({ ...fee, partnerId: Id.nullish(), unitId: Id.nullish(), amountTo: Money.nullish(), maximum: Money.nullish() })
export type FeeInput = z.output<typeof FeeInput>
export const FeeRow = z.object({ ...fee, line: Count, partnerName: NameText.nullable(), unitName: UnitText.nullable() })
export type FeeRow = z.output<typeof FeeRow>

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
  updatedAt: Timestamp,
  updatedBy: AccountText,
  version: Version,
})

export const listPolicies = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chính sách sản phẩm, mỗi dòng một bản', en: 'Product policies, a row a revision' },
  entity: 'policy.policy',
  filter: { text: SearchText, service: ServiceCode.optional(), status: PolicyStatus.optional(), /** In force on this day. */ inForceOn: DateOnly.optional() },
  row: Policy.extend({ pendingRequestId: Id.nullable() }),
  sort: ['code', 'service', 'effectiveFrom', 'updatedAt'],
  defaultSort: '-updatedAt',
})

export const findPolicy = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: {
    vi: 'Một bản của chính sách: biểu phí và thay đổi so với bản trước',
    en: 'One revision of a policy with its fees, and what changed from the one before',
  },
  input: { id: Id },
  output: Policy.omit({ fees: true }).extend({
    description: NoteText,
    endReason: NoteText,
    createdBy: AccountText,
    createdAt: Timestamp,
    pendingRequestId: Id.nullable(),
    fees: z.array(FeeRow),
    revisions: z.array(z.object({ id: Id, revision: Count, status: PolicyStatus, effectiveFrom: DateOnly, effectiveTo: DateOnly.nullable() })),
    /** Against the revision before; null for the first. Kinds as in the contract's fields. */
    changes: z
      .array(z.object({ field: z.string(), kind: z.string(), labels: z.string().nullable(), before: z.string().nullable(), after: z.string().nullable() }))
      .nullable(),
  }),
})

const content = {
  name: RequiredText(255),
  description: OptionalNote(2000),
  effectiveFrom: DateOnly,
  effectiveTo: DateOnly.nullish(),
  fees: z.array(FeeInput).min(1).max(MAX_FEES),
}
const Changed = z.object({ id: Id, version: Version })

export const createPolicy = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tạo chính sách', en: 'Create a policy' },
  input: { code: Code, service: ServiceCode, ...content },
  output: Changed,
})

export const updatePolicy = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa chính sách', en: 'Change a policy' },
  input: { id: Id, version: Version, ...content },
  output: Changed,
})

/** With a code of its own the copy is a policy of its own; without, the next revision of the same. */
export const clonePolicy = defineCommand({
  path: `${PATH}/clone`,
  permission: `${BASE}/create`,
  summary: { vi: 'Nhân bản chính sách', en: 'Copy a policy' },
  input: { id: Id, code: Code.optional(), effectiveFrom: DateOnly },
  output: Changed,
})

export const removePolicy = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá bản nháp chính sách', en: 'Remove a draft of a policy' },
  input: { id: Id, version: Version },
  output: Changed,
})

export const submitPolicy = defineCommand({
  path: `${PATH}/submit`,
  permission: policyPermissions.ask,
  summary: { vi: 'Trình duyệt chính sách', en: 'Submit a policy' },
  fires: [policyMachine, 'submit'],
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
  output: Changed.extend({ requestId: Id }),
})

export const endPolicy = defineCommand({
  path: `${PATH}/end`,
  permission: `${BASE}/close`,
  summary: { vi: 'Kết thúc chính sách', en: 'End a policy' },
  fires: [policyMachine, 'end'],
  input: { id: Id, version: Version, lastDay: DateOnly, reason: RequiredNote(500) },
  output: Changed,
})

/** Partners to choose from. */
export const policyPartners = defineQuery({
  path: `${PATH}/partners`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đối tác để chọn trong biểu phí', en: 'Partners for the fee rows of a policy' },
  input: { text: SearchText, id: Id.optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

/** What a decision shows: every fee as one line of text. */
export const PolicyPicture = z.object({ name: NameText, service: ServiceCode, effectiveFrom: DateOnly, effectiveTo: DateOnly.nullable(), fees: Text })
