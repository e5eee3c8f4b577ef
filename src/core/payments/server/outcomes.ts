import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { eventsFrom } from '#kernel/machine.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { behindSavepoint } from '#platform/server/database/savepoint.ts'
import type { Runtime } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { paymentErrors } from '../contract/errors.ts'
import { type TransactionStatus, transactionMachine, transactionsTopic } from '../contract/transaction.ts'
import { checkTime } from './admission.ts'
import { claimGroup, keepReplies } from './claims.ts'
import { businessDates } from './dating.ts'
import { type Detours, inGroup } from './group.ts'
import { eventOf, followBooked, journalOf, ownAccounts } from './journals.ts'
import { type Change, type OutcomeWord, type Standing, storeChanges } from './outcome-changes.ts'
import { endPartnerRefunds, keepPosted, type PartnerRefund } from './partner-refunds.ts'
import { postAll, warnOfHeld } from './posting.ts'
import { gatewayActor, type IngestResult, type OutcomeLine, PATHS, receiptOf, refusedByDatabase } from './receipts.ts'
import type { PaymentService, StoredTransaction } from './service.ts'
import { type Settings, settingsOf } from './settings.ts'

type Services = ReadonlyMap<string, PaymentService>

const wordOf = ({ caller, externalRef, outcome, occurredAt, language, traceId, ip }: OutcomeLine): OutcomeWord => ({
  ...{ partnerId: caller.partnerId, actor: gatewayActor(caller), externalRef, outcome, occurredAt, language, traceId, ip },
})

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

/** A decided change, before its day is known. */
type Undated = Omit<Change, 'businessDate' | 'lateOf'>

/** Outcomes of different transactions in one transaction that is the caller's. */
export async function applyGroup(runtime: Runtime, services: Services, tx: Tx, lines: readonly OutcomeLine[], detours: Detours): Promise<IngestResult[]> {
  const results: Results = new Array(lines.length)
  const claims = await claimGroup(tx, lines, results)
  return applyWords(runtime, services, tx, lines.map(wordOf), detours, results, () => keepReplies(tx, claims, results))
}

/** What the words come to, those that have a result already left out. Posts last, after `kept`. */
async function applyWords(
  runtime: Runtime,
  services: Services,
  tx: Tx,
  lines: readonly OutcomeWord[],
  detours: Detours,
  results: Results,
  kept: () => Promise<void> = async () => {},
): Promise<IngestResult[]> {
  for (const [at, { refused: error }] of detours) if (error) results[at] ??= { status: 'refused', error }
  const settings = await settingsOf(runtime)
  const standing = new Map((await lockTransactions(tx, lines)).map((row) => [refOf(row.partnerId, row.externalRef), row]))
  const ours = await madeHere(tx, lines, standing)
  const decisions = new Map<number, Undated>()
  for (const [at, line] of lines.entries()) {
    if (results[at]) continue
    const decided = decide(line, standing.get(refOf(line.partnerId, line.externalRef)), ours, settings, runtime.clock.now())
    if ('events' in decided) decisions.set(at, decided)
    else results[at] = decided
  }
  const changes = await withDates(tx, services, decisions, detours, localDate(runtime.clock.now()))
  await storeChanges(runtime, tx, changes, results)
  const given = await endRefunds(tx, changes, runtime.clock.now())
  await followSettled(runtime, tx, services, changes)
  await kept()
  await postPaid(runtime, tx, { services, settings, given }, changes, detours)
  await keepPosted(tx, succeeded(changes, given), runtime.clock.now())
  return results as IngestResult[]
}

/**
 * Outcomes that were found out here, of different transactions: state, journal, timeline and audit entry within the caller's transaction, on
 * the first open day. Throws what the first of them is refused for; then the caller's transaction is to be given up.
 */
export async function decideOutcomes(runtime: Runtime, services: Services, tx: Tx, words: readonly OutcomeWord[]): Promise<void> {
  const results = await inGroup(
    runtime,
    words,
    (group, detours) => behindSavepoint(tx, () => applyWords(runtime, services, tx, group, detours, new Array(group.length))),
    refusedByDatabase,
  )
  for (const result of results) if (result.status === 'refused') throw result.error
  runtime.live.hint(transactionsTopic)
}

/**
 * As `decideOutcomes` of one word, in a transaction of its own that runs again from its beginning where it meets others; `also` commits with it.
 * Throws what the word is refused for, and then nothing has changed.
 */
