import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { AuditEntry } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { paymentErrors } from '../contract/errors.ts'
import { transactionsTopic } from '../contract/transaction.ts'
import { type Admitted, admitLines, factsHash, type Intake } from './admission.ts'
import { type Claims, claimsOf, keepReplies } from './claims.ts'
import { type Detours, inGroup } from './group.ts'
import { existingKeys, storeOwn } from './ingest-sql.ts'
import { eventOf, followBooked, journalOf } from './journals.ts'
import { postAll, warnOfHeld } from './posting.ts'
import { gatewayActor, type IngestLine, type IngestResult, receiptOf, refusedByDatabase } from './receipts.ts'
import type { Accounts, StoredTransaction } from './service.ts'
import { settingsOf } from './settings.ts'
import { type Candidate, identify, takeIn } from './take-in.ts'

/**
 * Takes in reported transactions: a result a line, in order. Row, uniqueness key, journal, timeline, audit entry and stored reply
 * commit together, in one database transaction with a number of statements that does not depend on the number of lines.
 * A refused line leaves no trace and does not disturb the others; a line reported before answers 'repeated'.
 * Throws only when the database fails, and then nothing of the group is stored.
 */
export async function ingestBatch(runtime: Runtime, intake: Intake, lines: readonly IngestLine[]): Promise<IngestResult[]> {
  const results = await inGroup(
    runtime,
    lines,
    (group, detours) => runtime.db.transaction().execute((tx) => ingestGroup(runtime, intake, tx, group, detours)),
    refusedByDatabase,
  )
  // After the commit, and one notification a second however many commit: whoever posts never waits for whoever looks.
  runtime.live.hint(transactionsTopic)
  return results
}

type Results = (IngestResult | undefined)[]

/** A group in one transaction that is the caller's. */
export async function ingestGroup(runtime: Runtime, intake: Intake, tx: Tx, lines: readonly IngestLine[], detours: Detours): Promise<IngestResult[]> {
  const results: Results = new Array<undefined>(lines.length).fill(undefined)
  const claims = claimsOf(lines)
  const refused = refusedBefore(lines, detours)
  const { admitted, failed } = await admitOpen(runtime, intake, tx, lines, refused, detours)
  const candidates = await candidatesOf(runtime, tx, admitted, claims)
  const taken = await takeIn(tx, { claims, candidates, entries: auditEntries(runtime, candidates) }, results)
  for (const [at, error] of refused) results[at] ??= { status: 'refused', error }
  const instead = await followStored(runtime, tx, taken)
  await storeOwn(tx, taken.values())
  warnOfFree(runtime, taken)
  warnOfLate(runtime, taken)
  await answerRepeats(tx, intake, claims, admitted, failed, results)
  await postPaid(runtime, tx, { taken, instead }, detours)
  return results as IngestResult[]
}

/** Places whose posting was refused for good, and whatever else speaks of the same references. */
function refusedBefore(lines: readonly IngestLine[], detours: Detours): Map<number, AppError> {
  const byRef = new Map([...detours].flatMap(([at, { refused }]) => (refused ? [[refOf(lines[at] as IngestLine), refused] as const] : [])))
  if (byRef.size === 0) return new Map()
  return new Map([...lines.entries()].flatMap(([at, line]) => (byRef.has(refOf(line)) ? [[at, byRef.get(refOf(line)) as AppError] as const] : [])))
}

const nameOf = (partnerId: string, externalRef: string) => `${partnerId} ${externalRef}`
const refOf = ({ caller, facts }: IngestLine) => nameOf(caller.partnerId, facts.externalRef)

/** The lines that may be stored, by place, and those that a rule refuses now. */
interface Admission {
  admitted: Map<number, Admitted>
  failed: Map<number, { line: IngestLine; error: AppError }>
}

