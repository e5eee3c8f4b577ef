import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { type PartnerAnswer, type PartnerConnector, PartnerQueue } from '#core/partners/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { paymentErrors } from '../contract/errors.ts'
import type { GatewayOutcome } from '../contract/gateway.ts'
import { unsentRefundHours } from '../contract/parameters.ts'
import { contradicts, type KeepContradictions } from './contradictions.ts'
import { loseTrack } from './lost.ts'
import type { OutcomeWord } from './outcome-changes.ts'
import { decideOutcome } from './outcomes.ts'
import type { PaymentService } from './service.ts'

/** A refund on its way out, committed as such before its call leaves. */
interface Leaving {
  id: string
  partnerId: string
  reference: string
  originalReference: string
  amount: string
  reason: string
  createdAt: Date
  /** Why it may not leave now, though nothing of it has left. */
  barred: 'PARTNER_LOCKED' | 'HELD' | null
}

interface Options {
  services: ReadonlyMap<string, PaymentService>
  connector: Pick<PartnerConnector, 'refund'>
  /** Keeps an answer that contradicts what was decided meanwhile. */
  contradicted?: KeepContradictions | undefined
}

/** Calls under way at one partner. */
const AT_ONCE = 8
/** A call that has not been answered for so long will not be: its process has ended. Longer than any deadline of a connection. */
const LEASE_MS = 180_000
/** What could not be sent is tried again after so long. */
const AGAIN_MS = 60_000
const LONGEST = { code: 64, message: 255 }

/**
 * Sends refunds to their partners, each once: that it leaves is committed before it does, and it is sent again only where the connector says
 * that nothing has left. What has left without an answer that counts is unknown. Several processes share the work.
 */
export class RefundSender {
  readonly #runtime: Runtime
  readonly #options: Options
  readonly #queue: PartnerQueue<Leaving>

