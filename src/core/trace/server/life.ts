import type { Queryable } from '#platform/server/database/db.ts'
import type { MoneyTrace } from './money.ts'
import type { TraceFacts, TraceReader, TraceSubject } from './plug.ts'

/** Records of one life that are gathered; more than one person reads is of no use. */
const MOST = 200
/** From a record about a record to whose money it is. */
const DEEPEST = 6

export const keyOf = ({ type, id }: TraceSubject): string => `${type} ${id}`

/** What a text names, whoever asks; of what many records bear, those within the scope. One after the other: inside a transaction there is one connection. */
export async function namedBy(db: Queryable, { parts: { steps } }: MoneyTrace, by: { code: string; scope: TraceReader['scope'] }): Promise<TraceFacts[]> {
  const found: TraceFacts[] = []
  for (const step of steps) found.push(...(await step.find(db, by)))
  return found
}

/** Whose money a record is about: several where it is about several, itself where it is about none. */
export async function rootsOf(db: Queryable, { byType }: MoneyTrace, subject: TraceSubject): Promise<TraceSubject[]> {
  let level: TraceSubject[] = [{ type: subject.type, id: subject.id }]
  const roots = new Map<string, TraceSubject>()
  for (let deep = 0; level.length > 0 && deep < DEEPEST; deep += 1) {
    const above: TraceSubject[] = []
    for (const one of level) {
      const about = (await byType.get(one.type)?.about?.(db, one.id)) ?? []
      const known = about.filter(({ type }) => byType.has(type))
      if (known.length === 0) roots.set(keyOf(one), one)
      above.push(...known)
    }
    level = above
  }
  return [...roots.values()]
}

/** Everything that is about a record, about what is about it, and so on; `more`: there is more than was gathered. */
export async function aboutIt(db: Queryable, { parts: { steps } }: MoneyTrace, root: TraceSubject): Promise<{ subjects: TraceSubject[]; more: boolean }> {
  const known = new Map([[keyOf(root), root]])
  let newest: TraceSubject[] = [root]
  while (newest.length > 0 && known.size < MOST) {
    const next: TraceSubject[] = []
    for (const { type, of } of steps) {
      if (!of) continue
      for (const id of await of(db, newest)) {
        const one = { type, id }
        if (known.has(keyOf(one))) continue
        known.set(keyOf(one), one)
        next.push(one)
      }
    }
    newest = next
  }
  return { subjects: [...known.values()].slice(0, MOST), more: known.size >= MOST }
}

/** All that has to do with the money of some records, with these: an incident about any of it is about the same. */
export async function sameMoney(db: Queryable, trace: MoneyTrace, subjects: readonly TraceSubject[]): Promise<TraceSubject[]> {
  const all = new Map(subjects.map((one) => [keyOf(one), one]))
  const roots = new Map<string, TraceSubject>()
  for (const subject of subjects) for (const root of await rootsOf(db, trace, subject)) roots.set(keyOf(root), root)
  for (const root of roots.values()) for (const one of (await aboutIt(db, trace, root)).subjects) all.set(keyOf(one), one)
  return [...all.values()]
}

/** Facts of records by their keys. */
export async function factsOf(db: Queryable, { byType }: MoneyTrace, subjects: readonly TraceSubject[]): Promise<Map<string, TraceFacts>> {
  const facts = new Map<string, TraceFacts>()
  for (const [type, of] of Map.groupBy(subjects, (one) => one.type)) {
    const found = (await byType.get(type)?.find(db, { ids: of.map(({ id }) => id) })) ?? []
    for (const one of found) facts.set(keyOf(one), one)
  }
  return facts
}
