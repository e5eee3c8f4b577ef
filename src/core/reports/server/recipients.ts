import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Report } from '#platform/server/module.ts'
import type { Session } from '#platform/server/session/session.ts'

type Maker = Pick<Session, 'userId' | 'partnerId' | 'scope'>

/**
 * Mailboxes of those who may be sent a report that shows what its maker sees: the maker, and active people of the same side (operator or
 * partner) who hold the right to look at it and whose own scope holds all of the maker's.
 */
export async function mailboxesFor(db: Queryable, { contract }: Report, maker: Maker) {
  const units = unitsOf(maker.scope)
  const within = holdsAll(maker.scope, units, await upwards(db, units))
  const mailboxes = db
    .selectFrom('iam.mailbox as m')
    .where('m.partner_id', 'is not distinct from', maker.partnerId)
    .where(
      sql<boolean>`(m.user_id = ${maker.userId} or ${within} and exists (
        select from iam.effective_permission e where e.user_id = m.user_id and e.uri = ${contract.permission}))`,
    )
  return { mailboxes }
}

function unitsOf(scope: Maker['scope']): string[] {
  if (scope.kind === 'UNITS') return scope.units.map(({ id }) => id)
  return scope.kind === 'UNIT' || scope.kind === 'UNIT_AND_BELOW' ? [scope.unit.id] : []
}

/** Whether the scope of user `m.user_id` holds all of this one, whose units these are. */
function holdsAll(scope: Maker['scope'], units: readonly string[], { below, above }: Paths) {
  const area = (condition: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select from iam.scope_area s where s.user_id = m.user_id and (s.kind = 'ALL' or ${condition}))`
  switch (scope.kind) {
    case 'PARTNER':
      return area(sql`s.kind = 'PARTNER' and s.partner_id = ${scope.partnerId}`)
    case 'UNIT':
    case 'UNIT_AND_BELOW':
    case 'UNITS': {
      // Of no unit every scope would hold all.
      if (units.length === 0) return area(sql`false`)
      const holds = sql`s.kind in ('UNITS', 'UNIT_AND_BELOW') and exists (
        select from unnest(${below}::bigint[], ${above}::bigint[]) as up (id, above) where up.id = w.id and up.above = s.unit_id)`
      const same = scope.kind === 'UNIT' ? sql`s.kind = 'UNIT' and s.unit_id = w.id` : sql`false`
      return sql<boolean>`not exists (select from unnest(${units}::bigint[]) as w (id) where not ${area(sql`${holds} or ${same}`)})`
    }
    default:
      // Everything, or the rows of one person: only who sees everything holds it.
      return area(sql`false`)
  }
}

/** Pairs of a unit with itself and with each above it. */
interface Paths {
  below: string[]
  above: string[]
}

async function upwards(db: Queryable, ids: readonly string[]): Promise<Paths> {
  const { rows } = await sql<{ below: string; above: string }>`
    with recursive up as (
      select g.id as below, g.id as above, g.parent_id from organisation.unit_directory g where g.id = any(${ids}::bigint[])
      union all
      select up.below, g.id, g.parent_id from up join organisation.unit_directory g on g.id = up.parent_id)
    select below, above from up`.execute(db)
  return { below: rows.map((row) => row.below), above: rows.map((row) => row.above) }
}
