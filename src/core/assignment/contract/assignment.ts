import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateFromToday,
  DateOnly,
  enumOf,
  Flag,
  Id,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'

const BASE = 'general-configuration/assign'
const BUSINESSES = 'general-configuration/assignmentBusiness'
const PATH = '/sys/assignment/v1'

export const assignmentErrors = defineErrors({
  overlap: error('ASG-001', 409, {
    vi: '{name} đã có cấu hình cho dịch vụ này trong khoảng thời gian đó; hãy kết thúc cấu hình cũ trước',
    en: '{name} already has a rule for this service in that period; end that rule first',
  }),
  noSubject: error('ASG-002', 422, {
    vi: 'Có đơn vị hoặc người dùng không tồn tại trong phạm vi của bạn',
    en: 'One of the units or users does not exist within your scope',
  }),
  notAssigned: error('ASG-003', 403, {
    vi: 'Đơn vị của bạn hiện không được thực hiện dịch vụ này',
    en: 'Your unit is currently not allowed to perform this service',
  }),
  endsBefore: error('ASG-004', 422, { vi: 'Cấu hình đã kết thúc trước ngày này', en: 'The rule already ends before this date' }),
})

export const SubjectKind = enumOf('assignment.subjectKind', ['UNIT', 'USER'])
/** Allowed or not. */
export const Verdict = enumOf('assignment.verdict', ['ALLOWED', 'REFUSED'])
export const BULK_MAX = 200

export const listAssignments = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Cấu hình phân công: đơn vị và người dùng được làm nghiệp vụ nào', en: 'Assignment rules: which services units and users may perform' },
  entity: 'assignment.assignment',
  filter: { text: SearchText, business: ServiceCode.optional(), subject: SubjectKind.optional(), verdict: Verdict.optional(), inForceOn: DateOnly.optional() },
  row: z.object({
    id: Id,
    subject: SubjectKind,
    subjectCode: CodeText,
    subjectName: NameText,
    business: ServiceCode,
    verdict: Verdict,
    validFrom: DateOnly,
    validTo: DateOnly.nullable(),
    reason: NoteText,
    updatedBy: AccountText,
    updatedAt: Timestamp,
    version: Version,
  }),
  sort: ['subjectCode', 'business', 'validFrom', 'updatedAt'],
  defaultSort: '-updatedAt',
})

const Assigned = {
  unitIds: z.array(Id).max(BULK_MAX).default([]),
  userIds: z.array(Id).max(BULK_MAX).default([]),
  businesses: z.array(ServiceCode).min(1).max(100),
  verdict: Verdict,
  validFrom: DateFromToday,
  validTo: DateFromToday.nullish(),
  reason: RequiredNote(500),
}

/** One decision for many subjects and businesses at once: all of it or nothing. Refuses what another rule in the period says already. */
export const assignBusinesses = defineCommand({
  path: `${PATH}/assign`,
  permission: `${BASE}/create`,
  summary: { vi: 'Phân công nghiệp vụ', en: 'Assign services' },
  input: Assigned,
  output: z.object({ rules: Count }),
})

/** As assignBusinesses, in the place of what other rules say in the period: before it and after it they stay as they are. */
export const changeBusinesses = defineCommand({
  path: `${PATH}/change`,
  permission: `${BUSINESSES}/update`,
  summary: { vi: 'Thay đổi nghiệp vụ của đơn vị và người dùng', en: 'Change services of units and users' },
  input: Assigned,
  output: z.object({ rules: Count }),
})

export const endAssignment = defineCommand({
  path: `${PATH}/end`,
  permission: `${BASE}/update`,
  summary: { vi: 'Kết thúc phân công', en: 'End an assignment' },
  /** From the first day on which the rule no longer holds: with today it ends at once. */
  input: { id: Id, version: Version, endsFrom: DateFromToday, reason: RequiredNote(500) },
  output: z.object({ id: Id }),
})

export const Effective = z.object({
  business: ServiceCode,
  allowed: Flag,
  /** Where the rule that decides stands; null: there is no rule, so it is allowed. */
  ruleId: Id.nullable(),
  version: Version.nullable(),
  validTo: DateOnly.nullable(),
  byUnit: Text.nullable(),
  byUser: Text.nullable(),
  /** True when the rule stands further up. */
  inherited: Flag,
})

/** May unit X (or person Y in it) do each business on a day, and why. */
export const effectiveAssignments = defineQuery({
  path: `${PATH}/effective`,
  permission: `${BUSINESSES}/view`,
  summary: {
    vi: 'Nghiệp vụ mà một đơn vị hoặc một người được làm trong ngày và cấu hình quyết định',
    en: 'Services a unit or user may perform on a date, and the deciding rule',
  },
  input: { unitId: Id.optional(), userId: Id.optional(), day: DateOnly },
  output: z.array(Effective),
})

/** People of the caller's reach, to choose from. */
export const assignmentUsers = defineQuery({
  path: `${PATH}/users`,
  permission: `${BUSINESSES}/view`,
  summary: { vi: 'Người dùng để chọn, trong phạm vi của mình', en: 'Users to select from, within the caller’s scope' },
  input: { text: SearchText, id: Id.optional() },
  output: z.array(z.object({ id: Id, account: AccountText, fullName: NameText, unitId: Id.nullable() })),
})
