import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import type { Priority } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { acceptDays } from '../contract/parameters.ts'
import { allowancesOf, moveClocks } from './clocks.ts'
import type { DeskPlan } from './desk.ts'
import { keepFiles } from './files.ts'
import { noticeMessage } from './notices.ts'
import { byCaller, INCIDENT, incidents, nextCode, writeEvent } from './record.ts'
import type { RecordFacts, RecordPlace } from './subject.ts'

type Input = InputOf<IncidentContracts['create']>
type Output = OutputOf<IncidentContracts['create']>

const DAY_MS = 86_400_000

/** Opens an incident, or adds the report to the one that is open for the same record and category. */
export async function create({ contracts, subjects }: DeskPlan, input: Input, ctx: CommandContext): Promise<Output> {
  const { tx, now, session, language } = ctx
  const category = await categoryOf(contracts, ctx, input.categoryId)
  const record = input.subjectCode === undefined ? undefined : await recordToOpen(subjects, ctx, input.subjectCode)
  if (!record && category.needs_record) throw refusedField('subjectCode', incidentErrors.recordNeeded, language)
  if (record && input.reporterKind === 'CUSTOMER') await requireInTime(ctx, record.at)
  const others = await othersOf(subjects, ctx, input.otherCodes, record)
  const open = record && (await openOf(tx, contracts.desk, record, category.id))
  if (open) return joined(contracts, open, input, ctx, others)
  if (category.needs_evidence && (input.attachments ?? []).length === 0) throw refusedField('attachments', incidentErrors.evidenceNeeded, language)
  const priority = input.priority ?? (category.priority as Priority)
  const place = record?.place ?? (await placeOf(ctx))
  const code = await nextCode(tx, localDate(now))
  const values = {
    code,
    desk: contracts.desk,
    category_id: category.id,
    priority,
    description: input.description,
    channel: input.channel,
    reporter_kind: input.reporterKind,
    reporter_name: input.reporterName,
    reporter_phone: input.reporterPhone ?? null,
    reporter_email: input.reporterEmail ?? null,
    ...(record ? { subject_type: record.type, subject_id: record.id, subject_code: record.code, amount: record.amount } : {}),
    head_unit_id: place.headUnitId,
    province_unit_id: place.provinceUnitId,
    district_unit_id: place.districtUnitId,
    office_unit_id: place.officeUnitId,
    created_by: session.account,
    created_at: now,
  }
  const ref = await incidents.insert(ctx, values)
  for (const one of record ? [record, ...others] : others) await addRecord(tx, ref.id, one, byCaller(ctx))
  const allowed = await allowancesOf(tx, { priority, categoryId: category.id })
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'FIRST_RESPONSE', does: 'start', allowance: allowed.response },
    { kind: 'RESOLUTION', does: 'start', allowance: allowed.resolution },
  ])
  await tx.updateTable('incident.incident').set({ due_at }).where('id', '=', ref.id).execute()
  await keepFiles(ctx, ref.id, input.attachments)
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'CREATED', text: input.description })
  return { ...ref, code, joined: false, reports: 1 }
}

/** Throws INC-005, and INC-031 for one that the desk leaves out. */
async function categoryOf({ leavesOut, name }: IncidentContracts, { tx, language }: CommandContext, id: string) {
  const category = await tx.selectFrom('incident.category').selectAll().where('id', '=', id).where('status', '=', 'ACTIVE').executeTakeFirst()
  if (!category) throw refusedField('categoryId', incidentErrors.categoryUnknown, language)
  if (leavesOut.includes(category.code)) throw refusedField('categoryId', incidentErrors.categoryElsewhere, language, { desk: name[language] })
  return category
}

/** As `recordOf`, for a new incident. Throws INC-030 for a record that another desk takes now. */
async function recordToOpen(subjects: DeskPlan['subjects'], ctx: CommandContext, code: string): Promise<RecordFacts> {
  const [own, over] = [subjects.filter((one) => !one.over), subjects.filter((one) => one.over)]
  for (const subject of over)
    if ((await subject.find(ctx, { code })).length > 0) throw refusedField('subjectCode', incidentErrors.otherDesk, ctx.language, { code })
  return recordOf(own, ctx, code)
}

/** A record by its code, within the caller's scope. Throws INC-001 at the field. */
export async function recordOf(subjects: DeskPlan['subjects'], ctx: CommandContext, code: string, field = 'subjectCode'): Promise<RecordFacts> {
  for (const subject of subjects) {
    const [found] = await subject.find(ctx, { code })
    if (found) return found
  }
  throw refusedField(field, incidentErrors.recordUnknown, ctx.language, { code })
}

