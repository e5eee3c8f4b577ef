import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { NO_MONEY } from '../contract/incident.ts'
import type { DeskPlan } from './desk.ts'
import type { IncidentRow } from './record.ts'
import type { IncidentAction } from './subject.ts'

const NONE_TITLE: Text = { vi: 'Không phát sinh tiền', en: 'No money moves' }

export const actionTitle = (actions: readonly IncidentAction[], key: string): Text =>
  key === NO_MONEY ? NONE_TITLE : (actions.find((one) => one.key === key)?.title ?? { vi: key, en: key })

/** What has become of the money of an approved proposal; undefined: there is none, or it moved at once. */
export async function resultOf(db: Queryable, { actions }: DeskPlan, { action, action_ref: ref }: Pick<IncidentRow, 'action' | 'action_ref'>) {
  return ref === null ? undefined : actions.find(({ key }) => key === action)?.result?.(db, ref)
}

/** The actions that the record of an incident allows now, the one without money first. */
export async function offersOf(db: Queryable, { actions }: DeskPlan, subject: { type: string | null; id: string | null }, now: Date) {
  const offers = [{ key: NO_MONEY, title: NONE_TITLE, greatest: null as string | null, fixed: false, beneficiary: null as string | null }]
  for (const action of actions) {
    if (subject.id === null || action.subjectType !== subject.type) continue
    const offer = await action.offer(db, subject.id, now)
    if (offer) offers.push({ key: action.key, title: action.title, ...offer })
  }
  return offers
}
