import { z } from 'zod'
import { UnitLevelField, UnitStatus } from '#core/organisation/contract/unit.ts'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import { defineCommand, defineQuery, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import { Id, NewPassword, Otp, trimmed } from '#kernel/primitives.ts'
import { ruleError, type ValidationRule } from '#kernel/validation-texts.ts'
import { ScopeKind } from './scope.ts'

const rule = (name: ValidationRule) => ({ error: ruleError(name) })

/** Milliseconds without a click after which a session ends, in the browser and on the server alike. */
export const IDLE_MS = 3_600_000
/** The code a person without an authenticator types as OTP at the first sign-in. */
export const FIRST_SIGN_IN_OTP = '000000'

/** Sub-system code. */
export const ClientId = z.enum(SUBSYSTEMS, rule('clientRequired')).meta({ kind: 'code' })
/** Anything a person may type: whether it is an account is not revealed here. */
export const Account = trimmed().min(1, rule('accountRequired')).max(64).meta({ kind: 'code' })
/** A password as typed: never trimmed. */
const Password = z.string().min(1, rule('passwordRequired')).max(200).meta({ kind: 'secret' })
const RefreshToken = z.string().min(1, rule('required')).max(200).meta({ kind: 'secret' })

/** Stored by the browser under these names; worth nothing without the two HttpOnly cookies set beside them. */
export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.output<typeof Tokens>
export const LoginResult = z.object({ tokenData: Tokens })

/** What an authenticator app takes: by picture or by hand. */
export const Authenticator = z.object({ otpauthUri: z.string(), secret: z.string() })
export type Authenticator = z.output<typeof Authenticator>

/** `data` of the error IAM-003: how the first sign-in goes on. */
export const Enrolment = z.object({
  ticket: z.string(),
  /** Where the code was sent, all but hidden; null: there is no e-mail address, and an administrator has the code. */
  sentTo: z.string().nullable(),
  /** Given at once where no code is asked for. */
  authenticator: Authenticator.nullable(),
  expiresAt: z.string(),
})
export type Enrolment = z.output<typeof Enrolment>

export const login = defineCommand({
  path: '/pp-public/auth/v1/login',
  permission: PUBLIC,
  summary: { vi: 'Đăng nhập một ứng dụng bằng tài khoản, mật khẩu và mã OTP', en: 'Sign in to an application with account, password and OTP' },
  input: { account: Account, password: Password, otp: Otp, clientId: ClientId },
  output: LoginResult,
})

const Ticket = z.string().min(1, rule('required')).max(200).meta({ kind: 'secret' })

/** The code by e-mail has six digits, that of an administrator eight. */
export const EnrolmentCode = z
  .string()
  .trim()
  .overwrite((code) => code.replace(/(?<=\d)[\s-](?=\d)/g, ''))
  .min(1, rule('mailCodeRequired'))
  .regex(/^(\d{6}|\d{8})$/, rule('mailCode'))
  .meta({ kind: 'secret' })

export const confirmEnrolment = defineCommand({
  path: '/pp-public/auth/v1/enrol-code',
  permission: PUBLIC,
  summary: {
    vi: 'Đăng nhập lần đầu: lấy khoá của ứng dụng xác thực bằng mã nhận qua email',
    en: 'First sign-in: get the authenticator key with the code sent by email',
  },
  input: { ticket: Ticket, code: EnrolmentCode },
  output: Authenticator,
})

export const enrolTotp = defineCommand({
  path: '/pp-public/auth/v1/enrol-totp',
  permission: PUBLIC,
  summary: { vi: 'Đăng nhập lần đầu: xác nhận ứng dụng xác thực và đăng nhập', en: 'First sign-in: confirm the authenticator and sign in' },
  input: { ticket: Ticket, otp: Otp },
  output: LoginResult,
})

export const refreshTokens = defineCommand({
  path: '/pp-public/auth/v1/refresh-token',
  permission: PUBLIC,
  summary: { vi: 'Đổi refresh token lấy token mới; token cũ hết hiệu lực', en: 'Exchange a refresh token for new tokens; the old one becomes invalid' },
  input: { refreshToken: RefreshToken, clientId: ClientId },
  output: Tokens,
})

export const logout = defineCommand({
  path: '/pp-public/auth/v1/logout',
  permission: PUBLIC,
  summary: { vi: 'Đăng xuất', en: 'Sign out' },
  input: { refreshToken: RefreshToken, clientId: ClientId },
  output: z.null(),
})

export const tokenExchange = defineQuery({
  path: '/pp-admin/auth/v1/token-exchange',
  permission: SIGNED_IN,
  summary: { vi: 'Chuyển ứng dụng trong cùng phiên: token của ứng dụng khác', en: 'Switch application within the session: tokens for another application' },
  input: { clientId: ClientId },
  output: Tokens,
})

/** Sent by the browser after clicks, at most every few seconds, the last click of a burst always: moves the idle clock. */
export const click = defineQuery({
  method: 'POST',
  path: '/pp-admin/auth/v1/click',
  permission: SIGNED_IN,
  summary: { vi: 'Báo người dùng đang làm việc: tính lại thời gian chờ của phiên', en: 'Report user activity: resets the session idle timer' },
  input: {},
  output: z.object({ idleEndsAt: z.string() }),
})

const Named = z.object({ code: z.string(), name: z.string() })

export const UserInfo = z.object({
  userName: z.string(),
  fullName: z.string(),
  name: z.string(),
  mobile: z.string(),
  email: z.string(),
  welcome: z.string(),
  avatar: z.string(),
  language: z.enum(['vi', 'en']),
  clientId: z.string(),
  /** What the user may do in the current sub-system. */
  authorization: z.array(z.object({ uri: z.string(), action: z.string() })),
  /** Permissions that the user holds, and that are used with a scope of ALL only, which theirs is not. */
  beyondScope: z.array(z.string()),
  /** Menu-gated screens of the current sub-system that the rules of appConfig let the user see. */
  menus: z.array(z.string()),
  /** Sub-systems the user may enter, with the addresses of the screens in their menus that the user sees. */
  applications: z.array(Named.extend({ screens: z.array(z.string()) })),
  roles: z.array(Named),
  groups: z.array(Named),
  orgUnitStaff: z.object({
    staffCode: z.string(),
    unitId: Id.nullable(),
    unitCode: z.string(),
    unitName: z.string(),
    level: z.string(),
    partnerId: Id.nullable(),
    partnerName: z.string(),
  }),
  /** The only thing allowed is to change the password. */
  mustChangePassword: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

export const userInfo = defineQuery({
  path: '/sys/user/v1/info',
  permission: SIGNED_IN,
  summary: { vi: 'Người đang đăng nhập: quyền, vai trò và nhóm', en: 'The signed-in user: permissions, roles and groups' },
  input: {},
  output: UserInfo,
})

const Unit = z.object({ id: Id, code: z.string(), name: z.string(), level: UnitLevelField })

export const StaffOrgUnit = z.object({
  /** Null for a user without an entry among the staff. */
  staff: z
    .object({ code: z.string(), fullName: z.string(), mobile: z.string(), email: z.string(), positions: z.array(z.string()), status: UnitStatus })
    .nullable(),
  unit: Unit.extend({ address: z.string(), phone: z.string(), status: UnitStatus }).nullable(),
  /** From the head office down to the unit itself. */
  path: z.array(Unit),
  partner: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  scopeKind: ScopeKind,
  /** The units of a scope of chosen units. */
  scopeUnits: z.array(Unit),
})
export type StaffOrgUnit = z.output<typeof StaffOrgUnit>

export const getStaffOrgUnit = defineQuery({
  path: '/core/staff/v1/getStaffOrgUnit',
  permission: SIGNED_IN,
  summary: { vi: 'Nơi làm việc của người đang đăng nhập và các đơn vị được xem', en: 'The signed-in user’s workplace and visible units' },
  input: {},
  output: StaffOrgUnit,
})

export const findAllClients = defineQuery({
  path: '/sys/client/v1/find-all',
  permission: PUBLIC,
  summary: { vi: 'Các ứng dụng để chọn khi đăng nhập', en: 'Applications with screens, to select at sign-in' },
  input: {},
  output: z.array(Named),
})

/** A query by kind because it runs in transactions of its own: a wrong old password is counted although the call fails. */
export const changePassword = defineQuery({
  method: 'POST',
  path: '/sys/user/v1/changePassword',
  permission: SIGNED_IN,
  summary: { vi: 'Đổi mật khẩu của mình; các phiên khác kết thúc', en: 'Change the caller’s password; ends their other sessions' },
  input: { oldPassword: z.string().min(1, rule('oldPasswordRequired')).max(200).meta({ kind: 'secret' }), newPwd: NewPassword },
  output: z.null(),
})
