import { sql } from 'kysely'
import type { OutputOf } from '#kernel/contract.ts'
import { fill, type Language, type Text } from '#kernel/language.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import { MatchRule, SetupDocument } from '../../contract/document.ts'
import type { SetupContracts } from '../../contract/setups.ts'
import { matchAlone, openLines } from './find.ts'
import { words } from './tokens.ts'

type Proposal = OutputOf<SetupContracts['proposals']>[number]

/** Sessions that are looked back on. */
const SESSIONS = 10
/** Matches by hand that must have something in common before a rule is made of it. */
const LEAST = 3

/** What two lines may have in common, with the keys of the rule that says so; the surest first. */
const PATTERNS: readonly { keys: MatchRule['keys']; name: Text; holds: string }[] = [
  { keys: ['REFERENCE'], name: { vi: 'Cùng mã tham chiếu', en: 'Same reference' }, holds: 'same_reference' },
  { keys: ['DOCUMENT_NO'], name: { vi: 'Cùng số chứng từ', en: 'Same document number' }, holds: 'same_document' },
  { keys: ['REFERENCE_IN_TEXT'], name: { vi: 'Mã tham chiếu trong nội dung', en: 'Reference in the text' }, holds: 'in_text' },
  { keys: ['AMOUNT', 'DAY', 'ACCOUNT'], name: { vi: 'Cùng số tiền, ngày và tài khoản', en: 'Same amount, day and account' }, holds: 'same_account' },
  { keys: ['AMOUNT', 'DAY', 'NAME'], name: { vi: 'Cùng số tiền, ngày và tên', en: 'Same amount, day and name' }, holds: 'same_name' },
  { keys: ['AMOUNT', 'DAY'], name: { vi: 'Cùng số tiền và ngày', en: 'Same amount and day' }, holds: 'true' },
]

const SENTENCE: Text = {
  vi: '{basis} lần khớp tay có chung: {name}. Trên {sessions} phiên gần nhất, quy tắc khớp {proposed} cặp trong số dòng chưa khớp tự động, {right} cặp đúng như đã khớp tay.',
  en: '{basis} matches by hand have in common: {name}. On the last {sessions} sessions the rule matches {proposed} pairs of lines that are not matched automatically, {right} of them as people did.',
}

/**
 * Rules that matches by hand of the last sessions have in common, each tried on the lines of those sessions that no rule had matched: how much of what
 * it matches people matched too (precision), and how much of what people matched it finds (coverage). The best come first.
 */
export async function proposeRules(db: Database, setupId: string, language: Language = 'vi'): Promise<Proposal[]> {
  return db.transaction().execute(async (tx) => {
    const sessions = await sessionsOf(tx, setupId)
    if (sessions.length === 0) return []
    const found = await candidates(tx, sessions)
    const proposals: Proposal[] = []
    for (const { rule, basis, name } of found) {
      const tried = { basis, sessions: sessions.length, ...(await backTest(tx, sessions, rule)) }
      if (tried.right === 0) continue
      const places = { name: name[language], ...tried }
      proposals.push({ rule: { ...rule, name: name[language] }, ...tried, explanation: fill(SENTENCE[language], places, language) })
    }
    return proposals.sort((a, b) => b.precision - a.precision || b.coverage - a.coverage)
  })
}

interface Past {
  id: string
  period: string
  document: SetupDocument
}

async function sessionsOf(tx: Tx, setupId: string): Promise<Past[]> {
  const rows = await tx
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.revision as r', 'r.id', 's.revision_id')
    .select(['s.id', 's.from_day', 'r.document'])
    .where('s.setup_id', '=', setupId)
    .where('s.matched_at', 'is not', null)
    .where('s.status', '<>', 'CANCELLED')
    .orderBy('s.from_day', 'desc')
    .limit(SESSIONS)
    .execute()
  return rows.map(({ id, from_day, document }) => ({ id, period: from_day, document: SetupDocument.parse(document) }))
}

