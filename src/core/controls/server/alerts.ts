import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { type Language, textIn } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type AlertEvent, acknowledgeAlert, alertsTopic, getAlert, listAlerts, ROWS_SHOWN } from '../contract/alerts.ts'
import { alerts } from './record.ts'
import type { ControlRule } from './rule.ts'
import { findRows } from './run.ts'

/** Ids of the holdings whose figures are hidden from somebody now: those that they are counting. */
export type HiddenHoldings = (db: Queryable, userId: string) => Promise<ReadonlySet<string>>

export function registerAlerts(on: Registrar, rules: readonly ControlRule[], hidden: HiddenHoldings): void {
  const query = (ctx: RequestContext) => rowsOf(ctx, rules)
  on.list(listAlerts, {
    query,
    where: {
      text: (text) => words(nameIn(rules, 'vi'), nameIn(rules, 'en'), sql`coalesce(${sql.ref('u.name')}, '')`, sql`coalesce(${sql.ref('a.note')}, '')`)(text),
      status: oneOf('a.status'),
      severity: oneOf('a.severity'),
      rule: is('a.rule'),
      unitId: within('a'),
      period: daysOfTime('a.opened_at'),
    },
    key: 'a.id',
    sort: { urgency: 'urgency', openedAt: 'a.opened_at', lastSeenAt: 'a.last_seen_at', amount: 'a.amount', rows: 'a.rows' },
  })
  on.query(getAlert, async ({ id }, ctx) => {
    const found = await query(ctx).select(['a.unit_id as unitId', 'a.seen']).where('a.id', '=', id).executeTakeFirst()
    if (!found) throw new AppError(errors.notFound)
    const { unitId, ...alert } = found
    const rule = rules.find(({ code }) => code === alert.rule)
    const rows = rule ? (await findRows(ctx.runtime, rule, ctx.now)).filter((row) => row.unitId === unitId) : []
    const unseen = await hidden(ctx.runtime.db, ctx.session.userId)
    const shown = rows.slice(0, ROWS_SHOWN).map(({ subject, label, amount, since, link, holdingId }) => ({
      ...{ subject, label: textIn(label, ctx.language), since: since && isoLocal(since), link: link ?? null },
      amount: holdingId !== undefined && unseen.has(holdingId) ? null : amount,
    }))
    return {
      ...alert,
      ...{ status: alert.status as 'OPEN', severity: alert.severity as 'HIGH', openedAt: isoLocal(alert.openedAt), lastSeenAt: isoLocal(alert.lastSeenAt) },
      acknowledgedAt: alert.acknowledgedAt && isoLocal(alert.acknowledgedAt),
      healedAt: alert.healedAt && isoLocal(alert.healedAt),
      meaning: rule?.meaning[ctx.language] ?? '',
      foundCount: rows.length,
      found: shown,
      history: await historyOf(ctx, id),
    }
  })
  on.command(acknowledgeAlert, async ({ id, version, note }, ctx) => {
    const { tx, now, session } = ctx
    const seen = await alerts.forChange(ctx, { id, version })
    const { rows, amount, subjects } = seen.row
    const set = { note, acknowledged_by: session.account, acknowledged_at: now, acknowledged_subjects: subjects }
    const changed = await alerts.fire(ctx, seen, 'acknowledge', { set })
    await tx
      .insertInto('controls.alert_event')
      .values({ alert_id: id, at: now, event: 'ACKNOWLEDGED' satisfies AlertEvent, rows, amount, by: session.account, note })
      .execute()
    await publish(tx, { topic: alertsTopic })
    return changed
  })
}

/** What rules are called, as SQL over the alerts `a`; the code of one that there is no more. */
function nameIn(rules: readonly ControlRule[], language: Language) {
  const names = Object.fromEntries(rules.map(({ code, name }) => [code, name[language]]))
  return sql<string>`coalesce(${JSON.stringify(names)}::jsonb ->> a.rule, a.rule)`
}

/** Open ones first, the severest first. */
const urgency = sql<number>`case a.status when 'OPEN' then 1 when 'ACKNOWLEDGED' then 4 else 7 end + case a.severity when 'HIGH' then 0 when 'MEDIUM' then 1 else 2 end`

function rowsOf({ scope, language }: RequestContext, rules: readonly ControlRule[]) {
  return scope
    .selectFrom('controls.alert as a')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'a.unit_id' }))
    .select(['a.id', 'a.rule', nameIn(rules, language).as('ruleName'), 'a.severity', 'u.name as unitName', 'a.status', urgency.as('urgency')])
    .select(['a.opened_at as openedAt', 'a.rows', 'a.amount', 'a.openings', 'a.last_seen_at as lastSeenAt', 'a.acknowledged_by as acknowledgedBy'])
    .select(['a.acknowledged_at as acknowledgedAt', 'a.note', 'a.healed_at as healedAt', 'a.version'])
}

async function historyOf({ db }: RequestContext, id: string) {
  const rows = await db
    .selectFrom('controls.alert_event')
    .select(['at', 'event', 'rows', 'amount', 'by', 'note'])
    .where('alert_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, at: isoLocal(row.at), event: row.event as AlertEvent }))
}