async function admitOpen(
  runtime: Runtime,
  intake: Intake,
  tx: Tx,
  lines: readonly IngestLine[],
  refused: ReadonlyMap<number, AppError>,
  detours: Detours,
): Promise<Admission> {
  const open = [...lines.entries()].filter(([at]) => !refused.has(at))
  const decided = await admitLines(
    { tx, db: runtime.db, secretKey: runtime.config.secretKey },
    intake,
    open.map(([, line]) => line),
    await settingsOf(runtime),
    runtime.clock.now(),
    (n) => detours.get(open[n]?.[0] as number)?.dayClosed === true,
  )
  const admission: Admission = { admitted: new Map(), failed: new Map() }
  for (const [n, [at, line]] of open.entries()) {
    const one = decided[n] as AppError | Admitted
    if (one instanceof AppError) admission.failed.set(at, { line, error: one })
    else admission.admitted.set(at, one)
  }
  return admission
}

/** The lines that are stored unless their keys or references are known: each reference where it stands first, each key likewise. */
async function candidatesOf(runtime: Runtime, tx: Tx, admitted: ReadonlyMap<number, Admitted>, claims: Claims): Promise<Map<number, Candidate>> {
  const first = new Map<string, number>()
  for (const [at, { line }] of admitted) {
    const second = claims.all.has(at) && !claims.asked.has(at)
    if (!second && !first.has(refOf(line))) first.set(refOf(line), at)
  }
  const places = [...first.values()]
  const made = await identify(
    tx,
    runtime.pool,
    places.map((at) => admitted.get(at) as Admitted),
  )
  return new Map(places.map((at, n) => [at, made[n] as Candidate]))
}

/** What the services keep of their own of what was stored; answers the accounts that they found instead of those admitted, by transaction. */
async function followStored(runtime: Runtime, tx: Tx, taken: ReadonlyMap<number, Candidate>): Promise<ReadonlyMap<string, Accounts>> {
  const { db, clock, config, audit } = runtime
  const accounts = new Map<string, Accounts>()
  for (const [service, lines] of Map.groupBy(taken.values(), ({ line }) => line.service)) {
    const made = lines.map(({ line: { line, status, businessDate, occurredAt, creditedAccount = null, follow, amount, fee, tax }, id, code }) => {
      return { id, code, type: line.facts.type, status, from: undefined, businessDate, occurredAt, creditedAccount, follow, amount, fee, tax }
    })
    const own = await service.stored?.(made, { tx, db, now: clock.now(), secretKey: config.secretKey, audit })
    for (const [id, instead] of own ?? []) accounts.set(id, instead)
  }
  return accounts
}

/** Who sets fees up finds the payments by the filter of their list; whoever watches the system learns that there are such. */
function warnOfFree(runtime: Runtime, taken: ReadonlyMap<number, Candidate>): void {
  const free = [...taken.values()].filter(({ line }) => line.feeOrigin.source === 'NONE' && line.type.fee !== 'NONE')
  if (free.length === 0) return
  const services = [...new Set(free.map(({ line }) => line.line.facts.service))]
  runtime.log.warn({ payments: free.length, services }, 'no plan or policy was in force: payments without a fee')
}

/** What came late is found by the filter of its list. */
function warnOfLate(runtime: Runtime, taken: ReadonlyMap<number, Candidate>): void {
  const late = [...taken.values()].filter(({ line }) => line.lateOf !== null)
  if (late.length > 0) runtime.log.warn({ payments: late.length }, 'payments of days that are closed or over, dated to the first open one')
}

interface Stored {
  taken: ReadonlyMap<number, Candidate>
  instead: ReadonlyMap<string, Accounts>
}

/** Posts what moved money. */
async function postPaid(runtime: Runtime, tx: Tx, { taken, instead }: Stored, detours: Detours): Promise<void> {
  const settings = await settingsOf(runtime)
  const postings = [...taken].flatMap(([at, candidate]) => {
    const { line } = candidate
    const { businessDate, service, type, accounts, occurredAt } = line
    const event = eventOf(service, { type: line.line.facts.type, direction: type.direction }, undefined, line.status)
    if (!event) return []
    const own = { ...accounts, ...instead.get(candidate.id) }
    const journal = journalOf(service, event, storedOf(candidate), { own, at: occurredAt, businessDate }, settings)
    return [{ at, transactionId: candidate.id, businessDate, journal, service, event }]
  })
  if (postings.length === 0) return
  const { journalIds, held } = await postAll(tx, postings, detours, settings)
  warnOfHeld(runtime, held)
  await followBooked(
    tx,
    postings.map(({ transactionId: id, ...posting }, n) => ({ ...posting, id, journalId: journalIds[n] as string })),
    runtime.clock.now(),
  )
}

