import { sql } from 'kysely'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type AlertEvent, alertsTopic } from '../contract/alerts.ts'
import { notifyAlerts } from './notices.ts'
import { alerts } from './record.ts'
import type { ControlRow, ControlRule } from './rule.ts'

/** A rule that takes longer is given up: it says so on its line, and holds nothing else up. */
const TIMEOUT = '30s'

/** What a rule finds now, in a transaction of its own that gives up in time. */
export function findRows({ db }: Runtime, rule: ControlRule, now: Date): Promise<ControlRow[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${TIMEOUT}, true)`.execute(tx)
      return rule.query(tx, now)
    })
}

/** Runs a rule and brings its alerts in line with what it finds: opens, counts, heals. A rule that fails changes no alert. */
export async function runRule(runtime: Runtime, rule: ControlRule, now: Date, screen: string): Promise<void> {
  const began = performance.now()
  let rows: ControlRow[] = []
  let failure: string | null = null
  try {
    rows = await findRows(runtime, rule, now)
  } catch (error) {
    runtime.log.error({ error, rule: rule.code }, 'a control rule failed')
    failure = String(error).slice(0, 1000)
  }
  const ran = { rule: rule.code, ran_at: now, milliseconds: Math.round(performance.now() - began), rows: rows.length, error: failure }
  await runtime.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`controls.${rule.code}`}, 0))`.execute(tx)
    const later = await tx.selectFrom('controls.rule_run').select('rule').where('rule', '=', rule.code).where('ran_at', '>', now).executeTakeFirst()
    if (later) return
    const { rule: _rule, ...values } = ran
    await tx
      .insertInto('controls.rule_run')
      .values(ran)
      .onConflict((on) => on.column('rule').doUpdateSet(values))
      .execute()
    if (failure === null) {
      const happened = await settle(tx, rule, rows, now)
      await record(runtime, tx, happened, now)
      const opened = happened.filter(({ event }) => event !== 'HEALED').map(({ id }) => id)
      await notifyAlerts(tx, rule, opened, screen)
    }
    await publish(tx, { topic: alertsTopic })
  })
}

/** Rules whose turn it is, by their last run. */
export async function dueRules(db: Queryable, rules: readonly ControlRule[], now: Date): Promise<ControlRule[]> {
  const ran = new Map((await db.selectFrom('controls.rule_run').select(['rule', 'ran_at']).execute()).map((row) => [row.rule, row.ran_at.getTime()]))
  return rules.filter(({ code, every }) => now.getTime() - (ran.get(code) ?? 0) >= every * 60_000)
}

interface Found {
  unitId: string | null
  rows: number
  amount: string | null
  subjects: string[]
}

/** One alert a unit. Amounts that would tell what a holding holds are not kept. */
function byUnit(found: readonly ControlRow[]): Map<string | null, Found> {
  const groups = Map.groupBy(found, ({ unitId }) => unitId)
  return new Map(
    [...groups].map(([unitId, rows]) => {
      const told = rows.some(({ holdingId }) => holdingId !== undefined) ? [] : rows.flatMap(({ amount }) => (amount === null ? [] : [parseMoney(amount)]))
      const amount = told.length === 0 ? null : formatMoney(told.reduce((sum: Hundredths, one) => sum + one, 0n))
      return [unitId, { unitId, rows: rows.length, amount, subjects: rows.map(({ subject }) => subject).sort() }]
    }),
  )
}

interface Happened extends Found {
  id: string
  event: AlertEvent
}

/** Brings the alerts of a rule in line with what it found; answers what has happened to which. */
async function settle(tx: Tx, rule: ControlRule, found: readonly ControlRow[], now: Date): Promise<Happened[]> {
  const groups = byUnit(found)
  const known = await tx.selectFrom('controls.alert').selectAll().where('rule', '=', rule.code).orderBy('id').forUpdate().execute()
  const happened: Happened[] = []
  const by = { by: 'system', at: now }
  for (const row of known) {
    const { id, unit_id, status, acknowledged_subjects } = row
    const group = groups.get(unit_id)
    groups.delete(unit_id)
    if (!group) {
      if (status === 'HEALED') continue
      const gone = { unitId: unit_id, rows: 0, amount: null, subjects: [] }
      await alerts.save(tx, by, row, { rows: 0, amount: null, subjects: [], healed_at: now }, 'heal')
      happened.push({ ...gone, id, event: 'HEALED' })
    } else if (status === 'HEALED') {
      const again = { healed_at: null, opened_at: now, seen: 1, openings: row.openings + 1, note: null }
      const forgotten = { acknowledged_by: null, acknowledged_at: null, acknowledged_subjects: null }
      await alerts.save(tx, by, row, { ...seenAs(rule, group, now), ...again, ...forgotten }, 'reopen')
      happened.push({ ...group, id, event: 'REOPENED' })
    } else if (status === 'ACKNOWLEDGED' && group.subjects.some((one) => !acknowledged_subjects?.includes(one))) {
      await alerts.save(tx, by, row, { ...seenAs(rule, group, now), seen: row.seen + 1 }, 'grow')
      happened.push({ ...group, id, event: 'GREW' })
    } else {
      // The version stays: who is about to acknowledge it has seen the same alert.
      await tx
        .updateTable('controls.alert')
        .set({ severity: rule.severity, rows: group.rows, amount: group.amount, subjects: group.subjects, last_seen_at: now, seen: row.seen + 1 })
        .where('id', '=', id)
        .execute()
    }
  }
  for (const group of groups.values()) {
    const values = { rule: rule.code, unit_id: group.unitId, opened_at: now, ...seenAs(rule, group, now), updated_at: now, updated_by: 'system' }
    const { id } = await tx.insertInto('controls.alert').values(values).returning('id').executeTakeFirstOrThrow()
    happened.push({ ...group, id, event: 'OPENED' })
  }
  return happened
}

const seenAs = ({ severity }: ControlRule, { rows, amount, subjects }: Found, now: Date) => ({ severity, rows, amount, subjects, last_seen_at: now })

async function record(runtime: Runtime, tx: Tx, happened: readonly Happened[], at: Date): Promise<void> {
  if (happened.length === 0) return
  const rows = happened.map(({ id, event, rows, amount }) => ({ alert_id: id, at, event, rows, amount, by: 'system' }))
  await tx.insertInto('controls.alert_event').values(rows).execute()
  await runtime.audit.writeMany(
    tx,
    happened.map(({ id, event, rows: count, amount }) => ({
      ...{ actor: 'system', traceId: 'controls', ip: '', action: `controls.${event.toLowerCase()}` },
      ...{ subjectType: 'controls.alert', subjectId: id, after: { status: event === 'HEALED' ? 'HEALED' : 'OPEN', rows: count, amount } },
    })),
  )
}