export async function decideOutcome(runtime: Runtime, services: Services, word: OutcomeWord, also: (tx: Tx) => Promise<unknown>): Promise<void> {
  const [result] = await inGroup<OutcomeWord, IngestResult>(
    runtime,
    [word],
    (group, detours) =>
      runtime.db.transaction().execute(async (tx) => {
        const results = await applyWords(runtime, services, tx, group, detours, new Array(group.length))
        for (const result of results) if (result.status === 'refused') throw result.error
        await also(tx)
        return results
      }),
    refusedByDatabase,
  )
  if (result?.status === 'refused') throw result.error
  runtime.live.hint(transactionsTopic)
}

/** The transactions that the lines speak of, and before refunds the payments that they give back, locked in order of id. Their days are asked for first: with them the planner leaves out all other months. */
async function lockTransactions(tx: Tx, lines: readonly OutcomeWord[]): Promise<Standing[]> {
  const { rows: keys } = await sql<{ id: string; day: string }>`
    with named as materialized (
      select k.transaction_id as id, k.business_date as day from payment.transaction_key k
      where (k.external_ref, k.partner_id) in (
        select * from unnest(${lines.map((line) => line.externalRef)}::text[], ${lines.map((line) => line.partnerId)}::bigint[])
      )
    )
    select id, day from named union select r.parent_id, r.parent_date from payment.partner_refund r where r.refund_id in (select id from named)`.execute(tx)
  const { rows } = await sql<Standing>`
    select t.id, t.code, t.external_ref as "externalRef", t.partner_id as "partnerId", t.status, t.version, t.amount, t.fee, t.tax, t.currency,
      t.business_date as "businessDate", t.occurred_at as "occurredAt", t.late_of as "lateOf", t.service, t.type, t.direction,
      t.head_unit_id as "headUnitId", t.province_unit_id as "provinceUnitId", t.district_unit_id as "districtUnitId", t.office_unit_id as "officeUnitId", t.merchant_id as "merchantId", t.credited_account as "creditedAccount", t.outcome
    from payment.transaction t
    where t.id = any(${keys.map(({ id }) => id)}::bigint[]) and t.business_date = any(${[...new Set(keys.map(({ day }) => day))]}::date[])
    order by t.id for no key update
  `.execute(tx)
  return rows
}

/**
 * Of the transactions that an outcome is older than those that were begun here: their time is that of this system's clock, which may be ahead of
 * the partner's. Nothing is asked where none is older.
 */
