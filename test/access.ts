import { resourceTree } from '#core/iam/contract/access/permissions.ts'
import { saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import { createRole } from '#core/iam/contract/access/roles.ts'
import { createUser, findUser, type UserDetail } from '#core/iam/contract/access/users.ts'
import { type TestApp, testApp } from './app.ts'

/** The administrator of the demo in the administration of the system. */
export const admin = { as: 'admin', clientId: 'PP_SYS' } as const

export interface AccessWorld {
  app: TestApp
  roleId(code: string): Promise<string>
  userId(account: string): Promise<string>
  /** A user as the administrator sees them. */
  detail(id: string): Promise<UserDetail>
  headOffice(): Promise<string>
  /** A number that no name of this world has yet. */
  next(): number
  /** A user of the head office made by the administrator. */
  newUser(roles?: string[], applications?: ('PP_QR' | 'PP_SYS' | 'O2O_CRM')[]): Promise<{ account: string; id: string; password: string }>
  /** A new role with the permissions that begin so: for a local administrator, who may manage users, and holds little else. */
  localAdministrator(uris: readonly string[]): Promise<string>
  /** Makes a demo account into somebody with exactly these roles and applications; its own session follows within the second. */
  become(account: string, roles: string[], applications: string[]): Promise<void>
}

/** The whole system with what tests of access need to set people up. */
export async function accessWorld(): Promise<AccessWorld> {
  const app = await testApp()
  const { pool } = app.runtime
  let made = 0
  const idOf = async (table: 'iam.role' | 'iam.user_account', column: string, value: string): Promise<string> =>
    (await pool.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [value])).rows[0]?.id ?? '0'
  const world: AccessWorld = {
    app,
    roleId: (code) => idOf('iam.role', 'code', code),
    userId: (account) => idOf('iam.user_account', 'account', account),
    next: () => ++made,
    async detail(id) {
      const { data } = await app.call(findUser, { id }, admin)
      if (!data) throw new Error('no such user')
      return data
    },
    async headOffice() {
      const { rows } = await pool.query<{ id: string }>("select id from organisation.unit where level = 'HEAD_OFFICE' limit 1")
      return rows[0]?.id ?? '0'
    },
    async newUser(roles = [], applications = ['PP_QR']) {
      const account = `person.${++made}`
      const roleIds = await Promise.all(roles.map(world.roleId))
      const person = { account, fullName: `Nguyễn Thị Thử ${made}`, unitId: await world.headOffice(), scopeKind: 'ALL' as const, applications }
      const reply = await app.call(createUser, { ...person, ...(roleIds.length > 0 ? { roleIds } : {}) }, admin)
      if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
      return { account, id: reply.data.id, password: reply.data.password ?? '' }
    },
    async localAdministrator(uris) {
      const code = `LOCAL_${++made}`
      const created = await app.call(createRole, { code, name: code }, admin)
      const { data: tree } = await app.call(resourceTree, {}, admin)
      const permissionIds = (tree?.permissions ?? []).filter(({ uri }) => uris.some((start) => uri.startsWith(start))).map(({ id }) => id)
      await app.call(saveRoleResources, { id: created.data?.id ?? '', version: 0, permissionIds }, admin)
      return code
    },
    async become(account, roles, applications) {
      const id = await world.userId(account)
      await pool.query('delete from iam.user_role where user_id = $1', [id])
      await pool.query('delete from iam.user_application where user_id = $1', [id])
      await pool.query('insert into iam.user_role select $1, id from iam.role where code = any($2)', [id, roles])
      await pool.query('insert into iam.user_application select $1, code from iam.application where code = any($2)', [id, applications])
    },
  }
  return world
}
