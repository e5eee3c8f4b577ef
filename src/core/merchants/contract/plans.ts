import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  CodeWithDot,
  Count,
  DateFromToday,
  DateOnly,
  Id,
  Money,
  MoneyFromZero,
  NameText,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { planMachine } from './machine.ts'
import { MERCHANTS, PLANS } from './words.ts'

const API = '/qr-admin/fee-plans/v1'

const Rate = z.number().int().min(0).max(10_000).meta({ kind: 'count' })

const Plan = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  service: ServiceCode,
  status: planMachine.status,
  /** Of the revision in force today. */
  rateBps: Count.nullable(),
  fixed: Money.nullable(),
  minimum: Money.nullable(),
  maximum: Money.nullable(),
  /** First day of a revision that is still to come. */
  nextFrom: DateOnly.nullable(),
  merchants: Count,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listPlans = defineList({
  path: `${API}/search`,
  permission: `${PLANS}/view`,
  summary: { vi: 'Biểu phí điểm bán', en: 'Fee plans of merchants' },
  entity: 'merchants.plan',
  filter: { text: SearchText, id: Id.optional(), status: planMachine.status.optional() },
  row: Plan,
  sort: ['code', 'name', 'updatedAt'],
  defaultSort: 'code',
})

export const Revision = z.object({
  revision: Count,
  effectiveFrom: DateOnly,
  effectiveTo: DateOnly.nullable(),
  rateBps: Count,
  fixed: Money,
  minimum: Money,
  maximum: Money.nullable(),
  agreedBy: AccountText,
  agreedAt: Timestamp,
})

export const findPlan = defineQuery({
  path: `${API}/find`,
  permission: `${PLANS}/view`,
  summary: { vi: 'Biểu phí điểm bán và các bản của nó', en: 'A fee plan with its revisions' },
  input: { id: Id },
  output: Plan.extend({ revisions: z.array(Revision) }),
})

/** Plans in use, for whoever sees merchants. */
export const planOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: `${MERCHANTS}/view`,
  summary: { vi: 'Biểu phí để chọn', en: 'Fee plans to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

const revision = { effectiveFrom: DateFromToday, rateBps: Rate, fixed: MoneyFromZero, minimum: MoneyFromZero, maximum: MoneyFromZero.optional() }
const Asked = z.object({ id: Id, version: Version, requestId: Id })

export const planPermissions = { ask: `${PLANS}/submit`, see: `${PLANS}/view`, approve: 'o2o/approvals/fee-plan/approve' } as const

export const createPlan = defineCommand({
  path: `${API}/insert`,
  permission: planPermissions.ask,
  summary: { vi: 'Trình biểu phí mới', en: 'Submit a new fee plan' },
  input: { code: CodeWithDot, name: RequiredText(200), service: ServiceCode, ...revision, reason: RequiredNote(1000) },
  output: Asked,
})

export const proposeRevision = defineCommand({
  path: `${API}/propose-revision`,
  permission: planPermissions.ask,
  summary: { vi: 'Trình mức phí mới của biểu phí', en: 'Propose new fees of a plan' },
  input: { id: Id, version: Version, ...revision, reason: RequiredNote(1000) },
  output: Asked,
})

export const PlanPayload = z.strictObject({
  effectiveFrom: z.string(),
  rateBps: z.number(),
  fixed: z.string(),
  minimum: z.string(),
  maximum: z.string().nullable(),
})

export const PlanPicture = z.object({
  name: NameText.nullable(),
  revision: Count.nullable(),
  effectiveFrom: DateOnly.nullable(),
  rateBps: Count.nullable(),
  fixed: Money.nullable(),
  minimum: Money.nullable(),
  maximum: Money.nullable(),
})
