import { sql } from 'kysely'
import type { login as loginContract } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { addressKey } from '#platform/server/http/address.ts'
import type { Runtime } from '#platform/server/module.ts'
import { open } from '#platform/server/secret-box.ts'
import { addressHash, KNOWN_MS } from './address-failures.ts'
import { assertMayEnter } from './applications.ts'
import { begin, type Caller } from './begin.ts'
import { knownDevice } from './device.ts'
import { startEnrolment } from './enrolment.ts'
import { type Guess, reserveGuess } from './guess.ts'
import { locked } from './lockout.ts'
import { verifyPassword } from './passwords.ts'
import type { Issued } from './tokens.ts'
import { matchOtp, newTotpSecret, takeStep, totpContext } from './totp.ts'

/** Stands in for the secret of an account that does not exist, so that the same work is done. */
const DUMMY_SECRET = newTotpSecret()

interface Candidate {
  id: string
  account: string
  email: string
  active: boolean
  /** Has signed in from this network address before. */
  knownHere: boolean
  enrolsFreely: boolean
  passwordHash: string | null
  totpSealed: Buffer | null
}

/**
 * Account, password and OTP become a session. Every refusal of the three looks and costs the same (IAM-001);
 * IAM-002 while locked, IAM-003 with a ticket at the first sign-in, IAM-004 for a sub-system without an entry.
 */
export async function signIn(runtime: Runtime, input: InputOf<typeof loginContract>, caller: Caller): Promise<Issued> {
  const { db } = runtime
  const { ip, now, device } = caller
  const account = input.account.toLowerCase()
  const user = await findCandidate(runtime, account, caller)
  const guess = await reserveGuess({ db, account, userId: user?.id, device: user && knownDevice(runtime, device, user.id, now), ip, now })
  const secret = user?.totpSealed ? open(runtime.config.secretKey, user.totpSealed, totpContext(user.id)).toString('utf8') : undefined
  const passwordRight = await verifyPassword(user?.passwordHash ?? undefined, input.password, addressKey(ip))
  const step = matchOtp(secret ?? DUMMY_SECRET, input.otp, now)
  // Judged by the same work while it is locked: neither words nor time show who is known here.
  if (!user?.active || !passwordRight || (guess.lockedUntil && !user.knownHere)) return refuse(runtime, guess, user, caller)
  if (secret === undefined) {
    await enterOrRelease(runtime, guess, user.id, input.clientId, caller)
    await guess.forgive()
    throw new AppError(iamErrors.enrolmentNeeded, {}, { data: await startEnrolment(runtime, user, input.clientId, caller) })
  }
  if (step === undefined) return refuse(runtime, guess, user, caller)
  // Asked before the code is spent, so that a person who chose the wrong sub-system can choose again with it.
  await enterOrRelease(runtime, guess, user.id, input.clientId, caller)
  if (!(await takeStep(db, user.id, step))) return refuse(runtime, guess, user, caller)
  await guess.forgive()
  return begin(runtime, user, input.clientId, 'iam.login', caller)
}

/** A sub-system without an entry is no failed proof: the attempt is not held against the account, and what failed before still is. */
async function enterOrRelease({ db }: Runtime, guess: Guess, userId: string, clientId: string, caller: Caller): Promise<void> {
  try {
    await assertMayEnter(db, userId, clientId, caller.language)
  } catch (error) {
    await guess.release()
    throw error
  }
}

async function findCandidate(runtime: Runtime, key: string, { ip, now }: Caller): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    SELECT u.id, u.account, u.email, coalesce(c.enrols_freely, false) AS "enrolsFreely", u.status = 'ACTIVE' AND coalesce(p.status, 'ACTIVE') = 'ACTIVE' AS active, c.password_hash AS "passwordHash", t.secret_sealed AS "totpSealed",
      EXISTS (SELECT FROM iam.known_address k WHERE k.user_id = u.id AND k.address_hash = ${addressHash(ip)}
        AND k.last_at > ${new Date(now.getTime() - KNOWN_MS)}) AS "knownHere"
    FROM iam.user_account u
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN iam.totp t ON t.user_id = u.id
    LEFT JOIN organisation.partner p ON p.id = u.partner_id
    WHERE lower(u.account) = ${key}`.execute(runtime.db)
  return rows[0]
}

async function refuse(runtime: Runtime, guess: Guess, user: Candidate | undefined, caller: Caller): Promise<never> {
  if (guess.lockedUntil) throw locked(guess.lockedUntil, caller.now)
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
