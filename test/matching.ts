import { sql } from 'kysely'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { Database } from '#platform/server/database/db.ts'

/** A line as a test writes it; amounts in whole đồng, days of November 2026. */
export interface TestLine {
  side: 'O' | 'T'
  no: number
  day: string
  amount: number
  money?: boolean
  reference?: string
  documentNo?: string
  account?: string
  name?: string
  text?: string
  status?: string
  fee?: number
  carriedFrom?: string
  carriedNo?: number
}

export interface TestBreak {
  id: string
  kind: string
  status: string
  lines: string[]
  oursSum: string
  theirsSum: string
  atRisk: string
  field: string
  oursValue: string
  theirsValue: string
  reference: string
}

type Rule = Partial<SetupDocument['rules'][number]> & Pick<SetupDocument['rules'][number], 'keys'>

export const setupDocument = (rules: readonly Rule[], other: Partial<Omit<SetupDocument, 'rules'>> = {}): SetupDocument =>
  SetupDocument.parse({ rules: rules.map((rule, at) => ({ name: `Quy tắc ${at + 1}`, ...rule })), fee: {}, ...other })

/** A configuration for one test, so that its sessions overlap with no other's. */
export async function testSetup(db: Database, document: SetupDocument): Promise<{ setupId: string; revisionId: string; plug: string }> {
  const { rows } = await sql<{ setupId: string; revisionId: string; plug: string }>`
    with setup as (
      insert into reconciliation.setup (code, name, plug, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'T' || n, 'Đối soát thử ' || n, 'TEST_' || n, u.id, u.id, 'test', now(), 'test', now()
        from (select count(*) + 1 as n from reconciliation.setup) c, (select id from organisation.unit where parent_id is null order by id limit 1) u returning id, plug
    )
    insert into reconciliation.revision (setup_id, number, document, edited_at, created_by, created_at, updated_by, updated_at)
    select id, 1, ${JSON.stringify(document)}::jsonb, now(), 'test', now(), 'test', now() from setup
    returning setup_id as "setupId", id as "revisionId", (select plug from setup) as plug`.execute(db)
  return rows[0] as { setupId: string; revisionId: string; plug: string }
}

export async function testSession(
  db: Database,
  setup: Awaited<ReturnType<typeof testSetup>>,
  from: string,
  to: string,
  lines: readonly TestLine[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation.session (code, setup_id, revision_id, plug, from_day, to_day, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select reconciliation.next_code('DS', ${from}), ${setup.setupId}, ${setup.revisionId}, ${setup.plug}, ${from}, ${to}, u.id, u.id, 'test', now(), 'test', now()
      from (select id from organisation.unit where parent_id is null order by id limit 1) u returning id`.execute(db)
  const id = (rows[0] as { id: string }).id
  await stage(db, id, from, lines)
  return id
}

export async function stage(db: Database, sessionId: string, period: string, lines: readonly TestLine[]): Promise<void> {
  const values = lines.map((line) => ({
    period,
    session_id: sessionId,
    side: line.side,
    no: line.no,
    money: line.money ?? true,
    day: line.day,
    amount: String(line.amount * 100),
    fee: String((line.fee ?? 0) * 100),
    reference: line.reference ?? '',
    document_no: line.documentNo ?? '',
    counter_account: line.account ?? '',
    counter_name: line.name ?? '',
    text: line.text ?? '',
    status: line.status ?? '',
    source_id: line.side === 'O' ? String(line.no) : null,
    carried_from: line.carriedFrom ?? null,
    carried_no: line.carriedNo ?? null,
  }))
  for (let at = 0; at < values.length; at += 1000)
    await db
      .insertInto('reconciliation.line')
      .values(values.slice(at, at + 1000))
      .execute()
}

/** Matches as 'O1+O2=T1' with their method, breaks, waiting lines: all that a matching has left. */
export async function resultOf(db: Database, sessionId: string) {
  const { rows: matches } = await sql<{ no: number; method: string; lines: string; difference: string | null }>`
    select p.match_no as no, p.method, (select m.difference from reconciliation.match m where m.session_id = p.session_id and m.no = p.match_no) as difference,
        concat(string_agg('O' || ours_no, '+' order by ours_no), '=', string_agg('T' || theirs_no, '+' order by theirs_no)) as lines
      from reconciliation.session s join reconciliation.pair p on p.session_id = s.id and p.period = s.from_day where s.id = ${sessionId}
     group by p.session_id, p.match_no, p.method order by p.match_no`.execute(db)
  const { rows: breaks } = await sql<TestBreak>`
    select id, kind, status, ours_sum as "oursSum", theirs_sum as "theirsSum", at_risk as "atRisk", field, ours_value as "oursValue", theirs_value as "theirsValue", reference,
        array(select side::text || no from reconciliation.break_line l where l.break_id = b.id order by side, no) as lines
      from reconciliation.break b where session_id = ${sessionId} order by id`.execute(db)
  const { rows: waiting } = await sql<{ line: string; why: string; dueOn: string }>`
    select side::text || no as line, why, due_on as "dueOn" from reconciliation.waiting where session_id = ${sessionId} order by side, no`.execute(db)
  const session = await db.selectFrom('reconciliation.session').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
  return { matches, breaks, waiting, session }
}
