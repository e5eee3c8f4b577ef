import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { paymentErrors } from '../contract/errors.ts'
import { transactionsTopic } from '../contract/transaction.ts'
import { type Admitted, admitLines, factsHash, type Intake } from './admission.ts'
import { claimGroup, keepReplies } from './claims.ts'
import { type Detours, inGroup } from './group.ts'
import { existingKeys, type KeyRow, storeOwn, storeReports } from './ingest-sql.ts'
import { eventOf, journalOf } from './journals.ts'
import { postAll, warnOfHeld } from './posting.ts'
import { gatewayActor, type IngestLine, type IngestResult, receiptOf, refusedByDatabase } from './receipts.ts'
import type { StoredTransaction } from './service.ts'
import { settingsOf } from './settings.ts'

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
/** An admitted line that holds its reference. */
interface Taken {
  line: Admitted
  key: KeyRow
}

async function ingestGroup(runtime: Runtime, intake: Intake, tx: Tx, lines: readonly IngestLine[], detours: Detours): Promise<IngestResult[]> {
  const results: Results = new Array(lines.length)
  const claims = await claimGroup(tx, lines, results)
  refuseKnown(lines, detours, results)
  const { admitted, failed } = await admitOpen(runtime, intake, tx, lines, results, detours)
  const taken = await storeLines(tx, admitted)
  await followStored(runtime, tx, taken)
  warnOfFree(runtime, taken)
  warnOfLate(runtime, taken)
  await recordLines(runtime, tx, taken, results)
  await answerRepeats(tx, intake, admitted, failed, results)
  await keepReplies(tx, claims, results)
  await postPaid(runtime, tx, taken, detours)
  return results as IngestResult[]
}

/** Places whose posting was refused for good, and whatever else speaks of the same references. */
function refuseKnown(lines: readonly IngestLine[], detours: Detours, results: Results): void {
  const refused = [...detours].flatMap(([at, { refused: error }]) => (error ? [[refOf(lines[at] as IngestLine), error] as const] : []))
  if (refused.length === 0) return
  const byRef = new Map(refused)
  for (const [at, line] of lines.entries()) {
    const error = byRef.get(refOf(line))
    if (error) results[at] ??= { status: 'refused', error }
  }
}

const nameOf = (partnerId: string, externalRef: string) => `${partnerId} ${externalRef}`
const refOf = ({ caller, facts }: IngestLine) => nameOf(caller.partnerId, facts.externalRef)

/** The lines that may be stored, by place, and those that a rule refuses now. */
interface Admission {
  admitted: Map<number, Admitted>
  failed: Map<number, { line: IngestLine; error: AppError }>
}

