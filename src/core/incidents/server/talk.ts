import { listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import { REPLY_TEMPLATES } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { moveClocks } from './clocks.ts'
import type { DeskPlan } from './desk.ts'
import { keepFiles } from './files.ts'
import { noticeMentioned, noticeMessage } from './notices.ts'
import { mayHandle } from './people.ts'
import { byCaller, forChange, INCIDENT, type IncidentRow, incidents, type SeenIncident, writeEvent } from './record.ts'
import { refusedToReopen, reopened, resumed } from './steps.ts'
import { tell } from './tell.ts'

/** Said among ourselves; who is mentioned is notified. */
export async function note(
  { contracts }: DeskPlan,
  { id, content: text, mentions = [], attachments }: InputOf<IncidentContracts['note']>,
  ctx: CommandContext,
) {
  const { tx, session } = ctx
  const { row } = await forChange(ctx, contracts.desk, { id })
  const known = await mayHandle(tx, contracts.permissions.see, id, mentions)
  if (mentions.some((one) => !known.has(one))) throw refusedField('mentions', incidentErrors.personUnknown, ctx.language)
  await keepFiles(ctx, id, attachments)
  await writeEvent(tx, id, byCaller(ctx), { kind: 'NOTE', text, mentions })
  await noticeMentioned(
    tx,
    contracts,
    row,
    session.fullName,
    mentions.filter((one) => one !== session.userId),
  )
  ctx.subject(INCIDENT, id, { after: { note: text } })
  return { id, version: row.version }
}

/** Said to whoever reported it: by e-mail from here, or by telling them and writing it down. The first one is the first answer. */
export async function reply({ contracts }: DeskPlan, { id, via, content: text }: InputOf<IncidentContracts['reply']>, ctx: CommandContext) {
  const seen = await forChange(ctx, contracts.desk, { id })
  await tell(ctx, seen.row, { via, text })
  await writeEvent(ctx.tx, id, byCaller(ctx), { kind: 'REPLY', text, detail: { via } })
  ctx.subject(INCIDENT, id, { after: { reply: text, via } })
  return { id, version: await answered(ctx, seen.row) }
}

/** The first answer stops its clock. */
async function answered({ tx, now, ...ctx }: CommandContext, row: IncidentRow): Promise<number> {
  if (row.answered_at !== null) return row.version
  const due_at = await moveClocks(tx, row.id, now, [{ kind: 'FIRST_RESPONSE', does: 'finish', end: 'DONE' }])
  return (await incidents.save(tx, byCaller({ ...ctx, now }), row, { answered_at: now, due_at })).version
}

/**
 * Something came from outside: what waited for the partner goes on, and what had ended in time opens again. It is kept whatever has become of
 * the incident: of one that was merged with the one that took it in; one that can open no more stays ended.
 */
export async function message({ contracts }: DeskPlan, { id, from, content: text, partnerCase }: InputOf<IncidentContracts['message']>, ctx: CommandContext) {
  const { tx, session } = ctx
  const seen = await standing(ctx, contracts.desk, id)
  const { row } = seen
  await writeEvent(tx, row.id, byCaller(ctx), { kind: 'MESSAGE', text, detail: { from } })
  if (row.assignee_id !== null && row.assignee_id !== session.userId) await noticeMessage(tx, contracts, row, [row.assignee_id])
  const set = partnerCase === undefined ? {} : { partner_case: partnerCase }
  if (row.status === 'WAITING_PARTNER') return resumed(ctx, seen, set)
  if (ENDED.includes(row.status) && (await refusedToReopen(tx, row, ctx.now)) === undefined) return reopened(ctx, seen, set)
  if (partnerCase !== undefined && !ENDED.includes(row.status)) return incidents.update(ctx, seen, set)
  ctx.subject(INCIDENT, row.id, { after: { message: text, from } })
  return { id: row.id, version: row.version }
}

const ENDED = ['RESOLVED', 'CLOSED', 'REJECTED']

/** The incident itself, or the one that it was merged into, locked. */
async function standing(ctx: CommandContext, desk: string, id: string): Promise<SeenIncident> {
  const seen = await forChange(ctx, desk, { id })
  return seen.row.merged_into_id === null ? seen : standing(ctx, desk, seen.row.merged_into_id)
}

/** Answers that people begin with. */
export async function templates({ runtime: { db }, language }: RequestContext): Promise<OutputOf<IncidentContracts['templates']>> {
  const names = await listChoices(db, REPLY_TEMPLATES, language)
  const rows = await db
    .selectFrom('masterdata.global_list_entry as e')
    .innerJoin('masterdata.global_list as l', 'l.id', 'e.list_id')
    .select(['e.key', 'e.value', 'e.description'])
    .where('l.code', '=', REPLY_TEMPLATES)
    .where('e.key', 'in', ['', ...names.keys()])
    .orderBy('e.position')
    .execute()
  return rows.map((row) => ({ key: row.key, name: names.get(row.key) ?? row.value, text: row.description || row.value }))
}
