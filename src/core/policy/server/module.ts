import { sql } from 'kysely'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is, words } from '#platform/server/list/where.ts'
import { defineModule, type RequestContext } from '#platform/server/module.ts'
import { policyErrors } from '../contract/errors.ts'
import { policyPartners } from '../contract/fees.ts'
import { findPolicy, listPolicies, type PolicyStatus } from '../contract/policies.ts'
import { PolicyPicture } from '../contract/release.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { auditNames } from './audit-names.ts'
import { feesOf } from './fees.ts'
import { registerPolicyChanges } from './policies.ts'
import { pictureOf, type Row, policies as records, revisionBefore } from './release.ts'

type Status = (typeof PolicyStatus)['options'][number]
const agreed = (day: string) =>
  sql<boolean>`(p.status in ('APPROVED', 'ENDED') and p.effective_from <= ${day}::date and (p.effective_to is null or p.effective_to >= ${day}::date))`

/** Product policies: revisions of fees that two people agree to, in force by day. */
export const policyModule = defineModule({
  name: 'policy',
  audit: auditNames,
  labels: { vi, en },
  errors: policyErrors,
  register(on) {
    on.list(listPolicies, {
      query: policies,
      where: { text: words('p.code', 'p.name'), service: is('p.service'), status: is('p.status'), inForceOn: agreed },
      key: 'p.id',
      sort: { code: 'p.code', service: 'p.service', effectiveFrom: 'p.effective_from', updatedAt: 'p.updated_at' },
    })
    on.query(findPolicy, ({ id }, ctx) => find(id, ctx))
    on.query(policyPartners, async ({ text, id }, { db, session }) => {
      let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).orderBy('p.name').limit(50)
      // Partners stand below no unit: they are named to who sees everything, and to themselves.
      if (session.scope.kind === 'PARTNER') query = query.where('p.id', '=', session.scope.partnerId)
      else if (session.scope.kind !== 'ALL') return []
      if (id !== undefined) query = query.where('p.id', '=', id)
      for (const pattern of foldedPatterns(text ?? '')) query = query.where(sql<string>`platform.fold(p.code || ' ' || p.name)`, 'like', pattern)
      return query.execute()
    })
    registerPolicyChanges(on)
  },
})

function policies({ db, now }: RequestContext) {
  return db
    .selectFrom('policy.policy as p')
    .select(['p.id', 'p.code', 'p.revision', 'p.name', 'p.service', 'p.status', agreed(localDate(now)).as('inForce'), 'p.version'])
    .select(['p.effective_from as effectiveFrom', 'p.effective_to as effectiveTo', 'p.updated_at as updatedAt', 'p.updated_by as updatedBy'])
    .select(sql<number>`(select count(*)::int from policy.fee f where f.policy_id = p.id)`.as('fees'))
    .select(({ selectFrom }) =>
      selectFrom('approvals.pending as w')
        .select('w.request_id')
        .where('w.subject_type', '=', records.subject)
        .where('w.subject_id', '=', sql<string>`p.id::text`)
        .limit(1)
        .as('pendingRequestId'),
    )
}

async function find(id: string, { runtime: { db }, now }: RequestContext) {
  const row = await db.selectFrom('policy.policy').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const today = localDate(now)
  const [fees, revisions, previous, pending] = await Promise.all([
    feesOf(db, id),
    db
      .selectFrom('policy.policy')
      .select(['id', 'revision', 'status', 'effective_from as effectiveFrom', 'effective_to as effectiveTo'])
      .where('code', '=', row.code)
      .orderBy('revision', 'desc')
      .execute(),
    revisionBefore(db, row),
    db.selectFrom('approvals.pending').select('request_id').where('subject_type', '=', records.subject).where('subject_id', '=', id).executeTakeFirst(),
  ])
  return {
    ...headOf(row, today),
    description: row.description,
    endReason: row.end_reason,
    createdBy: row.created_by,
    createdAt: isoLocal(row.created_at),
    pendingRequestId: pending?.request_id ?? null,
    fees,
    revisions: revisions.map((one) => ({ ...one, status: one.status as Status })),
    changes: previous ? changesOf(await pictureOf(db, previous), await pictureOf(db, row)) : null,
  }
}

function headOf(row: Row, today: string) {
  return {
    id: row.id,
    code: row.code,
    revision: row.revision,
    name: row.name,
    service: row.service,
    status: row.status as Status,
    inForce: ['APPROVED', 'ENDED'].includes(row.status) && row.effective_from <= today && (row.effective_to === null || row.effective_to >= today),
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    updatedAt: isoLocal(row.updated_at),
    updatedBy: row.updated_by,
    version: row.version,
  }
}

function changesOf(before: Record<string, string | null>, after: Record<string, string | null>) {
  return Object.entries(PolicyPicture.shape).map(([field, schema]) => {
    const { kind, labels = null } = fieldMeta(schema)
    return { field, kind, labels, before: before[field] ?? null, after: after[field] ?? null }
  })
}
