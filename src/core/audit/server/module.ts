import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { auditKey, entryMac } from '#platform/server/audit/audit.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import { daysOfTime, is, startsWith } from '#platform/server/list/where.ts'
import { defineModule, type RequestContext, type ServerModule } from '#platform/server/module.ts'
import { auditNames, auditOf, findAuditEntry, listAudit, verifyAuditLog } from '../contract/audit.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { changesBetween } from './changes.ts'
import { auditFieldName, subjectOf } from './field-names.ts'
import { shownChanges } from './field-values.ts'
import { ACTOR_NAME } from './history.ts'
import { namesIn } from './names.ts'
import { registerVerification, verifier } from './verification.ts'

/** The audit log as administrators read it. `registry`: all modules of the system, which say what their actions are called. */
export const auditModule = (registry: () => Registry): ServerModule =>
  defineModule({
    name: 'audit',
    labels: { vi, en },
    wholeSystem: [listAudit, listAudit.export, verifyAuditLog].map(({ permission }) => permission),
    jobs: () => [verifier],
    register(on) {
      on.list(listAudit, {
        query: entries,
        where: {
          period: daysOfTime('e.at'),
          actor: byActor,
          action: (action) => sql<boolean>`e.action ilike ${actionPattern(action)}`,
          subjectType: startsWith('e.subject_type'),
          subjectId: is('e.subject_id'),
          ip: startsWith('e.ip'),
        },
        key: 'e.id',
        sort: { at: 'e.at' },
      })
      on.query(findAuditEntry, async ({ id }, ctx) => {
        const { changes: written, ...entry } = await find(id, ctx)
        const all = registry()
        const changes = (await veiled(all, entry, ctx)) ? [] : written
        const nameOf = (field: string) => auditFieldName(all.modules, entry.subjectType, field, ctx.language) ?? field
        const shown = await shownChanges(all, ctx.db, entry.subjectType, changes, ctx.language)
        return { ...entry, changes: shown.map((change) => ({ ...change, name: nameOf(change.field) })) }
      })
      on.query(auditOf, async ({ subjectType, subjectId }, ctx) => {
        const rows = await base(ctx.db)
          .where('e.subject_type', '=', subjectType)
          .where('e.subject_id', '=', subjectId)
          .orderBy('e.id', 'desc')
          .limit(200)
          .execute()
        return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
      })
      on.query(auditNames, async (_input, ctx) => namesIn(registry(), ctx.language))
      registerVerification(on)
    },
  })

function base(db: RequestContext['db']) {
  return db
    .selectFrom('platform.audit_entry as e')
    .select(['e.id', 'e.at', 'e.actor', ACTOR_NAME.as('actorName'), 'e.action', 'e.subject_type as subjectType', 'e.subject_id as subjectId', 'e.ip'])
}

function entries(ctx: RequestContext) {
  return base(ctx.db)
}

/** Words of the account or of the person's name. */
function byActor(text: string) {
  const each = foldedPatterns(text).map(
    (pattern) => sql`(lower(e.actor) like ${pattern} or exists (
      select from iam.person p where e.actor = 'user:' || p.account and platform.fold(p.full_name) like ${pattern}))`,
  )
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.join(each, sql` and `)}`
}

/** A whole path, with its version and what follows, is one call: '/x/v1/create' is not '/x/v1/createRole'. Anything else is a part of the action. */
function actionPattern(action: string): string {
  return `%${likeText(action)}${/^\/.*\/v\d+\/./.test(action) ? '' : '%'}`
}

async function find(id: string, ctx: RequestContext) {
  const { db, runtime } = ctx
  const row = await base(db)
    .where('e.id', '=', id)
    .select(['e.trace_id as traceId', 'e.nonce', 'e.mac', sql<string | null>`e.before::text`.as('before'), sql<string | null>`e.after::text`.as('after')])
    .select((eb) => eb.selectFrom('platform.audit_seal as s').select('s.block').whereRef('s.block', '=', 'e.block').as('sealedBlock'))
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { nonce, mac, before, after, ...shown } = row
  return {
    ...shown,
    at: isoLocal(row.at),
    changes: changesBetween(parsed(before), parsed(after)),
    genuine: entryMac(auditKey(runtime.config.secretKey), { ...shown, before, after, nonce }).equals(mac),
  }
}

/** Whether the record is hidden from the reader just now: somebody who counts cash is not told by the log what there should be. */
async function veiled({ modules }: Registry, { subjectType, subjectId }: { subjectType: string; subjectId: string | null }, { db, session }: RequestContext) {
  const veil = subjectId === null ? undefined : subjectOf(modules, subjectType).declared?.veil?.(subjectId, session.userId)
  if (!veil) return false
  const { rows } = await sql<{ veiled: boolean }>`select ${veil} as veiled`.execute(db)
  return rows[0]?.veiled === true
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
