import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import type { OutputOf } from '#kernel/contract.ts'
import { debtLevels, type getDebtLevels } from '../../contract/reports.ts'

const settingOf = ({ key, initial }: (typeof debtLevels)[number]) =>
  sql`coalesce((select value::integer from masterdata.parameter where key = ${key}), ${Number(initial)})`

/** One row, up to how many days past due each level goes: b1 to b5, none below the one before it. */
export const bounds = sql`(
  select a as b1, greatest(a, b) as b2, greatest(a, b, c) as b3, greatest(a, b, c, d) as b4, greatest(a, b, c, d, e) as b5
    from (select ${sql.join(debtLevels.map((level, at) => sql`${settingOf(level)} as ${sql.id('abcde'[at] as string)}`))}) v)`

/** The ages of `late` days past due, as a number: 0 not past due, 1 to 6 by level. */
export const ageOf = (late: ReturnType<typeof sql>) =>
  sql<number>`case when ${late} <= 0 then 0 when ${late} <= b.b1 then 1 when ${late} <= b.b2 then 2 when ${late} <= b.b3 then 3 when ${late} <= b.b4 then 4
    when ${late} <= b.b5 then 5 else 6 end`

export async function readLevels(db: QueryExecutorProvider): Promise<OutputOf<typeof getDebtLevels>> {
  const { rows } = await sql<Record<'b1' | 'b2' | 'b3' | 'b4' | 'b5', number>>`select b.* from ${bounds} b`.execute(db)
  const ends = Object.values(rows[0] ?? {})
  return {
    levels: [...ends, null].map((to, at) => ({ level: at + 1, from: (at === 0 ? 0 : (ends[at - 1] as number)) + 1, to })),
  }
}

/** '1 · 2–3 · 4–7 · 8–15 · 16–30 · > 30'; a level without a day is a dash. */
export const levelWords = (levels: OutputOf<typeof getDebtLevels>['levels']): string =>
  levels.map(({ from, to }) => (to === null ? `> ${from - 1}` : to < from ? '–' : to === from ? String(to) : `${from}–${to}`)).join(' · ')