async function admitOpen(runtime: Runtime, intake: Intake, tx: Tx, lines: readonly IngestLine[], results: Results, detours: Detours): Promise<Admission> {
  const open = [...lines.entries()].filter(([at]) => results[at] === undefined)
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

/** Stores the lines whose references are new, by the place where each stands first. */
async function storeLines(tx: Tx, admitted: Map<number, Admitted>): Promise<Map<number, Taken>> {
  const first = new Map<string, number>()
  for (const [at, { line }] of admitted) if (!first.has(refOf(line))) first.set(refOf(line), at)
  const made = await storeReports(
    tx,
    [...first.values()].map((at) => admitted.get(at) as Admitted),
  )
  const taken = new Map(
    made.map((key) => {
      const at = first.get(nameOf(key.partnerId, key.externalRef)) as number
      return [at, { line: admitted.get(at) as Admitted, key }]
    }),
  )
  await storeOwn(tx, taken.values())
  return taken
}

/** What the services keep of their own of what was stored. */
async function followStored(runtime: Runtime, tx: Tx, taken: Map<number, Taken>): Promise<void> {
  const { db, clock, config } = runtime
  for (const [service, lines] of Map.groupBy(taken.values(), ({ line }) => line.service)) {
    const made = lines.map(({ line: { line, status, businessDate, occurredAt, follow, amount, fee, tax }, key: { id, code } }) => {
      return { id, code, type: line.facts.type, status, from: undefined, businessDate, occurredAt, follow, amount, fee, tax }
    })
    await service.stored?.(made, { tx, db, now: clock.now(), secretKey: config.secretKey })
  }
}

/** Who sets fees up finds the payments by the filter of their list; whoever watches the system learns that there are such. */
function warnOfFree(runtime: Runtime, taken: Map<number, Taken>): void {
  const free = [...taken.values()].filter(({ line }) => line.feeOrigin.source === 'NONE' && line.type.fee !== 'NONE')
  if (free.length === 0) return
  const services = [...new Set(free.map(({ line }) => line.line.facts.service))]
  runtime.log.warn({ payments: free.length, services }, 'no plan or policy was in force: payments without a fee')
}

/** What came late is found by the filter of its list. */
function warnOfLate(runtime: Runtime, taken: Map<number, Taken>): void {
  const late = [...taken.values()].filter(({ line }) => line.lateOf !== null)
  if (late.length > 0) runtime.log.warn({ payments: late.length }, 'payments of days that are closed or over, dated to the first open one')
}

/** Posts what moved money. */
async function postPaid(runtime: Runtime, tx: Tx, taken: Map<number, Taken>, detours: Detours): Promise<void> {
  const settings = await settingsOf(runtime)
  const postings = [...taken].flatMap(([at, { line, key }]) => {
    const { businessDate, service, type, accounts: own, occurredAt } = line
    const event = eventOf(service, type.direction, undefined, line.status)
    if (!event) return []
    const journal = journalOf(service, event, storedOf(line, key), { own, at: occurredAt, businessDate }, settings)
    return [{ at, transactionId: key.id, businessDate, journal }]
  })
  if (postings.length === 0) return
  warnOfHeld(runtime, await postAll(tx, postings, detours, settings))
}

function storedOf(made: Admitted, key: KeyRow): StoredTransaction {
  const { amount, fee, tax, place, merchantId = null } = made
  const { service, type } = made.line.facts
  return { id: key.id, code: key.code, service, type, direction: made.type.direction, partnerId: key.partnerId, place, merchantId, amount, fee, tax }
}

/** The audit trail of what was stored, and its answers. */
async function recordLines(runtime: Runtime, tx: Tx, taken: Map<number, Taken>, results: Results): Promise<void> {
  await runtime.audit.writeMany(
    tx,
    [...taken.values()].map(({ line: { line, ...made }, key }) => ({
      actor: gatewayActor(line.caller),
      action: 'payments.report',
      subjectType: 'payment.transaction',
      subjectId: key.id,
      after: {
        code: key.code,
        externalRef: key.externalRef,
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
  for (const [at, { line, key }] of taken) {
    const { status, businessDate, lateOf } = line
    const money = { amount: formatMoney(line.amount), fee: formatMoney(line.fee), tax: formatMoney(line.tax), currency: 'VND' }
    results[at] = { status: 'created', receipt: receiptOf({ ...key, ...money, status, businessDate, lateOf }) }
  }
}

/**
 * Lines whose reference is known, from before or from an earlier line of the group: the first answer again, or other facts. A payment
 * that is stored stays so whatever the rules say today (merchant locked since, cap lowered, too long ago), so a line that failed them
 * is a repeat all the same; one with other facts is refused for what it failed.
 */
async function answerRepeats(tx: Tx, { services }: Intake, admitted: Admission['admitted'], failed: Admission['failed'], results: Results): Promise<void> {
  const open = [...admitted].filter(([at]) => results[at] === undefined)
  if (open.length + failed.size === 0) return
  const rows = await existingKeys(
    tx,
    [...open.map(([, { line }]) => line), ...[...failed.values()].map(({ line }) => line)].map(({ caller, facts }) => ({
      partnerId: caller.partnerId,
      externalRef: facts.externalRef,
    })),
  )
  const known = new Map(rows.map((row) => [nameOf(row.partnerId, row.externalRef), row]))
  for (const [at, { line, error }] of failed) {
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
}
