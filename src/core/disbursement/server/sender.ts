import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { type PartnerAnswer, type PartnerConnector, PartnerQueue, type PartnerWork } from '#core/partners/server/public.ts'
import { paymentErrors } from '#core/payments/contract/errors.ts'
import { contradicts, decideOutcomes, type KeepContradictions, type OutcomeWord, type PaymentDesk, type PaymentService } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { callsAtOnce, unsentHours } from '../contract/parameters.ts'
import { transferService } from '../contract/service.ts'
import { coded, codedError, noteText } from './notes.ts'
import { finishBatches, type ItemRow, items } from './records.ts'
import { allowSending, refusedNow } from './service.ts'
import type { Sources } from './source.ts'

/** What a sender works with; `contradicted` keeps an answer that says otherwise than what stands. */
export interface SendingDesk {
  sources: Sources
  payments: PaymentDesk
  services: ReadonlyMap<string, PaymentService>
  contradicted: KeepContradictions
  /** Where the page of a batch stands, for refusals that lead there. */
  batchPath?: (id: string) => string
}

/** A call of which nothing was recorded for so long has ended with its process: longer than any deadline of a connection. */
const LOST_MS = 180_000
/** What could not leave is tried again after so long. */
const AGAIN_MS = 60_000
const TRACE = { traceId: 'disbursement', ip: '' } as const

/**
 * Hands approved transfers to their partners: so many at the same time to each, and none waits for those of another partner. A transfer is SENT,
 * and committed as that, before its call leaves; only when nothing has left is it handed over again, under its reference. Several processes share
 * the work, and a killed one leaves nothing that is sent twice: what it was calling becomes UNKNOWN. `begin` starts what may be sent now.
 */
export class Sender {
  readonly #runtime: Runtime
  readonly #desk: SendingDesk
  readonly #connector: Pick<PartnerConnector, 'payout'>
  readonly #queue: PartnerQueue<PartnerWork>

