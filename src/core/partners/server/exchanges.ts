import { sql } from 'kysely'
import { addDays, localDate } from '#kernel/dates.ts'
import { createBatcher } from '#platform/server/batcher.ts'
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

export interface Asked {
  partnerId: string
  operation: Operation
  reference: string
  request: string
  at: Date
}

/** What this process asks partners, written down: those that begin, or end, at the same moment share a statement. */
export interface ExchangeLog {
  /** Before anything leaves, and committed: whatever ends this process, it is known what may have been done. */
  open(asked: Asked): Promise<OpenExchange>
  end(exchange: OpenExchange, end: ExchangeEnd): Promise<void>
}

const MAX_BATCH = 128

export function exchangeLog(db: Queryable): ExchangeLog {
  const opening = createBatcher<Asked, OpenExchange>({ maxBatch: MAX_BATCH, lanes: 2, run: (asked) => openExchanges(db, asked) })
  const ending = createBatcher<Ended, true>({ maxBatch: MAX_BATCH, lanes: 2, run: (ended) => endExchanges(db, ended) })
  return {
    open: (asked) => opening.submit(asked),
    end: async (exchange, end) => void (await ending.submit({ exchange, end })),
  }
}

async function openExchanges(db: Queryable, asked: readonly Asked[]): Promise<OpenExchange[]> {
  const documents = asked.map(({ reference, ...one }) => ({ ...one, reference: reference.slice(0, MAX_REFERENCE) }))
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (
      select nextval(pg_get_serial_sequence('partner.exchange', 'id')) as id, r.* from rows from (
        json_to_recordset(${JSON.stringify(documents)}::json) as ("partnerId" bigint, operation text, reference text, request text, at timestamptz)
      ) with ordinality as r (partner, operation, reference, request, at, place)
    ), written as (
      insert into partner.exchange (id, partner_id, operation, reference, request, at) select id, partner, operation, reference, request, at from asked
    )
    select id from asked order by place`.execute(db)
  return asked.map(({ at }, place) => ({ id: (rows[place] as { id: string }).id, at }))
}

interface Ended {
  exchange: OpenExchange
  end: ExchangeEnd
}

async function endExchanges(db: Queryable, ended: readonly Ended[]): Promise<true[]> {
  const documents = ended.map(({ exchange, end: { at: endedAt, ...end } }) => ({ ...end, ...exchange, endedAt }))
  const times = ended.map(({ exchange }) => exchange.at.getTime())
  // The range says which partitions these are before anything is planned.
  await sql`
    update partner.exchange e set verdict = r.verdict, fault = r.fault, sent = r.sent, tries = r.tries, http_status = r."httpStatus", code = r.code,
      partner_reference = r."partnerReference", message = r.message, answer = r.answer, answer_bytes = r."answerBytes", answer_sha256 = r."answerSha256",
      milliseconds = r.milliseconds, ended_at = r."endedAt"
    from json_to_recordset(${JSON.stringify(documents)}::json) as r (id bigint, at timestamptz, verdict text, fault text, sent boolean, tries integer, "httpStatus" integer, code text,
      "partnerReference" text, message text, answer text, "answerBytes" bigint, "answerSha256" text, milliseconds integer, "endedAt" timestamptz)
    where e.id = r.id and e.at = r.at and e.at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}`.execute(db)
  return ended.map(() => true)
}

/** Months that clocks of tests and of imports may speak of, and months ahead so that a year without restarts is no problem. */
const DAYS_BACK = 124
const DAYS_AHEAD = 396

/** Makes the monthly partitions around today that are missing. */
export async function ensureExchangePartitions({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const today = localDate(clock.now())
  await sql`select partner.ensure_partitions(${addDays(today, -DAYS_BACK)}::date, ${addDays(today, DAYS_AHEAD)}::date)`.execute(db)
}
