import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { findDay, listDays } from '../../contract/day-close/days.ts'
import { DayFigures } from '../../contract/day-close/figures.ts'
import { countsAt } from '../blind.ts'
import { changesOf } from './changes.ts'
import { type CloseCheck, type CloseDay, itemName, runChecks } from './check.ts'
import { figuresOf } from './figures.ts'
import { withKinds } from './parts.ts'
import { days as records } from './record.ts'
import { isBelow } from './units-below.ts'

const below = (condition = sql`true`) =>
  sql<number>`(select count(*)::int from cash.day_close b where b.business_date = d.business_date and ${isBelow('b', sql.ref('d.unit_id'))} and ${condition})`

function listed({ scope, now, session }: RequestContext) {
  return scope
    .selectFrom('cash.day_close as d')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'd.unit_id' }))
    .select(['d.id', 'd.unit_id as unitId', 'u.code as unitCode', 'u.name as unitName', 'u.level as unitLevel', 'd.business_date as businessDate', 'd.status'])
    .select(sql<boolean>`(${sql.ref('d.status')} <> 'CLOSED' and ${sql.ref('d.business_date')} < ${localDate(now)}::date)`.as('overdue'))
    .select(['d.closed_late as closedLate', below(sql`b.status = 'CLOSED'`).as('closedBelow'), below().as('daysBelow')])
    .select(['d.opened_at as openedAt', 'd.submitted_by as submittedBy', 'd.submitted_at as submittedAt', 'd.closed_by as closedBy', 'd.closed_at as closedAt'])
    .select(
      sql<string | null>`case when d.status = 'CLOSED' and not ${countsAt('d.unit_id', session.userId)} then (d.figures ->> 'closing')::numeric(20,2) end`.as(
        'closing',
      ),
    )
    .select('d.version')
}

export function registerDays(on: Registrar, checks: readonly CloseCheck[], journals: LedgerWords): void {
  on.list(listDays, {
    query: listed,
    where: {
      text: words(sql`coalesce(${sql.ref('u.code')}, '')`, sql`coalesce(${sql.ref('u.name')}, '')`),
      unitId: within('d'),
      status: oneOf('d.status'),
      whose: (whose, { session }) =>
        sql<boolean>`(d.unit_id is not distinct from (select p.unit_id from iam.person p where p.id = ${session.userId})) = ${whose === 'OWN'}`,
      period: days('d.business_date'),
    },
    key: 'd.id',
    sort: { businessDate: 'd.business_date', unitCode: 'u.code', openedAt: 'd.opened_at', submittedAt: 'd.submitted_at', closedAt: 'd.closed_at' },
  })
  on.query(findDay, (input, ctx) => find(input, ctx, checks, journals))
}

async function find(
  { id }: InputOf<typeof findDay>,
  ctx: RequestContext,
  checks: readonly CloseCheck[],
  journals: LedgerWords,
): Promise<OutputOf<typeof findDay>> {
  const { session, language } = ctx
  const db = ctx.db as unknown as Queryable
  const query = listed(ctx)
    .leftJoin('cash.unit_state as w', 'w.unit_id', 'd.unit_id')
    .select([pendingRequest(records.subject, 'd.id').as('pendingRequestId'), countsAt('d.unit_id', session.userId).as('blind'), 'd.figures as stored'])
    .select(sql<boolean>`coalesce(w.single_handed, false)`.as('singleHanded'))
    .where('d.id', '=', id)
  const row = await query.executeTakeFirst()
  const found = await findRow(findDay, { executeTakeFirst: async () => row })
  const day = { dayId: id, unitId: found.unitId, businessDate: found.businessDate }
  const blind = row?.blind ?? true
  const closed = found.status === 'CLOSED'
  // What a day is made of is its own unit's; the row itself was found within the caller's scope.
  const runs = await runsOf(db, id)
  const now = await figuresOf(db, day)
  const figures = closed ? { ...DayFigures.parse(row?.stored), lateUnits: now.lateUnits } : now
  const last = runs.at(-1)?.figures
  const inWords = (of: DayFigures) => withKinds(of, (kind) => journals.kindName(kind, language))
  return {
    ...found,
    checks: closed ? [] : await checklistOf(db, day, checks, { language, blind }),
    blind,
    figures: blind ? null : inWords(figures),
    runs: blind ? [] : runs.map(({ figures: { received, paid, closing }, ...run }) => ({ ...run, received, paid, closing })),
    changes: blind || closed || !last ? [] : changesOf(inWords(last), inWords(figures), language),
  }
}

async function checklistOf(db: Queryable, day: CloseDay, checks: readonly CloseCheck[], { language, blind }: { language: Language; blind: boolean }) {
  const notes = await db.selectFrom('cash.day_close_acknowledgement').selectAll().where('day_close_id', '=', day.dayId).execute()
  const noted = new Map(notes.map((note) => [note.item, note]))
  return (await runChecks(db, checks, [day])).map(({ check, items }) => ({
    name: check.name,
    title: check.title[language],
    items: items.map((one) => {
      const item = itemName(check, one)
      const note = noted.get(item)
      return {
        // Keys hold amounts, so that an acknowledgement counts for what was seen.
        item: blind ? `${check.name}:${one.code}` : item,
        severity: one.severity,
        code: one.code,
        about: one.about[language],
        amount: blind ? null : (one.amount ?? null),
        path: one.path ?? null,
        note: note?.note ?? null,
        acknowledgedBy: note?.acknowledged_by ?? null,
      }
    }),
  }))
}

async function runsOf(db: Queryable, id: string) {
  const rows = await db
    .selectFrom('cash.day_close_run')
    .select(['run', 'figures', 'submitted_by as submittedBy', 'closed_by as closedBy', 'closed_at as closedAt'])
    .where('day_close_id', '=', id)
    .orderBy('run')
    .execute()
  return rows.map((row) => ({ ...row, closedAt: isoLocal(row.closedAt), figures: DayFigures.parse(row.figures) }))
}
