import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { seal } from '#platform/server/secret-box.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { totpContext } from './totp.ts'

export interface UserInput {
  account: string
  fullName: string
  mobile?: string
  email?: string
  staffId?: string
  unitId?: string
  partnerId?: string
  scopeKind: ScopeGrant['kind']
  /** Units of scope UNITS. */
  scopeUnitIds?: string[]
  /** Role codes; an unknown one throws. */
  roles: readonly string[]
  /** Sub-systems the user may enter. */
  applications: readonly string[]
  /** argon2id, of hashPassword; none: the user cannot sign in yet. */
  passwordHash?: string
  /** The first thing to do after signing in. */
  mustChangePassword?: boolean
  /** Sets up an authenticator without a code before it. */
  enrolsFreely?: boolean
  /** Base32 secret of an authenticator that is enrolled already. */
  totpSecret?: string
  welcome?: string
  language?: Language
  /** Account of who made the user; none: the system itself. */
  by?: string
}

/** The scope that goes with a job at a level of the organisation. */
export function scopeAtLevel(level: string): ScopeGrant['kind'] {
  if (level === 'HEAD_OFFICE') return 'ALL'
  return level === 'PROVINCE' || level === 'DISTRICT' ? 'UNIT_AND_BELOW' : 'UNIT'
}

/** Creates users with what they may do and what they sign in with; answers their ids in the order given. A constant number of statements. */
export async function createUsers(tx: Tx, runtime: Runtime, users: readonly UserInput[]): Promise<string[]> {
  const now = runtime.clock.now()
  const ids = await insertUsers(tx, users, now)
  await giveSecrets(tx, runtime, users, (user) => ids[users.indexOf(user)] as string, now)
  return ids
}

/** As createUsers, without password and authenticator: nobody can sign in yet. */
export async function insertUsers(tx: Tx, users: readonly Omit<UserInput, 'passwordHash' | 'totpSecret'>[], now: Date): Promise<string[]> {
  if (users.length === 0) return []
  const rows = await tx
    .insertInto('iam.user_account')
    .values(
      users.map((user) => ({
        account: user.account,
        full_name: user.fullName,
        mobile: user.mobile ?? '',
        email: user.email ?? '',
        staff_id: user.staffId ?? null,
        unit_id: user.unitId ?? null,
        partner_id: user.partnerId ?? null,
        scope_kind: user.scopeKind,
        language: user.language ?? 'vi',
        welcome: user.welcome ?? '',
        created_at: now,
        updated_at: now,
        ...(user.by ? { updated_by: user.by } : {}),
      })),
    )
    .returning(['id', 'account'])
    .execute()
  const ids = new Map(rows.map((row) => [row.account, row.id]))
  const idOf = (user: Pick<UserInput, 'account'>): string => ids.get(user.account) as string
  await giveRights(tx, users, idOf)
  return users.map(idOf)
}

async function giveRights(tx: Tx, users: readonly UserInput[], idOf: (user: UserInput) => string): Promise<void> {
  const roles = new Map((await tx.selectFrom('iam.role').select(['id', 'code']).execute()).map((role) => [role.code, role.id]))
  const userRoles = users.flatMap((user) =>
    user.roles.map((code) => {
      const role = roles.get(code)
      if (!role) throw new Error(`no role ${code}`)
      return { user_id: idOf(user), role_id: role }
    }),
  )
  const applications = users.flatMap((user) => user.applications.map((application) => ({ user_id: idOf(user), application })))
  const units = users.flatMap((user) => (user.scopeUnitIds ?? []).map((unit) => ({ user_id: idOf(user), unit_id: unit })))
  if (userRoles.length > 0) await tx.insertInto('iam.user_role').values(userRoles).execute()
  if (applications.length > 0) await tx.insertInto('iam.user_application').values(applications).execute()
  if (units.length > 0) await tx.insertInto('iam.user_scope_unit').values(units).execute()
}

async function giveSecrets(tx: Tx, runtime: Runtime, users: readonly UserInput[], idOf: (user: UserInput) => string, now: Date): Promise<void> {
  const credentials = users.flatMap((user) => {
    if (!user.passwordHash) return []
    return [
      {
        user_id: idOf(user),
        password_hash: user.passwordHash,
        changed_at: now,
        must_change: user.mustChangePassword ?? false,
        enrols_freely: user.enrolsFreely ?? false,
      },
    ]
  })
  const totps = users.flatMap((user) => {
    if (!user.totpSecret) return []
    return [{ user_id: idOf(user), secret_sealed: seal(runtime.config.secretKey, user.totpSecret, totpContext(idOf(user))), enrolled_at: now }]
  })
  if (credentials.length > 0) await tx.insertInto('iam.credential').values(credentials).execute()
  if (totps.length > 0) await tx.insertInto('iam.totp').values(totps).execute()
}
