import { sql } from 'kysely'
import { createClient, listClients, lockClient, unlockClient, updateClient } from '#core/iam/contract/access/clients.ts'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { DEFAULT_CLIENT, SUBSYSTEMS } from '#kernel/screens.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { current, refusedField } from '#platform/server/refusals.ts'
import { assertSeesAll } from '#platform/server/scope.ts'
import { bite } from '../bite.ts'
import { oneAtATime } from '../guard.ts'

const CLIENT = 'iam.application'
/** Administration itself, and everybody's home. */
const NEEDED: readonly string[] = ['PP_SYS', DEFAULT_CLIENT]

interface Changed {
  code: string
  version: number
}

export function registerClients(on: Registrar): void {
  on.list(listClients, {
    query: clients,
    where: { text: words('a.code', 'a.name_vi', 'a.name_en', 'a.description'), status: is('a.status') },
    key: 'a.code',
    sort: { code: 'a.code', nameVi: 'a.name_vi', updatedAt: 'a.updated_at' },
  })
  on.command(createClient, create)
  on.command(updateClient, update)
  on.command(lockClient, (input, ctx) => changeStatus(input, 'LOCKED', ctx))
  on.command(unlockClient, (input, ctx) => changeStatus(input, 'ACTIVE', ctx))
}

function clients({ db }: RequestContext) {
  return db
    .selectFrom('iam.application as a')
    .select(['a.code as id', 'a.code', 'a.name_vi as nameVi', 'a.name_en as nameEn', 'a.description', 'a.status', 'a.version'])
    .select(['a.updated_at as updatedAt', 'a.updated_by as updatedBy'])
    .select([
      sql<number>`(select count(*)::int from iam.user_application ua where ua.application = a.code)`.as('users'),
      sql<number>`(select count(*)::int from iam.permission p where p.application = a.code and p.retired_at is null)`.as('permissions'),
      sql<number>`(select count(*)::int from iam.menu m where m.application = a.code and m.gated and m.retired_at is null)`.as('gatedMenus'),
      sql<number>`(select count(*)::int from iam.menu_rule r where r.application = a.code)`.as('rules'),
      sql<boolean>`a.code = any (${[...SUBSYSTEMS]}::text[])`.as('installed'),
    ])
}

async function create({ code, nameVi, nameEn, description }: InputOf<typeof createClient>, ctx: CommandContext): Promise<Changed> {
  assertSeesAll(ctx)
  const created = await ctx.tx
    .insertInto('iam.application')
    .values({
      code,
      name_vi: nameVi,
      name_en: nameEn,
      description: description ?? '',
      position: sql<number>`(select max(position) + 1 from iam.application)`,
      status: 'LOCKED',
      updated_at: ctx.now,
      updated_by: ctx.session.account,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['code', 'version'])
    .executeTakeFirst()
  if (!created) throw refusedField('code', accessErrors.clientTaken, ctx.language, { code })
  ctx.subject(CLIENT, code, { after: { nameVi, nameEn, description: description ?? '', status: 'LOCKED' } })
  return created
}

async function clientForChange(ctx: CommandContext, code: string, version: number) {
  assertSeesAll(ctx)
  await oneAtATime(ctx.tx)
  return current(await ctx.tx.selectFrom('iam.application').selectAll().where('code', '=', code).forUpdate().executeTakeFirst(), version)
}

async function saveClient(ctx: CommandContext, client: Changed, values: Record<string, unknown>): Promise<Changed> {
  return await ctx.tx
    .updateTable('iam.application')
    .set({ ...values, version: client.version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
    .where('code', '=', client.code)
    .returning(['code', 'version'])
    .executeTakeFirstOrThrow()
}

async function update({ code, version, nameVi, nameEn, description }: InputOf<typeof updateClient>, ctx: CommandContext): Promise<Changed> {
  const client = await clientForChange(ctx, code, version)
  const after = { name_vi: nameVi, name_en: nameEn, description: description ?? '' }
  const changed = await saveClient(ctx, client, after)
  await bite(ctx)
  ctx.subject(CLIENT, code, { before: { name_vi: client.name_vi, name_en: client.name_en, description: client.description }, after })
  return changed
}

async function changeStatus({ code, version, reason }: InputOf<typeof lockClient>, status: 'ACTIVE' | 'LOCKED', ctx: CommandContext): Promise<Changed> {
  const client = await clientForChange(ctx, code, version)
  const name = ctx.language === 'en' ? client.name_en : client.name_vi
  if (status === 'LOCKED' && NEEDED.includes(code)) throw new AppError(accessErrors.clientNeeded, { name })
  if (status === 'ACTIVE' && !SUBSYSTEMS.some((one) => one === code)) throw new AppError(accessErrors.clientNotInstalled, { code })
  const changed = await saveClient(ctx, client, { status })
  await bite(ctx)
  ctx.subject(CLIENT, code, { before: { status: client.status }, after: { status, reason: reason ?? '' } })
  return changed
}
