import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { appMachine, appOptions, changeApp, createApp, findApp, listApps, lockApp, unlockApp } from '../contract/apps.ts'
import { sdkErrors } from '../contract/errors.ts'

const MAX_OPTIONS = 50

/** Payments refer to an app while it changes. */
const apps = defineRecord({
  table: 'sdk.app',
  scoped: true,
  machine: appMachine,
  lock: 'for no key update',
  unique: { column: 'code', error: sdkErrors.codeTaken },
  picture: (row) => ({ code: row.code, name: row.name, status: row.status, platforms: row.platforms, redirects: row.redirects, stepNote: row.step_note }),
  form: ({ name, platforms, redirects }) => ({ name, platforms, redirects }),
})

export function registerApps(on: Registrar): void {
  on.list(listApps, {
    query: appRows,
    where: { text: words('a.code', 'a.name', 'p.code', 'p.name'), partnerId: is('a.partner_id'), status: is('a.status') },
    key: 'a.id',
    sort: { code: 'a.code', name: 'a.name', updatedAt: 'a.updated_at' },
  })
  on.query(findApp, async ({ id }, ctx) => {
    const query = appRows(ctx).select(['a.platforms', 'a.redirects', 'a.step_note as stepNote']).where('a.id', '=', id)
    return (await findRow(findApp, query)) as OutputOf<typeof findApp>
  })
  on.query(appOptions, options)
  on.command(createApp, create)
  on.command(changeApp, ({ id, version, name, platforms, redirects }, ctx) =>
    apps.update(ctx, { id, version }, { name, platforms: [...new Set(platforms)], redirects: [...new Set(redirects)] }),
  )
  on.command(lockApp, ({ id, version, reason }, ctx) => apps.fire(ctx, { id, version }, 'lock', { set: { step_note: reason } }))
  on.command(unlockApp, (ref, ctx) => apps.fire(ctx, ref, 'unlock', { set: { step_note: '' } }))
}

function appRows({ scope }: RequestContext) {
  return scope
    .selectFrom('sdk.app as a')
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'a.partner_id' }))
    .select(['a.id', 'a.code', 'a.name', 'a.partner_id as partnerId', 'p.name as partnerName', 'a.status'])
    .select([sql<string>`array_to_string(a.platforms, ', ')`.as('platformNames'), sql<number>`cardinality(a.redirects)`.as('redirectCount')])
    .select(['a.created_at as createdAt', 'a.updated_at as updatedAt', 'a.updated_by as updatedBy', 'a.version'])
}

async function options({ text = '', codes }: InputOf<typeof appOptions>, { scope }: RequestContext): Promise<OutputOf<typeof appOptions>> {
  let query = scope.selectFrom('sdk.app as a').select(['a.code', 'a.name']).orderBy('a.name').orderBy('a.id').limit(MAX_OPTIONS)
  if (codes) query = query.where('a.code', 'in', codes)
  else query = query.where('a.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(a.code || ' ' || a.name)`, 'like', pattern)
  return query.execute()
}

async function create({ code, partnerId, name, platforms, redirects }: InputOf<typeof createApp>, ctx: CommandContext): Promise<OutputOf<typeof createApp>> {
  const { tx, language } = ctx
  const partner = await tx.selectFrom('organisation.partner').select('status').where('id', '=', partnerId).executeTakeFirst()
  if (partner?.status !== 'ACTIVE') throw refusedField('partnerId', sdkErrors.partnerUnknown, language)
  const office = await headOffice(tx)
  if (!office) throw new AppError(errors.unavailable)
  const made = await apps.insert(
    ctx,
    {
      ...{ code, name, partner_id: partnerId, head_unit_id: office.headUnitId },
      platforms: [...new Set(platforms)],
      redirects: [...new Set(redirects)],
    },
    { note: { partnerId } },
  )
  await openPayable(tx, [partnerId])
  return made
}

/** The accounts of what partners are owed for what their apps collect; those that have one keep it. Whoever has an app may report what is paid in it. */
async function openPayable(tx: Tx, partnerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select p.id, p.code, p.short_name as name from organisation.partner p
    where p.id = any(${partnerIds}::bigint[]) and not exists (select from sdk.partner_account a where a.partner_id = p.id)
    order by p.id for update`.execute(tx)
  await enablePartners(tx, partnerIds)
  if (rows.length === 0) return
  const accounts = await openAccounts(
    tx,
    rows.map(({ id, code, name }) => ({
      code: `3388.SDK.${code}`,
      name: `Phải trả ${name} tiền thu qua SDK`,
      class: 'LIABILITY',
      chart: 'PARTNER_PAYABLE',
      keptBy: 'sdk',
      ownerType: 'PARTNER',
      ownerId: id,
      partnerId: id,
    })),
  )
  await tx
    .insertInto('sdk.partner_account')
    .values(rows.map(({ id }, at) => ({ partner_id: id, payable_account_id: accounts[at] as string })))
    .execute()
}
