import { sql } from 'kysely'
import { isIdentity, type MatchRule } from '../../contract/document.ts'
import { matchIdentity } from './identity.ts'
import { matchMany } from './many.ts'
import { judgeRest } from './rest.ts'
import { allLines, keep, type Lines, lineOf, makeTable, makeTables, type Scene, setAside } from './scene.ts'
import { matchSimilar } from './similar.ts'
import { labelled } from './tokens.ts'

/**
 * Settings of one matching: memory that a million lines a side fit in, so that nothing is grouped by sorting it; short samples of the tables between
 * the steps; and time: what a caller on behalf of a person may take is limited by the command, not by each statement.
 */
const SETTINGS =
  "set local work_mem = '256MB'; set local hash_mem_multiplier = 4; set local enable_sort = off; set local default_statistics_target = 10; set local statement_timeout = '30min'"

async function apply(scene: Scene, lines: Lines, rule: MatchRule, number: number): Promise<void> {
  const wanted = rule.keys.includes('REFERENCE_IN_TEXT') ? await labelled(scene, lines) : lines
  if (rule.cardinality !== 'ONE_ONE') return matchMany(scene, wanted, rule, number)
  if (rule.keys.some(isIdentity)) return matchIdentity(scene, wanted, rule, number)
  return matchSimilar(scene, wanted, rule, number)
}

/** Lines that no rule has matched, those that people have matched among them: what a rule to come is tried on. */
export async function openLines(scene: Scene): Promise<Lines> {
  const { tx, sessionId, period } = scene
  await sql.raw(SETTINGS).execute(tx)
  await makeTables(tx)
  await sql`
    insert into match_out (side, no)
    select 'O'::"char", ours_no from reconciliation.pair where session_id = ${sessionId} and period = ${period} and method in ('A', 'T') and ours_no is not null
    union all select 'T', theirs_no from reconciliation.pair where session_id = ${sessionId} and period = ${period} and method in ('A', 'T') and theirs_no is not null`.execute(
    tx,
  )
  await keep(tx, 'match_lines', sql`select * from ${allLines(scene, true)} l`)
  return sql`match_lines`
}

/** One rule for itself: what it finds stands in match_pair and match_break. */
export async function matchAlone(scene: Scene, lines: Lines, rule: MatchRule): Promise<void> {
  await makeTable(scene.tx, 'match_rest', 'side "char" not null, no integer not null')
  await apply(scene, lines, rule, 1)
}

/**
 * Works out a session by its rules: match_pair, match_break with match_break_line, and match_waiting, temporary tables of this transaction. Nothing is
 * kept yet. Each rule sees what those before have left over.
 */
export async function find(scene: Scene, today: string): Promise<void> {
  const { tx, rules } = scene
  await sql.raw(SETTINGS).execute(tx)
  let lines = allLines(scene, await setAside(scene))
  for (const [at, rule] of rules.rules.entries()) {
    await makeTable(tx, 'match_rest', 'side "char" not null, no integer not null')
    await apply(scene, lines, rule, at + 1)
    await sql`analyze pg_temp.match_rest`.execute(tx)
    const left = `match_lines_${at % 2}`
    await keep(tx, left, sql`select l.* from match_rest r ${lineOf(scene, 'r')}`)
    lines = sql.raw(left)
  }
  await judgeRest(scene, lines, today)
  await sql`set local enable_sort = on`.execute(tx)
}