  constructor(runtime: Runtime, desk: SendingDesk, connector: Pick<PartnerConnector, 'payout'>) {
    this.#runtime = runtime
    this.#desk = desk
    this.#connector = connector
    this.#queue = new PartnerQueue({
      claim: (busy) => dueNow(runtime, busy),
      work: ({ id }) => this.#send(id),
      refill: 1,
      log: runtime.log,
      failures: { work: 'a transfer was not followed to its end', claim: 'due transfers could not be read' },
    })
  }

  /** Answers how many transfers were begun. */
  begin(): Promise<number> {
    return this.#queue.begin()
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Begins no more, and waits for what is under way. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /** Calls whose process has ended before it heard anything: nobody knows what became of them. */
  async recover(): Promise<void> {
    const { db, clock, log } = this.#runtime
    const before = new Date(clock.now().getTime() - LOST_MS)
    const { rows } = await sql<ItemRow>`
      select * from disbursement.item where status = 'SENT' and call_at <= ${before} and answered_at is null order by call_at limit 500`.execute(db)
    for (const item of rows) {
      try {
        await this.#tell(item, { status: 'UNKNOWN', code: 'LOST', message: '', fault: 'LOST', reference: '', raw: '' })
      } catch (error) {
        log.error({ error, item: item.id }, 'a lost transfer could not be made unknown')
      }
    }
  }

  /** What fails before the call is due again; after it, it is unknown once its time is over. */
  async #send(id: string): Promise<void> {
    const item = await this.#makeSent(id)
    if (!item) return
    const { partner_id: partnerId, reference, amount, bank_bin: bankBin, account_number: account, account_name: accountName, content } = item
    const answer = await this.#connector.payout(partnerId, { reference, amount: formatMoney(parseMoney(amount)), bankBin, account, accountName, content })
    await this.#keep(item, answer)
  }

  /** SENT, with its transaction and its money, and committed; undefined when it is not to be sent (any more). */
  async #makeSent(id: string): Promise<ItemRow | undefined> {
    const { db, clock } = this.#runtime
    try {
      return await db.transaction().execute(async (tx) => {
        const now = clock.now()
        const { rows } = await sql<ItemRow>`
          select * from disbursement.item where id = ${id} and due_at <= ${now} and status in ('READY', 'SENT') and call_at is null for no key update skip locked`.execute(
          tx,
        )
        const [item] = rows
        if (!item) return undefined
        // What has been taken from its source is no longer asked for there: a dispute of what repeats it may have come since.
        const disputed = await this.#desk.sources.of(item.source_kind).disputed(tx, item.source_item)
        if (disputed !== undefined) throw new AppError(disbursementErrors.disputed, { reference: disputed })
        const refused = await refusedNow(tx, item, now)
        if (refused) throw refused
        if (item.status === 'READY') {
          await allowSending(tx, item.reference)
          const report = { service: transferService.code, type: 'PAYOUT', channel: 'BANK', currency: 'VND', occurredAt: isoLocal(now) }
          // Without an outcome: nothing is under way, and nobody inquires about it, before the partner has it.
          const line = { externalRef: item.reference, ...report, amount: formatMoney(parseMoney(item.amount)) }
          const result = await this.#desk.payments.send({ tx, runtime: this.#runtime, language: 'vi', ...TRACE }, item.partner_id, line)
          if (result.status === 'refused') throw result.error
          if (result.status !== 'created') throw new Error(`transfer ${item.reference} was sent before`)
        }
        await sql`
          update disbursement.item set call_at = ${now}, due_at = null, answered_at = null, fault = '', calls = calls + 1, updated_by = 'system', updated_at = ${now}, version = version + 1 where id = ${id}`.execute(
          tx,
        )
        await publish(tx, { topic: disbursementsTopic })
        return items.lock(tx, { id })
      })
    } catch (error) {
      await this.#notSent(id, error)
      return undefined
    }
  }

  /** Refused before it left: given up where it must not leave or has waited too long, else tried again later and shown meanwhile. */
  async #notSent(id: string, error: unknown): Promise<void> {
    const { db, clock, log } = this.#runtime
    const now = clock.now()
    const isOneOf = (...given: readonly unknown[]) => error instanceof AppError && given.includes(error.definition)
    const given = isOneOf(disbursementErrors.sourceChanged, disbursementErrors.accountHeld, disbursementErrors.disputed)
    const alike = isOneOf(disbursementErrors.alike)
    if (!given && !alike) log.warn({ error, item: id }, 'a transfer could not be sent yet')
    const words = error instanceof AppError ? codedError(error) : coded('SYSTEM_FAULT')
    const left = await db.transaction().execute(async (tx) => {
      const row = await items.lock(tx, { id })
      if (row.call_at !== null || (row.status !== 'READY' && row.status !== 'SENT')) return undefined
      const fault = isOneOf(disbursementErrors.partnerLocked) ? 'PARTNER_LOCKED' : alike ? 'ALIKE' : 'REFUSED'
      const late = given ? undefined : await this.#waitedTooLong(tx, row)
      // Why it has waited says more than how long.
      const over = given || (alike && late !== undefined) ? words : late
      if (over === undefined || row.status === 'SENT')
        await items.save(tx, { by: 'system', at: now }, row, { due_at: new Date(now.getTime() + AGAIN_MS), fault, message: words })
      else {
        await items.save(tx, { by: 'system', at: now }, row, { due_at: null, ended_at: now, fault, step_note: over }, 'cancel')
        await finishBatches(tx, [row.batch_id], { by: 'system', at: now })
      }
      await publish(tx, { topic: disbursementsTopic })
      return row.status === 'SENT' ? over : undefined
    })
    if (left !== undefined) await this.#giveUp(id, left)
  }

  /** Why something that never left is not tried any longer; undefined while it is. */
  async #waitedTooLong(db: Runtime['db'] | Tx, row: ItemRow): Promise<string | undefined> {
    const hours = await parameter(db, unsentHours)
    const { rows } = await sql<{ since: Date }>`select approved_at as since from disbursement.batch where id = ${row.batch_id}`.execute(db)
    const since = row.sent_at ?? rows[0]?.since
    if (!since || this.#runtime.clock.now().getTime() - since.getTime() < hours * 3_600_000) return undefined
    return coded('UNSENT_TOO_LONG', String(hours))
  }

  /**
   * The money of what never left goes back to its source. Taken as for a call, so that nobody hands it over meanwhile; a process that ends
   * here leaves something unknown, never something that is paid.
   */
  async #giveUp(id: string, words: string): Promise<void> {
    const { db, clock } = this.#runtime
    const { rows } = await sql<ItemRow>`
      update disbursement.item set call_at = ${clock.now()}, due_at = null, answered_at = null, updated_by = 'system', updated_at = ${clock.now()}, version = version + 1
      where id = ${id} and status = 'SENT' and call_at is null returning *`.execute(db)
    const [item] = rows
    if (item) await this.#tell(item, { status: 'FAILED', code: 'NOT_SENT', message: words, fault: '', reference: '', raw: '' })
  }

  async #keep(item: ItemRow, answer: PartnerAnswer): Promise<void> {
    const { verdict, fault, sent } = answer
    const facts = { code: answer.code ?? '', message: answer.message, reference: answer.partnerReference ?? '', fault: fault ?? '', raw: answer.raw }
    if (sent) return this.#tell(item, { ...facts, status: verdict === 'PENDING' ? 'PROCESSING' : verdict })
    await this.#write(item, facts, { again: true })
    const over = await this.#waitedTooLong(this.#runtime.db, item)
    if (over !== undefined) await this.#giveUp(item.id, over)
  }

  /** What the partner said; `again`: nothing has left, so it may be handed over once more. What somebody else has ended keeps what ended it, unless `ended` here. */
  async #write({ id }: ItemRow, { code, message, reference, fault }: Omit<Told, 'status' | 'raw'>, { again = false, ended = false }): Promise<void> {
    const { db, clock } = this.#runtime
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const due = again ? new Date(now.getTime() + AGAIN_MS) : null
      await sql`
        update disbursement.item set call_at = case when ${again}::boolean then null else call_at end, due_at = ${due},
          answered_at = case when ${again}::boolean then null else ${now}::timestamptz end, code = ${code.slice(0, 64)}, message = ${message.slice(0, 500)}, fault = ${fault},
          partner_reference = coalesce(nullif(${reference.slice(0, 100)}, ''), partner_reference), updated_by = 'system', updated_at = ${now}, version = version + 1
        where id = ${id} and (status = 'SENT' or ${ended}::boolean)`.execute(tx)
      await publish(tx, { topic: disbursementsTopic })
    })
  }

  /** An answer that says what became of it: transaction, item, source and money in one. What its call-back has said before stands. */
  async #tell(item: ItemRow, told: Told): Promise<void> {
    const runtime = this.#runtime
    const { status, code, message, reference, fault, raw } = told
    const outcome = {
      ...{ status, code: code.slice(0, 64) || fault || status, message: noteText(message).vi.slice(0, 255) },
      ...(reference === '' ? {} : { evidence: { bankReference: reference.slice(0, 64) } }),
    }
    const at = new Date(Math.max(runtime.clock.now().getTime(), item.sent_at?.getTime() ?? 0))
    const word: OutcomeWord = {
      ...{ partnerId: item.partner_id, externalRef: item.reference, actor: 'system', language: 'vi', ...TRACE },
      ...{ occurredAt: isoLocal(at), outcome },
    }
    let ended = true
    try {
      await runtime.db.transaction().execute((tx) => decideOutcomes({ ...runtime, db: tx } as Runtime, this.#desk.services, tx, [word]))
    } catch (error) {
      if (!(error instanceof AppError) || error.definition !== paymentErrors.outcomeRefused) throw error
      ended = false
      const standing = (error.data as { status?: string } | undefined)?.status
      const { actor, occurredAt, partnerId, externalRef } = word
      if (contradicts(standing, outcome.status)) await this.#desk.contradicted(runtime, [{ partnerId, externalRef, outcome, occurredAt, actor, raw }])
    }
    await this.#write(item, told, { ended })
  }
}

/** For each partner as many as it may still get. Read only: whoever makes one SENT first has it. */
async function dueNow({ db, clock }: Runtime, busy: string): Promise<PartnerWork[]> {
  const { rows } = await sql<PartnerWork>`
    select i.id, i.partner_id as "partnerId" from (select distinct partner_id from disbursement.item where due_at is not null) p
    left join json_to_recordset(${busy}::json) as b (partner bigint, n integer, ids bigint[]) on b.partner = p.partner_id
    cross join lateral (
      select i.id, i.partner_id from disbursement.item i
      where i.partner_id = p.partner_id and i.due_at <= ${clock.now()} and i.id <> all (coalesce(b.ids, '{}'))
      order by i.due_at, i.id limit greatest(0, ${await parameter(db, callsAtOnce)}::integer - coalesce(b.n, 0))
    ) i`.execute(db)
  return rows
}

interface Told {
  status: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'PROCESSING'
  code: string
  message: string
  reference: string
  fault: string
  raw: string
}
