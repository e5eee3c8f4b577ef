import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Enrolment, login as loginContract } from '#core/iam/contract/auth.ts'
import { iamErrors } from '#core/iam/contract/errors.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { PublicContext, Runtime } from '#platform/server/module.ts'
import { open, seal } from '#platform/server/secret-box.ts'
import { sha256 } from './access-token.ts'
import { assertMayEnter } from './applications.ts'
import { addressFailed, addressSucceeded, checkAddress, clearFailures, reserveAttempt } from './lockout.ts'
import { verifyPassword } from './passwords.ts'
import { type Issued, openSession } from './tokens.ts'
import { matchOtp, newTotpSecret, otpauthUri, takeStep, totpContext } from './totp.ts'

/** How long a person has to set up the authenticator. */
const TICKET_MS = 15 * 60_000
const TICKET_FAILURES = 5
/** Stands in for the secret of an account that does not exist, so that the same work is done. */
const DUMMY_SECRET = newTotpSecret()

interface Candidate {
  id: string
  account: string
  active: boolean
  passwordHash: string | null
  totpSealed: Buffer | null
}

/** Who is calling, as far as sign-in cares. */
export interface Caller {
  ip: string
  userAgent: string
  traceId: string
  language: Language
  now: Date
}

export function callerOf(ctx: PublicContext): Caller {
  return { ip: ctx.ip, userAgent: ctx.request.headers['user-agent'] ?? '', traceId: ctx.traceId, language: ctx.language, now: ctx.now }
}

/**
 * Account, password and OTP become a session. Every refusal of the three looks and costs the same (IAM-001);
 * IAM-002 while locked, IAM-003 with a ticket at the first sign-in, IAM-004 for a sub-system without an entry.
 */
export async function signIn(runtime: Runtime, input: InputOf<typeof loginContract>, caller: Caller): Promise<Issued> {
  const { db } = runtime
  const key = input.account.toLowerCase()
  await checkAddress(db, caller.ip, caller.now)
  await reserveAttempt(db, 'ACCOUNT', key, caller.now)
  const user = await findCandidate(runtime, key)
  const secret = user?.totpSealed ? open(runtime.config.secretKey, user.totpSealed, totpContext(user.id)).toString('utf8') : undefined
  const passwordRight = await verifyPassword(user?.passwordHash ?? undefined, input.password)
  const step = matchOtp(secret ?? DUMMY_SECRET, input.otp, caller.now)
  if (!user?.active || !passwordRight) return refuse(runtime, key, user, caller)
  if (secret === undefined) {
    await assertMayEnter(db, user.id, input.clientId, caller.language)
    await settle(runtime, key, caller)
    throw new AppError(iamErrors.enrolmentNeeded, {}, { data: await startEnrolment(runtime, user, input.clientId, caller) })
  }
  if (step === undefined) return refuse(runtime, key, user, caller)
  // Asked before the code is spent, so that a person who chose the wrong sub-system can choose again with it.
  await assertMayEnter(db, user.id, input.clientId, caller.language)
  if (!(await takeStep(db, user.id, step))) return refuse(runtime, key, user, caller)
  await settle(runtime, key, caller)
  return begin(runtime, user, input.clientId, 'iam.login', caller)
}

