import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { userStatus } from '#core/iam/contract/access/users.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { assertNotOneself, oneAtATime, visibleUser } from '../guard.ts'
import { assertNotAbove } from '../scopes.ts'

/** Users with what they may do and see. */
export const users = defineRecord({
  table: 'iam.user_account',
  machine: userStatus,
  guard: ({ tx }) => oneAtATime(tx),
  visible: (ctx) => visibleUser(ctx, 't'),
  picture: async (row, tx) => ({
    account: row.account,
    fullName: row.full_name,
    mobile: row.mobile,
    email: row.email,
    language: row.language,
    unitId: row.unit_id,
    partnerId: row.partner_id,
    status: row.status,
    scopeKind: row.scope_kind,
    ...(await accessOf(tx, row.id)),
  }),
  form: ({ account: _account, status: _status, roles: _roles, ...fields }) => fields,
})

export type UserForChange = Awaited<ReturnType<typeof userForChange>>

/** The user that is to be changed, locked. Throws 404 outside the caller's scope, 409 when stale or deleted. */
export async function userForChange(ctx: CommandContext, ref: Ref) {
  const user = await users.forChange(ctx, ref)
  if (user.row.status === 'DISABLED') throw new AppError(accessErrors.userGone, { account: user.row.account })
  return user
}

/** As above, of somebody else who neither administers nor, for 'take-over', may do more than the caller. */
export async function otherForChange(ctx: CommandContext, ref: Ref, how: 'manage' | 'take-over') {
  const user = await userForChange(ctx, ref)
  assertNotOneself(ctx, ref.id)
  await assertNotAbove(ctx, user.row, how)
  return user
}

/** Codes of roles and applications, and the units chosen one by one. */
export async function accessOf(tx: Tx, id: string) {
  const { rows } = await sql<{ roles: string[]; applications: string[]; scopeUnitIds: string[] }>`
    select
      array(select r.code from iam.user_role ur join iam.role r on r.id = ur.role_id where ur.user_id = ${id} order by r.code) as roles,
      array(select application from iam.user_application where user_id = ${id} order by application) as applications,
      array(select unit_id::text from iam.user_scope_unit where user_id = ${id} order by unit_id) as "scopeUnitIds"`.execute(tx)
  return rows[0] as (typeof rows)[number]
}
