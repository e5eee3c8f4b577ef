import { z } from 'zod'
import { defineCommand, defineQuery, PUBLIC } from '#kernel/contract.ts'
import { NewPassword } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Account } from './auth.ts'

/** Minutes that a link of a forgotten password is good for. */
export const FORGOT_MINUTES = 10
/** Hours that the link of a new account is good for: approvals come on Friday evenings too. */
export const FIRST_HOURS = 72

/** The secret part of a link by e-mail, {verified} of its address. */
const Verified = z
  .string()
  .regex(/^[\w-]{43}$/, { error: ruleError('invalid') })
  .meta({ kind: 'secret' })

/** Answers the same for every account, whether it exists, has an e-mail address, or not. */
export const requestForgotPw = defineCommand({
  path: '/core/staff/requestForgotPw',
  permission: PUBLIC,
  summary: { vi: 'Yêu cầu gửi liên kết đặt lại mật khẩu qua email', en: 'Ask for a link by e-mail that sets a new password' },
  input: { account: Account },
  output: z.null(),
})

/** The same by the name that the older portal calls it. */
export const resetPassword = defineQuery({
  path: '/sys/user/resetPassword',
  permission: PUBLIC,
  summary: {
    vi: 'Yêu cầu gửi liên kết đặt lại mật khẩu qua email (như requestForgotPw)',
    en: 'Ask for a link by e-mail that sets a new password (as requestForgotPw)',
  },
  input: { account: Account },
  output: z.null(),
})

/** Throws IAM-012 for a link that is not good (any more). */
export const checkForgotPw = defineQuery({
  method: 'POST',
  path: '/core/staff/checkForgotPw',
  permission: PUBLIC,
  summary: { vi: 'Kiểm tra liên kết đặt mật khẩu còn hiệu lực không', en: 'Whether a link that sets a password is still good' },
  input: { verified: Verified },
  output: z.object({ account: z.string(), kind: z.enum(['FORGOT', 'FIRST']), expiresAt: z.string() }),
})

/** Sets the password and ends all sessions; signing in still needs the authenticator. */
export const confirmForgotPw = defineCommand({
  path: '/core/staff/confirmForgotPw',
  permission: PUBLIC,
  summary: { vi: 'Đặt mật khẩu mới bằng liên kết trong email', en: 'Set a new password by a link from an e-mail' },
  input: {
    verified: Verified,
    newPwd: NewPassword,
    confirmPassword: z
      .string()
      .min(1, { error: ruleError('confirmPasswordRequired') })
      .max(200)
      .meta({ kind: 'secret' }),
  },
  output: z.null(),
})
