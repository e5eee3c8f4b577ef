import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { type confirmForgotPw, FIRST_HOURS, FORGOT_MINUTES } from '#core/iam/contract/sign-in/password.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { addressKey } from '#platform/server/http/address.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobContext, PublicContext, Runtime } from '#platform/server/module.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { open, seal } from '#platform/server/secret-box.ts'
import { sha256 } from './access-token.ts'
import { isKnownAt } from './address-failures.ts'
import { weaknessOf } from './common-passwords.ts'
import { reserveAttempt } from './lockout.ts'
import { mailPasswordChanged, mailPasswordLink } from './mails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { addressMark, takeMail } from './public-mails.ts'
import { forgetSessions, revokeSessions } from './session-store.ts'

const LIFE_MS = { FORGOT: FORGOT_MINUTES * 60_000, FIRST: FIRST_HOURS * 3_600_000 }
const ACCOUNT_CONTEXT = 'iam.forgot-account'

const mailForgotLink = defineJob({
  name: 'iam.mail-forgot-link',
  title: { vi: 'Gửi liên kết đặt lại mật khẩu', en: 'Email password reset link' },
  // Sealed: people type passwords into the account field.
  input: z.strictObject({ account: z.string(), language: z.enum(LANGUAGES), address: z.string().optional() }),
})
const mailFirstLink = defineJob({
  name: 'iam.mail-first-link',
  title: { vi: 'Gửi liên kết kích hoạt tài khoản', en: 'Email account activation link' },
  input: z.strictObject({ userId: z.string(), language: z.enum(LANGUAGES) }),
})

/**
 * Somebody has forgotten a password, they say. Whatever the account is, the same happens here: a job is asked for. Who the account belongs
 * to, and whether anything is mailed, is found out after the answer, so that neither its words nor its time reveal it.
 */
export async function askForLink(account: string, { runtime, language, ip }: PublicContext): Promise<null> {
  const sealed = seal(runtime.config.secretKey, account, ACCOUNT_CONTEXT).toString('base64')
  await runtime.db.transaction().execute((tx) => enqueue(tx, mailForgotLink, { account: sealed, language, address: addressMark(ip) }))
  return null
}

/** A new account gets the link that sets its first password. */
export async function askForFirstLink(tx: Tx, userId: string, language: Language): Promise<void> {
  await enqueue(tx, mailFirstLink, { userId, language })
}

export const linkJobs = [
  handleJob(mailForgotLink, async ({ account, language, address }, ctx) => {
    const typed = open(ctx.runtime.config.secretKey, Buffer.from(account, 'base64'), ACCOUNT_CONTEXT).toString('utf8')
    await mailLink(ctx, 'FORGOT', sql<boolean>`lower(u.account) = ${typed.toLowerCase()}`, language, address)
  }),
  handleJob(mailFirstLink, ({ userId, language }, ctx) => mailLink(ctx, 'FIRST', sql<boolean>`u.id = ${userId}`, language)),
]

const owners = (db: Queryable) =>
  db
    .selectFrom('iam.user_account as u')
    .leftJoin('organisation.partner as p', 'p.id', 'u.partner_id')
    .where('u.status', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('p.id', 'is', null), eb('p.status', '=', 'ACTIVE')]))

async function mailLink(
  { runtime, jobId }: JobContext,
  kind: 'FORGOT' | 'FIRST',
  which: ReturnType<typeof sql<boolean>>,
  language: Language,
  address?: string,
): Promise<void> {
  const now = runtime.clock.now()
  const user = await owners(runtime.db)
    .select(['u.id', 'u.account', 'u.full_name as fullName', 'u.email', 'u.language'])
    .where('u.email', '<>', '')
    .where(which)
    .executeTakeFirst()
  if (!user) return
  const from = { address, known: address !== undefined && (await isKnownAt(runtime.db, address, user.id, now)) }
  if (kind === 'FORGOT' && !(await mayMail(runtime, from.known ? `${user.id} ${address}` : user.id, now))) return
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + LIFE_MS[kind])
  await runtime.db.transaction().execute(async (tx) => {
    if (kind === 'FORGOT' && !(await takeMail(tx, user.email, from, now))) return
    // Anybody can ask for a FORGOT link: it does not end the one for a first password.
    await endLinks(tx, user.id, now, kind === 'FORGOT' ? 'FORGOT' : undefined)
    await tx
      .insertInto('iam.password_link')
      .values({ token_hash: sha256(token), user_id: user.id, kind, created_at: now, expires_at: expires })
      .execute()
    await mailPasswordLink(tx, runtime.config, { ...user, name: user.fullName, language, token, kind, expires })
    await runtime.audit.write(tx, {
      actor: 'unknown',
      action: 'iam.mail-password-link',
      subjectType: 'iam.user_account',
      subjectId: user.id,
      after: { kind, expiresAt: isoLocal(expires) },
      traceId: jobId,
      ip: '',
    })
  })
}

