import { sql } from 'kysely'
import { byUser } from '#platform/server/audit/audit.ts'
import { handleImport, type ImportContext } from '#platform/server/import/handler.ts'
import { importChart } from '../contract/chart.ts'
import { columnsOf, lockChart, storedChart } from './chart.ts'
import { type ChartPlan, planChart } from './chart-plan.ts'
import type { Chart, ChartLine } from './chart-rules.ts'

/** Lines from a file: renumbered, renamed and added, all or none. */
export const chartImport = handleImport(importChart, {
  check: async (rows, { tx }) => planChart(rows, await storedChart(tx)).problems,
  async apply(rows, ctx) {
    await lockChart(ctx.tx)
    const stored = await storedChart(ctx.tx)
    const { plan, problems } = planChart(rows, stored)
    return problems.length > 0 ? problems : await carryOut(plan, stored, ctx)
  },
})

async function carryOut({ added, changed, unchanged }: ChartPlan, stored: Chart, ctx: ImportContext): Promise<Record<string, number>> {
  const { tx, now, account } = ctx
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('ledger.chart', 'id')) as id from generate_series(1, ${added.length}::int)`.execute(tx)
  const given = new Map(added.map(({ id }, at) => [id, rows[at]?.id ?? '']))
  const idOf = (id: string) => given.get(id) ?? id
  const kept = (line: ChartLine) => ({ ...line, id: idOf(line.id), parentId: line.parentId === null ? null : idOf(line.parentId) })
  const [fresh, others] = [added.map(kept), changed.map(({ line }) => kept(line))]
  // Numbers first, which change places in one statement: a new line may take one that a stored line gives up, and a stored line a new parent.
  await sql`
    update ledger.chart c set number = r.number, name = r.name, class = r.class, valid_from = r.valid_from, valid_to = r.valid_to,
        allows_manual = r.allows_manual, version = version + 1, updated_by = ${account}, updated_at = ${now}
      from ${recordset(others)} where c.id = r.id`.execute(tx)
  await sql`
    insert into ledger.chart (id, number, name, class, parent_id, valid_from, valid_to, allows_manual, created_by, created_at, updated_by, updated_at)
    select r.*, ${account}, ${now}, ${account}, ${now} from ${recordset(fresh)}`.execute(tx)
  await sql`update ledger.chart c set parent_id = r.parent_id from ${recordset(others)} where c.id = r.id and c.parent_id is distinct from r.parent_id`.execute(
    tx,
  )
  await audited(ctx, [...fresh, ...others], stored)
  return { added: added.length, changed: changed.length, unchanged }
}

const recordset = (lines: readonly ChartLine[]) => sql`json_to_recordset(${JSON.stringify(lines.map((line) => ({ id: line.id, ...columnsOf(line) })))})
  as r(id bigint, number text, name text, class text, parent_id bigint, valid_from date, valid_to date, allows_manual boolean)`

async function audited({ tx, audit, account, importId }: ImportContext, lines: readonly ChartLine[], stored: Chart): Promise<void> {
  const after = new Map([...stored, ...lines.map((line): [string, ChartLine] => [line.id, line])])
  await audit.writeMany(
    tx,
    lines.map((line) => {
      const before = stored.get(line.id)
      return {
        ...byUser(account, { traceId: importId, ip: '' }),
        action: `IMPORT ${importChart.path}`,
        subjectType: 'ledger.chart',
        subjectId: line.id,
        ...(before && { before: pictureOf(before, stored) }),
        after: pictureOf(line, after),
      }
    }),
  )
}

const pictureOf = ({ number, name, class: of, parentId, validFrom, validTo, allowsManual }: ChartLine, chart: Chart) => ({
  number,
  name,
  class: of,
  parentNumber: (parentId !== null && chart.get(parentId)?.number) || null,
  validFrom,
  validTo,
  allowsManual,
})
