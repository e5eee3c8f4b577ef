import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { CodeText, enumOf, Id, Money, MoneyFromZero, NameText, SearchText, Stamped, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

export const limitErrors = defineErrors({
  exceeded: error('LIM-001', 409, {
    vi: 'Vượt hạn mức trong ngày của bạn với đối tác này: hạn mức {limit} đồng, còn lại {left} đồng',
    en: 'This exceeds your daily limit for this partner: limit {limit} VND, {left} VND left',
  }),
  taken: error('LIM-002', 409, { vi: 'Vai trò này đã có hạn mức của loại này', en: 'This role already has a limit of this kind' }),
})

/** What is limited: refunds with cancellations, journals by hand, shortages and surpluses written off, transfers let go. */
export const LimitKind = enumOf('limits.kind', ['REFUND', 'MANUAL_JOURNAL', 'WRITE_OFF', 'DISBURSEMENT'])
export type LimitKind = z.output<typeof LimitKind>

/** Whole đồng. */
const Amount = MoneyFromZero.refine((text) => parseMoney(text) % 100n === 0n, { error: ruleError('moneyWhole') })

const BASE = 'o2o/limits'
const PATH = '/o2o-admin/role-limit/v1'

export const listRoleLimits = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Hạn mức trong ngày theo vai trò', en: 'Daily limits by role' },
  entity: 'limits.roleLimit',
  filter: {
    /** Part of the code or the name of the role. */
    text: SearchText,
    kind: LimitKind.optional(),
  },
  row: z.object({ id: Id, roleId: Id, roleCode: CodeText, roleName: NameText, kind: LimitKind, amount: Money, ...Stamped }),
  sort: ['roleName', 'kind', 'updatedAt'],
  defaultSort: 'roleName',
})

export const createRoleLimit = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm hạn mức cho vai trò', en: 'Add a limit for a role' },
  input: { roleId: Id, kind: LimitKind, amount: Amount },
})

export const updateRoleLimit = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa hạn mức của vai trò', en: 'Change the limit of a role' },
  input: { id: Id, version: Version, amount: Amount },
})

export const removeRoleLimit = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá hạn mức của vai trò', en: 'Delete the limit of a role' },
  input: { id: Id, version: Version },
})