/** Further records by their codes, each once. Throws INC-001 for the first that there is none of, INC-032 where nothing is said to be the first of them. */
async function othersOf(subjects: DeskPlan['subjects'], ctx: CommandContext, codes: readonly string[] = [], record: RecordFacts | undefined) {
  if (codes.length > 0 && !record) throw refusedField('subjectCode', incidentErrors.firstRecord, ctx.language)
  const found = new Map<string, RecordFacts>()
  const own = subjects.filter((one) => !one.over)
  for (const code of new Set(codes)) {
    const one = await recordOf(own, ctx, code, 'otherCodes')
    if (one.type !== record?.type || one.id !== record.id) found.set(`${one.type} ${one.id}`, one)
  }
  return [...found.values()]
}

async function requireInTime({ tx, now, language }: CommandContext, at: Date): Promise<void> {
  const days = await parameter(tx, acceptDays)
  if (now.getTime() - at.getTime() > days * DAY_MS) throw refusedField('subjectCode', incidentErrors.tooLate, language, { days: String(days) })
}

/** The incident that is open for the record, locked; of two reports at the same moment the second waits for the first. */
async function openOf(tx: Tx, desk: string, { type, id }: RecordFacts, categoryId: string) {
  await lockRecord(tx, desk, type, id)
  return tx
    .selectFrom(INCIDENT)
    .selectAll()
    .where('desk', '=', desk)
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('category_id', '=', categoryId)
    .where('status', 'not in', ['RESOLVED', 'CLOSED', 'REJECTED'])
    .forUpdate()
    .executeTakeFirst()
}

type Open = NonNullable<Awaited<ReturnType<typeof openOf>>>

/** One more report of what is known: it counts, and what it says is kept. */
async function joined(contracts: IncidentContracts, row: Open, input: Input, ctx: CommandContext, others: readonly RecordFacts[]): Promise<Output> {
  const { tx } = ctx
  for (const one of others) if (await addRecord(tx, row.id, one, byCaller(ctx))) await writeEvent(tx, row.id, byCaller(ctx), { kind: 'LINKED', text: one.code })
  const reports = row.reports + 1
  const saved = await incidents.save(tx, byCaller(ctx), row, { reports })
  await keepFiles(ctx, row.id, input.attachments)
  const from = [input.reporterName, input.reporterPhone].filter(Boolean).join(', ')
  await writeEvent(tx, row.id, byCaller(ctx), { kind: 'REPORTED', text: `${from}: ${input.description}` })
  if (row.assignee_id !== null && row.assignee_id !== ctx.session.userId) await noticeMessage(tx, contracts, row, [row.assignee_id])
  ctx.subject(INCIDENT, row.id, { before: { reports: row.reports }, after: { reports } })
  return { id: row.id, version: saved.version, code: row.code, joined: true, reports }
}

/** Where somebody works: an incident without a record stands there. Throws INC-009. */
async function placeOf({ tx, session, language }: CommandContext): Promise<RecordPlace> {
  const unit = await tx
    .selectFrom('iam.account_place as p')
    .innerJoin('organisation.unit as u', 'u.id', 'p.unit_id')
    .select(['u.head_unit_id', 'u.province_unit_id', 'u.district_unit_id', 'u.office_unit_id'])
    .where('p.user_id', '=', session.userId)
    .executeTakeFirst()
  if (!unit) throw refusedField('subjectCode', incidentErrors.noUnit, language)
  return {
    headUnitId: unit.head_unit_id as string,
    provinceUnitId: unit.province_unit_id,
    districtUnitId: unit.district_unit_id,
    officeUnitId: unit.office_unit_id,
  }
}

/** Two who open or link something for the same record come one after the other. */
export async function lockRecord(tx: Tx, desk: string, type: string, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`incident:${desk}:${type}:${id}`}, 0))`.execute(tx)
}

export async function addRecord(tx: Tx, incidentId: string, { type, id, code }: RecordFacts, { by, at }: { by: string; at: Date }): Promise<boolean> {
  const added = await tx
    .insertInto('incident.incident_subject')
    .values({ incident_id: incidentId, type, subject_id: id, code, added_by: by, added_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Links one more record. Throws INC-001, INC-021. */
export async function link({ contracts, subjects }: DeskPlan, { id, subjectCode }: InputOf<IncidentContracts['link']>, ctx: CommandContext) {
  const { row } = await incidents.forChange(ctx, { id })
  if (row.desk !== contracts.desk) throw new AppError(errors.notFound)
  const record = await recordOf(subjects, ctx, subjectCode)
  if (!(await addRecord(ctx.tx, id, record, byCaller(ctx))))
    throw refusedField('subjectCode', incidentErrors.linkedAlready, ctx.language, { code: record.code })
  await writeEvent(ctx.tx, id, byCaller(ctx), { kind: 'LINKED', text: record.code })
  ctx.subject(INCIDENT, id, { after: { linked: record.code } })
  return { id, version: row.version }
}
