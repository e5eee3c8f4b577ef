import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import type { Language, Text } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { ActionState } from '../contract/incident.ts'
import type { DeskPlan } from './desk.ts'
import { actionTitle, resultOf } from './offers.ts'
import type { IncidentRow } from './record.ts'
import { factsOf } from './records.ts'
import type { ActionInput, ActionResult } from './subject.ts'

/** Money that an approved proposal moved, or tried to. */
export interface Move {
  id: string
  incidentId: string
  incidentCode: string
  subjectType: string
  subjectId: string
  action: string
  amount: string
  at: Date
  by: string
  state: ActionState
  result: ActionResult | undefined
}

/** What was moved for an incident, and for its records by any other: those of what it took in are its own. The oldest first. */
export async function movesOf(db: Queryable, plan: DeskPlan, id: string): Promise<Move[]> {
  const { rows } = await sql<Omit<Move, 'state' | 'result'> & { ref: string }>`
    with moved as (
      select * from incident.money_move where incident_id = ${id}
      union select m.* from incident.incident_subject s join incident.money_move m on m.subject_type = s.type and m.subject_id = s.subject_id
        where s.incident_id = ${id}
    )
    select m.id, m.incident_id as "incidentId", m.incident_code as "incidentCode", m.subject_type as "subjectType", m.subject_id as "subjectId", m.action, m.amount, m.at, coalesce(p.full_name, m.by) as by, m.ref
    from moved m left join iam.person p on p.account = m.by order by m.id`.execute(db)
  const moves: Move[] = []
  for (const { ref, ...row } of rows) {
    const result = await resultOf(db, plan, { action: row.action, action_ref: ref })
    moves.push({ ...row, result, state: result?.state ?? 'DONE' })
  }
  return moves
}

/** Of moves: those that the reader of an incident may see. Those of other incidents are seen with the record that they are about. */
export async function visibleMoves(plan: DeskPlan, id: string, moves: readonly Move[], ctx: RequestContext): Promise<Move[]> {
  const others = moves.filter(({ incidentId }) => incidentId !== id)
  const facts = await factsOf(
    plan,
    others.map(({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId })),
    ctx,
  )
  const seen = new Set(facts.map((one) => `${one.type} ${one.id}`))
  return moves.filter(({ incidentId, subjectType, subjectId }) => incidentId === id || seen.has(`${subjectType} ${subjectId}`))
}

const ELSEWHERE: Text = { vi: 'sự vụ khác, ngoài phạm vi của bạn', en: 'another incident, outside your scope' }

/** '100.000 (Hoàn tiền, SV26…, 19/11/2026)' of each that did not fail; empty where nothing was moved. To a `reader` what they may not see is said without its facts. */
export async function movedBefore(db: Queryable, plan: DeskPlan, id: string, language: Language, reader?: RequestContext): Promise<string[]> {
  const moves = (await movesOf(db, plan, id)).filter(({ state }) => state !== 'FAILED')
  const visible = new Set(reader ? await visibleMoves(plan, id, moves, reader) : moves)
  return moves.map((move) => {
    if (!visible.has(move)) return ELSEWHERE[language]
    const { action, amount, at, incidentCode } = move
    const day = localDate(at).split('-').reverse().join('/')
    return `${showMoney(amount, language, 0)} (${actionTitle(plan.actions, action)[language]}, ${incidentCode}, ${day})`
  })
}

/** Keeps that a decision moved money. */
export async function keepMove(tx: Tx, row: IncidentRow, action: string, { amount, ref }: ActionInput, { by, at }: { by: string; at: Date }): Promise<void> {
  await tx
    .insertInto('incident.money_move')
    .values({
      incident_id: row.id,
      incident_code: row.code,
      subject_type: row.subject_type as string,
      subject_id: row.subject_id as string,
      action,
      amount,
      ref,
      at,
      by,
    })
    .execute()
}
