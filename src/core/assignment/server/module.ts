import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import { type CommandContext, defineModule, type RequestContext } from '#platform/server/module.ts'
import { defineRecord, stampOf } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import type { Scope } from '#platform/server/scope.ts'
import {
  assignBusinesses,
  assignmentErrors,
  assignmentUsers,
  changeBusinesses,
  effectiveAssignments,
  endAssignment,
  listAssignments,
} from '../contract/assignment.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { businesses, effective } from './effective.ts'

/** Rules at units of the caller's reach and at people in them. */
const assignments = defineRecord({
  table: 'assignment.rule',
  subject: 'assignment.assignment',
  visible: ({ scope }) =>
    scope.sql === undefined
      ? sql`true`
      : sql`coalesce(t.unit_id, (select p.unit_id from iam.user_account p where p.id = t.user_id)) in (${scope.selectFrom('organisation.unit as g').select('g.id')})`,
  picture: (rule) => ({
    unitId: rule.unit_id,
    userId: rule.user_id,
    business: rule.business,
    allowed: rule.allowed,
    validFrom: rule.valid_from,
    validTo: rule.valid_to,
    reason: rule.reason,
  }),
})

/** Which businesses a unit or a person may do. */
export const assignmentModule = defineModule({
  name: 'assignment',
  audit: {
    subjects: {
      'assignment.assignment': {
        vi: 'Phân công nghiệp vụ',
        en: 'Assignment',
        fields: {
          unitId: { vi: 'Đơn vị', en: 'Unit' },
          userId: { vi: 'Người dùng', en: 'User' },
          allowed: { vi: 'Cho phép', en: 'Allowed' },
          replaced: { vi: 'Cấu hình được thay', en: 'Rules it replaces' },
          subjects: { vi: 'Áp dụng cho', en: 'Applies to' },
        },
      },
    },
  },
  labels: { vi, en },
  errors: assignmentErrors,
  register(on) {
    on.list(listAssignments, {
      query: rules,
      where: {
        text: words(sql`coalesce(${sql.ref('u.code')}, ${sql.ref('p.account')})`, sql`coalesce(${sql.ref('u.name')}, ${sql.ref('p.full_name')})`),
        business: is('r.business'),
        subject: (subject) => (subject === 'UNIT' ? sql<boolean>`r.unit_id is not null` : sql<boolean>`r.user_id is not null`),
        verdict: (verdict) => is('r.allowed')(verdict === 'ALLOWED'),
        inForceOn: (day) => sql<boolean>`r.valid_from <= ${day} and (r.valid_to is null or r.valid_to >= ${day})`,
      },
      key: 'r.id',
      sort: { subjectCode: 'subjectCode', business: 'r.business', validFrom: 'r.valid_from', updatedAt: 'r.updated_at' },
    })
    on.command(assignBusinesses, (input, ctx) => assign(input, ctx))
    on.command(changeBusinesses, change)
    on.command(endAssignment, end)
    on.query(effectiveAssignments, (input, ctx) => shownEffective(input, ctx))
    on.query(assignmentUsers, ({ text, id }, { scope }) => users(scope, { text, id }))
  },
})

/** People whose unit the caller reaches, and those without one for who reaches everything. */
function users(scope: Scope, { text, id, ids }: { text?: string | undefined; id?: string | undefined; ids?: readonly string[] }) {
  const reached = scope.selectFrom('organisation.unit as g').select('g.id')
  const all = scope.sql === undefined
  let query = scope.db
    .selectFrom('iam.user_account as a')
    .select(['a.id', 'a.account', 'a.full_name as fullName', 'a.unit_id as unitId'])
    .where((eb) => (all ? eb.lit(true) : eb('a.unit_id', 'in', reached as never)))
    .orderBy('a.account')
    .limit(ids ? ids.length : 50)
  if (id !== undefined) query = query.where('a.id', '=', id)
  if (ids) query = query.where('a.id', 'in', [...ids])
  for (const pattern of foldedPatterns(text ?? '')) query = query.where(sql<string>`platform.fold(a.account || ' ' || a.full_name)`, 'like', pattern)
  return query.execute()
}

/** Rules at units of the caller's reach and at people in them. */
function rules({ scope }: RequestContext) {
  const reached = scope.selectFrom('organisation.unit as g').select('g.id')
  return scope.db
    .selectFrom('assignment.rule as r')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'r.unit_id' }))
    .leftJoin(...lookup('iam.user_account as p', { 'p.id': 'r.user_id' }))
    .where((eb) => (scope.sql === undefined ? eb.lit(true) : eb(sql<string>`coalesce(r.unit_id, ${sql.ref('p.unit_id')})`, 'in', reached as never)))
    .select(['r.id', sql<string>`case when r.unit_id is null then 'USER' else 'UNIT' end`.as('subject')])
    .select([
      sql<string>`coalesce(${sql.ref('u.code')}, ${sql.ref('p.account')})`.as('subjectCode'),
      sql<string>`coalesce(${sql.ref('u.name')}, ${sql.ref('p.full_name')})`.as('subjectName'),
    ])
    .select([
      'r.business',
      sql<string>`case when r.allowed then 'ALLOWED' else 'REFUSED' end`.as('verdict'),
      'r.valid_from as validFrom',
      'r.valid_to as validTo',
    ])
    .select(['r.reason', 'r.updated_by as updatedBy', 'r.updated_at as updatedAt', 'r.version'])
}

type Assigning = InputOf<typeof assignBusinesses>
interface Subject {
  unit_id: string | null
  user_id: string | null
  name: string
}

