import { statusMachine } from '#core/masterdata/contract/status.ts'
import type { InputOf } from '#kernel/contract.ts'
import { is, oneOf, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { changeCategoryStatus, createCategory, listCategories, updateCategory } from '../contract/categories.ts'
import { incidentErrors } from '../contract/errors.ts'

export const CATEGORY = 'incident.category'

const categories = defineRecord({
  table: CATEGORY,
  machine: statusMachine,
  picture: (row) => ({
    ...{ code: row.code, name: row.name, nameEn: row.name_en, priority: row.priority, resolutionHours: row.resolution_hours, status: row.status },
    ...{ needsRecord: row.needs_record, needsEvidence: row.needs_evidence, twoPeople: row.two_people, secondTier: row.decided_by_second },
  }),
})

/** What incidents are about: the same for all desks. */
export function registerCategories(on: Registrar): void {
  on.list(listCategories, {
    query: ({ db }) =>
      db
        .selectFrom('incident.category as c')
        .select(['c.id', 'c.code', 'c.name', 'c.name_en as nameEn', 'c.priority', 'c.resolution_hours as resolutionHours'])
        .select(['c.needs_record as needsRecord', 'c.needs_evidence as needsEvidence', 'c.two_people as twoPeople', 'c.decided_by_second as secondTier'])
        .select(['c.position', 'c.status', 'c.updated_at as updatedAt', 'c.updated_by as updatedBy', 'c.version']),
    where: { text: words('c.code', 'c.name', 'c.name_en'), priority: oneOf('c.priority'), status: is('c.status') },
    key: 'c.id',
    sort: { position: 'c.position', code: 'c.code', name: 'c.name', updatedAt: 'c.updated_at' },
  })
  on.command(createCategory, create)
  on.command(updateCategory, ({ id, version, ...form }, ctx) => categories.update(ctx, { id, version }, columnsOf(form)))
  on.bulk(changeCategoryStatus, async (row, { status }, ctx) => void (await categories.moveTo(ctx, row, status)))
}

async function create({ code, ...form }: InputOf<typeof createCategory>, ctx: CommandContext) {
  const known = await ctx.tx.selectFrom(CATEGORY).select('id').where('code', '=', code).executeTakeFirst()
  if (known) throw refusedField('code', incidentErrors.categoryTaken, ctx.language, { code })
  return categories.insert(ctx, { code, ...columnsOf(form) })
}

const columnsOf = ({ name, nameEn, priority, resolutionHours, position, ...flags }: Omit<InputOf<typeof createCategory>, 'code'>) => ({
  ...{ name, name_en: nameEn, priority, resolution_hours: resolutionHours ?? null, position, needs_record: flags.needsRecord },
  ...{ needs_evidence: flags.needsEvidence, two_people: flags.twoPeople, decided_by_second: flags.secondTier },
})
