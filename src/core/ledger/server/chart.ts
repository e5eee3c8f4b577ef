import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import type { AccountClass } from '../contract/account.ts'
import { createChartLine, endChartLine, listChart, removeChartLine, searchChart, updateChartLine } from '../contract/chart.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { type ChartLine, faultOf } from './chart-rules.ts'
import type { Plugs } from './plugs.ts'

const OPTIONS = 50

const lines = defineRecord({
  table: 'ledger.chart',
  guard: ({ tx }) => lockChart(tx),
  picture: async (row, tx) => ({
    number: row.number,
    name: row.name,
    class: row.class,
    parentNumber: await numberOf(tx, row.parent_id),
    validFrom: row.valid_from,
    validTo: row.valid_to,
    allowsManual: row.allows_manual,
  }),
})

/** One change of the chart at a time; readers and postings do not wait. */
export async function lockChart(tx: Tx): Promise<void> {
  await sql`lock table ledger.chart in share row exclusive mode`.execute(tx)
}

async function numberOf(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  return (await tx.selectFrom('ledger.chart').select('number').where('id', '=', id).executeTakeFirst())?.number ?? null
}

/** Every line by id, for the rules; taken under the lock of the chart. */
export async function storedChart(tx: Tx): Promise<Map<string, ChartLine>> {
  const { rows } = await sql<ChartLine>`
    select c.id, c.number, c.name, c.class, c.parent_id as "parentId", c.valid_from as "validFrom", c.valid_to as "validTo", c.allows_manual as "allowsManual",
        c.key is not null as shipped, coalesce(a.accounts, 0)::int as accounts, coalesce(a.in_use, 0)::int as "inUse"
      from ledger.chart c
      left join (select chart_id, count(*) as accounts, count(*) filter (where status <> 'CLOSED') as in_use from ledger.account group by chart_id) a on a.chart_id = c.id`.execute(
    tx,
  )
  return new Map(rows.map((line) => [line.id, line]))
}

export function registerChart(on: Registrar, plugs: Plugs): void {
  on.list(listChart, {
    query: (ctx) => listed(ctx, plugs),
    where: {
      text: words('c.number', 'c.name'),
      under: (number) =>
        sql<boolean>`c.id in (select unnest(x.line_ids) from ledger.chart_tree x join ledger.chart top on top.id = x.id where top.number = ${number})`,
      class: is('c.class'),
      asOf: (day) => sql<boolean>`c.valid_from <= ${day} and (c.valid_to is null or c.valid_to >= ${day})`,
    },
    key: 'c.id',
    sort: { number: 't.path', name: 'c.name', updatedAt: 'c.updated_at' },
  })
  on.query(searchChart, options)
  on.command(createChartLine, create)
  on.command(updateChartLine, ({ id, version, ...values }, ctx) => change({ id, version }, values, ctx))
  on.command(endChartLine, ({ id, version, validTo }, ctx) => change({ id, version }, { validTo }, ctx))
  on.command(removeChartLine, async (ref, ctx) => {
    const seen = await lines.forChange(ctx, ref)
    const chart = await storedChart(ctx.tx)
    const used = (chart.get(seen.row.id)?.accounts ?? 0) > 0 || [...chart.values()].some(({ parentId }) => parentId === seen.row.id)
    if (seen.row.key !== null || used) throw new AppError(ledgerErrors.chartInUse, { number: seen.row.number })
    return lines.remove(ctx, seen)
  })
}

/** Lines with what the accounts of the reader's scope on and below each come to. */
function listed({ scope, session }: RequestContext, plugs: Plugs) {
  const below = scope.selectFrom('ledger.account as a').where(sql<boolean>`a.chart_id = any(${sql.ref('t.line_ids')})`)
  const signed = sql`case when (a.normal_side = 'D') = (c.class in ('ASSET', 'EXPENSE', 'OFF_BALANCE')) then a.balance else -a.balance end`
  const sum = below.select(sql<string>`coalesce(sum(${signed}), 0)`.as('balance'))
  const open = session.scope.kind === 'ALL' ? plugs.open(session) : sql`false`
  return scope.db
    .selectFrom('ledger.chart as c')
    .innerJoin('ledger.chart_tree as t', 't.id', 'c.id')
    .leftJoin('ledger.chart as p', 'p.id', 'c.parent_id')
    .select(['c.id', 'c.number', 'c.name', 'c.class', 'p.number as parentNumber', 'c.valid_from as validFrom', 'c.valid_to as validTo'])
    .select(['c.allows_manual as allowsManual', 't.depth', sql<boolean>`c.key is not null`.as('shipped')])
    .select(below.select(sql<number>`count(*)::int`.as('accounts')).as('accounts'))
    .select(sql<string | null>`case when ${open} then (${sum}) end`.as('balance'))
    .select(['c.updated_at as updatedAt', 'c.updated_by as updatedBy', 'c.version'])
}

