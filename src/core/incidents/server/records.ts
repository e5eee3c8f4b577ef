import type { TraceSubject } from '#core/trace/server/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { textIn } from '#kernel/language.ts'
import { toneOf } from '#kernel/machine.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import type { DeskPlan } from './desk.ts'
import type { RecordFacts } from './subject.ts'

type Detail = OutputOf<IncidentContracts['detail']>

/** What it is about, with what stands beside it because its money is the same, as far as the reader may see it. */
export async function recordsOf(plan: DeskPlan, id: string, ctx: RequestContext, same: readonly TraceSubject[]): Promise<Detail['records']> {
  const beside = plan.subjects.filter(({ shownBeside }) => shownBeside).map(({ type }) => type)
  const linked = await ctx.runtime.db
    .selectFrom('incident.incident_subject')
    .select(['type', 'subject_id as subjectId'])
    .where('incident_id', '=', id)
    .orderBy('added_at')
    .orderBy('code')
    .execute()
  const others = same.filter(({ type }) => beside.includes(type)).map(({ type, id: subjectId }) => ({ type, subjectId }))
  const facts = await factsOf(
    plan,
    [...linked, ...others].map(({ type, subjectId }) => ({ type, id: subjectId })),
    ctx,
  )
  const known = new Map(facts.map((one) => [`${one.type} ${one.id}`, one]))
  // What was linked says that it is there, whoever may see it; what only stands beside does not.
  const rows = [...linked, ...others.filter(({ type, subjectId }) => known.has(`${type} ${subjectId}`))]
  return rows.map(({ type, subjectId }) => {
    const one = known.get(`${type} ${subjectId}`)
    const { code = null, title = null, amount = null, link = null } = one ?? {}
    const status = one ? { ...one.status, tone: toneOf(one.status.machine, one.status.value) } : null
    const kind = textIn(plan.subjects.find((subject) => subject.type === type)?.title ?? { vi: type, en: type }, ctx.language)
    return { type, subjectId, kind, code, title, status, amount, at: one ? isoLocal(one.at) : null, link }
  })
}

/** The records that the reader may see. Several plugs may know records of one type. */
export async function factsOf({ subjects }: DeskPlan, records: readonly { type: string; id: string }[], ctx: RequestContext): Promise<RecordFacts[]> {
  const asked = subjects.map((subject) => ({ subject, ids: records.filter(({ type }) => type === subject.type).map(({ id }) => id) }))
  return (await Promise.all(asked.filter(({ ids }) => ids.length > 0).map(({ subject, ids }) => subject.find(ctx, { ids })))).flat()
}
