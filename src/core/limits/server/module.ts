import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import { defineModule } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { createRoleLimit, limitErrors, listRoleLimits, removeRoleLimit, updateRoleLimit } from '../contract/limits.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

const roleLimits = defineRecord({
  table: 'limits.role_limit',
  picture: ({ role_id: roleId, kind, amount }) => ({ roleId, kind, amount }),
})

/** How much somebody may decide in a day, by role: `consumeLimit` counts it, here it is set. */
export const limitsModule = defineModule({
  name: 'limits',
  audit: { subjects: { 'limits.role_limit': { vi: 'Hạn mức theo vai trò', en: 'Role limit', entity: 'limits.roleLimit' } } },
  labels: { vi, en },
  errors: limitErrors,
  wholeSystem: [listRoleLimits, listRoleLimits.export, createRoleLimit, updateRoleLimit, removeRoleLimit].map(({ permission }) => permission),
  register(on) {
    on.list(listRoleLimits, {
      query: ({ db }) =>
        db
          .selectFrom('limits.role_limit as l')
          .innerJoin(...lookup('iam.role_directory as r', { 'r.id': 'l.role_id' }))
          .select(['l.id', 'l.role_id as roleId', 'r.code as roleCode', 'r.name as roleName', 'l.kind', 'l.amount'])
          .select(['l.updated_at as updatedAt', 'l.updated_by as updatedBy', 'l.version']),
      where: { text: words('r.code', 'r.name'), kind: is('l.kind') },
      key: 'l.id',
      sort: { roleName: 'r.name', kind: 'l.kind', updatedAt: 'l.updated_at' },
    })
    on.command(createRoleLimit, async ({ roleId, kind, amount }, ctx) => {
      const { rows } = await sql<{ taken: boolean }>`
        select exists (select from limits.role_limit where role_id = r.id and kind = ${kind}) as taken from iam.role_directory r where r.id = ${roleId}`.execute(
        ctx.tx,
      )
      if (!rows[0]) throw new AppError(errors.reference)
      if (rows[0].taken) throw refusedField('roleId', limitErrors.taken, ctx.language)
      return roleLimits.insert(ctx, { role_id: roleId, kind, amount })
    })
    on.command(updateRoleLimit, ({ amount, ...ref }, ctx) => roleLimits.update(ctx, ref, { amount }))
    on.command(removeRoleLimit, (ref, ctx) => roleLimits.remove(ctx, ref))
  },
})