/**
 * Nobody's mailbox is filled by somebody else: five links, then one in minutes, rising to half an hour. Asked for from where the owner has
 * signed in, they are counted there alone: nobody who asks from elsewhere keeps the owner from a new password.
 */
async function mayMail({ db }: Runtime, key: string, now: Date): Promise<boolean> {
  try {
    await reserveAttempt(db, 'MAIL', key, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.definition === iamErrors.tooManyFailures) return false
    throw error
  }
}

/** Ends a user's open links, of one kind or all: a newer link, a new password or a new address has come in their place. */
export async function endLinks(tx: Tx, userId: string, now: Date, kind?: 'FORGOT' | 'FIRST'): Promise<void> {
  let query = tx.updateTable('iam.password_link').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null)
  if (kind) query = query.where('kind', '=', kind)
  await query.execute()
}

async function findLink({ db }: Runtime, verified: string, now: Date) {
  const link = await owners(db)
    .innerJoin('iam.password_link as l', 'l.user_id', 'u.id')
    .leftJoin('iam.credential as c', 'c.user_id', 'u.id')
    .select(['u.id', 'u.account', 'u.full_name as fullName', 'u.email', 'l.kind', 'l.expires_at as expiresAt', 'c.password_hash as passwordHash'])
    .where('l.token_hash', '=', sha256(verified))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .executeTakeFirst()
  if (!link) throw new AppError(iamErrors.linkEnded)
  return { ...link, kind: link.kind as 'FORGOT' | 'FIRST' }
}

/** Throws IAM-012 for a link that is over or never was. */
export async function checkLink(verified: string, { runtime, now }: PublicContext): Promise<{ account: string; kind: 'FORGOT' | 'FIRST'; expiresAt: string }> {
  const { account, kind, expiresAt } = await findLink(runtime, verified, now)
  return { account, kind, expiresAt: isoLocal(expiresAt) }
}

/**
 * Sets the password of a link's owner and ends their sessions; the authenticator stays as it is. Refusals of the password leave the link
 * good. Throws VAL-001, IAM-008, IAM-009, IAM-012; of simultaneous uses one wins.
 */
export async function setPasswordByLink(input: InputOf<typeof confirmForgotPw>, ctx: PublicContext): Promise<null> {
  const { runtime, now, language } = ctx
  const { verified, newPwd, confirmPassword } = input
  if (newPwd !== confirmPassword) refuseField('confirmPassword', 'passwordMismatch', language)
  const user = await findLink(runtime, verified, now)
  const who = addressKey(ctx.ip)
  const weakness = await weaknessOf(newPwd, user)
  if (weakness) throw refusedField('newPwd', weakness, language)
  if (user.passwordHash !== null && (await verifyPassword(user.passwordHash, newPwd, who))) throw refusedField('newPwd', iamErrors.samePassword, language)
  const hash = await hashPassword(newPwd, who)
  await runtime.db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('iam.password_link')
      .set({ used_at: now })
      .where('token_hash', '=', sha256(verified))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw new AppError(iamErrors.linkEnded)
    await endLinks(tx, user.id, now)
    const values = { password_hash: hash, changed_at: now, must_change: false }
    await tx
      .insertInto('iam.credential')
      .values({ user_id: user.id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    const ended = await revokeSessions(tx, { userId: user.id }, 'PASSWORD', now)
    const changes = {
      action: 'iam.set-password-by-link',
      subjectType: 'iam.user_account',
      subjectId: user.id,
      after: { kind: user.kind, sessionsEnded: ended },
    }
    await runtime.audit.write(tx, { ...byUser(user.account, ctx), ...changes })
    if (user.kind === 'FORGOT') await mailPasswordChanged(tx, runtime.config, { ...user, name: user.fullName, language })
  })
  forgetSessions(runtime, user.id)
  return null
}
