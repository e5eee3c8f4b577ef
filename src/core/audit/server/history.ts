import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { changesBetween } from './changes.ts'
import { auditFieldName } from './field-names.ts'
import { shownChanges } from './field-values.ts'
import { namesIn } from './names.ts'

/** The person or the partner that acted, where they are known. `e` is the entry. */
export const ACTOR_NAME = sql<string | null>`case
  when e.actor like 'user:%' then (select p.full_name from iam.person p where p.account = substr(e.actor, 6))
  when e.actor like 'partner:%' then (select p.name from organisation.partner_credential c
    join organisation.partner p on p.id = c.partner_id where c.client_id = substr(e.actor, 9))
end`

interface Entry {
  id: string
  at: Date
  actor: string
  actorName: string | null
  action: string
  before: unknown
  after: unknown
}

/**
 * What happened to one record, newest first: the actions by name, and of each the fields that changed, named and shown as people read them.
 * For the history that a screen of another module shows; who may see the record is asked there.
 */
export async function historyOf(registry: Registry, ctx: RequestContext, subjectType: string, subjectId: string, limit: number) {
  const { rows } = await sql<Entry>`
    select e.id::text, e.at, e.actor, ${ACTOR_NAME} as "actorName", e.action, e.before, e.after from platform.audit_entry e
    where e.subject_type = ${subjectType} and e.subject_id = ${subjectId} order by e.at desc, e.id desc limit ${limit}`.execute(ctx.db)
  const { actions } = namesIn(registry, ctx.language)
  const changes = rows.map(({ before, after }) => changesBetween(before, after))
  // All at once: what they refer to is looked up once.
  const shown = await shownChanges(registry, ctx.db, subjectType, changes.flat(), ctx.language)
  return rows.map(({ id, at, actor, actorName, action }, index) => ({
    id,
    at: isoLocal(at),
    actor,
    actorName,
    action: actions[action] ?? action,
    changes: shown
      .splice(0, changes[index]?.length)
      .flatMap(({ field, before, after, writtenBefore, writtenAfter }) =>
        writtenBefore === writtenAfter ? [] : [{ field, name: auditFieldName(registry.modules, subjectType, field, ctx.language) ?? field, before, after }],
      ),
  }))
}
