import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { Id, Money, RequiredNote, Version } from '#kernel/primitives.ts'
import { accountMachine } from './account.ts'
import { ACCOUNTS, ACCOUNTS_PATH } from './accounts.ts'

export const accountChangePermissions = {
  ask: `${ACCOUNTS}/update`,
  see: `${ACCOUNTS}/view`,
  approve: 'o2o/approvals/business-account/approve',
} as const

const Asked = z.object({ id: Id, version: Version, requestId: Id })

export const lockAccount = defineCommand({
  path: `${ACCOUNTS_PATH}/ask-lock`,
  permission: accountChangePermissions.ask,
  summary: { vi: 'Đề nghị khoá tài khoản nghiệp vụ', en: 'Ask to lock a business account' },
  fires: [accountMachine, 'lock'],
  input: { id: Id, version: Version, reason: RequiredNote() },
  output: Asked,
})

export const unlockAccount = defineCommand({
  path: `${ACCOUNTS_PATH}/ask-unlock`,
  permission: accountChangePermissions.ask,
  summary: { vi: 'Đề nghị mở khoá tài khoản nghiệp vụ', en: 'Ask to unlock a business account' },
  fires: [accountMachine, 'unlock'],
  input: { id: Id, version: Version, reason: RequiredNote() },
  output: Asked,
})

export const limitAccount = defineCommand({
  path: `${ACCOUNTS_PATH}/ask-limits`,
  permission: accountChangePermissions.ask,
  summary: { vi: 'Đề nghị thay đổi hạn mức số dư', en: 'Ask to change balance limits' },
  input: { id: Id, version: Version, minBalance: Money.nullish(), maxBalance: Money.nullish(), reason: RequiredNote() },
  output: Asked,
})

/** What is asked for; kept with the request. Limits are named both, or none. */
export const AccountChange = z.strictObject({
  event: z.enum(['lock', 'unlock']).optional(),
  limits: z.strictObject({ minBalance: Money.nullable(), maxBalance: Money.nullable() }).optional(),
})
export type AccountChange = z.output<typeof AccountChange>

export const AccountPicture = z.object({ status: accountMachine.status, minBalance: Money.nullable(), maxBalance: Money.nullable() })
