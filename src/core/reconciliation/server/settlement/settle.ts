import { sql } from 'kysely'
import { type DecidedContext, decidedBy } from '#core/approvals/server/public.ts'
import { postMany, reverse } from '#core/ledger/server/public.ts'
import { consumeLimit } from '#core/limits/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type Hundredths, moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import { SETTLEMENT_SERVICE } from '../../contract/settlement.ts'
import type { ReconciliationParts } from '../plug.ts'
import { notePast, SESSION, type SessionRow, sessions } from '../sessions/records.ts'
import { openMissing } from './accounts.ts'
import { assertNoneStanding, assertSettled } from './blockers.ts'
import { planOf, type Settlement } from './plan.ts'
import { entryOf } from './postings.ts'

/** The first day from one on that is open for postings of settlements. */
async function openDay(tx: Tx, day: string, today: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select d as day from payment.first_open_days(array[${SETTLEMENT_SERVICE}], array[${day}]::date[], array[null]::bigint[], ${today}::date) as d`.execute(tx)
  return rows[0]?.day ?? day
}

/** What tolerances have let pass counts against what whoever approves may write off in a day; what broke was counted when that was decided. */
async function countWrittenOff(ctx: DecidedContext, { partner_id: partnerId }: SessionRow, amount: Hundredths): Promise<void> {
  if (amount === 0n) return
  const day = localDate(ctx.now)
  await consumeLimit(ctx.tx, { kind: 'WRITE_OFF', personId: ctx.principalId ?? ctx.approver.session.userId, partnerId, day, amount })
}

async function postAll(ctx: DecidedContext, session: SessionRow, { journals, accounts }: Settlement, requestId: string): Promise<void> {
  const { tx, now } = ctx
  if (journals.length === 0 || !accounts) return
  const ids = await openMissing(tx, accounts, new Set(journals.flatMap(({ moves }) => moves.map(({ part }) => part))))
  const businessDate = await openDay(tx, session.to_day, localDate(now))
  await postMany(
    tx,
    journals.map(({ kind, moves }) => ({
      ...{ businessKey: `reconciliation:${session.code}:${requestId}:${kind}`, kind, service: SETTLEMENT_SERVICE, businessDate, occurredAt: now },
      ...{ description: `Tất toán phiên đối soát ${session.code}`, sourceType: SESSION, sourceId: session.id, officeUnitId: null },
      entries: moves.map(({ part, amount }) => entryOf(ids.get(part) as string, amount)),
    })),
  )
}

/**
 * Settles a confirmed session in the transaction of whoever agreed to it, all or nothing: a few journals over the sums, whatever the number of lines, and
 * the one row of the session, from which the state of each of its lines follows. Every warning is a refusal.
 */
export async function settleSession(parts: ReconciliationParts, ctx: DecidedContext, session: SessionRow, requestId: string): Promise<void> {
  const { tx, now } = ctx
  const plan = await planOf(tx, parts, session)
  await assertNoneStanding(tx, parts, session, plan)
  await countWrittenOff(ctx, session, plan.tolerated)
  await postAll(ctx, session, plan, requestId)
  const stamp = decidedBy(ctx)
  await sessions.save(tx, stamp, session, { settled_by: stamp.by, settled_at: now }, 'settle')
  await notePast(tx, session.id, stamp.by, now, 'SETTLED', { amount: moneyText(plan.size) })
  await publish(tx, { topic: sessionsTopic })
}

/** Undoes a settlement whole: the mirror of each of its journals, on today or the first open day after, and the session is looked at again. */
export async function reverseSettlement(ctx: DecidedContext, session: SessionRow, { requestId, reason }: { requestId: string; reason: string }): Promise<void> {
  const { tx, now } = ctx
  assertSettled(session)
  const today = localDate(now)
  const businessDate = await openDay(tx, today, today)
  for (const { id } of await standingJournals(tx, session.id)) {
    const businessKey = `reconciliation:${session.code}:${requestId}:${id}`
    await reverse(tx, { journalId: id, businessKey, occurredAt: now, businessDate, reason, kind: 'RECON_REVERSED' })
  }
  const stamp = decidedBy(ctx)
  await sessions.save(tx, stamp, session, { settled_by: null, settled_at: null, confirmed_by: null, confirmed_at: null }, 'reverse')
  await notePast(tx, session.id, stamp.by, now, 'REVERSED', { reason })
  await publish(tx, { topic: sessionsTopic })
}

/** The journals of a session that no mirror has undone. */
async function standingJournals(tx: Tx, sessionId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from ledger.journal j where j.source_type = ${SESSION} and j.source_id = ${sessionId} and j.reverses_journal_id is null
      and not exists (select from ledger.journal r where r.reverses_journal_id = j.id) order by j.id`.execute(tx)
  return rows
}
