import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Authenticator, Enrolment } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { deriveKey, open, seal } from '#platform/server/secret-box.ts'
import { sha256 } from './access-token.ts'
import { begin, type Caller } from './begin.ts'
import { reserveAttempt } from './lockout.ts'
import { mailEnrolmentCode } from './mails.ts'
import type { Issued } from './tokens.ts'
import { matchOtp, newTotpSecret, otpauthUri, totpContext } from './totp.ts'

/** How long a person has to set up the authenticator. */
const TICKET_MS = 15 * 60_000
const TICKET_FAILURES = 5
const PERMIT_MS = 24 * 3_600_000
const PERMIT_FAILURES = 10

const ticketContext = (ticketHash: Buffer) => `iam.enrolment:${ticketHash.toString('hex')}`

/** Six or eight digits are too few for a plain hash: this one needs the system's secret key. */
const codeHash = ({ config }: Runtime, owner: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(config.secretKey, 'iam.enrolment-code')).update(`${owner}:${code}`).digest()

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** 'nguyen.van.an@buutram.vn' → 'n***@buutram.vn': enough to know which mailbox to look into. */
const masked = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`

interface Enrolling {
  id: string
  account: string
  email: string
  enrolsFreely: boolean
}

/**
 * The password was right and there is no authenticator yet: a ticket for the steps that follow. Who has an e-mail address gets a code
 * there; who has none needs one from an administrator. Throws IAM-002 when codes are asked for too often.
 */
export async function startEnrolment(runtime: Runtime, user: Enrolling, clientId: string, caller: Caller): Promise<Enrolment> {
  const { config, db } = runtime
  const ticket = randomBytes(32).toString('base64url')
  const hash = sha256(ticket)
  const secret = newTotpSecret()
  const expires = new Date(caller.now.getTime() + TICKET_MS)
  const code = user.email === '' || user.enrolsFreely ? undefined : digits(6)
  if (code !== undefined) await reserveAttempt(db, 'MAIL', user.id, caller.now)
  await db.transaction().execute(async (tx) => {
    // One open ticket a user: a second sign-in starts over.
    await tx.deleteFrom('iam.enrolment').where('user_id', '=', user.id).execute()
    await tx
      .insertInto('iam.enrolment')
      .values({
        ticket_hash: hash,
        user_id: user.id,
        client_id: clientId,
        secret_sealed: seal(config.secretKey, secret, ticketContext(hash)),
        code_hash: code === undefined ? null : codeHash(runtime, ticket, code),
        confirmed_at: user.enrolsFreely ? caller.now : null,
        expires_at: expires,
      })
      .execute()
    if (code !== undefined) await mailEnrolmentCode(tx, config, { ...user, language: caller.language, code, expires })
  })
  return {
    ticket,
    sentTo: code === undefined ? null : masked(user.email),
    authenticator: user.enrolsFreely ? { otpauthUri: otpauthUri(config.productTitle, user.account, secret), secret } : null,
    expiresAt: isoLocal(expires),
  }
}

/** The code by e-mail, or that of an administrator, shows the key of the authenticator. Throws IAM-005, IAM-011. */
export async function confirmEnrolment(runtime: Runtime, { ticket, code }: { ticket: string; code: string }, caller: Caller): Promise<Authenticator> {
  const { db, config } = runtime
  const hash = sha256(ticket)
  // Counted before it is judged, as at sign-in.
  const row = await db
    .updateTable('iam.enrolment as e')
    .from('iam.user_account as u')
    .set((eb) => ({ code_failures: eb('e.code_failures', '+', 1) }))
    .whereRef('u.id', '=', 'e.user_id')
    .where('e.ticket_hash', '=', hash)
    .where('e.used_at', 'is', null)
    .where('e.confirmed_at', 'is', null)
    .where('e.expires_at', '>', caller.now)
    .where('e.code_failures', '<', TICKET_FAILURES)
    .returning(['e.user_id', 'e.secret_sealed', 'e.code_hash', 'u.account'])
    .executeTakeFirst()
  if (!row) throw new AppError(iamErrors.enrolmentEnded)
  const mailed = row.code_hash !== null && timingSafeEqual(row.code_hash, codeHash(runtime, ticket, code))
  if (!mailed && !(await spendPermit(runtime, row.user_id, code, caller.now))) throw new AppError(iamErrors.enrolmentCode)
  await db.updateTable('iam.enrolment').set({ confirmed_at: caller.now }).where('ticket_hash', '=', hash).execute()
  const secret = open(config.secretKey, row.secret_sealed, ticketContext(hash)).toString('utf8')
  return { otpauthUri: otpauthUri(config.productTitle, row.account, secret), secret }
}

async function spendPermit(runtime: Runtime, userId: string, code: string, now: Date): Promise<boolean> {
  const permit = await runtime.db
    .updateTable('iam.enrolment_permit')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('failures', '<', PERMIT_FAILURES)
    .returning('code_hash')
    .executeTakeFirst()
  if (!permit || !timingSafeEqual(permit.code_hash, codeHash(runtime, `permit:${userId}`, code))) return false
  const used = await runtime.db.deleteFrom('iam.enrolment_permit').where('user_id', '=', userId).where('code_hash', '=', permit.code_hash).executeTakeFirst()
  return used.numDeletedRows === 1n
}

/**
 * A code of eight digits that an administrator hands over in person or by telephone; it opens the enrolment once, within a day.
 * The last one counts. Undefined for a user who has an authenticator, or who is no user any more.
 */
export async function issuePermit(
  tx: Tx,
  runtime: Runtime,
  userId: string,
  issuedBy: string,
  now: Date,
): Promise<{ code: string; expiresAt: Date } | undefined> {
  const user = await tx
    .selectFrom('iam.user_account as u')
    .leftJoin('iam.totp as t', 't.user_id', 'u.id')
    .select(['u.id', 't.user_id as enrolled'])
    .where('u.id', '=', userId)
    .where('u.status', '<>', 'DISABLED')
    .executeTakeFirst()
  if (!user || user.enrolled !== null) return undefined
  const code = digits(8)
  const expiresAt = new Date(now.getTime() + PERMIT_MS)
  const values = { code_hash: codeHash(runtime, `permit:${userId}`, code), failures: 0, issued_by: issuedBy, expires_at: expiresAt }
  await tx
    .insertInto('iam.enrolment_permit')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return { code, expiresAt }
}

/** The end of a first sign-in: a right code of the authenticator stores it and opens the session. Throws IAM-005, IAM-006. */
export async function finishEnrolment(runtime: Runtime, input: { ticket: string; otp: string }, caller: Caller): Promise<Issued> {
  const { db } = runtime
  const hash = sha256(input.ticket)
  // Counted before it is judged, as at sign-in.
  const ticket = await db
    .updateTable('iam.enrolment')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('ticket_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', caller.now)
    .where('failures', '<', TICKET_FAILURES)
    .returning(['user_id', 'client_id', 'secret_sealed'])
    .executeTakeFirst()
  if (!ticket) throw new AppError(iamErrors.enrolmentEnded)
  const secret = open(runtime.config.secretKey, ticket.secret_sealed, ticketContext(hash)).toString('utf8')
  const step = matchOtp(secret, input.otp, caller.now)
  if (step === undefined) throw new AppError(iamErrors.enrolmentOtp)
  const user = await db
    .selectFrom('iam.user_account as u')
    .leftJoin('organisation.partner as p', 'p.id', 'u.partner_id')
    .select(['u.id', 'u.account'])
    .where('u.id', '=', ticket.user_id)
    .where('u.status', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('p.id', 'is', null), eb('p.status', '=', 'ACTIVE')]))
    .executeTakeFirst()
  if (!user || !(await storeAuthenticator(runtime, hash, user.id, secret, step, caller.now))) throw new AppError(iamErrors.enrolmentEnded)
  return begin(runtime, user, ticket.client_id, 'iam.enrol-totp', caller)
}

async function storeAuthenticator(runtime: Runtime, hash: Buffer, userId: string, secret: string, step: number, now: Date): Promise<boolean> {
  return runtime.db.transaction().execute(async (tx) => {
    const used = await tx.updateTable('iam.enrolment').set({ used_at: now }).where('ticket_hash', '=', hash).where('used_at', 'is', null).executeTakeFirst()
    if (used.numUpdatedRows !== 1n) return false
    const sealed = seal(runtime.config.secretKey, secret, totpContext(userId))
    const stored = await tx
      .insertInto('iam.totp')
      .values({ user_id: userId, secret_sealed: sealed, enrolled_at: now, used_steps: [String(step)] })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    return stored.numInsertedOrUpdatedRows === 1n
  })
}