async function findCandidate(runtime: Runtime, key: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    SELECT u.id, u.account, u.status = 'ACTIVE' AND coalesce(p.status, 'ACTIVE') = 'ACTIVE' AS active, c.password_hash AS "passwordHash", t.secret_sealed AS "totpSealed"
    FROM iam.user_account u
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN iam.totp t ON t.user_id = u.id
    LEFT JOIN organisation.partner p ON p.id = u.partner_id
    WHERE lower(u.account) = ${key}`.execute(runtime.db)
  return rows[0]
}

async function refuse(runtime: Runtime, key: string, user: Candidate | undefined, caller: Caller): Promise<never> {
  await addressFailed(runtime.db, caller.ip, key, caller.now)
  const { ip, traceId } = caller
  // Unknown accounts are not written down: people type passwords into the account field.
  await runtime.db.transaction().execute((tx) =>
    runtime.audit.write(tx, {
      actor: user ? `user:${user.account}` : 'unknown',
      action: 'iam.login-refused',
      subjectType: 'iam.user_account',
      subjectId: user?.id ?? null,
      traceId,
      ip,
    }),
  )
  throw new AppError(iamErrors.invalidLogin)
}

/** The attempt counted before it was judged is taken back. */
async function settle(runtime: Runtime, key: string, caller: Caller): Promise<void> {
  await clearFailures(runtime.db, 'ACCOUNT', key)
  await addressSucceeded(runtime.db, caller.ip, key)
}

async function begin(runtime: Runtime, user: { id: string; account: string }, clientId: string, action: string, caller: Caller): Promise<Issued> {
  const { ip, userAgent, traceId, now } = caller
  return runtime.db.transaction().execute(async (tx) => {
    const issued = await openSession(tx, runtime, { userId: user.id, clientId, ip, userAgent }, now)
    await runtime.audit.write(tx, {
      actor: `user:${user.account}`,
      action,
      subjectType: 'iam.session',
      subjectId: issued.sid,
      after: { clientId, userAgent: userAgent.slice(0, 400) },
      traceId,
      ip,
    })
    return issued
  })
}

const ticketContext = (ticketHash: Buffer) => `iam.enrolment:${ticketHash.toString('hex')}`

async function startEnrolment(runtime: Runtime, user: Candidate, clientId: string, caller: Caller): Promise<Enrolment> {
  const ticket = randomBytes(32).toString('base64url')
  const hash = sha256(ticket)
  const secret = newTotpSecret()
  const expires = new Date(caller.now.getTime() + TICKET_MS)
  await runtime.db.transaction().execute(async (tx) => {
    // One open ticket a user: a second sign-in starts over.
    await tx.deleteFrom('iam.enrolment').where('user_id', '=', user.id).execute()
    await tx
      .insertInto('iam.enrolment')
      .values({
        ticket_hash: hash,
        user_id: user.id,
        client_id: clientId,
        secret_sealed: seal(runtime.config.secretKey, secret, ticketContext(hash)),
        expires_at: expires,
      })
      .execute()
  })
  return { ticket, otpauthUri: otpauthUri(runtime.config.productTitle, user.account, secret), secret, expiresAt: isoLocal(expires) }
}

/** The end of a first sign-in: a right code stores the authenticator and opens the session. Throws IAM-005, IAM-006. */
export async function finishEnrolment(runtime: Runtime, input: { ticket: string; otp: string }, caller: Caller): Promise<Issued> {
  const { db } = runtime
  const hash = sha256(input.ticket)
  // Counted before it is judged, as at sign-in.
  const ticket = await db
    .updateTable('iam.enrolment')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('ticket_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', caller.now)
    .where('failures', '<', TICKET_FAILURES)
    .returning(['user_id', 'client_id', 'secret_sealed'])
    .executeTakeFirst()
  if (!ticket) throw new AppError(iamErrors.enrolmentEnded)
  const secret = open(runtime.config.secretKey, ticket.secret_sealed, ticketContext(hash)).toString('utf8')
  const step = matchOtp(secret, input.otp, caller.now)
  if (step === undefined) throw new AppError(iamErrors.enrolmentOtp)
  const user = await db
    .selectFrom('iam.user_account')
    .select(['id', 'account'])
    .where('id', '=', ticket.user_id)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!user) throw new AppError(iamErrors.enrolmentEnded)
  const enrolled = await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('iam.enrolment')
      .set({ used_at: caller.now })
      .where('ticket_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) return false
    const sealed = seal(runtime.config.secretKey, secret, totpContext(user.id))
    const stored = await tx
      .insertInto('iam.totp')
      .values({ user_id: user.id, secret_sealed: sealed, enrolled_at: caller.now, used_steps: [String(step)] })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    return stored.numInsertedOrUpdatedRows === 1n
  })
  if (!enrolled) throw new AppError(iamErrors.enrolmentEnded)
  return begin(runtime, user, ticket.client_id, 'iam.enrol-totp', caller)
}
