import { localDate } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Channel, ChannelReply } from './channel.ts'
import { type HistoryBatch, type HistoryPlan, type HistoryWindow, history, type LateOutcome } from './history.ts'
import { inParallel } from './parallel.ts'

/** Calls under way at the same time: the server works on one while the database works on another. */
const PARALLEL = 2

/** Who wants to know how far it is. */
export interface SeedingWatch {
  /** Something is missing, and making it takes a while. */
  onBegin?: () => Promise<void>
  /** Of the windows, the share that stands: 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Plays the channels' past through the bulk gateway and reports late outcomes one by one. What stands already is left out, so a
 * run that was cut off goes on where it was. Answers the number of lines sent. Rejects when the server does not take them.
 */
export async function seedHistory(
  runtime: Runtime,
  channels: ReadonlyMap<string, Channel>,
  plan: HistoryPlan,
  { onBegin, onProgress }: SeedingWatch = {},
): Promise<number> {
  let sent = 0
  const windows = history(plan)
  const first = await firstMissing(runtime, windows)
  if (first < windows.length) await onBegin?.()
  for (const [index, makeWindow] of windows.entries()) {
    if (index < first) continue
    onProgress?.(index / windows.length)
    const window = makeWindow()
    await inParallel(PARALLEL, await missingBatches(runtime, window), async (batch) => {
      await sendBatch(runtime, channelOf(channels, batch.partner), batch)
      sent += batch.lines.length
    })
    await inParallel(PARALLEL, await missingOutcomes(runtime, window), (late) => sendOutcome(channelOf(channels, late.partner), late))
  }
  if (sent > 0) {
    runtime.log.info({ sent, until: localDate(plan.anchor) }, 'demo history sent')
    // Statistics from the times when the tables were empty would mislead the first lists.
    for (const table of ['payment.transaction', 'payment.transaction_key', 'payment.transaction_event', 'ledger.journal', 'ledger.entry', 'ledger.account']) {
      await runtime.pool.query(`analyze ${table}`)
    }
  }
  return sent
}

function channelOf(channels: ReadonlyMap<string, Channel>, partner: string): Channel {
  const channel = channels.get(partner)
  if (!channel) throw new Error(`the demo has no channel ${partner}`)
  return channel
}

/** A batch is stored from its first line to its last, so the last one stands for all. */
async function missingBatches(runtime: Runtime, { batches }: HistoryWindow): Promise<HistoryBatch[]> {
  const known = await runtime.db
    .selectFrom('payment.transaction_key as k')
    .innerJoin('organisation.partner as p', 'p.id', 'k.partner_id')
    .select(['p.code', 'k.external_ref'])
    .where('k.external_ref', 'in', ['', ...batches.map(({ lastRef }) => lastRef)])
    .execute()
  const stored = new Set(known.map((row) => `${row.code} ${row.external_ref}`))
  return batches.filter(({ partner, lastRef }) => !stored.has(`${partner} ${lastRef}`))
}

/** The late outcomes of a window that have not been heard. */
async function missingOutcomes(runtime: Runtime, { outcomes }: HistoryWindow): Promise<LateOutcome[]> {
  const open = await runtime.db
    .selectFrom('payment.transaction')
    .select('external_ref')
    .where('status', '=', 'UNKNOWN')
    .where('external_ref', 'in', ['', ...outcomes.map(({ externalRef }) => externalRef)])
    .execute()
  const unknown = new Set(open.map((row) => row.external_ref))
  return outcomes.filter(({ externalRef }) => unknown.has(externalRef))
}

/** Where to begin: windows are finished in order, so everything before the last whole one stands. */
async function firstMissing(runtime: Runtime, windows: readonly (() => HistoryWindow)[]): Promise<number> {
  for (let index = windows.length - 1; index >= 0; index--) {
    const window = (windows[index] as () => HistoryWindow)()
    if ((await missingBatches(runtime, window)).length === 0 && (await missingOutcomes(runtime, window)).length === 0) return index + 1
  }
  return 0
}

async function sendBatch(runtime: Runtime, channel: Channel, { partner, lines, lastRef }: HistoryBatch): Promise<void> {
  const reply = await channel('/og-002/v1/transactions/batch', `${lines.join('\n')}\n`)
  const data = dataOf<{ refused: number; results: { line: number; status: string; code?: string; message?: string }[] }>(reply)
  if (data.refused === 0) return
  const example = data.results.find(({ status }) => status === 'refused')
  runtime.log.warn({ partner, lastRef, refused: data.refused, example }, 'lines of the demo history were refused')
}

async function sendOutcome(channel: Channel, { externalRef, body }: LateOutcome): Promise<void> {
  dataOf(await channel(`/og-001/v1/transactions/${externalRef}/outcome`, body))
}

function dataOf<T>({ status, envelope }: ChannelReply): T {
  if (status !== 200)
    throw new Error(`the gateway refused the demo's call: ${status} ${envelope.code} ${envelope.message} ${JSON.stringify(envelope.errors ?? [])}`)
  return envelope.data as T
}
