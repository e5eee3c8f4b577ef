import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { Resolution } from '../../contract/machines.ts'
import type { ReconciliationParts } from '../plug.ts'
import { SESSION, type SessionRow } from '../sessions/records.ts'
import { rowsOf, shownRow } from './list.ts'
import { BREAK, type BreakRecord, documentOf, type Held, type LineOfBreak, linesOf } from './records.ts'
import { whyNot } from './rules.ts'

type Detail = OutputOf<BreakContracts['detail']>

/** One break with its lines and what may become of it. Throws SYS-404. */
export async function breakDetail(parts: ReconciliationParts, place: DeskPlace, id: string, ctx: RequestContext): Promise<Detail> {
  const { db } = ctx.runtime
  const found = await rowsOf(place, ctx).where('b.id', '=', id).executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  const row = (await db.selectFrom(BREAK).selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as BreakRecord
  const session = (await db.selectFrom(SESSION).selectAll().where('id', '=', row.session_id).executeTakeFirstOrThrow()) as SessionRow
  const document = await documentOf(db, session)
  const lines = (await linesOf(db, session, [id])).get(id) ?? []
  return {
    ...(shownRow(found) as Omit<Detail, 'lines' | 'actions'>),
    lines: lines.map((line) => lineOf(line, row)),
    actions: isOpen({ row, session }) ? await fitting(parts, db, { row, session, document }, lines, Resolution.options, ctx.now) : [],
  }
}

const isOpen = ({ row, session }: Pick<Held, 'row' | 'session'>) => row.status === 'OPEN' && (session.status === 'MATCHED' || session.status === 'REVIEWING')

/** Those of some resolutions that a break can have. */
async function fitting(
  parts: ReconciliationParts,
  db: Queryable,
  held: Held,
  lines: readonly LineOfBreak[],
  wanted: readonly Resolution[],
  now: Date,
): Promise<Resolution[]> {
  const refusals = await Promise.all(wanted.map((resolution) => whyNot(parts, db, held, lines, resolution, now)))
  return wanted.filter((_, at) => refusals[at] === undefined)
}

/** What at least one of several breaks can become; those that the reader does not see count for nothing. */
export async function possible(
  parts: ReconciliationParts,
  place: DeskPlace,
  { ids }: InputOf<BreakContracts['possible']>,
  ctx: RequestContext,
): Promise<Resolution[]> {
  const { db } = ctx.runtime
  const seen = await rowsOf(place, ctx).where('b.id', 'in', ids).execute()
  const shown = seen.map(({ id }) => id)
  if (shown.length === 0) return []
  const rows = (await db.selectFrom(BREAK).selectAll().where('id', 'in', shown).execute()) as BreakRecord[]
  const found = new Set<Resolution>()
  for (const [sessionId, own] of Map.groupBy(rows, (row) => row.session_id)) {
    const session = (await db.selectFrom(SESSION).selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()) as SessionRow
    const document = await documentOf(db, session)
    const lines = await linesOf(db, session, shown)
    for (const row of own.filter((one) => isOpen({ row: one, session }))) {
      // Once one can have it, the others are not asked about it.
      const left = Resolution.options.filter((resolution) => !found.has(resolution))
      for (const resolution of await fitting(parts, db, { row, session, document }, lines.get(row.id) ?? [], left, ctx.now)) found.add(resolution)
    }
  }
  return Resolution.options.filter((resolution) => found.has(resolution))
}

/** Where lines of a resolved break have gone. */
const GONE: Partial<Record<string, 'MATCHED' | 'CARRIED'>> = { MATCH: 'MATCHED', CARRY: 'CARRIED' }

function stateIn(status: string, resolution: string | null): Detail['lines'][number]['state'] {
  if (status !== 'RESOLVED') return status === 'PROPOSED' ? 'PROPOSED' : 'BREAK'
  return GONE[resolution ?? ''] ?? 'DECIDED'
}

const lineOf = (line: LineOfBreak, { id: breakId, status, resolution }: BreakRecord): Detail['lines'][number] => ({
  id: `${line.side}${line.no}`,
  side: line.side === 'O' ? 'OURS' : 'THEIRS',
  no: line.no,
  state: line.money ? stateIn(status, resolution) : 'NO_MONEY',
  day: line.day,
  at: line.at && isoLocal(line.at),
  reference: line.reference,
  documentNo: line.documentNo,
  amount: formatMoney(line.amount),
  fee: formatMoney(line.fee),
  counterAccount: line.counterAccount,
  counterName: line.counterName,
  text: line.text,
  lineStatus: line.status,
  fileRow: line.fileRow,
  sourceId: line.sourceId,
  sourceCode: line.sourceCode,
  breakId,
  matchNo: null,
  dueOn: null,
})
