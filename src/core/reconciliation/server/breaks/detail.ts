import type { OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { Resolution } from '../../contract/machines.ts'
import type { ReconciliationParts } from '../plug.ts'
import { SESSION, type SessionRow } from '../sessions/records.ts'
import { rowsOf, shownRow } from './list.ts'
import { BREAK, type BreakRecord, documentOf, type LineOfBreak, linesOf } from './records.ts'
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
  const over = session.status !== 'MATCHED' && session.status !== 'REVIEWING'
  const open = row.status === 'OPEN' && !over
  const refusals = await Promise.all(
    Resolution.options.map(async (resolution) => ({
      resolution,
      why: open ? await whyNot(parts, db, { row, session, document }, lines, resolution, ctx.now) : true,
    })),
  )
  return {
    ...(shownRow(found) as Omit<Detail, 'lines' | 'actions'>),
    lines: lines.map((line) => lineOf(line, row)),
    actions: refusals.filter(({ why }) => why === undefined).map(({ resolution }) => resolution),
  }
}

/** Where lines of a resolved break have gone. */
const GONE: Partial<Record<string, 'MATCHED' | 'CARRIED'>> = { MATCH: 'MATCHED', CARRY: 'CARRIED' }

const lineOf = (line: LineOfBreak, { id: breakId, status, resolution }: BreakRecord): Detail['lines'][number] => ({
  id: `${line.side}${line.no}`,
  side: line.side === 'O' ? 'OURS' : 'THEIRS',
  no: line.no,
  state: line.money ? ((status === 'RESOLVED' ? GONE[resolution ?? ''] : undefined) ?? 'BREAK') : 'NO_MONEY',
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
