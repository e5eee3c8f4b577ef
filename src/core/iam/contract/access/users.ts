import { z } from 'zod'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import { Changed, defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  Email,
  enumOf,
  Flag,
  Id,
  NameText,
  OptionalNote,
  Phone,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { ScopeKind } from '../sign-in/scope.ts'

export const USERS = 'user-permission/user-management/users'
export const USERS_PATH = '/sys/user/v1'

/** A deleted user (DISABLED) is kept for ever: what they did names them. */
export const userStatus = defineMachine({
  name: 'iam.userStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, DISABLED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    remove: { from: ['ACTIVE', 'LOCKED'], to: 'DISABLED' },
  },
})

export const ApplicationCode = z.enum(SUBSYSTEMS).meta({ kind: 'code' })

export const NewAccount = z
  .string()
  .trim()
  .min(3)
  .max(64)
  .regex(/^[A-Za-z0-9_.@-]+$/, { error: ruleError('account') })
  .meta({ kind: 'code' })

export const listUsers = defineList({
  path: `${USERS_PATH}/search`,
  permission: `${USERS}/view`,
  summary: { vi: 'Người dùng trong phạm vi của mình', en: 'Users within the caller’s scope' },
  entity: 'iam.user',
  filter: {
    /** Part of the account, the name, the phone number or the e-mail address. */
    text: SearchText,
    status: z.array(userStatus.status).min(1).max(3).optional(),
    roleId: Id.optional(),
    application: ApplicationCode.optional(),
    /** The unit and everything below it. */
    unitId: Id.optional(),
    scopeKind: ScopeKind.optional(),
  },
  row: z.object({
    id: Id,
    account: AccountText,
    fullName: NameText,
    place: UnitText,
    roles: Text,
    scopeKind: ScopeKind,
    applications: Count,
    mobile: z.string().meta({ kind: 'phone' }),
    email: z.string().meta({ kind: 'email' }),
    authenticator: Flag,
    lastSignInAt: Timestamp.nullable(),
    status: userStatus.status,
    createdAt: Timestamp,
    version: Version,
  }),
  sort: ['account', 'fullName', 'createdAt', 'lastSignInAt'],
  defaultSort: 'account',
})

export const RoleBrief = z.object({ id: Id, code: CodeText, name: NameText, status: Text })
export const UnitBrief = z.object({ id: Id, name: NameText, level: Text })

export const UserDetail = z.object({
  id: Id,
  account: AccountText,
  fullName: NameText,
  mobile: z.string().meta({ kind: 'phone' }),
  email: z.string().meta({ kind: 'email' }),
  language: enumOf('iam.language', ['vi', 'en']),
  unitId: Id.nullable(),
  unitName: UnitText,
  partnerId: Id.nullable(),
  partnerName: NameText,
  scopeKind: ScopeKind,
  scopeUnits: z.array(UnitBrief),
  status: userStatus.status,
  roles: z.array(RoleBrief),
  applications: z.array(z.object({ code: CodeText, name: NameText, status: Text })),
  authenticator: Flag,
  mustChangePassword: Flag,
  passwordChangedAt: Timestamp.nullable(),
  lastSignInAt: Timestamp.nullable(),
  createdAt: Timestamp,
  ...Stamped,
  /** The caller may not change this user: it is the caller, or somebody who holds more. */
  untouchable: z.enum(['ONESELF', 'ABOVE', 'GONE']).nullable(),
})
export type UserDetail = z.output<typeof UserDetail>

export const findUser = defineQuery({
  path: `${USERS_PATH}/find`,
  permission: `${USERS}/view`,
  summary: { vi: 'Chi tiết người dùng: vai trò, ứng dụng và phạm vi dữ liệu', en: 'User details: roles, applications and data scope' },
  input: { id: Id },
  output: UserDetail,
})

