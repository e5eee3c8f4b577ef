import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import type { importUsers } from '#core/iam/contract/access/user-import.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { ImportedRow } from '#kernel/import.ts'
import type { Params } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type ImportRow, type PartOfRow, type RowProblem, rowProblem } from '#platform/server/import/handler.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { UserInput } from '../../sign-in/users.ts'
import { assertHoldsRoles, assertMayOpen } from '../guard.ts'
import { assertPlace, assertScope } from '../scopes.ts'

/** Whose rights are the measure. */
export type Importer = Pick<CommandContext, 'tx' | 'session' | 'scope' | 'language'>
export type NewUser = Omit<UserInput, 'passwordHash' | 'totpSecret'>

type Row = ImportRow<ImportedRow<typeof importUsers>>
type Value = Row['value']
/** A row, or what can be read of it. */
type Readable = Pick<PartOfRow<Value>, 'number' | 'value'>

export function codesOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/[,;\s]+/).filter(Boolean))]
}

/** What stands behind the codes of a file, and which names are taken. */
interface Known {
  units: ReadonlyMap<string, string>
  partners: ReadonlyMap<string, string>
  roles: ReadonlyMap<string, string>
  accounts: ReadonlySet<string>
  emails: ReadonlySet<string>
}

/** Columns of the fields that the rules of the form name. */
const COLUMN: Record<string, string> = { unitId: 'unitCode', partnerId: 'partnerCode', scopeUnitIds: 'scopeUnitCodes' }

/**
 * Holds rows to each other, to what is stored, and to what the importer may give; answers the users of the rows without a problem. Those of
 * `partly` have one already: what else is wrong with them.
 */
export async function judgeUsers(
  rows: readonly Row[],
  importer: Importer,
  partly: readonly PartOfRow<Value>[] = [],
): Promise<{ users: NewUser[]; problems: RowProblem[] }> {
  const known = await look([...rows, ...partly], importer)
  const mayGive = rulesOf(importer)
  const seen = { account: new Map<string, number>(), email: new Map<string, number>() }
  const users: NewUser[] = []
  const problems: RowProblem[] = []
  const judge = ({ number, value }: Readable): { found: RowProblem[]; refuse: Refuse; wish: Omit<Wish, 'scopeKind'> } => {
    const found: RowProblem[] = []
    const refuse: Refuse = (field, definition, params = {}) => found.push(rowProblem(number, field, definition, params))
    for (const field of ['account', 'email'] as const) {
      const key = value[field]?.toLowerCase()
      if (key === undefined) continue
      const other = seen[field].get(key)
      if (other !== undefined) refuse(field, accessErrors.importTwice, { row: other })
      else seen[field].set(key, number)
    }
    const { account, email } = value
    if (account !== undefined && known.accounts.has(account.toLowerCase())) refuse('account', accessErrors.accountTaken, { account })
    if (email !== undefined && known.emails.has(email.toLowerCase())) refuse('email', accessErrors.mailTaken, { email })
    return { found, refuse, wish: resolve(value, known, refuse) }
  }
  for (const row of rows) {
    const { value } = row
    const { found, refuse, wish: resolved } = judge(row)
    const wish = { ...resolved, scopeKind: value.scopeKind }
    if (found.length === 0) for (const [field, error] of await mayGive(wish)) refuse(COLUMN[field] ?? field, error.definition, error.params)
    if (found.length > 0) problems.push(...found)
    else users.push(userOf(value, wish))
  }
  // Behind the others, which stand without them.
  for (const row of partly) problems.push(...judge(row).found)
  return { users, problems }
}

type Refuse = (field: string, definition: ErrorDefinition, params?: Params) => unknown

interface Wish {
  unitId: string | null
  partnerId: string | null
  scopeKind: Value['scopeKind']
  scopeUnitIds: string[]
  roleIds: string[]
  roles: string[]
  applications: string[]
}

function resolve({ unitCode, partnerCode, scopeKind, scopeUnitCodes, ...value }: Partial<Value>, known: Known, refuse: Refuse): Omit<Wish, 'scopeKind'> {
  const unitId = unitCode === undefined ? null : (known.units.get(unitCode) ?? null)
  const partnerId = partnerCode === undefined ? null : (known.partners.get(partnerCode) ?? null)
  if (unitCode !== undefined && unitId === null) refuse('unitCode', iamErrors.unknownUnit)
  if (partnerCode !== undefined && partnerId === null) refuse('partnerCode', accessErrors.importUnknown, { codes: partnerCode })
  const all = (field: string, codes: readonly string[], ids: { get(code: string): string | undefined }): string[] => {
    const unknown = codes.filter((code) => ids.get(code) === undefined)
    if (unknown.length > 0) refuse(field, accessErrors.importUnknown, { codes: unknown.join(', ') })
    return codes.flatMap((code) => ids.get(code) ?? [])
  }
  const chosen = codesOf(scopeUnitCodes)
  if (chosen.length > 0 && scopeKind !== undefined && scopeKind !== 'UNITS') refuse('scopeUnitCodes', accessErrors.importNeedsScope)
  const roles = codesOf(value.roleCodes)
  return {
    unitId,
    partnerId,
    scopeUnitIds: all('scopeUnitCodes', chosen, known.units),
    roles,
    roleIds: all('roleCodes', roles, known.roles),
    applications: all('applications', codesOf(value.applications), APPLICATIONS),
  }
}

