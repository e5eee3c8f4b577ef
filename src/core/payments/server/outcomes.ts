import { CompiledQuery, sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { eventsFrom } from '#kernel/machine.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { paymentErrors } from '../contract/errors.ts'
import type { GatewayOutcome } from '../contract/gateway.ts'
import {
  type Direction,
  type TransactionEvent,
  type TransactionStatus,
  type TransactionType,
  transactionMachine,
  transactionsTopic,
} from '../contract/transaction.ts'
import { checkTime } from './admission.ts'
import { claimGroup, keepReplies } from './claims.ts'
import { businessDates } from './dating.ts'
import { type Detours, inGroup } from './group.ts'
import { eventOf, journalOf, ownAccounts } from './journals.ts'
import { postAll, warnOfHeld } from './posting.ts'
import { gatewayActor, type IngestResult, PATHS, type ReceiptRow, type ReportContext, receiptOf, refusedByDatabase } from './receipts.ts'
import type { PaymentService, StoredTransaction } from './service.ts'
import { type Settings, settingsOf } from './settings.ts'

type Services = ReadonlyMap<string, PaymentService>

/** A channel's word on what became of a transaction. */
export interface OutcomeLine extends ReportContext {
  externalRef: string
  outcome: GatewayOutcome
  occurredAt: string
}

/**
 * Applies reported outcomes: a result a line, in order. State, journal, timeline, audit entry and stored reply commit together,
 * in one database transaction for lines of different transactions; further words on the same one follow in the next.
 * 'repeated' when the transaction has that outcome already. Throws only when the database fails.
 */
export async function ingestOutcomes(runtime: Runtime, services: Services, lines: readonly OutcomeLine[]): Promise<IngestResult[]> {
  const results: IngestResult[] = new Array(lines.length)
  let open = [...lines.keys()]
  while (open.length > 0) {
    const seen = new Set<string>()
    const round: number[] = []
    const later: number[] = []
    for (const at of open) {
      const line = lines[at] as OutcomeLine
      const ref = refOf(line.caller.partnerId, line.externalRef)
      ;(seen.has(ref) ? later : round).push(at)
      seen.add(ref)
    }
    const decided = await inGroup(
      runtime,
      round.map((at) => lines[at] as OutcomeLine),
      (group, detours) => runtime.db.transaction().execute((tx) => applyGroup(runtime, services, tx, group, detours)),
      refusedByDatabase,
    )
    for (const [n, at] of round.entries()) results[at] = decided[n] as IngestResult
    open = later
  }
  runtime.live.hint(transactionsTopic)
  return results
}

const refOf = (partnerId: string, externalRef: string) => `${partnerId} ${externalRef}`

type Results = (IngestResult | undefined)[]

/** A transaction as it stands, locked. */
interface Standing extends ReceiptRow {
  id: string
  partnerId: string
  version: number
  occurredAt: Date
  service: string
  type: TransactionType
  direction: Direction
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
  merchantId: string | null
  outcome: { code: string; message: string } | null
}

/** A decided change, before its day is known. */
type Undated = Omit<Change, 'businessDate' | 'lateOf'>

/** A decided change: the events to fire, in order. */
interface Change {
  line: OutcomeLine
  standing: Standing
  events: readonly [TransactionEvent, ...TransactionEvent[]]
  to: TransactionStatus
  at: Date
  /** The day that it posts for, and its own day where that is another one. */
  businessDate: string
  lateOf: string | null
}

async function applyGroup(runtime: Runtime, services: Services, tx: Tx, lines: readonly OutcomeLine[], detours: Detours): Promise<IngestResult[]> {
  const results: Results = new Array(lines.length)
  const claims = await claimGroup(tx, lines, results)
  for (const [at, { refused: error }] of detours) if (error) results[at] ??= { status: 'refused', error }
  const settings = await settingsOf(runtime)
  const standing = new Map((await lockTransactions(tx, lines)).map((row) => [refOf(row.partnerId, row.externalRef), row]))
  const decisions = new Map<number, Undated>()
  for (const [at, line] of lines.entries()) {
    if (results[at]) continue
    const decided = decide(line, standing.get(refOf(line.caller.partnerId, line.externalRef)), settings, runtime.clock.now())
    if ('events' in decided) decisions.set(at, decided)
    else results[at] = decided
  }
  const changes = await withDates(tx, services, decisions, detours, localDate(runtime.clock.now()))
  await storeChanges(runtime, tx, changes, results)
  await followSettled(runtime, tx, services, changes)
  await keepReplies(tx, claims, results)
  await postPaid(runtime, tx, services, settings, changes, detours)
  return results as IngestResult[]
}

/**
 * The transactions that the lines speak of, locked in order of id. Columns of `t` only: after a wait for the lock they are those of
 * the row as it stands then, whereas any other table is still read as it was before the wait.
 */
async function lockTransactions(tx: Tx, lines: readonly OutcomeLine[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select t.id, t.code, t.external_ref as "externalRef", t.partner_id as "partnerId", t.status, t.version, t.amount, t.fee, t.tax, t.currency,
      t.business_date as "businessDate", t.occurred_at as "occurredAt", t.late_of as "lateOf", t.service, t.type, t.direction,
      t.head_unit_id as "headUnitId", t.province_unit_id as "provinceUnitId", t.district_unit_id as "districtUnitId", t.office_unit_id as "officeUnitId", t.merchant_id as "merchantId", t.outcome
    from payment.transaction_key k
    join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where (k.external_ref, k.partner_id) in (
      select * from unnest(${lines.map((line) => line.externalRef)}::text[], ${lines.map((line) => line.caller.partnerId)}::bigint[])
    )
    order by t.id for no key update of t
  `.execute(tx)
  return rows
}

/** Whether the machine takes the outcome from where the transaction stands; pure. */
function decide(line: OutcomeLine, standing: Standing | undefined, settings: Settings, now: Date): Undated | IngestResult {
  const { externalRef, outcome, language } = line
  const refused = (error: AppError): IngestResult => ({ status: 'refused', error })
  if (!standing) return refused(new AppError(paymentErrors.transactionUnknown, { externalRef }))
  const to = outcome.status
  // Before any other rule: what was accepted once stays so, however late it is reported again.
  const same = standing.status === to && standing.outcome?.code === outcome.code && standing.outcome.message === outcome.message
  if (same) return { status: 'repeated', receipt: receiptOf(standing) }
  const at = new Date(line.occurredAt)
  const untimely = checkTime(at, 'occurredAt', now, settings, language)
  if (untimely) return refused(untimely)
  if (at < standing.occurredAt) return refused(refusedField('occurredAt', paymentErrors.outcomeBefore, language))
  const events = pathTo(standing.status as TransactionStatus, to)
  if (events) return { line, standing, events, to, at }
  const { status } = standing
  return refused(new AppError(paymentErrors.outcomeRefused, { status, outcome: to }, { data: { status, version: standing.version } }))
}

/** The events that lead from a state to a reported outcome: the whole path from the beginning, or its last event. */
function pathTo(from: TransactionStatus, to: keyof typeof PATHS): Undated['events'] | undefined {
  const [first, ...rest] = PATHS[to]
  if (from === transactionMachine.initial) return first && [first, ...rest]
  const last = PATHS[to].at(-1)
  return last && eventsFrom(transactionMachine, from).includes(last) ? [last] : undefined
}

/** What a change posts, if anything. */
function movesMoney(services: Services, { service: code, direction, status }: Standing, to: TransactionStatus) {
  const service = services.get(code)
  return service && eventOf(service, direction, status, to)
}

/** What the services keep of their own of what has become of transactions. */
async function followSettled(runtime: Runtime, tx: Tx, services: Services, changes: ReadonlyMap<number, Change>): Promise<void> {
  const { db, clock, config } = runtime
  for (const [code, own] of Map.groupBy(changes.values(), ({ standing }) => standing.service)) {
    const moved = own.map(({ standing, to, businessDate, at }) => {
      const { id, code, type, amount, fee, tax } = storedOf(standing)
      return { id, code, type, amount, fee, tax, status: to, from: standing.status as TransactionStatus, businessDate, occurredAt: at }
    })
    await services.get(code)?.settled?.(moved, { tx, db, now: clock.now(), secretKey: config.secretKey })
  }
}

/** The changes with the days that they post for: those on which they were decided, or the first open ones after. */
async function withDates(tx: Tx, services: Services, decisions: ReadonlyMap<number, Undated>, detours: Detours, today: string): Promise<Map<number, Change>> {
  const posting = [...decisions].filter(([, { standing, to }]) => movesMoney(services, standing, to))
  const happened = posting.map(([at, { standing, at: time }]) => {
    const service = services.get(standing.service)
    if (!service) throw new Error(`no service ${standing.service} to post ${standing.code} by`)
    return { service, place: standing, day: localDate(time), look: detours.get(at)?.dayClosed === true }
  })
  const dates = await businessDates(tx, happened, today)
  const found = new Map(posting.map(([at], n) => [at, dates[n] as string]))
  return new Map(
    [...decisions].map(([at, decision]) => {
      const day = localDate(decision.at)
      const businessDate = found.get(at) ?? day
      return [at, { ...decision, businessDate, lateOf: businessDate === day ? decision.standing.lateOf : day }]
    }),
  )
}

/** Posts what moved money. */
async function postPaid(runtime: Runtime, tx: Tx, services: Services, settings: Settings, changes: Map<number, Change>, detours: Detours): Promise<void> {
  const paid = [...changes].filter(([, { standing, to }]) => movesMoney(services, standing, to))
  if (paid.length === 0) return
  const stored = paid.map(([, { standing }]) => storedOf(standing))
  const own = await ownAccounts(tx, services, stored)
  const postings = paid.map(([at, change], n) => {
    const transaction = stored[n] as StoredTransaction
    const service = services.get(transaction.service)
    if (!service) throw new Error(`no service ${transaction.service} to post ${transaction.code} by`)
    const event = eventOf(service, transaction.direction, change.standing.status, change.to) ?? 'paid'
    const journal = journalOf(service, event, transaction, { own: own[n], at: change.at, businessDate: change.businessDate }, settings)
    return { at, transactionId: transaction.id, businessDate: change.standing.businessDate, journal }
  })
  warnOfHeld(runtime, await postAll(tx, postings, detours, settings))
}

function storedOf({ amount, fee, tax, ...standing }: Standing): StoredTransaction {
  return { ...standing, place: standing, amount: parseMoney(amount), fee: parseMoney(fee), tax: parseMoney(tax) }
}

async function storeChanges(runtime: Runtime, tx: Tx, changes: Map<number, Change>, results: Results): Promise<void> {
  if (changes.size === 0) return
  const rows = [...changes.values()]
  await updateTransactions(tx, rows, runtime.clock.now())
  await runtime.audit.writeMany(
    tx,
    rows.map(({ line, standing, to }) => ({
      actor: gatewayActor(line.caller),
      action: 'payments.outcome',
      subjectType: 'payment.transaction',
      subjectId: standing.id,
      before: { status: standing.status, version: standing.version },
      after: { code: standing.code, status: to, outcome: line.outcome.code },
      traceId: line.traceId,
      ip: line.ip,
    })),
  )
  for (const [at, { standing, to, lateOf }] of changes) results[at] = { status: 'created', receipt: receiptOf({ ...standing, status: to, lateOf }) }
}

/**
 * Fires the events of each row from the version it was read in, and writes the timeline, numbered on from what it holds: the rows
 * are locked by an earlier statement, so the next one sees everything written under their locks.
 */
async function updateTransactions(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  const moved = changes.map(({ line, standing: { id, version, businessDate }, events, at, lateOf }) => ({
    id,
    event: events,
    version,
    where: { business_date: businessDate },
    set: { outcome: outcomeOf(line, at), updated_at: now, late_of: lateOf },
  }))
  await fireMany(tx, transactionMachine, 'payment.transaction', moved)
  const documents = changes.map(({ line, standing, events, to, at }) => {
    let from = standing.status
    const steps = events.map((step, index) => {
      const step_to = transactionMachine.events[step].to
      const made = { nth: index + 1, step, from_status: from, to_status: step_to, detail: step_to === to ? outcomeOf(line, at) : null }
      from = step_to
      return made
    })
    return { id: standing.id, business_date: standing.businessDate, at: at.toISOString(), actor: gatewayActor(line.caller), steps }
  })
  await tx.executeQuery(CompiledQuery.raw(WRITE_TIMELINE, [JSON.stringify(documents)]))
}

const outcomeOf = ({ outcome }: OutcomeLine, at: Date) => ({ ...outcome, occurredAt: at.toISOString() })

const WRITE_TIMELINE = `
  insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
  select r.id, r.business_date, last.seq + s.nth, s.step, s.from_status, s.to_status, r.at, 'GATEWAY', r.actor, s.detail
  from json_to_recordset($1::json) as r (id bigint, business_date date, at timestamptz, actor text, steps json)
  cross join lateral (
    select max(e.seq) as seq from payment.transaction_event e where e.transaction_id = r.id and e.business_date = r.business_date
  ) last
  cross join lateral json_to_recordset(r.steps) as s (nth smallint, step text, from_status text, to_status text, detail jsonb)`
