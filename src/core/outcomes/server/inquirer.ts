import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { PartnerQueue } from '#core/partners/server/public.ts'
import { type Batcher, createBatcher } from '#platform/server/batcher.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Finding } from '../contract/case.ts'
import { inquiriesAtOnce } from '../contract/parameters.ts'
import { type Desk, type Heard, recordEvidence } from './evidence.ts'

/** A transaction as the partner knows it. */
export interface Inquiry {
  reference: string
  amount: string
  occurredAt: Date
}

/** What the partner said, or why it said nothing that counts. */
export interface Answer {
  verdict: Finding
  code: string | null
  partnerReference: string | null
  message: string
  /** As it came. */
  raw: string
  at: Date
  exchangeId: string
  /** False: nothing has left this system. */
  sent: boolean
  /** Why there is no verdict, where there is a reason of its own. */
  fault?: string | null
}

/** Asks a partner; never throws for the partner's fault. */
export type Inquire = (partnerId: string, inquiry: Inquiry) => Promise<Answer>

interface Due {
  id: string
  partnerId: string
  reference: string
  amount: string
  occurredAt: Date
}

/** An inquiry that was begun and of which nothing was recorded is due again after so long: its process has ended. */
const LEASE_MS = 180_000
/** What could not be sent is tried again after so long, and is no inquiry. */
const UNSENT_MS = 300_000
/** Where there is no way to the partner: somebody has to make one first, and then it is due at once. */
const NO_WAY_MS = 86_400_000
const NO_WAY: readonly (string | null | undefined)[] = ['NOT_CONFIGURED', 'SWITCHED_OFF', 'ADDRESS']
const MAX_BATCH = 128
/** Answers that wait to be recorded; beyond that nobody is asked: partners are asked no faster than their answers are kept. */
const MAX_UNKEPT = 256
const WAITED = 64

/**
 * Sends the inquiries that are due: to each partner so many at the same time, and none waits for those of another partner. Several processes
 * share the work. `begin` starts what may be sent now, and goes on by itself as answers come; `idle` waits until nothing is under way.
 */
export class Inquirer {
  readonly #inquire: Inquire
  readonly #answers: Batcher<Heard | Unsent, true>
  readonly #queue: PartnerQueue<Due>
  #unkept = 0

  constructor(runtime: Runtime, desk: Desk, inquire: Inquire) {
    this.#inquire = inquire
    this.#answers = createBatcher({ maxBatch: MAX_BATCH, lanes: 2, run: (answers: (Heard | Unsent)[]) => keep(runtime, desk, answers) })
    this.#queue = new PartnerQueue({
      claim: async (busy) => (this.#unkept < MAX_UNKEPT ? claimDue(runtime, runtime.clock.now(), await parameter(runtime.db, inquiriesAtOnce), busy) : []),
      work: (due, leave) => this.#ask(due, leave),
      refill: 8,
      log: runtime.log,
      failures: { work: 'an inquiry was not recorded', claim: 'due inquiries could not be read' },
    })
  }

  /** Answers how many inquiries were begun. */
  begin(): Promise<number> {
    return this.#queue.begin()
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Begins no more, and waits for what is under way. */
  async stop(): Promise<void> {
    await this.#queue.stop()
    await this.#answers.drain()
  }

  /** What fails here is due again when its lease is over. */
  async #ask({ id, partnerId, ...inquiry }: Due, leave: () => void): Promise<void> {
    const { sent, fault, verdict, at, code, message, partnerReference, raw, exchangeId } = await this.#inquire(partnerId, inquiry)
    this.#unkept += 1
    leave()
    const heard: Heard = {
      caseId: id,
      kind: 'INQUIRY',
      verdict,
      at,
      source: 'system',
      code: code ?? '',
      message,
      reference: partnerReference ?? '',
      raw,
      exchangeId,
      fault: fault ?? null,
    }
    try {
      await this.#answers.submit(sent ? heard : { caseId: id, againMs: NO_WAY.includes(fault) ? NO_WAY_MS : UNSENT_MS })
    } finally {
      this.#unkept -= 1
    }
    // Whatever was not begun because too much was waiting.
    if (this.#unkept > 0 && this.#unkept % WAITED === 0) await this.#queue.begin()
  }
}

interface Unsent {
  caseId: string
  /** When it is tried again. */
  againMs: number
}

/** Takes what is due for as many as each partner may still get; nobody else takes the same. */
async function claimDue({ db }: Runtime, now: Date, most: number, busy: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select c.id from organisation.partner p
      left join json_to_recordset(${busy}::json) as b (partner bigint, n integer) on b.partner = p.id
      cross join lateral (
        select id from outcome.outcome_case where partner_id = p.id and next_inquiry_at <= ${now}
        order by next_inquiry_at limit greatest(0, ${most}::integer - coalesce(b.n, 0)) for update skip locked
      ) c
    )
    update outcome.outcome_case c set next_inquiry_at = ${new Date(now.getTime() + LEASE_MS)} from due where c.id = due.id
    returning c.id, c.partner_id as "partnerId", c.external_ref as reference, c.amount, c.occurred_at as "occurredAt"`.execute(db)
  return rows
}

/** Answers of one moment, in one transaction. */
async function keep(runtime: Runtime, desk: Desk, answers: readonly (Heard | Unsent)[]): Promise<true[]> {
  const heard = answers.filter((one): one is Heard => !('againMs' in one))
  const unsent = answers.filter((one): one is Unsent => 'againMs' in one)
  await runtime.db.transaction().execute(async (tx) => {
    const now = runtime.clock.now().getTime()
    for (const [wait, own] of Map.groupBy(unsent, ({ againMs }) => againMs)) {
      const ids = own.map(({ caseId }) => caseId)
      await sql`update outcome.outcome_case set next_inquiry_at = ${new Date(now + wait)} where id = any(${ids}::bigint[]) and next_inquiry_at is not null`.execute(
        tx,
      )
    }
    if (heard.length > 0) await recordEvidence(desk, runtime, tx, heard, { traceId: 'outcomes', ip: '' })
  })
  return answers.map(() => true)
}
