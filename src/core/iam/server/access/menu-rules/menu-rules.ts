import { sql } from 'kysely'
import { clientStatus } from '#core/iam/contract/access/clients.ts'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { insertMenuRule, listMenuRules, type MenuRule, removeMenuRule, updateMenuRule } from '#core/iam/contract/access/menu-rules.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { rightsChanged } from '../rights-changed.ts'

const rules = defineRecord({
  table: 'iam.menu_rule',
  machine: clientStatus,
  picture: async ({ id, application, name, path, levels, status }, tx) => {
    const units = await tx.selectFrom('iam.menu_rule_unit').select('unit_id').where('rule_id', '=', id).orderBy('unit_id').execute()
    const roles = await tx.selectFrom('iam.menu_rule_role').select('role_id').where('rule_id', '=', id).orderBy('role_id').execute()
    return { application, name, path, levels, status, unitIds: units.map((one) => one.unit_id), roleIds: roles.map((one) => one.role_id) }
  },
  form: ({ application: _application, ...fields }) => fields,
})

export function registerMenuRules(on: Registrar): void {
  on.query(listMenuRules, ({ application }, ctx) => readRules(application, ctx))
  on.command(insertMenuRule, insert)
  on.command(updateMenuRule, update)
  on.command(removeMenuRule, remove)
}

interface Row extends Omit<MenuRule, 'updatedAt'> {
  updatedAt: Date
}

async function readRules(application: string, ctx: RequestContext): Promise<OutputOf<typeof listMenuRules>> {
  const title = (alias: string) => sql.ref(`${alias}.${ctx.language === 'en' ? 'title_en' : 'title_vi'}`)
  const screens = await sql<{ path: string; title: string; group: string }>`
    select m.path, ${title('m')} as title, coalesce(${title('g')}, '') as "group" from iam.menu m left join iam.menu g on g.key = m.parent_key
    where m.application = ${application} and m.gated and m.path is not null and m.retired_at is null order by m.position`.execute(ctx.db)
  const found = await sql<Row>`
    select r.id, r.name, r.path, to_jsonb(r.levels) as levels, r.status, r.version, r.updated_at as "updatedAt", r.updated_by as "updatedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id::text, 'name', g.name) order by g.code), '[]')
        from iam.menu_rule_unit ru join organisation.unit_directory g on g.id = ru.unit_id where ru.rule_id = r.id) as units,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id::text, 'name', o.name) order by o.code), '[]')
        from iam.menu_rule_role rr join iam.role o on o.id = rr.role_id where rr.rule_id = r.id) as roles
    from iam.menu_rule r where r.application = ${application} order by r.path nulls first, r.id`.execute(ctx.db)
  return { screens: screens.rows, rules: found.rows.map(({ updatedAt, ...rule }) => ({ ...rule, updatedAt: isoLocal(updatedAt) })) }
}

type Conditions = Pick<InputOf<typeof insertMenuRule>, 'name' | 'path' | 'levels' | 'unitIds' | 'roleIds' | 'status'>

/** What is asked for must be there: the application, units of the caller's scope, roles. A screen may come later; one that is there must be gated, and its own. */
async function check(ctx: CommandContext, application: string, { path, unitIds, roleIds }: Conditions): Promise<void> {
  const known = await ctx.tx.selectFrom('iam.application').select('code').where('code', '=', application).executeTakeFirst()
  if (!known) throw refusedField('application', errors.reference, ctx.language)
  const screens = path
    ? await ctx.tx.selectFrom('iam.menu').select(['application', 'gated']).where('path', '=', path).where('retired_at', 'is', null).execute()
    : []
  if (screens.some((screen) => screen.application !== application || !screen.gated)) throw refusedField('path', accessErrors.menuUnknown, ctx.language)
  const units = unitIds.length === 0 ? [] : await ctx.scope.selectFrom('organisation.unit as g').select('g.id').where('g.id', 'in', unitIds).execute()
  if (units.length < new Set(unitIds).size) throw refusedField('unitIds', errors.reference, ctx.language)
  const roles = roleIds.length === 0 ? [] : await ctx.tx.selectFrom('iam.role').select('id').where('id', 'in', roleIds).execute()
  if (roles.length < new Set(roleIds).size) throw refusedField('roleIds', errors.reference, ctx.language)
}

async function storeConditions(ctx: CommandContext, ruleId: string, { unitIds, roleIds }: Conditions): Promise<void> {
  const { tx } = ctx
  await tx.deleteFrom('iam.menu_rule_unit').where('rule_id', '=', ruleId).execute()
  await tx.deleteFrom('iam.menu_rule_role').where('rule_id', '=', ruleId).execute()
  const units = [...new Set(unitIds)].map((unitId) => ({ rule_id: ruleId, unit_id: unitId }))
  const roles = [...new Set(roleIds)].map((roleId) => ({ rule_id: ruleId, role_id: roleId }))
  if (units.length > 0) await tx.insertInto('iam.menu_rule_unit').values(units).execute()
  if (roles.length > 0) await tx.insertInto('iam.menu_rule_role').values(roles).execute()
}

const columnsOf = ({ name, path, levels }: Conditions) => ({ name, path: path || null, levels: [...new Set(levels)] })

async function insert({ application, ...input }: InputOf<typeof insertMenuRule>, ctx: CommandContext): Promise<Ref> {
  await check(ctx, application, input)
  const created = await rules.insert(
    ctx,
    { application, ...columnsOf(input), created_at: ctx.now },
    { to: input.status, children: ({ id }) => storeConditions(ctx, id, input) },
  )
  await rightsChanged(ctx)
  return created
}

async function update({ id, version, ...input }: InputOf<typeof updateMenuRule>, ctx: CommandContext): Promise<Ref> {
  const rule = await rules.forChange(ctx, { id, version })
  await check(ctx, rule.row.application, input)
  const changed = await rules.update(ctx, rule, columnsOf(input), { to: input.status, children: () => storeConditions(ctx, id, input) })
  await rightsChanged(ctx)
  return changed
}

async function remove(ref: InputOf<typeof removeMenuRule>, ctx: CommandContext): Promise<Ref> {
  const removed = await rules.remove(ctx, ref)
  await rightsChanged(ctx)
  return removed
}

/** The gated screens of an application that the rules let a user see. */
export async function shownMenus(ctx: RequestContext, application: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('iam.menu_rule_fit')
    .select('path')
    .distinct()
    .where('user_id', '=', ctx.session.userId)
    .where('application', '=', application)
    .orderBy('path')
    .execute()
  return rows.flatMap(({ path }) => path ?? [])
}
