import { sql } from 'kysely'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import type { Params } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { FileVerdict } from '../reading/verdict.ts'
import type { SessionRow } from '../sessions/records.ts'
import type { Gap } from '../sessions/sentences.ts'
import { STAGING } from './staging.ts'

/** Where the balances of the file that is being read do not add up, with the first of the rows that were rejected there: they are the likely cause. */
export async function gapWithin(tx: Tx, { breakInBalance: broken, rejected }: FileVerdict): Promise<Gap | undefined> {
  if (!broken) return undefined
  const { row, previousRow, end, expected, found } = broken
  const gap: Gap = { row, previousRow, expected: String(expected), found: String(found), ...(end ? { end } : {}) }
  if (rejected === 0) return gap
  // What the end is held against are all lines.
  const between = end ? sql`true` : sql`file_row > ${Math.min(row, previousRow)} and file_row < ${Math.max(row, previousRow)}`
  const { rows } = await sql<{ count: number; code: string; params: Params }>`
    select count(*) over ()::int as count, error_code as code, error_params as params from ${sql.raw(STAGING)} where verdict = 'R' and ${between} order by file_row limit 1`.execute(
    tx,
  )
  return rows[0] ? { ...gap, rejected: rows[0] } : gap
}

interface File {
  id: string
  account: string
  from_day: string | null
  to_day: string | null
  opening: string | null
  closing: string | null
  gap: unknown
}

/**
 * Holds the opening of each file of a session against the statement before it, in the session or in the one before, where that is known. Files of one day
 * may come in any order, so this is judged anew with each that comes or goes.
 */
export async function judgeOpenings(tx: Tx, session: SessionRow): Promise<void> {
  const files = await tx
    .selectFrom('reconciliation.statement')
    .select(['id', 'account', 'from_day', 'to_day', 'opening', 'closing', 'gap'])
    .where('session_id', '=', session.id)
    .where('status', '=', 'STAGED')
    .orderBy('id')
    .execute()
  for (const file of files) {
    const known = file.gap as unknown as Gap | null
    if (known?.row !== undefined) continue
    const gap = await openingGap(tx, session, files, file)
    if (!gap && !known) continue
    await tx
      .updateTable('reconciliation.statement')
      .set({ gap: gap ? JSON.stringify(gap) : null })
      .where('id', '=', file.id)
      .execute()
  }
}

async function openingGap(tx: Tx, session: SessionRow, files: readonly File[], file: File): Promise<Gap | undefined> {
  const { opening, from_day: from } = file
  if (opening === null) return undefined
  const others = files.filter(({ id, account }) => id !== file.id && account === file.account)
  if (others.some(({ closing }) => closing === opening)) return undefined
  const earlier = others
    .filter(({ to_day }) => to_day !== null && from !== null && to_day < from)
    .toSorted((a, b) => ((a.to_day ?? '') < (b.to_day ?? '') ? 1 : -1))
  const own = earlier[0] && { code: session.code, to_day: earlier[0].to_day ?? '', closing: earlier[0].closing }
  const before = own ?? (await lastBefore(tx, session, file.account))
  if (!before || before.closing === null || !(await followsOn(tx, before.to_day, own && from ? from : session.from_day))) return undefined
  const expected = parseMoney(before.closing)
  const found = parseMoney(opening)
  return expected === found ? undefined : { code: before.code, day: showDate(before.to_day), expected: String(expected), found: String(found) }
}

/** The last statement of the account in the sessions before. */
const lastBefore = (tx: Tx, { setup_id, from_day }: SessionRow, account: string) =>
  tx
    .selectFrom('reconciliation.statement as f')
    .innerJoin('reconciliation.session as s', 's.id', 'f.session_id')
    .select(['s.code', 's.to_day', 'f.closing'])
    .where('s.setup_id', '=', setup_id)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.to_day', '<', from_day)
    .where('f.status', '=', 'STAGED')
    .where('f.account', '=', account)
    // Of files of one day the one that no other continues.
    .where(
      sql<boolean>`not exists (select from reconciliation.statement g where g.session_id = f.session_id and g.status = 'STAGED' and g.account = f.account and g.id <> f.id and g.opening = f.closing)`,
    )
    .orderBy('s.to_day', 'desc')
    .orderBy('f.to_day', (order) => order.desc().nullsLast())
    .orderBy('f.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether no working day lies between two days: money does not move on the others. */
async function followsOn(tx: Tx, before: string, day: string): Promise<boolean> {
  return addDays(before, 1) === day || nextWorkday(before, await holidays(tx)) >= day
}
