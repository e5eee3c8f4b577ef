import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { LinesAsked, OurLine, ReconciliationPlug } from '../plug.ts'
import type { SessionRow } from './records.ts'

type Period = Pick<SessionRow, 'id' | 'from_day'>

/** What of a line makes it another one when it changes; its number stays. */
const FACTS = ['money', 'day', 'amount', 'fee', 'at', 'reference', 'document_no', 'counter_account', 'counter_name', 'text', 'status', 'source_code'] as const

const list = (alias?: string) => sql.raw(FACTS.map((name) => (alias ? `${alias}.${name}` : name)).join(', '))

/** Lines that have gone or become others since they were taken in before. */
export const STALE = sql.raw('pg_temp.stale_lines')

export async function makeStale(tx: Tx): Promise<void> {
  await sql.raw('drop table if exists pg_temp.stale_lines').execute(tx)
  await sql.raw('create temp table stale_lines (side "char" not null, no integer not null) on commit drop').execute(tx)
}

/**
 * Takes a side of our own records in as they are now. Lines keep their numbers: what people have matched by hand stays with its line. A record may
 * have several lines; they are told apart by their turn.
 */
export async function collect(tx: Tx, plug: ReconciliationPlug, session: SessionRow, side: 'O' | 'T'): Promise<void> {
  const asked: LinesAsked = { partnerId: session.partner_id, from: session.from_day, to: session.to_day }
  const source: RawBuilder<OurLine> | undefined = side === 'O' ? plug.ourLines(asked) : plug.theirLines?.(asked)
  if (!source) return
  await sql.raw('drop table if exists pg_temp.collected').execute(tx)
  await sql`
    create temp table collected on commit drop as
    select source_id::bigint as source_id, row_number() over (partition by source_id order by at, amount, status, document_no)::integer as turn, ${list()}
      from (${source}) own`.execute(tx)
  await sql.raw('analyze pg_temp.collected').execute(tx)
  await takeIn(tx, session, side)
}

const turns = ({ id, from_day }: Period, side: 'O' | 'T') => sql`
  select no, source_id, row_number() over (partition by source_id order by no)::integer as turn, ${list()}
    from reconciliation.line where session_id = ${id} and period = ${from_day} and side = ${side} and carried_from is null`

/** Brings the lines of a side to what was collected: gone ones go, others change, new ones follow in order of time. */
async function takeIn(tx: Tx, session: Period, side: 'O' | 'T'): Promise<void> {
  const { id, from_day } = session
  await sql.raw('drop table if exists pg_temp.standing').execute(tx)
  await sql`create temp table standing on commit drop as ${turns(session, side)}`.execute(tx)
  await sql.raw('analyze pg_temp.standing').execute(tx)
  await sql`
    with gone as (
      delete from reconciliation.line l using standing s where l.session_id = ${id} and l.period = ${from_day} and l.side = ${side} and l.no = s.no
        and not exists (select from collected c where c.source_id = s.source_id and c.turn = s.turn) returning l.no
    ) insert into ${STALE} select ${side}, no from gone`.execute(tx)
  await sql`
    with other as (
      update reconciliation.line l set ${sql.raw(FACTS.map((name) => `${name} = c.${name}`).join(', '))}
        from standing s join collected c on c.source_id = s.source_id and c.turn = s.turn
       where l.session_id = ${id} and l.period = ${from_day} and l.side = ${side} and l.no = s.no and (${list('s')}) is distinct from (${list('c')})
      returning l.no
    ) insert into ${STALE} select ${side}, no from other`.execute(tx)
  await sql`
    insert into reconciliation.line (period, session_id, side, no, source_id, ${list()})
    select ${from_day}::date, ${id}::bigint, ${side}, (select coalesce(max(no), 0) from reconciliation.line where session_id = ${id} and period = ${from_day} and side = ${side})
        + (row_number() over (order by c.at, c.source_id, c.turn))::integer, c.source_id, ${list('c')}
      from collected c where not exists (select from standing s where s.source_id = c.source_id and s.turn = c.turn)`.execute(tx)
}

/**
 * Copies the lines that earlier sessions of the configuration still wait with into this one. From then on they wait here; taking them again
 * changes nothing.
 */
export async function takeCarried(tx: Tx, { id, from_day, setup_id }: SessionRow): Promise<void> {
  await sql`
    with waits as materialized (
      select w.session_id, w.side, w.no, s.from_day from reconciliation.waiting w join reconciliation.session s on s.id = w.session_id
       where s.setup_id = ${setup_id} and s.to_day < ${from_day}::date and s.status in ('MATCHED', 'REVIEWING', 'CONFIRMED', 'SETTLED') and w.taken_by_session_id is null
       for update of w
    ), taken as (
      update reconciliation.waiting w set taken_by_session_id = ${id} from waits x where w.session_id = x.session_id and w.side = x.side and w.no = x.no
    )
    insert into reconciliation.line (period, session_id, side, no, money, day, amount, fee, tax, balance, at, reference, document_no, counter_account, counter_name, text, status,
        statement_id, file_row, source_id, source_code, carried_from, carried_no)
    select ${from_day}::date, ${id}::bigint, l.side, (select coalesce(max(o.no), 0) from reconciliation.line o where o.session_id = ${id} and o.period = ${from_day} and o.side = l.side)
        + (row_number() over (partition by l.side order by l.day, l.session_id, l.no))::integer,
        l.money, l.day, l.amount, l.fee, l.tax, l.balance, l.at, l.reference, l.document_no, l.counter_account, l.counter_name, l.text, l.status,
        l.statement_id, l.file_row, l.source_id, l.source_code, l.session_id, l.no
      from waits x join reconciliation.line l on l.session_id = x.session_id and l.period = x.from_day and l.side = x.side and l.no = x.no`.execute(tx)
}

/** Gives lines back to the sessions that they came from: this one does not stand any more. */
export async function giveBackCarried(tx: Tx, { id }: Pick<SessionRow, 'id'>): Promise<void> {
  await tx.updateTable('reconciliation.waiting').set({ taken_by_session_id: null }).where('taken_by_session_id', '=', id).execute()
  await tx.updateTable('reconciliation.break').set({ closed_by_session_id: null }).where('closed_by_session_id', '=', id).execute()
}