async function options(
  { text, number, class: wanted, manual }: InputOf<typeof searchChart>,
  { scope, now }: RequestContext,
): Promise<OutputOf<typeof searchChart>> {
  let query = scope.db.selectFrom('ledger.chart as c').innerJoin('ledger.chart_tree as t', 't.id', 'c.id').select(['c.number', 'c.name'])
  if (number) query = query.where('c.number', '=', number)
  else query = query.where(sql<boolean>`c.valid_to is null or c.valid_to >= ${localDate(now)}`)
  if (text) query = query.where(words('c.number', 'c.name')(text))
  if (wanted) query = query.where('c.class', '=', wanted)
  if (manual) query = query.where('c.allows_manual', '=', true)
  return query.orderBy('t.path').limit(OPTIONS).execute()
}

type Values = Omit<InputOf<typeof updateChartLine>, 'id' | 'version'>

async function create({ parentNumber, ...values }: InputOf<typeof createChartLine>, ctx: CommandContext) {
  await lockChart(ctx.tx)
  const chart = await storedChart(ctx.tx)
  const parent = parentOf(parentNumber, chart, ctx)
  const line: ChartLine = { ...values, id: 'new', parentId: parent, validTo: null, shipped: false, accounts: 0, inUse: 0 }
  held(line, chart, undefined, ctx)
  return lines.insert(ctx, { ...columnsOf(line), created_by: ctx.session.account, created_at: ctx.now })
}

async function change(ref: { id: string; version: number }, values: Values | { validTo: string }, ctx: CommandContext) {
  const seen = await lines.forChange(ctx, ref)
  const chart = await storedChart(ctx.tx)
  const before = chart.get(seen.row.id)
  if (!before) throw new Error(`line ${seen.row.id} is not in the chart`)
  const line: ChartLine =
    'number' in values
      ? { ...before, ...formOf(values), parentId: parentOf(values.parentNumber, chart, ctx), validTo: values.validTo ?? null }
      : { ...before, validTo: values.validTo }
  held(line, chart, before, ctx)
  return lines.update(ctx, seen, columnsOf(line))
}

const formOf = ({ number, name, class: of, validFrom, allowsManual }: Values) => ({ number, name, class: of, validFrom, allowsManual })

export const columnsOf = ({ number, name, parentId, validFrom, validTo, allowsManual, ...line }: ChartLine) => ({
  number,
  name,
  class: line.class,
  parent_id: parentId,
  valid_from: validFrom,
  valid_to: validTo,
  allows_manual: allowsManual,
})

function parentOf(number: string | undefined, chart: ReadonlyMap<string, ChartLine>, { language }: CommandContext): string | null {
  if (number === undefined) return null
  const found = [...chart.values()].find((line) => line.number === number)
  if (!found) throw refusedField('parentNumber', ledgerErrors.chartParent, language, { number })
  return found.id
}

/** Throws what is wrong with the line, at its field. */
function held(line: ChartLine, chart: ReadonlyMap<string, ChartLine>, before: ChartLine | undefined, { language }: CommandContext): void {
  const fault = faultOf(line, new Map(chart).set(line.id, line), before)
  if (!fault) return
  const { field, error, number } = fault
  if (typeof error === 'string') refuseField(field, error, language)
  throw refusedField(field, error as ErrorDefinition, language, { number })
}

/** The line of a number that an account of the class may be moved to. Throws LED-050 at the field. */
export async function lineFor(tx: Tx, number: string, of: AccountClass, { language, now }: CommandContext) {
  const line = await tx
    .selectFrom('ledger.chart')
    .select(['id', 'number'])
    .where('number', '=', number)
    .where('class', '=', of)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', localDate(now))]))
    .executeTakeFirst()
  if (!line) throw refusedField('chartNumber', ledgerErrors.chartLine, language, { number })
  return line
}

/** The line of a number that takes journals by hand. Throws LED-052 at the field. */
export async function manualLine(tx: Tx, number: string, { language, now }: CommandContext) {
  const line = await tx
    .selectFrom('ledger.chart')
    .select(['id', 'number', 'class'])
    .where('number', '=', number)
    .where('allows_manual', '=', true)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', localDate(now))]))
    .executeTakeFirst()
  if (!line) throw refusedField('chartNumber', ledgerErrors.chartNotManual, language, { number })
  return line
}
