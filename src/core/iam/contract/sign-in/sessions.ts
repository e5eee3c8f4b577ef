import { z } from 'zod'
import { defineCommand, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { Id } from '#kernel/primitives.ts'

const USERS = 'user-permission/user-management/users'

/** A session that is still good. */
export const SessionFact = z.object({
  sid: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  startedAt: z.string(),
  /** Last click of the person. */
  lastClickAt: z.string(),
  expiresAt: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  /** Sub-system it works in. */
  clientId: z.string(),
})
export type SessionFact = z.output<typeof SessionFact>

const Sid = z.uuid({ error: 'invalid' })

export const mySessions = defineQuery({
  path: '/sys/user/v1/my-sessions',
  permission: SIGNED_IN,
  summary: { vi: 'Các phiên đang mở của mình', en: 'The caller’s open sessions' },
  input: {},
  output: z.array(SessionFact),
})

export const revokeMySession = defineCommand({
  path: '/sys/user/v1/revoke-my-session',
  permission: SIGNED_IN,
  summary: { vi: 'Kết thúc phiên của mình', en: 'End one of the caller’s sessions' },
  input: { sid: Sid },
  output: z.null(),
})

export const userSessions = defineQuery({
  path: '/sys/user/v1/sessions',
  permission: `${USERS}/view-config`,
  summary: { vi: 'Các phiên đang mở của một người dùng', en: 'A user’s open sessions' },
  input: { userId: Id },
  output: z.array(SessionFact),
})

/** One session, or all of the user when none is named. */
export const revokeUserSessions = defineCommand({
  path: '/sys/user/v1/revoke-sessions',
  permission: `${USERS}/revoke`,
  summary: { vi: 'Kết thúc phiên của người dùng', en: 'End a user’s sessions' },
  input: { userId: Id, sid: Sid.optional() },
  output: z.object({ ended: z.number().int() }),
})

/** For a person who gets no e-mail: told or handed over by the administrator, good once within a day. */
export const issueEnrolmentCode = defineCommand({
  path: '/sys/user/v1/enrolment-code',
  permission: `${USERS}/reset-password`,
  summary: { vi: 'Cấp mã đăng ký OTP', en: 'Issue an authenticator setup code' },
  input: { userId: Id },
  output: z.object({ code: z.string(), expiresAt: z.string() }),
})
