import { z } from 'zod'
import { defineImport } from '#kernel/import.ts'
import { CodeWithDot, Email, enumOf, Phone, RequiredText } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { ScopeKind } from '../sign-in/scope.ts'
import { NewAccount } from './users.ts'

/** Codes with commas between. */
const Codes = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[A-Za-z0-9_.-]+(\s*[,;]\s*[A-Za-z0-9_.-]+)*$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

/** New users from a file. The temporary password goes by e-mail, so an address is needed here. */
export const importUsers = defineImport({
  path: '/sys/user/v1/import',
  permission: 'user-permission/user-management/users/import',
  summary: { vi: 'Nhập người dùng', en: 'Import users' },
  entity: 'iam.userImport',
  // Each of them gets a temporary password by e-mail.
  maxRows: 5_000,
  row: z.object({
    account: NewAccount,
    fullName: RequiredText(120),
    email: Email,
    mobile: Phone.optional(),
    language: enumOf('iam.language', ['vi', 'en']).default('vi'),
    unitCode: CodeWithDot.optional(),
    partnerCode: CodeWithDot.optional(),
    scopeKind: ScopeKind,
    /** Of scope UNITS. */
    scopeUnitCodes: Codes.optional(),
    roleCodes: Codes.optional(),
    applications: Codes,
  }),
})