/** Matches by hand of one line and one, as SQL. */
const byHand = (sessions: readonly Past[]) => sql`
  select p.session_id, p.period, min(p.ours_no) as ours_no, min(p.theirs_no) as theirs_no from reconciliation.pair p
   where p.session_id = any(${sessions.map(({ id }) => id)}::bigint[]) and p.period = any(${sessions.map(({ period }) => period)}::date[]) and p.method = 'M'
   group by p.session_id, p.period, p.match_no having count(p.ours_no) = 1 and count(p.theirs_no) = 1`

/** Patterns that enough matches follow, with the days and the difference that they needed. */
async function candidates(tx: Tx, sessions: readonly Past[]): Promise<{ rule: MatchRule; basis: number; name: Text }[]> {
  const same = (column: string) => sql.raw(`upper(btrim(o.${column})) = upper(btrim(t.${column})) and btrim(o.${column}) <> ''`)
  const { rows } = await sql<{ holds: string; basis: number; days: number; most: string }>`
    with facts as (
      select ${same('reference')} as same_reference, ${same('document_no')} as same_document, ${same('counter_account')} as same_account,
          platform.fold(o.counter_name) = platform.fold(t.counter_name) and o.counter_name <> '' as same_name,
          length(btrim(o.reference)) >= 6 and position('-' || ${words('o.reference')} || '-' in '-' || ${words('t.text')} || '-') > 0 as in_text,
          abs(o.day - t.day) as days, abs(o.amount - t.amount) as difference
        from (${byHand(sessions)}) h
        join reconciliation.line o on o.session_id = h.session_id and o.period = h.period and o.side = 'O' and o.no = h.ours_no
        join reconciliation.line t on t.session_id = h.session_id and t.period = h.period and t.side = 'T' and t.no = h.theirs_no
    )
    select p.holds, count(*)::int as basis, max(days)::int as days, round(max(difference) * 0.01, 2)::text as most
      from facts f cross join unnest(${PATTERNS.map(({ holds }) => holds)}::text[]) p(holds)
     where case p.holds when 'same_reference' then same_reference when 'same_document' then same_document when 'in_text' then in_text
         when 'same_account' then same_account when 'same_name' then same_name else true end
     group by p.holds having count(*) >= ${LEAST}`.execute(tx)
  return PATTERNS.flatMap(({ keys, name, holds }) => {
    const row = rows.find((one) => one.holds === holds)
    if (!row) return []
    return [{ rule: MatchRule.parse({ name: name.vi, keys, windowDays: Math.min(row.days, 31), toleranceAmount: row.most }), basis: row.basis, name }]
  })
}

/** What a rule would have made of the lines that no rule has matched, against what people have made of them. */
async function backTest(tx: Tx, sessions: readonly Past[], rule: MatchRule): Promise<Pick<Proposal, 'proposed' | 'right' | 'precision' | 'coverage'>> {
  const sum = { proposed: 0, right: 0, hand: 0 }
  for (const { id, period, document } of sessions) {
    const scene = { tx, sessionId: id, period, rules: { ...document, rules: [rule] } }
    await matchAlone(scene, await openLines(scene), rule)
    const { rows } = await sql<typeof sum>`
      select (select count(*) from match_pair)::int as proposed, count(p.ours_no)::int as right, count(*)::int as hand
        from (${byHand([{ id, period, document }])}) h left join match_pair p on p.ours_no = h.ours_no and p.theirs_no = h.theirs_no`.execute(tx)
    for (const name of ['proposed', 'right', 'hand'] as const) sum[name] += rows[0]?.[name] ?? 0
  }
  const percent = (of: number) => (of === 0 ? 0 : Math.round((sum.right / of) * 1000) / 10)
  return { proposed: sum.proposed, right: sum.right, precision: percent(sum.proposed), coverage: percent(sum.hand) }
}