/** The units and people of an assignment, all within the caller's reach. Throws ASG-002. */
async function subjectsOf({ unitIds, userIds }: Assigning, { scope, language }: CommandContext): Promise<Subject[]> {
  if (unitIds.length + userIds.length === 0) refuseField('unitIds', 'required', language)
  const units = unitIds.length === 0 ? [] : await scope.selectFrom('organisation.unit as g').select(['g.id', 'g.name']).where('g.id', 'in', unitIds).execute()
  const people = userIds.length === 0 ? [] : await users(scope, { ids: userIds })
  if (units.length !== new Set(unitIds).size || people.length !== new Set(userIds).size) throw new AppError(assignmentErrors.noSubject)
  return [
    ...units.map(({ id, name }) => ({ unit_id: id, user_id: null, name })),
    ...people.map(({ id, fullName }) => ({ unit_id: null, user_id: id, name: fullName })),
  ]
}

async function assign(input: Assigning, ctx: CommandContext, replace?: (subjects: readonly Subject[]) => Promise<string[]>) {
  const { verdict, validFrom, validTo, reason } = input
  const { tx, session, now, language } = ctx
  const chosen = [...new Set(input.businesses)]
  if (validTo != null && validTo < validFrom) refuseField('validTo', 'dateOrder', language)
  const subjects = await subjectsOf(input, ctx)
  const known = await businesses(tx)
  if (!chosen.every((business) => known.includes(business))) refuseField('businesses', 'choice', language)
  const replaced = await replace?.(subjects)
  for (const { name, ...subject } of subjects) {
    const rows = chosen.map((business) => ({
      ...subject,
      business,
      allowed: verdict === 'ALLOWED',
      valid_from: validFrom,
      valid_to: validTo ?? null,
      reason,
      updated_by: session.account,
      updated_at: now,
    }))
    try {
      await tx.insertInto('assignment.rule').values(rows).execute()
    } catch (error) {
      if ((error as { code?: string }).code === '23P01') throw new AppError(assignmentErrors.overlap, { name })
      throw error
    }
  }
  const named = subjects.map(({ name }) => name)
  ctx.subject(assignments.subject, null, {
    ...(replaced && replaced.length > 0 && { before: { replaced } }),
    after: { subjects: named, businesses: chosen, verdict, validFrom, validTo: validTo ?? null, reason },
  })
  return { rules: subjects.length * chosen.length }
}

/** As assign, in the place of what stands in the period. Days before it keep their rules, and what goes on after it does so. */
function change(input: Assigning, ctx: CommandContext) {
  return assign(input, ctx, async (subjects) => {
    const replaced: string[] = []
    for (const subject of subjects) for (const business of new Set(input.businesses)) replaced.push(...(await clear(ctx, subject, business, input)))
    return replaced
  })
}

/** Takes a period out of the rules of a subject. Answers the rules as they were, in words that are the same in both languages. */
async function clear(ctx: CommandContext, { unit_id, user_id, name }: Subject, business: string, { validFrom, validTo }: Assigning): Promise<string[]> {
  const rules = await ctx.tx
    .selectFrom('assignment.rule')
    .selectAll()
    .where('business', '=', business)
    .where(sql<boolean>`unit_id is not distinct from ${unit_id} and user_id is not distinct from ${user_id}`)
    .where(sql<boolean>`daterange(valid_from, valid_to, '[]') && daterange(${validFrom}, ${validTo ?? null}, '[]')`)
    .forUpdate()
    .execute()
  for (const row of rules) {
    const { id, version: _version, ...rest } = row
    if (row.valid_from < validFrom) await assignments.save(ctx.tx, stampOf(ctx), row, { valid_to: addDays(validFrom, -1) })
    else await ctx.tx.deleteFrom('assignment.rule').where('id', '=', id).execute()
    if (validTo != null && (row.valid_to === null || row.valid_to > validTo))
      await ctx.tx
        .insertInto('assignment.rule')
        .values({ ...rest, valid_from: addDays(validTo, 1) })
        .execute()
  }
  const days = (from: string, to: string | null) => `${showDate(from)} – ${to === null ? '∞' : showDate(to)}`
  return rules.map(({ allowed, valid_from, valid_to }) => `${name}: ${business} ${allowed ? '✓' : '✗'} ${days(valid_from, valid_to)}`)
}

async function end({ endsFrom, reason, ...ref }: InputOf<typeof endAssignment>, ctx: CommandContext) {
  const seen = await assignments.forChange(ctx, ref)
  const { valid_from, valid_to } = seen.row
  const lastDay = addDays(endsFrom, -1)
  if (valid_to !== null && lastDay > valid_to) throw refusedField('endsFrom', assignmentErrors.endsBefore, ctx.language)
  if (lastDay < valid_from) await assignments.remove(ctx, seen, { note: { validTo: lastDay, reason } })
  else await assignments.update(ctx, seen, { valid_to: lastDay, reason })
  return { id: ref.id }
}

async function shownEffective({ unitId, userId, day }: InputOf<typeof effectiveAssignments>, { scope, runtime, language }: RequestContext) {
  if ((unitId === undefined) === (userId === undefined)) refuseField('unitId', 'required', language)
  if (userId !== undefined) {
    const [person] = await users(scope, { id: userId })
    if (!person) throw new AppError(errors.notFound)
    return effective(runtime.db, { unitId: person.unitId, userId, day })
  }
  const unit = await scope
    .selectFrom('organisation.unit as g')
    .select('g.id')
    .where('g.id', '=', unitId ?? '')
    .executeTakeFirst()
  if (!unit) throw new AppError(errors.notFound)
  return effective(runtime.db, { unitId: unit.id, userId: null, day })
}