function storedOf({ line: made, id, code }: Candidate): StoredTransaction {
  const { amount, fee, tax, place, merchantId = null } = made
  const { service, type } = made.line.facts
  return { id, code, service, type, direction: made.type.direction, partnerId: made.line.caller.partnerId, place, merchantId, amount, fee, tax }
}

/** What the audit trail says of each that is stored. */
function auditEntries(runtime: Runtime, candidates: ReadonlyMap<number, Candidate>): Map<number, AuditEntry> {
  const entries = runtime.audit.entriesOf(
    [...candidates.values()].map(({ line: { line, ...made }, id, code }) => ({
      actor: gatewayActor(line.caller),
      action: 'payments.report',
      subjectType: 'payment.transaction',
      subjectId: id,
      after: {
        code,
        externalRef: line.facts.externalRef,
        service: line.facts.service,
        ...(typeof line.facts.merchantCode === 'string' ? { merchantCode: line.facts.merchantCode } : {}),
        payeeName: made.payee.name,
        ...(made.payee.account ? { payeeAccount: made.payee.account } : {}),
        amount: formatMoney(made.amount),
        status: made.status,
      },
      traceId: line.traceId,
      ip: line.ip,
    })),
  )
  return new Map([...candidates.keys()].map((at, n) => [at, entries[n] as AuditEntry]))
}

/**
 * Lines whose reference is known, from before or from an earlier line of the group: the first answer again, or other facts. A payment
 * that is stored stays so whatever the rules say today (merchant locked since, cap lowered, too long ago), so a line that failed them
 * is a repeat all the same; one with other facts is refused for what it failed.
 */
async function answerRepeats(
  tx: Tx,
  { services }: Intake,
  claims: Claims,
  admitted: Admission['admitted'],
  failed: Admission['failed'],
  results: Results,
): Promise<void> {
  const open = [...admitted].filter(([at]) => results[at] === undefined)
  const missed = [...failed].filter(([at]) => results[at] === undefined)
  if (open.length + missed.length === 0) return
  const rows = await existingKeys(
    tx,
    [...open.map(([, { line }]) => line), ...missed.map(([, { line }]) => line)].map(({ caller, facts }) => ({
      partnerId: caller.partnerId,
      externalRef: facts.externalRef,
    })),
  )
  const known = new Map(rows.map((row) => [nameOf(row.partnerId, row.externalRef), row]))
  for (const [at, { line, error }] of missed) {
    const row = known.get(refOf(line))
    const hash = factsHash(line.facts, services.get(line.facts.service))
    results[at] = row?.requestHash.equals(hash) ? { status: 'repeated', receipt: receiptOf(row) } : { status: 'refused', error }
  }
  for (const [at, decided] of open) {
    const { externalRef } = decided.line.facts
    const row = known.get(refOf(decided.line))
    if (row?.requestHash.equals(decided.hash)) results[at] = { status: 'repeated', receipt: receiptOf(row) }
    else if (row) results[at] = { status: 'refused', error: refusedField('externalRef', paymentErrors.otherFacts, decided.line.language, { externalRef }) }
    // Taken by somebody whose transaction came to nothing after all: the caller may try again.
    else results[at] = { status: 'refused', error: new AppError(errors.unavailable) }
  }
  const repeats = [...missed, ...open].flatMap(([at]) => {
    const claim = claims.asked.get(at)
    return claim ? [{ at, claim }] : []
  })
  await keepReplies(tx, repeats, results)
}
