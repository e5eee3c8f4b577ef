import { z } from 'zod'
import { defineCommand, defineQuery, PUBLIC } from '#kernel/contract.ts'
import { enumOf, NewPassword } from '#kernel/primitives.ts'
import { fold } from '#kernel/text.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Account } from './auth.ts'

/** What a new password needs, as far as it shows while it is typed; the server knows more (guessable and leaked ones). */
export const PASSWORD_PARTS = {
  length: (password: string) => password.length >= 8,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\d]/u.test(password),
  account: (password: string, account: string) => password !== '' && !holdsAccount(password, account),
} satisfies Record<string, (password: string, account: string) => boolean>

/** The account name somewhere in the password, with or without its dots and dashes. */
export function holdsAccount(password: string, account: string): boolean {
  const bare = (text: string) => fold(text).replace(/[^a-z0-9]/g, '')
  const name = bare(account)
  return name.length >= 3 && bare(password).includes(name)
}

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
  summary: { vi: 'Yêu cầu gửi liên kết đặt lại mật khẩu qua email', en: 'Request a password reset link by email' },
  input: { account: Account },
  output: z.null(),
})

/** The same by the name that the older portal calls it. */
export const resetPassword = defineQuery({
  path: '/sys/user/resetPassword',
  permission: PUBLIC,
  summary: {
    vi: 'Yêu cầu gửi liên kết đặt lại mật khẩu qua email (như requestForgotPw)',
    en: 'Request a password reset link by email (same as requestForgotPw)',
  },
  input: { account: Account },
  output: z.null(),
})

/** Throws IAM-012 for a link that is not good (any more). */
export const checkForgotPw = defineQuery({
  method: 'POST',
  path: '/core/staff/checkForgotPw',
  permission: PUBLIC,
  summary: { vi: 'Kiểm tra liên kết đặt mật khẩu còn hiệu lực không', en: 'Check whether a password link is still valid' },
  input: { verified: Verified },
  output: z.object({ account: z.string(), kind: enumOf('iam.linkKind', ['FORGOT', 'FIRST']), expiresAt: z.string() }),
})

/** Sets the password and ends all sessions; signing in still needs the authenticator. */
export const confirmForgotPw = defineCommand({
  path: '/core/staff/confirmForgotPw',
  permission: PUBLIC,
  summary: { vi: 'Đặt mật khẩu mới bằng liên kết trong email', en: 'Set a new password using the link from an email' },
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
