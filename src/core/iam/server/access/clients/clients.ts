import { sql } from 'kysely'
import {
  clientErrors,
  clientStatus,
  createClient,
  deleteClient,
  listClients,
  lockClient,
  NEEDED_CLIENTS,
  unlockClient,
  updateClient,
} from '#core/iam/contract/access/clients.ts'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { fill, type Text } from '#kernel/language.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { oneAtATime } from '../guard.ts'
import { rightsChanged } from '../rights-changed.ts'

export function registerClients(on: Registrar): void {
  on.list(listClients, {
    query: clients,
    where: { text: words('a.code', 'a.name_vi', 'a.name_en', 'a.description'), status: is('a.status') },
    key: 'a.code',
    sort: { code: 'a.code', nameVi: 'a.name_vi', updatedAt: 'a.updated_at' },
  })
  on.command(createClient, create)
  on.command(updateClient, update)
  on.command(deleteClient, remove)
  on.command(lockClient, (input, ctx) => changeStatus(input, 'lock', ctx))
  on.command(unlockClient, (input, ctx) => changeStatus(input, 'unlock', ctx))
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

const records = defineRecord({
  table: 'iam.application',
  key: 'code',
  machine: clientStatus,
  unique: { column: 'code', error: clientErrors.clientTaken },
  guard: ({ tx }) => oneAtATime(tx),
  picture: ({ code, name_vi: nameVi, name_en: nameEn, description, status }) => ({ code, nameVi, nameEn, description, status }),
  form: ({ nameVi, nameEn, description }) => ({ nameVi, nameEn, description }),
})

const byCode = ({ id, version }: Ref) => ({ code: id, version })

async function create({ code, nameVi, nameEn, description = '' }: InputOf<typeof createClient>, ctx: CommandContext) {
  const position = sql<number>`(select max(position) + 1 from iam.application)`
  return byCode(await records.insert(ctx, { code, name_vi: nameVi, name_en: nameEn, description, position }))
}

async function update({ code: id, version, nameVi, nameEn, description = '' }: InputOf<typeof updateClient>, ctx: CommandContext) {
  const changed = await records.update(ctx, { id, version }, { name_vi: nameVi, name_en: nameEn, description })
  await rightsChanged(ctx)
  return byCode(changed)
}

const installed = (code: string) => SUBSYSTEMS.some((one) => one === code)

/** What stands in the way of deleting, in words of the caller's language. */
async function usesOf({ tx, language }: CommandContext, code: string): Promise<string> {
  const { rows } = await sql<Record<keyof typeof USES, number>>`
    select (select count(*)::int from iam.user_application where application = ${code}) as users,
      (select count(*)::int from iam.permission where application = ${code}) as permissions,
      (select count(*)::int from iam.menu where application = ${code}) as menus,
      (select count(*)::int from iam.menu_rule where application = ${code}) as rules,
      (select count(*)::int from iam.refresh_family where client_id = ${code}) + (select count(*)::int from iam.enrolment where client_id = ${code}) as sessions
  `.execute(tx)
  const counts = rows[0]
  const used = Object.entries(USES).filter(([what]) => (counts?.[what as keyof typeof USES] ?? 0) > 0)
  return used.map(([what, words]) => fill(words[language], { count: counts?.[what as keyof typeof USES] ?? 0 })).join(', ')
}

const USES = {
  users: { vi: '{count} người dùng', en: '{count} {count|user|users}' },
  permissions: { vi: '{count} quyền', en: '{count} {count|permission|permissions}' },
  menus: { vi: '{count} mục menu', en: '{count} menu {count|item|items}' },
  rules: { vi: '{count} quy tắc menu', en: '{count} menu {count|rule|rules}' },
  sessions: { vi: '{count} phiên đăng nhập', en: '{count} {count|session|sessions}' },
} satisfies Record<string, Text>

async function remove({ code: id, version }: InputOf<typeof deleteClient>, ctx: CommandContext) {
  const client = await records.forChange(ctx, { id, version })
  const name = ctx.language === 'en' ? client.row.name_en : client.row.name_vi
  if (installed(id)) throw new AppError(clientErrors.clientInstalled, { name })
  const uses = await usesOf(ctx, id)
  if (uses !== '') throw new AppError(clientErrors.clientUsed, { name, uses })
  return byCode(await records.remove(ctx, client))
}

async function changeStatus({ code: id, version, reason = '' }: InputOf<typeof lockClient>, event: 'lock' | 'unlock', ctx: CommandContext) {
  const client = await records.forChange(ctx, { id, version })
  const name = ctx.language === 'en' ? client.row.name_en : client.row.name_vi
  if (event === 'lock' && NEEDED_CLIENTS.includes(id)) throw new AppError(clientErrors.clientNeeded, { name })
  if (event === 'unlock' && !installed(id)) throw new AppError(clientErrors.clientNotInstalled, { code: id })
  const changed = await records.fire(ctx, client, event, { note: { reason } })
  await rightsChanged(ctx)
  return byCode(changed)
}