/** Users to choose from: the first 20 of a text, or those of the given ids; for whoever may look at users, roles or applications. */
export const userOptions = defineQuery({
  method: 'POST',
  path: `${USERS_PATH}/options`,
  permission: SIGNED_IN,
  summary: { vi: 'Người dùng để chọn', en: 'Users to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, account: AccountText, fullName: NameText, place: UnitText })),
})

const Person = {
  fullName: RequiredText(120),
  mobile: Phone.optional(),
  email: Email.optional(),
  language: enumOf('iam.language', ['vi', 'en']).default('vi'),
}
export const ScopeInput = { scopeKind: ScopeKind, scopeUnitIds: z.array(Id).max(200).default([]) }
const Place = { unitId: Id.optional(), partnerId: Id.optional() }
export const RoleIds = z.array(Id).min(1).max(200)
const Applications = z
  .array(ApplicationCode)
  .min(1, { error: ruleError('applicationsRequired') })
  .max(SUBSYSTEMS.length)

/** How a temporary password reaches the person: shown once to whoever made it, or by e-mail. */
const Deliver = enumOf('iam.deliver', ['SHOW', 'MAIL']).default('SHOW')

/** `password` is shown once, here: it is stored hashed only. Null when it went by e-mail. */
const WithPassword = Changed.extend({ password: z.string().nullable() })

export const createUser = defineCommand({
  path: `${USERS_PATH}/create`,
  permission: `${USERS}/create`,
  summary: { vi: 'Tạo người dùng', en: 'Create a user' },
  input: { account: NewAccount, ...Person, ...Place, ...ScopeInput, roleIds: RoleIds.optional(), applications: Applications, deliver: Deliver },
  output: WithPassword,
})

export const editUser = defineCommand({
  path: `${USERS_PATH}/edit`,
  permission: `${USERS}/update`,
  summary: { vi: 'Sửa người dùng', en: 'Edit a user' },
  input: { id: Id, version: Version, ...Person, ...Place },
})

/** Soft: roles, applications and sessions end, the name stays. */
export const deleteUser = defineCommand({
  path: `${USERS_PATH}/delete`,
  permission: `${USERS}/delete`,
  summary: { vi: 'Xoá người dùng', en: 'Delete a user' },
  fires: [userStatus, 'remove'],
  input: { id: Id, version: Version },
})

export const changeUserStatus = defineCommand({
  path: `${USERS_PATH}/changeStatus`,
  permission: `${USERS}/change-status`,
  summary: { vi: 'Khoá, mở khoá người dùng', en: 'Lock or unlock a user' },
  fires: [userStatus, 'lock', 'unlock'],
  input: { id: Id, version: Version, status: z.enum(['ACTIVE', 'LOCKED']).meta({ kind: 'status', labels: 'iam.userStatus' }), reason: OptionalNote(200) },
})

export const resetUserPassword = defineCommand({
  path: `${USERS_PATH}/resetPassword`,
  permission: `${USERS}/reset-password`,
  summary: { vi: 'Đặt lại mật khẩu người dùng', en: 'Reset a user’s password' },
  input: { id: Id, version: Version, deliver: Deliver },
  output: WithPassword,
})

/** The authenticator is forgotten; the next sign-in shows the QR picture of a new one. */
export const createQrAuthentication = defineCommand({
  path: `${USERS_PATH}/createQrAuth`,
  permission: `${USERS}/reset-password`,
  summary: { vi: 'Đặt lại xác thực OTP', en: 'Reset a user’s authenticator' },
  input: { id: Id, version: Version },
})

/** What was done to the user, newest first, at most 100. */
export const userHistory = defineQuery({
  path: `${USERS_PATH}/history`,
  permission: `${USERS}/view`,
  summary: { vi: 'Lịch sử thay đổi của người dùng', en: 'Change history of a user' },
  input: { id: Id },
  output: z.array(
    z.object({ id: Id, at: Timestamp, actor: AccountText, action: Text, changes: z.array(z.object({ field: Text, before: Text, after: Text })) }),
  ),
})