const APPLICATIONS: ReadonlyMap<string, string> = new Map(SUBSYSTEMS.map((code) => [code, code]))

function userOf({ account, fullName, email, mobile, language }: Value, wish: Wish): NewUser {
  const { unitId, partnerId, scopeKind, scopeUnitIds, roles, applications } = wish
  const place = { ...(unitId === null ? {} : { unitId }), ...(partnerId === null ? {} : { partnerId }) }
  return { account, fullName, email, mobile: mobile ?? '', language, ...place, scopeKind, scopeUnitIds, roles, applications }
}

/** The rules of the form for one user, each asked once for all rows that wish the same; answers refusals with the field they belong to. */
function rulesOf(importer: Importer): (wish: Wish) => Promise<[string, AppError][]> {
  const answers = new Map<string, Promise<AppError | undefined>>()
  const ask = (rule: string, what: object, run: () => Promise<void>): Promise<AppError | undefined> => {
    const key = `${rule} ${JSON.stringify(what)}`
    const answer =
      answers.get(key) ??
      run().then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof AppError) return error
          throw error
        },
      )
    answers.set(key, answer)
    return answer
  }
  return async ({ unitId, partnerId, scopeKind, scopeUnitIds, roleIds, applications }) => {
    const place = { unitId, partnerId }
    const scope = { ...place, scopeKind, scopeUnitIds }
    const refused: [string, AppError | undefined][] = [
      ['unitId', await ask('place', place, () => assertPlace(importer, place))],
      ['scopeKind', await ask('scope', scope, () => assertScope(importer, scope))],
      ['roleCodes', await ask('roles', roleIds, () => assertHoldsRoles(importer, roleIds))],
      ['applications', await ask('applications', applications, () => assertMayOpen(importer, applications))],
    ]
    return refused.flatMap(([field, error]) => (error ? [[error.fields?.[0]?.field ?? field, error] as [string, AppError]] : []))
  }
}

async function look(rows: readonly Readable[], { tx, scope, session }: Importer): Promise<Known> {
  const all = (pick: (value: Partial<Value>) => readonly (string | undefined)[]) => [
    ...new Set(rows.flatMap(({ value }) => pick(value).filter((code) => code !== undefined))),
  ]
  const unitCodes = all((value) => [value.unitCode, ...codesOf(value.scopeUnitCodes)])
  const units = await scope
    .selectFrom('organisation.unit as g')
    .select(['g.id', 'g.code'])
    .where('g.status', '=', 'ACTIVE')
    .where(sql<boolean>`g.code = any (${unitCodes}::text[])`)
    .execute()
  const byCode = (found: readonly { id: string; code: string }[]) => new Map(found.map(({ id, code }) => [code, id]))
  // Partners that the importer's own scope does not hold are as unknown as those that do not exist.
  const own = session.scope.kind === 'ALL' ? null : session.scope.kind === 'PARTNER' ? session.scope.partnerId : '0'
  const partners = await tx
    .selectFrom('organisation.partner')
    .select(['id', 'code'])
    .where('status', '=', 'ACTIVE')
    .where(sql<boolean>`id = coalesce(${own}::bigint, id)`)
    .execute()
  const roles = await tx.selectFrom('iam.role').select(['id', 'code']).where('status', '=', 'ACTIVE').execute()
  return {
    units: byCode(units),
    partners: byCode(partners),
    roles: byCode(roles),
    accounts: await taken(
      tx,
      'account',
      all((value) => [value.account?.toLowerCase()]),
    ),
    emails: await taken(
      tx,
      'email',
      all((value) => [value.email?.toLowerCase()]),
    ),
  }
}

/** Which of these belong to a user (accounts: also of one who was deleted), or to a request for an account that waits. */
async function taken(tx: Tx, field: 'account' | 'email', values: readonly string[]): Promise<Set<string>> {
  const column = sql.ref(field)
  const { rows } = await sql<{ value: string }>`
    select lower(${column}) as value from iam.user_account where lower(${column}) = any (${values}::text[]) and (${field} = 'account' or status <> 'DISABLED')
    union select lower(${column}) from iam.registration where status = 'PENDING' and lower(${column}) = any (${values}::text[])`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}
