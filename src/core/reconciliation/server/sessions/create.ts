import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { daysBetween, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref, Stamp } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import { MAX_DAYS, type SessionContracts } from '../../contract/sessions.ts'
import { assertInForce, setupForChange } from '../desk.ts'
import type { ReconciliationDesk } from '../plug.ts'
import type { SetupRow } from '../setups/records.ts'
import { notePast, SESSION } from './records.ts'
import { daysText } from './sentences.ts'

interface Days {
  fromDay: string
  toDay: string
}

/** The session that holds some of these days; undefined where they are free. */
export async function holderOf(
  db: Queryable,
  { plug, partner_id }: Pick<SetupRow, 'plug' | 'partner_id'>,
  { fromDay, toDay }: Days,
): Promise<{ id: string; code: string; from_day: string; to_day: string } | undefined> {
  return db
    .selectFrom('reconciliation.session')
    .select(['id', 'code', 'from_day', 'to_day'])
    .where('plug', '=', plug)
    .where('partner_id', 'is not distinct from', partner_id)
    .where('status', '<>', 'CANCELLED')
    .where('from_day', '<=', toDay)
    .where('to_day', '>=', fromDay)
    .orderBy('from_day')
    .limit(1)
    .executeTakeFirst()
}

/** A session of a configuration for some days. Throws RCN-001, which names the session that holds them, and RCN-004. */
export async function openSession(
  tx: Tx,
  setup: SetupRow,
  { fromDay, toDay }: Days,
  { by, at }: Stamp,
): Promise<{ id: string; code: string; version: number }> {
  const revisionId = assertInForce(setup)
  // Whoever creates one at the same moment has committed it by then, and the exclusion constraint stands behind this.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation.session ${setup.plug} ${setup.partner_id}`}, 0))`.execute(tx)
  const holder = await holderOf(tx, setup, { fromDay, toDay })
  if (holder)
    throw new AppError(
      reconciliationErrors.daysHeld,
      { code: holder.code, days: { vi: daysText(holder, 'vi'), en: daysText(holder, 'en') } },
      { data: { sessionId: holder.id } },
    )
  await sql`select reconciliation.ensure_partitions(${fromDay}::date, ${fromDay}::date)`.execute(tx)
  const row = await tx
    .insertInto(SESSION)
    .values({
      code: sql<string>`reconciliation.next_code('DS', ${toDay}::date)`,
      ...{ setup_id: setup.id, revision_id: revisionId, plug: setup.plug, partner_id: setup.partner_id, from_day: fromDay, to_day: toDay },
      ...{ unit_id: setup.unit_id, head_unit_id: setup.unit_id, created_by: by, created_at: at, updated_by: by, updated_at: at },
    })
    .returning(['id', 'code', 'version'])
    .executeTakeFirstOrThrow()
  await notePast(tx, row.id, by, at, 'CREATED', { from: showDate(fromDay), to: showDate(toDay) })
  await publish(tx, { topic: sessionsTopic })
  return row
}

export async function create(
  { contracts }: ReconciliationDesk,
  { setupId, fromDay, toDay }: InputOf<SessionContracts['create']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, now, session, language } = ctx
  if (fromDay > toDay || daysBetween(fromDay, toDay) >= MAX_DAYS) throw refusedField('toDay', reconciliationErrors.daysOrder, language, { days: MAX_DAYS })
  if (toDay > localDate(now)) throw refusedField('toDay', reconciliationErrors.daysAhead, language)
  const { row } = await setupForChange(ctx, contracts, { id: setupId })
  const { id, code, version } = await openSession(tx, row, { fromDay, toDay }, { by: session.account, at: now })
  ctx.subject(SESSION, id, { after: { code, fromDay, toDay, setupName: row.name, status: 'DRAFT' } })
  return { id, version }
}
