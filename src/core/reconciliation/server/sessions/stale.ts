import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { BREAK, breaks } from '../breaks/records.ts'
import { among } from './break-lines.ts'
import { STALE } from './collect.ts'
import { type Chosen, undoMatch } from './hand-match.ts'
import { OURS_CHANGED } from './past-words.ts'
import { notePast, type SessionRow } from './records.ts'

/**
 * What people have decided of lines that are others now counts no more: matches by hand are undone, resolved breaks open again. What a resolution
 * has put right in our records is matched like anything else. Throws RCN-056 where somebody is about to decide on such a line, RCN-057 where a later
 * session counts it as it was.
 */
export async function dropStale(tx: Tx, session: SessionRow, stamp: Stamp): Promise<void> {
  await releasePutRight(tx, session)
  await assertNoneProposed(tx, session)
  await assertNotCarriedOn(tx, session)
  const reason = OURS_CHANGED
  const { rows: matches } = await sql<{ no: number }>`
    select distinct p.match_no as no from reconciliation.pair p join ${STALE} x on x.side = 'O' and p.ours_no = x.no or x.side = 'T' and p.theirs_no = x.no
     where p.period = ${session.from_day} and p.session_id = ${session.id} and p.method in ('M', 'F') order by 1`.execute(tx)
  await releaseTakenApart(tx, session, { ours: [], theirs: [] })
  for (const { no } of matches) {
    const { ours, theirs, difference } = await undoMatch(tx, session, no, stamp)
    await releaseTakenApart(tx, session, { ours, theirs })
    await notePast(tx, session.id, stamp.by, stamp.at, 'UNMATCHED', { no, ours: ours.join(', '), theirs: theirs.join(', '), difference, reason })
  }
  await reopenBreaks(tx, session, stamp, reason)
  await sql`
    delete from reconciliation.waiting w where w.session_id = ${session.id}
      and not exists (select from reconciliation.line l where l.period = ${session.from_day} and l.session_id = w.session_id and l.side = w.side and l.no = w.no)`.execute(
    tx,
  )
}

const touched = (id: string) => sql`
  select k.break_id from reconciliation.break_line k join ${STALE} x on x.side = k.side and x.no = k.no where k.session_id = ${id}`

/** The records of these breaks were changed by their resolution, and have been taken in again. */
async function releasePutRight(tx: Tx, { id, from_day }: SessionRow): Promise<void> {
  await sql`
    update reconciliation.break b set put_right = true where b.session_id = ${id} and b.status = 'RESOLVED' and b.resolution in ('CREATE', 'OUTCOME') and not b.put_right`.execute(
    tx,
  )
  await sql`
    delete from reconciliation.break_line k using reconciliation.break b where b.id = k.break_id and b.session_id = ${id} and b.put_right
      and not exists (select from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and l.side = k.side and l.no = k.no)`.execute(tx)
}

/** What was taken apart were other lines than these, and than those that have changed. */
async function releaseTakenApart(tx: Tx, { id }: SessionRow, lines: Chosen): Promise<void> {
  await sql`
    update reconciliation.break set taken_apart = false where session_id = ${id} and taken_apart
      and id in (${touched(id)} union all select k.break_id from reconciliation.break_line k where k.session_id = ${id} and ${among('k', lines)})`.execute(tx)
}

async function assertNoneProposed(tx: Tx, { id }: SessionRow): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select reference from reconciliation.break where session_id = ${id} and status = 'PROPOSED' and id in (${touched(id)}) order by id limit 1`.execute(tx)
  const [found] = rows
  if (found) throw new AppError(reconciliationErrors.proposedChanged, { reference: found.reference })
}

/** Lines that a later session has taken over count there, with the money that they had then. */
async function assertNotCarriedOn(tx: Tx, { id, code, from_day }: SessionRow): Promise<void> {
  const { rows } = await sql<{ reference: string; other: string }>`
    select coalesce(nullif(copy.reference, ''), nullif(copy.source_code, ''), copy.no::text) as reference, s.code as other
      from ${STALE} x join reconciliation.waiting w on w.session_id = ${id} and w.side = x.side and w.no = x.no
      join reconciliation.session s on s.id = w.taken_by_session_id
      join reconciliation.line copy on copy.session_id = s.id and copy.period = s.from_day and copy.carried_from = ${id} and copy.side = w.side and copy.carried_no = w.no
      left join reconciliation.line own on own.session_id = ${id} and own.period = ${from_day} and own.side = w.side and own.no = w.no
     where (own.amount, own.money) is distinct from (copy.amount, copy.money) order by copy.no limit 1`.execute(tx)
  const [found] = rows
  if (found) throw new AppError(reconciliationErrors.carriedChanged, { code, ...found })
}

/** A break whose lines a later session has taken over stays resolved: its lines stand there. */
const takenOver = sql`
  exists (select from reconciliation.break_line k join reconciliation.waiting w on w.session_id = k.session_id and w.side = k.side and w.no = k.no
    where k.break_id = b.id and w.taken_by_session_id is not null)`

async function reopenBreaks(tx: Tx, session: SessionRow, stamp: Stamp, reason: { vi: string; en: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select b.id from ${sql.table(BREAK)} b where b.session_id = ${session.id} and b.status = 'RESOLVED' and not b.put_right and b.id in (${touched(session.id)})
      and not ${takenOver} order by b.id`.execute(tx)
  for (const { id } of rows) {
    const row = await breaks.lock(tx, { id })
    await breaks.save(tx, stamp, row, { resolution: null, resolved_by: null, resolved_at: null, closed_by_session_id: null }, 'reopen')
    await sql`delete from reconciliation.waiting w using reconciliation.break_line k where k.break_id = ${id} and w.session_id = k.session_id and w.side = k.side and w.no = k.no`.execute(
      tx,
    )
    await notePast(tx, session.id, stamp.by, stamp.at, 'BREAK_REOPENED', { reference: row.reference, reason })
  }
}