async function madeHere(tx: Tx, lines: readonly OutcomeWord[], standing: ReadonlyMap<string, Standing>): Promise<ReadonlySet<string>> {
  const early = lines.flatMap(({ partnerId, externalRef, occurredAt }) => {
    const row = standing.get(refOf(partnerId, externalRef))
    return row && new Date(occurredAt) < row.occurredAt ? [row] : []
  })
  if (early.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select e.transaction_id as id from payment.transaction_event e
    where (e.transaction_id, e.business_date) in (select * from unnest(${early.map(({ id }) => id)}::bigint[], ${early.map(({ businessDate }) => businessDate)}::date[]))
      and e.seq = 1 and (e.actor = 'system' or exists (select from payment.partner_refund r where r.refund_id = e.transaction_id))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether the machine takes the outcome from where the transaction stands; pure. */
function decide(line: OutcomeWord, standing: Standing | undefined, ours: ReadonlySet<string>, settings: Settings, now: Date): Undated | IngestResult {
  const { externalRef, outcome, language } = line
  const refused = (error: AppError): IngestResult => ({ status: 'refused', error })
  if (!standing) return refused(new AppError(paymentErrors.transactionUnknown, { externalRef }))
  const to = outcome.status
  // Before any other rule: what was accepted once stays so, however late it is reported again.
  const same = standing.status === to && standing.outcome?.code === outcome.code && standing.outcome.message === outcome.message
  if (same) return { status: 'repeated', receipt: receiptOf(standing) }
  const told = new Date(line.occurredAt)
  const at = told < standing.occurredAt && ours.has(standing.id) ? standing.occurredAt : told
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
function movesMoney(services: Services, standing: Standing, to: TransactionStatus) {
  const service = services.get(standing.service)
  return service && eventOf(service, standing, standing.status, to)
}

type Given = ReadonlyMap<string, PartnerRefund>

/** What the ends of refunds do to the payments that they give back. */
function endRefunds(tx: Tx, changes: ReadonlyMap<number, Change>, now: Date): Promise<Given> {
  const refunds = [...changes.values()].filter(({ standing }) => standing.type === 'REFUND')
  return endPartnerRefunds(
    tx,
    refunds.map(({ line: { actor, outcome }, standing: { id }, to, businessDate }) => ({
      id,
      to,
      actor,
      businessDate,
      words: [outcome.code, outcome.message].filter(Boolean).join(' '),
    })),
    now,
  )
}

const succeeded = (changes: ReadonlyMap<number, Change>, given: Given): PartnerRefund[] =>
  [...changes.values()].flatMap(({ standing: { id }, to }) => (to === 'SUCCEEDED' ? (given.get(id) ?? []) : []))

/** What the services keep of their own of what has become of transactions. */
async function followSettled(runtime: Runtime, tx: Tx, services: Services, changes: ReadonlyMap<number, Change>): Promise<void> {
  const { db, clock, config, audit } = runtime
  for (const [code, own] of Map.groupBy(changes.values(), ({ standing }) => standing.service)) {
    const moved = own.map(({ standing, to, businessDate, at }) => {
      const { id, code, type, amount, fee, tax } = storedOf(standing)
      const { creditedAccount } = standing
      return { id, code, type, amount, fee, tax, creditedAccount, status: to, from: standing.status as TransactionStatus, businessDate, occurredAt: at }
    })
    await services.get(code)?.settled?.(moved, { tx, db, now: clock.now(), secretKey: config.secretKey, audit })
  }
}

/**
 * The changes with the days that they count for: those on which they were decided, or the first open ones after. Whether a day is closed is known
 * of what posts once that is refused, and looked up for what failed, which posts nothing.
 */
async function withDates(tx: Tx, services: Services, decisions: ReadonlyMap<number, Undated>, detours: Detours, today: string): Promise<Map<number, Change>> {
  const posts = ({ standing, to }: Undated) => movesMoney(services, standing, to) !== undefined
  const dated = [...decisions].filter(([, decision]) => posts(decision) || (decision.to === 'FAILED' && services.has(decision.standing.service)))
  const happened = dated.map(([at, decision]) => {
    const { standing, at: time } = decision
    const service = services.get(standing.service)
    if (!service) throw new Error(`no service ${standing.service} to post ${standing.code} by`)
    return { service, place: standing, day: localDate(time), look: !posts(decision) || detours.get(at)?.dayClosed === true }
  })
  const dates = await businessDates(tx, happened, today)
  const found = new Map(dated.map(([at], n) => [at, dates[n] as string]))
  return new Map(
    [...decisions].map(([at, decision]) => {
      const day = localDate(decision.at)
      const businessDate = found.get(at) ?? day
      return [at, { ...decision, businessDate, lateOf: businessDate === day || !posts(decision) ? decision.standing.lateOf : day }]
    }),
  )
}

interface Books {
  services: Services
  settings: Settings
  given: Given
}

/** Posts what moved money. */
async function postPaid(runtime: Runtime, tx: Tx, { services, settings, given }: Books, changes: Map<number, Change>, detours: Detours): Promise<void> {
  const paid = [...changes].filter(([, { standing, to }]) => movesMoney(services, standing, to))
  if (paid.length === 0) return
  const stored = paid.map(([, { standing }]) => storedOf(standing))
  const own = await ownAccounts(tx, services, stored)
  const postings = paid.map(([at, change], n) => {
    const transaction = stored[n] as StoredTransaction
    const service = services.get(transaction.service)
    if (!service) throw new Error(`no service ${transaction.service} to post ${transaction.code} by`)
    const refund = given.get(transaction.id)
    const event = refund?.cancelled ? 'cancelled' : (eventOf(service, transaction, change.standing.status, change.to) ?? 'paid')
    const charged = refund?.charged
    const options = { own: own[n], at: change.at, businessDate: change.businessDate, ...(charged ? { charged } : {}) }
    const journal = journalOf(service, event, transaction, options, settings)
    const about = refund?.parentId ?? transaction.id
    return { at, transactionId: transaction.id, businessDate: change.standing.businessDate, journal, service, event, about }
  })
  const { journalIds, held } = await postAll(tx, postings, detours, settings)
  warnOfHeld(runtime, held)
  await followBooked(
    tx,
    postings.map(({ about: id, ...posting }, n) => ({ ...posting, id, journalId: journalIds[n] as string })),
    runtime.clock.now(),
  )
}

function storedOf({ amount, fee, tax, ...standing }: Standing): StoredTransaction {
  return { ...standing, place: standing, amount: parseMoney(amount), fee: parseMoney(fee), tax: parseMoney(tax) }
}
