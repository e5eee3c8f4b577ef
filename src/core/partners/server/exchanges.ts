import { sql } from 'kysely'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Fault, Operation, Verdict } from '../contract/answer.ts'

const MAX_REFERENCE = 200

/** A row of partner.exchange that is under way. */
export interface OpenExchange {
  id: string
  at: Date
}

export interface ExchangeEnd {
  verdict: Verdict
  fault: Fault | null
  sent: boolean
  tries: number
  httpStatus: number | null
  code: string | null
  partnerReference: string | null
  message: string
  answer: string
  answerBytes: number
  answerSha256: string | null
  milliseconds: number
  at: Date
}

/** Writes down what is about to be asked, before anything leaves: whatever ends this process, it is known what may have been done. */
export async function openExchange(
  db: Queryable,
  asked: { partnerId: string; operation: Operation; reference: string; request: string; at: Date },
): Promise<OpenExchange> {
  const { id } = await db
    .insertInto('partner.exchange')
    .values({
      partner_id: asked.partnerId,
      operation: asked.operation,
      reference: asked.reference.slice(0, MAX_REFERENCE),
      request: asked.request,
      at: asked.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, at: asked.at }
}

export async function endExchange(db: Queryable, exchange: OpenExchange, end: ExchangeEnd): Promise<void> {
  await db
    .updateTable('partner.exchange')
    .set({
      verdict: end.verdict,
      fault: end.fault,
      sent: end.sent,
      tries: end.tries,
      http_status: end.httpStatus,
      code: end.code,
      partner_reference: end.partnerReference,
      message: end.message,
      answer: end.answer,
      answer_bytes: String(end.answerBytes),
      answer_sha256: end.answerSha256,
      milliseconds: end.milliseconds,
      ended_at: end.at,
    })
    .where('id', '=', exchange.id)
    .where('at', '=', exchange.at)
    .execute()
}

/** Months that clocks of tests and of imports may speak of, and months ahead so that a year without restarts is no problem. */
const DAYS_BACK = 124
const DAYS_AHEAD = 396

/** Makes the monthly partitions around today that are missing. */
export async function ensureExchangePartitions({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const today = localDate(clock.now())
  await sql`select partner.ensure_partitions(${addDays(today, -DAYS_BACK)}::date, ${addDays(today, DAYS_AHEAD)}::date)`.execute(db)
}
