import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import { is, oneOf, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { payoutErrors } from '../contract/errors.ts'
import { changeProgrammeStatus, createProgramme, listProgrammes, programmeOptions, updateProgramme } from '../contract/programmes.ts'
import { programmes } from './records.ts'

const LIMIT = 50

export function registerProgrammes(on: Registrar): void {
  on.list(listProgrammes, {
    query: ({ db }) =>
      db
        .selectFrom('payout.programme as t')
        .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
        .select(['t.id', 't.code', 't.name', 't.partner_id as partnerId', sql<string>`${sql.ref('p.name')}`.as('partnerName'), 't.kind', 't.unpaid'])
        .select([
          't.tolerance_percent as tolerance',
          't.list_day as listDay',
          't.report_day as reportDay',
          't.status',
          't.updated_at as updatedAt',
          't.updated_by as updatedBy',
          't.version',
        ]),
    where: { text: words('t.code', 't.name', 'p.name'), kind: oneOf('t.kind'), status: is('t.status') },
    key: 't.id',
    sort: { code: 't.code', name: 't.name', updatedAt: 't.updated_at' },
  })
  on.query(programmeOptions, options)
  on.command(createProgramme, create)
  on.command(updateProgramme, ({ id, version, name, kind, unpaid, tolerance, listDay, reportDay }, ctx) =>
    programmes.update(ctx, { id, version }, { name, kind, unpaid, tolerance_percent: tolerance, list_day: listDay ?? null, report_day: reportDay ?? null }),
  )
  on.bulk(changeProgrammeStatus, async (row, { status }, ctx) => void (await programmes.moveTo(ctx, row, status)))
}

async function create({ code, name, partnerId, kind, unpaid, tolerance, listDay, reportDay }: InputOf<typeof createProgramme>, ctx: CommandContext) {
  await requirePartner(ctx.tx, ctx, partnerId)
  return programmes.insert(ctx, {
    code,
    name,
    partner_id: partnerId,
    kind,
    unpaid,
    tolerance_percent: tolerance,
    list_day: listDay ?? null,
    report_day: reportDay ?? null,
    created_by: ctx.session.account,
    created_at: ctx.now,
  })
}

/** An active payer. Throws PYL-002 at its field. */
export async function requirePartner(tx: Tx, { language }: CommandContext, partnerId: string): Promise<void> {
  const found = await tx
    .selectFrom('organisation.partner')
    .select('id')
    .where('id', '=', partnerId)
    .where('kind', '=', 'OWN')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!found) throw refusedField('partnerId', payoutErrors.partnerUnknown, language)
}

async function options({ text = '', ids }: InputOf<typeof programmeOptions>, { db, session }: RequestContext) {
  let query = db
    .selectFrom('payout.programme as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .select(['t.id', 't.code', 't.name', sql<string>`p.name`.as('partnerName')])
  if (session.scope.kind === 'PARTNER') query = query.where('t.partner_id', '=', session.scope.partnerId)
  query = ids ? query.where('t.id', 'in', ids) : query.where('t.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(t.code || ' ' || t.name || ' ' || p.name) like ${pattern}`)
  return query.orderBy(inVietnamese('t.name')).limit(LIMIT).execute()
}
