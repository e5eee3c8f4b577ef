import { type RawBuilder, sql } from 'kysely'
import { connect } from './components.ts'
import { keep, type Lines, type Scene } from './scene.ts'

/** Shorter references stand in too many texts by chance. */
const SHORTEST = 6
/** Words of one reference at most. */
const WORDS = 6

/** Words of a text without diacritics, signs and case, with a sign between. */
export const words = (column: string) => sql`btrim(regexp_replace(platform.fold(${sql.raw(column)}), '[^a-z0-9]+', '-', 'g'), '-')`

/**
 * Lines with a `label`: that of our reference that stands in their text. A text with several of our references goes to the one whose amount is the
 * same, where there is just one; otherwise all of them have one label together.
 */
export async function labelled({ tx }: Scene, lines: Lines): Promise<Lines> {
  await keep(
    tx,
    'match_reference',
    sql`select no, counted, due_fee, ${words('reference')} as token from ${lines} l where side = 'O' and length(btrim(reference)) >= ${SHORTEST}`,
  )
  await keep(
    tx,
    'match_token',
    sql`select token, array_length(string_to_array(token, '-'), 1) as words from match_reference where length(token) >= ${SHORTEST} group by token`,
  )
  await keep(
    tx,
    'match_hit',
    sql`
    with texts as (
      select no, counted, filled, string_to_array(words, '-') as words from (select no, counted, filled, ${words('text')} as words from ${lines} l where side = 'T' and text <> '') x
    ), runs as (
      select t.no, t.counted, t.filled, first.at, size.n, array_to_string(t.words[first.at:first.at + size.n - 1], '-') as token
        from texts t cross join lateral generate_series(1, array_length(t.words, 1)) first(at)
        cross join (select distinct words as n from match_token where words <= ${WORDS}) size where first.at + size.n - 1 <= array_length(t.words, 1)
    )
    select r.* from runs r join match_token k on k.token = r.token`,
  )
  await keepEdges({ tx }, hits())
  await connect(tx)
  const labels = sql`
    select 'O'::"char" as side, r.no, c.label from match_reference r join match_node n on n.token = r.token join match_component c on c.id = n.id
    union all select 'T', e.no, min(c.label) from match_edge_of e join match_component c on c.id = e.b group by e.no`
  await keep(tx, 'match_label', labels)
  await keep(tx, 'match_labelled', sql`select l.*, k.label::text as label from ${lines} l left join match_label k on k.side = l.side and k.no = l.no`)
  return sql`match_labelled`
}

/** Hits that are no part of a longer one, and of several references in a text the one of the same amount. */
function hits(): RawBuilder<unknown> {
  return sql`
    with longest as (
      select distinct h.no, h.counted, h.filled, h.token from match_hit h where not exists (
        select from match_hit l where l.no = h.no and l.n > h.n and l.at <= h.at and l.at + l.n >= h.at + h.n)
    ), judged as (
      select l.no, l.token, exists (
          select from match_reference r where r.token = l.token and r.counted - case when l.filled then 0 else r.due_fee end = l.counted) as equal from longest l
    ), counted as (
      select no, token, equal, count(*) filter (where equal) over (partition by no) as equals from judged
    )
    select no, token from counted where equals <> 1 or equal`
}

/** Texts and tokens as what is connected; their numbers are one row. */
async function keepEdges({ tx }: Pick<Scene, 'tx'>, of: RawBuilder<unknown>): Promise<void> {
  await keep(tx, 'match_edge_text', of)
  await keep(tx, 'match_node', sql`select token, row_number() over (order by token) as id from (select distinct token from match_edge_text) x`)
  await keep(tx, 'match_edge_of', sql`select e.no, n.id as b from match_edge_text e join match_node n on n.token = e.token`)
  await keep(tx, 'match_edge', sql`select -no::bigint as a, b from match_edge_of`)
}
