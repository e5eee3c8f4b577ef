import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { BREAK, breaks } from '../breaks/records.ts'
import type { SessionRow } from './records.ts'
import { SIDES } from './sides.ts'

interface Lines {
  ours: readonly number[]
  theirs: readonly number[]
}

type Session = Pick<SessionRow, 'id' | 'from_day' | 'unit_id' | 'partner_id'>

/** Rows with columns side and no, of these lines. `alias` is the table that has them. */
export const among = (alias: string, { ours, theirs }: Lines) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('side')} = 'O' and ${column('no')} = any(${[...ours]}::int[]) or ${column('side')} = 'T' and ${column('no')} = any(${[...theirs]}::int[]))`
}

/**
 * Takes lines that are matched by hand out of the open breaks and waiting lines that they stand in: a break all of whose money is matched is resolved by
 * that, of any other the rest stays. `proposed`: the break that the request names which has put them on hold. Throws RCN-044 for lines of a break
 * that somebody decides or has decided on.
 */
export async function releaseFromBreaks(tx: Tx, session: Session, lines: Lines, reason: string, stamp: Stamp, proposed?: string): Promise<void> {
  await assertUndecided(tx, session, lines, proposed)
  const { rows } = await sql<{ id: string; whole: boolean }>`
    select k.break_id as id, bool_and(${among('k', lines)} or not l.money) as whole
      from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and (b.status = 'OPEN' or b.proposed_with = ${proposed ?? null})
      join reconciliation.line l on l.period = ${session.from_day} and l.session_id = ${session.id} and l.side = k.side and l.no = k.no
     where k.session_id = ${session.id} and k.break_id in (select x.break_id from reconciliation.break_line x where x.session_id = ${session.id} and ${among('x', lines)})
     group by k.break_id order by k.break_id`.execute(tx)
  for (const { id, whole } of rows) {
    const row = await breaks.lock(tx, { id })
    const resolved = { resolution: 'MATCH', reason, proposed_with: null, resolved_by: stamp.by, resolved_at: stamp.at }
    if (whole) await breaks.save(tx, stamp, row, resolved, 'resolve')
    else await keepRest(tx, session, id, lines, stamp)
  }
  await sql`delete from reconciliation.waiting w where w.session_id = ${session.id} and w.taken_by_session_id is null and ${among('w', lines)}`.execute(tx)
}

/** Throws RCN-044 for lines of a break that somebody decides or has decided on; `proposed` as for `releaseFromBreaks`. */
export async function assertUndecided(tx: Queryable, { id }: Pick<Session, 'id'>, lines: Lines, proposed?: string): Promise<void> {
  const { rows } = await sql<{ side: 'O' | 'T'; no: number }>`
    select k.side, k.no from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and b.status <> 'OPEN' and not b.put_right
      and coalesce(b.proposed_with <> ${proposed ?? null}, true)
     where k.session_id = ${id} and ${among('k', lines)}
    union all
    select w.side, w.no from reconciliation.waiting w where w.session_id = ${id} and w.taken_by_session_id is not null and ${among('w', lines)} limit 1`.execute(
    tx,
  )
  const [found] = rows
  if (found) throw new AppError(reconciliationErrors.lineProposed, { side: SIDES[found.side], no: found.no })
}

/** What is left of a break when some of its lines have gone: one side alone is missing the other. */
async function keepRest(tx: Tx, session: Session, breakId: string, lines: Lines, { by, at }: Stamp): Promise<void> {
  await sql`delete from reconciliation.break_line k where k.break_id = ${breakId} and ${among('k', lines)}`.execute(tx)
  await sql`
    update reconciliation.break b set ours_sum = r.ours_sum, theirs_sum = r.theirs_sum, ours_lines = r.ours_lines, theirs_lines = r.theirs_lines, day = r.day,
        kind = case when r.theirs = 0 then 'MISSING_THEIRS' when r.ours = 0 then 'MISSING_OURS' else b.kind end,
        field = case when r.theirs = 0 or r.ours = 0 then '' else b.field end, ours_value = case when r.theirs = 0 or r.ours = 0 then '' else b.ours_value end,
        theirs_value = case when r.theirs = 0 or r.ours = 0 then '' else b.theirs_value end,
        at_risk = greatest(abs(r.ours_sum - r.theirs_sum), r.ours_size, r.theirs_size), updated_by = ${by}, updated_at = ${at}, version = b.version + 1
      from (select count(*) filter (where l.side = 'O') as ours, count(*) filter (where l.side = 'T') as theirs, min(l.day) as day,
          count(*) filter (where l.side = 'O' and l.money) as ours_lines, count(*) filter (where l.side = 'T' and l.money) as theirs_lines,
          coalesce(sum(l.amount) filter (where l.side = 'O' and l.money), 0) * 0.01 as ours_sum, coalesce(sum(l.amount) filter (where l.side = 'T' and l.money), 0) * 0.01 as theirs_sum,
          coalesce(sum(abs(l.amount)) filter (where l.side = 'O'), 0) * 0.01 as ours_size, coalesce(sum(abs(l.amount)) filter (where l.side = 'T'), 0) * 0.01 as theirs_size
        from reconciliation.break_line k join reconciliation.line l on l.period = ${session.from_day} and l.session_id = ${session.id} and l.side = k.side and l.no = k.no
        where k.break_id = ${breakId}) r
     where b.id = ${breakId}`.execute(tx)
}

/**
 * What happens to the lines of a match that is undone: breaks that it had resolved are open again, every other line is a break of its own. `automatic`:
 * a rule had made the match, and is not to make it again. `except`: a break that its caller opens.
 */
export async function restoreToBreaks(tx: Tx, session: Session, lines: Lines & { automatic: boolean }, stamp: Stamp, except?: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from reconciliation.break b join reconciliation.break_line k on k.break_id = b.id
     where b.session_id = ${session.id} and b.status = 'RESOLVED' and b.resolution = 'MATCH' and ${among('k', lines)} order by b.id`.execute(tx)
  for (const { id } of rows) {
    if (id === except) continue
    const row = await breaks.lock(tx, { id })
    await breaks.save(tx, stamp, row, { resolution: null, reason: '', note: '', resolved_by: null, resolved_at: null }, 'reopen')
  }
  await sql`
    with alone as (
      select l.side, l.no, l.amount, l.day, coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), nullif(left(l.text, 200), ''), l.counter_account) as reference
        from reconciliation.line l where l.period = ${session.from_day} and l.session_id = ${session.id} and l.money and ${among('l', lines)}
         and not exists (select from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
           where k.session_id = ${session.id} and k.side = l.side and k.no = l.no)
    ), numbered as (
      select *, row_number() over (order by side, no) as turn from alone
    ), made as (
      insert into ${sql.table(BREAK)} (session_id, kind, reference, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, taken_apart, unit_id, head_unit_id, partner_id, updated_by, updated_at)
      select ${session.id}::bigint, case side when 'O' then 'MISSING_THEIRS' else 'MISSING_OURS' end, reference, day, case side when 'O' then amount * 0.01 else 0 end,
          case side when 'T' then amount * 0.01 else 0 end, abs(amount) * 0.01, (side = 'O')::integer, (side = 'T')::integer, ${lines.automatic}::boolean,
          ${session.unit_id}::bigint, ${session.unit_id}::bigint, ${session.partner_id}::bigint, ${stamp.by}, ${stamp.at}::timestamptz from numbered order by turn
      returning id
    )
    insert into reconciliation.break_line (break_id, session_id, side, no)
    select m.id, ${session.id}::bigint, n.side, n.no from (select id, row_number() over (order by id) as turn from made) m join numbered n using (turn)`.execute(
    tx,
  )
}
