import { sql } from 'kysely'
import type { OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { fill, type Language, type Text } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { SetupDocument } from '../../contract/document.ts'
import type { SetupContracts } from '../../contract/setups.ts'
import { find } from './find.ts'
import { keep, type Scene } from './scene.ts'

export type DryRunResult = Omit<OutputOf<SetupContracts['dryRun']>, 'id' | 'version'>
type Row = DryRunResult['rows'][number]
type Change = Omit<Row, 'explanation'> & { rule: number | null; before: number | null }

/** Rows of a change that are shown; the counts are of all. */
const SHOWN = 200

const SENTENCES: Record<Row['change'], Text> = {
  GAINED: {
    vi: 'Quy tắc "{rule}" khớp dòng {ours} của ta với dòng {theirs} của đối tác; hiện nay dòng này chưa khớp tự động.',
    en: 'Rule "{rule}" matches our line {ours} with their line {theirs}; today it is not matched automatically.',
  },
  LOST: {
    vi: 'Không quy tắc nào khớp dòng {ours} của ta nữa; hiện nay nó khớp với dòng {theirs} của đối tác.',
    en: 'No rule matches our line {ours} any more; today it is matched with their line {theirs}.',
  },
  CHANGED: {
    vi: 'Quy tắc "{rule}" khớp dòng {ours} của ta với dòng {theirs} của đối tác thay cho dòng {before}.',
    en: 'Rule "{rule}" matches our line {ours} with their line {theirs} instead of line {before}.',
  },
}

/**
 * What other rules would make of a session, beside what its last matching has left. Works in temporary tables alone, so nothing of the session
 * changes; lines are judged as on the day of that matching.
 */
export async function dryRun(tx: Tx, sessionId: string, rules: SetupDocument, language: Language = 'vi'): Promise<DryRunResult> {
  const session = await tx
    .selectFrom('reconciliation.session')
    .select(['code', 'from_day', 'matched_at', 'ours_lines', 'theirs_lines'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const scene = { tx, sessionId, period: session.from_day, rules }
  await find(scene, localDate(session.matched_at ?? new Date()))
  await keepChanges(scene)
  const { rows } = await sql<Record<'matchedBefore' | 'matchedAfter' | 'breaksBefore' | 'breaksAfter' | 'gained' | 'lost' | 'changed', number>>`
    select (select count(*) from match_before)::int as "matchedBefore", (select count(*) from match_after)::int as "matchedAfter",
        (select count(*) from reconciliation.break where session_id = ${sessionId} and status = 'OPEN' and not taken_apart)::int as "breaksBefore",
        (select count(*) from match_break)::int as "breaksAfter", count(*) filter (where change = 'GAINED')::int as gained,
        count(*) filter (where change = 'LOST')::int as lost, count(*) filter (where change = 'CHANGED')::int as changed
      from match_change`.execute(tx)
  const counts = rows[0] as (typeof rows)[number]
  const lines = session.ours_lines + session.theirs_lines
  return { sessionId, sessionCode: session.code, lines, ...counts, rows: await shown(scene, language) }
}

/** Lines of ours by their counterpart before and after; of several, the first. */
async function keepChanges({ tx, sessionId, period }: Scene): Promise<void> {
  await keep(
    tx,
    'match_before',
    sql`
    select ours_no, theirs_no from (
      select ours_no, min(theirs_no) over (partition by match_no) as theirs_no from reconciliation.pair
       where session_id = ${sessionId} and period = ${period} and method in ('A', 'T')) p where ours_no is not null`,
  )
  await keep(
    tx,
    'match_after',
    sql`select ours_no, theirs_no, rule from (select ours_no, min(theirs_no) over (partition by place) as theirs_no, rule from match_pair) p where ours_no is not null`,
  )
  await keep(
    tx,
    'match_change',
    sql`
    select case when b.ours_no is null then 'GAINED' when a.ours_no is null then 'LOST' else 'CHANGED' end as change,
        coalesce(a.ours_no, b.ours_no) as ours_no, coalesce(a.theirs_no, b.theirs_no) as theirs_no, a.rule, b.theirs_no as before
      from match_before b full join match_after a on a.ours_no = b.ours_no
     where b.ours_no is null or a.ours_no is null or a.theirs_no <> b.theirs_no`,
  )
}

async function shown({ tx, sessionId, period, rules }: Scene, language: Language): Promise<Row[]> {
  const line = (side: 'O' | 'T') => sql`reconciliation.line ${sql.raw(side.toLowerCase())} on ${sql.raw(side.toLowerCase())}.session_id = ${sessionId}
    and ${sql.raw(side.toLowerCase())}.period = ${period} and ${sql.raw(side.toLowerCase())}.side = ${side}`
  const { rows } = await sql<Change>`
    select c.change, c.ours_no as "oursNo", c.theirs_no as "theirsNo", coalesce(o.reference, '') as "oursReference", coalesce(t.reference, '') as "theirsReference",
        round(o.amount * 0.01, 2)::text as "oursAmount", round(t.amount * 0.01, 2)::text as "theirsAmount", c.rule, c.before
      from (select *, row_number() over (partition by change order by ours_no) as turn from match_change) c
      left join ${line('O')} and o.no = c.ours_no left join ${line('T')} and t.no = c.theirs_no
     where c.turn <= ${SHOWN} order by c.change, c.ours_no`.execute(tx)
  return rows.map(({ rule, before, ...row }) => {
    const places = { rule: rules.rules[(rule ?? 0) - 1]?.name ?? '', ours: row.oursNo ?? '', theirs: row.theirsNo ?? '', before: before ?? '' }
    return { ...row, explanation: fill(SENTENCES[row.change][language], places, language) }
  })
}