  constructor(runtime: Runtime, options: Options) {
    this.#runtime = runtime
    this.#options = options
    this.#queue = new PartnerQueue({
      claim: (busy) => claimDue(runtime, busy),
      work: (one) => this.#send(one),
      refill: AT_ONCE / 2,
      log: runtime.log,
      failures: { work: 'the answer to a refund was not recorded', claim: 'due refunds could not be read' },
    })
  }

  /** Starts what is due, and goes on by itself as answers come; answers how many. */
  async begin(): Promise<number> {
    await this.#giveUpLost()
    return this.#queue.begin()
  }

  /** Waits until nothing is under way. */
  idle(): Promise<void> {
    return this.#queue.idle()
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /** What fails here stays as what may have left, and is unknown once nobody can be waiting for its answer any more. */
  async #send(one: Leaving): Promise<void> {
    const { partnerId, reference, originalReference, amount, reason } = one
    if (one.barred !== null) return this.#notSent(one, one.barred)
    const answer = await this.#options.connector.refund(partnerId, { reference, originalReference, amount, reason })
    await (answer.sent ? this.#record(one, answer) : this.#notSent(one, answer.fault ?? 'UNKNOWN', answer.exchangeId))
  }

  /** Nothing has left: it may leave later, until people stop waiting for it. */
  async #notSent(one: Leaving, fault: string, exchangeId = ''): Promise<void> {
    const { db, clock } = this.#runtime
    const hours = await parameter(db, unsentRefundHours)
    if (clock.now().getTime() - one.createdAt.getTime() >= hours * 3_600_000) {
      const message = `Không gửi được sang đối tác trong ${hours} giờ, chưa có lệnh nào rời hệ thống`
      return this.#decide(one, { status: 'FAILED', code: 'NOT_SENT', message }, `${fault} ${exchangeId}`)
    }
    const next = new Date(clock.now().getTime() + AGAIN_MS)
    await sql`update payment.partner_refund set state = 'READY', next_at = ${next}, fault = ${fault} where refund_id = ${one.id} and state = 'SENDING'`.execute(
      db,
    )
  }

  #record(one: Leaving, { verdict, code, message, partnerReference, raw, fault }: PartnerAnswer): Promise<void> {
    const outcome: GatewayOutcome = {
      status: verdict === 'PENDING' ? 'PROCESSING' : verdict,
      code: (code || fault || 'UNKNOWN').slice(0, LONGEST.code),
      message: message.slice(0, LONGEST.message),
      ...(partnerReference ? { evidence: { bankReference: partnerReference.slice(0, 64) } } : {}),
    }
    return this.#decide(one, outcome, raw === '' ? JSON.stringify(outcome) : raw)
  }

  async #decide({ id, partnerId, reference, createdAt }: Leaving, outcome: GatewayOutcome, raw: string): Promise<void> {
    const { db, clock } = this.#runtime
    const occurredAt = isoLocal(new Date(Math.max(clock.now().getTime(), createdAt.getTime())))
    const word: OutcomeWord = { partnerId, externalRef: reference, outcome, occurredAt, actor: 'system', language: 'vi', traceId: 'refunds', ip: '' }
    try {
      await decideOutcome(this.#runtime, this.#options.services, word, (tx) => hasLeft(tx, id))
    } catch (error) {
      if (!(error instanceof AppError) || error.definition !== paymentErrors.outcomeRefused) throw error
      // Somebody was faster: the partner's own report, or two people.
      await hasLeft(db, id)
      if (!contradicts((error.data as { status?: unknown } | undefined)?.status, outcome.status)) return
      await this.#options.contradicted?.(this.#runtime, [{ partnerId, externalRef: reference, outcome, occurredAt, actor: 'system', raw }])
    }
  }

  /** What was under way in a process that has ended may have left, and is never sent again: nobody knows what became of it. */
  async #giveUpLost(): Promise<void> {
    const { db, clock, log } = this.#runtime
    const { rows } = await sql<{ id: string; service: string }>`
      select r.refund_id as id, t.service from payment.partner_refund r join payment.transaction t on t.id = r.refund_id and t.business_date = r.business_date
      where r.state = 'SENDING' and r.next_at <= ${clock.now()} limit 100`.execute(db)
    for (const { id, service: code } of rows) {
      const service = this.#options.services.get(code)
      if (!service) continue
      log.warn({ refund: id }, 'a refund was under way when its process ended: its outcome is unknown')
      try {
        await loseTrack(this.#runtime, service, [id])
        await hasLeft(db, id)
      } catch (error) {
        log.error({ error, refund: id }, 'a refund could not be given up as lost')
      }
    }
  }
}

const hasLeft = (db: Tx | Runtime['db'], refundId: string) =>
  sql`update payment.partner_refund set state = 'LEFT', next_at = null, fault = '' where refund_id = ${refundId} and state = 'SENDING'`.execute(db)

/** Takes what is due for as many as each partner may still get, and commits that it leaves; nobody else takes the same. */
async function claimDue({ db, clock }: Runtime, busy: string): Promise<Leaving[]> {
  const now = clock.now()
  const { rows } = await sql<Leaving>`
    with due as materialized (
      select r.refund_id from (select distinct partner_id from payment.partner_refund where state = 'READY' and next_at <= ${now}) p
      left join json_to_recordset(${busy}::json) as b (partner bigint, n integer) on b.partner = p.partner_id
      cross join lateral (
        select refund_id from payment.partner_refund where partner_id = p.partner_id and state = 'READY' and next_at <= ${now}
        order by next_at limit greatest(0, ${AT_ONCE}::integer - coalesce(b.n, 0)) for update skip locked
      ) r
    )
    update payment.partner_refund r set state = 'SENDING', next_at = ${new Date(now.getTime() + LEASE_MS)}, claims = claims + 1 from due where r.refund_id = due.refund_id
    returning case when (select status from organisation.partner p where p.id = r.partner_id) <> 'ACTIVE' then 'PARTNER_LOCKED'
        when exists (select from outcome.settlement_hold h where h.transaction_id in
          (select r.parent_id union all select o.refund_id from payment.partner_refund o where o.parent_id = r.parent_id)) then 'HELD' end as barred,
      r.refund_id as id, r.partner_id as "partnerId", r.reference, r.original_reference as "originalReference", r.amount, r.reason, r.created_at as "createdAt"`.execute(
    db,
  )
  return rows
}
