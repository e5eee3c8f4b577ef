import { setTimeout as delay } from 'node:timers/promises'
import { AppError, errors } from '#kernel/errors.ts'
import { type Batcher, createBatcher } from '#platform/server/batcher.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Intake } from '../admission.ts'
import { contradictionsIn } from '../contradictions.ts'
import { ingestBatch } from '../ingest.ts'
import { ingestOutcomes } from '../outcomes.ts'
import type { IngestLine, IngestResult, OutcomeLine } from '../receipts.ts'

/** Where single calls meet, so that those that come together share a transaction. */
export interface GatewayWork {
  report(line: IngestLine): Promise<IngestResult>
  reportOutcome(line: OutcomeLine): Promise<IngestResult>
}

const MAX_BATCH = 256
/** While one group is being committed, the next is being made ready. */
const LANES = 2

/** Answers the one set of batchers of a runtime. */
export function gatewayWork(intake: Intake): (runtime: Runtime) => GatewayWork {
  const works = new WeakMap<Runtime['db'], GatewayWork>()
  return (runtime) => {
    const work = works.get(runtime.db) ?? makeWork(runtime, intake)
    works.set(runtime.db, work)
    return work
  }
}

function makeWork(runtime: Runtime, intake: Intake): GatewayWork {
  const transactions = createBatcher({ maxBatch: MAX_BATCH, lanes: LANES, run: (lines: IngestLine[]) => ingestBatch(runtime, intake, lines) })
  const outcomes = createBatcher({ maxBatch: MAX_BATCH, lanes: LANES, run: (lines: OutcomeLine[]) => takeOutcomes(runtime, intake, lines) })
  return {
    report: (line) => decided(transactions, line),
    reportOutcome: (line) => decided(outcomes, line),
  }
}

/** A report that contradicts what stands is refused, and kept all the same, in a transaction of its own; one that cannot be kept has to come again. */
async function takeOutcomes(runtime: Runtime, { services, contradicted }: Intake, lines: readonly OutcomeLine[]): Promise<(IngestResult | Error)[]> {
  const results: (IngestResult | Error)[] = await ingestOutcomes(runtime, services, lines)
  const found = contradictionsIn(lines, results)
  if (!contradicted || found.size === 0) return results
  try {
    await contradicted(runtime, [...found.values()])
  } catch (error) {
    runtime.log.error({ error, reports: found.size }, 'contradicting reports could not be kept')
    for (const at of found.keys()) results[at] = new AppError(errors.unavailable)
  }
  return results
}

const WAITS = 100
const WAIT_MS = 10

/** A call whose Idempotency-Key is in use at this moment waits for what becomes of it, so that equal calls get equal answers; not for ever. */
async function decided<I>(batcher: Batcher<I, IngestResult>, item: I): Promise<IngestResult> {
  for (let wait = 0; ; wait++) {
    const result = await batcher.submit(item)
    const inFlight = result.status === 'refused' && result.error.definition === errors.idempotencyInFlight
    if (!inFlight || wait === WAITS) return result
    await delay(WAIT_MS)
  }
}
