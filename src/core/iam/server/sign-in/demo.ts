import { sql } from 'kysely'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { demoStaff } from '#core/organisation/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'

import type { Database, Tx } from '#platform/server/database/db.ts'
import type { PublicContext, Runtime } from '#platform/server/module.ts'
import type { SessionResolver, UnitRef } from '#platform/server/session/session.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { applicationsOfRole, type Workplaces } from './permissions.ts'
import { grantOf, permissionsOf, type StoredGrant } from './session-store.ts'
import { demoTotpSecret, otpAt, stepOf } from './totp.ts'
import { createUsers, scopeAtLevel, type UserInput } from './users.ts'

/** The personas of the sign-in page, in their order. */
const PERSONAS = ['admin', 'ketoan', 'kiemsoat', 'giaodichvien', 'tinh01', 'doitac'] as const
const PERIOD = 30

/** Accounts of a demo: the local parts of the staff's e-mail addresses. */
export function demoAccounts(scale: 'small' | 'full'): string[] {
  return demoStaff(scale).map((person) => localPart(person.email))
}

const localPart = (email: string): string => email.slice(0, email.indexOf('@'))

/** Gives every member of the demo staff a user with the demo password and an enrolled authenticator. */
export async function seedDemoUsers(tx: Tx, runtime: Runtime, workplaces: Workplaces): Promise<number> {
  const staff = await tx
    .selectFrom('organisation.staff as s')
    .leftJoin('organisation.unit as u', 'u.id', 's.unit_id')
    .select(['s.id', 's.full_name', 's.mobile', 's.email', 's.positions', 's.unit_id', 's.partner_id', 'u.level'])
    .orderBy('s.id')
    .execute()
  // One hash for all: the password is the same and public, and sixty hashes would take seconds.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const users = staff.map((person): UserInput => {
    const account = localPart(person.email)
    const role = person.positions[0] ?? 'TELLER'
    return {
      account,
      fullName: person.full_name,
      mobile: person.mobile,
      email: person.email,
      staffId: person.id,
      unitId: person.unit_id ?? undefined,
      partnerId: person.partner_id ?? undefined,
      scopeKind: person.level === null ? 'PARTNER' : scopeAtLevel(person.level),
      roles: [role],
      applications: applicationsOfRole(role, workplaces),
      passwordHash,
      totpSecret: demoTotpSecret(runtime.config.secretKey, account),
    }
  })
  await createUsers(tx, runtime, users)
  return users.length
}

interface Persona {
  account: string
  password: string
  fullName: string
  role: string
  place: string
  clientId: string
}

/** True when somebody can still sign in with the password that everybody knows. */
export async function demoPasswordWorks(db: Database): Promise<boolean> {
  const rows = await db
    .selectFrom('iam.user_account as u')
    .innerJoin('iam.credential as c', 'c.user_id', 'u.id')
    .select('c.password_hash')
    .distinct()
    .where('u.status', '=', 'ACTIVE')
    .where('u.account', 'in', demoAccounts('full'))
    .execute()
  for (const { password_hash } of rows) if (await verifyPassword(password_hash, DEMO_PASSWORD)) return true
  return false
}

type Seat = StoredGrant & { account: string; fullName: string; permissions: string[] }

/**
 * Takes callers at their word: the demo's people are whoever a call names ('Bearer ACCOUNT'), with the rights and the scope of their
 * account. For a server that nobody can reach but the simulator in the same process; throws 404 outside demo mode.
 */
export function demoSessions(runtime: Runtime, clientId: string): SessionResolver {
  assertDemo(runtime)
  const seats = new Map<string, Promise<Seat>>()
  return {
    async resolve({ authorization = '' }) {
      const account = authorization.replace('Bearer ', '')
      const known = seats.get(account) ?? seatOf(runtime.db, account)
      seats.set(account, known)
      const seat = await known
      const unit: UnitRef | null = seat.unitId && seat.unitLevel ? { id: seat.unitId, level: seat.unitLevel } : null
      const { userId, fullName, partnerId } = seat
      const permissions = new Set(seat.permissions)
      return { sid: `demo-${userId}`, userId, account, fullName, clientId, permissions, scope: grantOf(seat, unit), unit, partnerId }
    },
  }
}

async function seatOf(db: Database, account: string): Promise<Seat> {
  const { rows } = await sql<Seat>`
    select u.id as "userId", u.account, u.full_name as "fullName", u.scope_kind as "scopeKind", u.unit_id as "unitId", unit.level as "unitLevel",
      u.partner_id as "partnerId", '[]'::jsonb as units, ${permissionsOf(sql.ref('u.id'))} as permissions
    from iam.user_account u left join organisation.unit unit on unit.id = u.unit_id
    where u.account = ${account} and u.status = 'ACTIVE'`.execute(db)
  if (!rows[0]) throw new AppError(errors.unauthorized)
  return rows[0]
}

/** As if the call did not exist: outside demo mode it does not. */
function assertDemo(runtime: Runtime): void {
  if (!runtime.config.demo) throw new AppError(errors.notFound)
}

/** The personas, in the caller's language. Throws 404 outside demo mode. */
export async function listPersonas(ctx: PublicContext, roleNames: Record<Language, Record<string, string>>, clientId: string): Promise<Persona[]> {
  assertDemo(ctx.runtime)
  const rows = await ctx.runtime.db
    .selectFrom('iam.user_account as u')
    .innerJoin('iam.user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('iam.role as r', 'r.id', 'ur.role_id')
    .leftJoin('organisation.unit as unit', 'unit.id', 'u.unit_id')
    .leftJoin('organisation.partner as p', 'p.id', 'u.partner_id')
    .select(['u.account', 'u.full_name as fullName', 'r.code as role', 'unit.name as unitName', 'p.name as partnerName'])
    .where('u.account', 'in', PERSONAS)
    .where('u.status', '=', 'ACTIVE')
    .execute()
  return PERSONAS.flatMap((account) => {
    const row = rows.find((one) => one.account === account)
    if (!row) return []
    const role = roleNames[ctx.language][row.role] ?? row.role
    return [{ account, password: DEMO_PASSWORD, fullName: row.fullName, role, place: row.unitName ?? row.partnerName ?? '', clientId }]
  })
}

/**
 * The OTP that a demo account can sign in with now: the current one, or the previous one when the current is used up.
 * Throws 404 outside demo mode and for accounts that are not of the demo.
 */
export async function currentDemoOtp(account: string, ctx: PublicContext): Promise<{ otp: string; secondsLeft: number; fresh: boolean }> {
  assertDemo(ctx.runtime)
  const user = await ctx.runtime.db
    .selectFrom('iam.user_account as u')
    .innerJoin('iam.totp as t', 't.user_id', 'u.id')
    .select(['u.account', 't.used_steps'])
    .where((eb) => eb(eb.fn<string>('lower', ['u.account']), '=', account.toLowerCase()))
    .executeTakeFirst()
  if (!user || !demoAccounts(ctx.runtime.config.demoScale).includes(user.account)) throw new AppError(errors.notFound)
  const current = stepOf(ctx.now)
  const used = user.used_steps.map(Number)
  const step = [current, current - 1].find((one) => !used.includes(one))
  const secret = demoTotpSecret(ctx.runtime.config.secretKey, user.account)
  return { otp: otpAt(secret, step ?? current), secondsLeft: PERIOD - (Math.floor(ctx.now.getTime() / 1000) % PERIOD), fresh: step !== undefined }
}
