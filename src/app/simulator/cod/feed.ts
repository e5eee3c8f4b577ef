import { isoLocal } from '#kernel/dates.ts'
import type { DepositReport } from '#subsystems/cob/contract/service.ts'
import type { Desk } from '../cash/desk.ts'
import type { Client } from '../channel.ts'
import { chanceOf } from '../dice.ts'
import { failure, success, TIMED_OUT, UNDER_WAY } from '../payments.ts'
import { type HandIn, hash } from './hand-ins.ts'
import type { Parcel } from './parcels.ts'
import type { ShownCodes } from './shown-codes.ts'

/** Who reports what is handed in through a wallet, or by the code of a bank. */
const REPORTERS = { WALLET: { partner: 'ANPHAT', channel: 'WALLET' }, QR: { partner: 'VCB', channel: 'QR' } } as const
/** Fits one call, whatever the partner. */
const MOST = 5_000
/** An acceptance that is told of so much later comes after what has become of the item. */
const LATE_MS = 10 * 3_600_000

export type Clients = ReadonlyMap<string, Client>

/** What partners tell of items up to a moment; `after`: what was told up to then has been sent. */
export async function tell(desk: Desk, clients: Clients, parcels: readonly Parcel[], { after, until }: { after: Date; until: Date }): Promise<number> {
  const now = (at: Date) => at > after && at <= until
  let sent = 0
  // Partners do not wait for each other.
  const partners = [...Map.groupBy(parcels, (parcel) => parcel.partner)].map(async ([partner, own]) => {
    const client = clients.get(partner)
    if (!client) throw new Error(`the demo has no client of ${partner}`)
    const items = own.filter(({ toldAt }) => now(toldAt))
    const late = (parcel: Parcel) => parcel.toldAt.getTime() - new Date(parcel.line.acceptedAt).getTime() > LATE_MS
    const events = own.flatMap((parcel) => parcel.events.filter(({ toldAt }) => now(toldAt))).sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime())
    const batches = [
      ['items', items.filter((parcel) => !late(parcel))],
      ['events', events],
      ['items', items.filter(late)],
    ] as const
    for (const [what, lines] of batches) {
      await send(
        desk,
        client,
        `/cob-101/v1/${what}/batch`,
        lines.map(({ line }) => line),
      )
      sent += lines.length
    }
  })
  await Promise.all(partners)
  return sent
}

/** What wallets and banks report of hand-ins; `codes`: those that were paid by. */
export async function pay(desk: Desk, clients: Clients, handIns: readonly HandIn[], codes: ShownCodes = new Map()): Promise<void> {
  const channels = (['WALLET', 'QR'] as const).map(async (way) => {
    const { partner, channel } = REPORTERS[way]
    const client = clients.get(partner)
    const lines = handIns.filter((handIn) => handIn.way === way).map((handIn) => depositOf(handIn, way, channel, codes))
    if (client) await send(desk, client, '/og-002/v1/transactions/batch', lines)
  })
  await Promise.all(channels)
}

function depositOf(
  { key, courier, at, items, amount, told }: HandIn,
  kind: 'WALLET' | 'QR',
  channel: DepositReport['channel'],
  codes: ShownCodes,
): DepositReport {
  const chance = chanceOf(hash(key))
  const outcome = { SUCCEEDED: success(chance), FAILED: failure(chance), UNKNOWN: TIMED_OUT, UNDER_WAY }[told]
  const code = codes.get(key)
  const named = code ? { account: code.accountNumber, memo: code.memo } : { courier: courier.code, memo: `Nop COD ${courier.code}` }
  const meant = items.length > 0 ? { items: items.map(({ code: item }) => item) } : {}
  return {
    ...{ externalRef: key, service: 'COD', type: 'COLLECTION', channel, kind, ...named, ...meant },
    ...{ amount: `${amount}.00`, currency: 'VND', payer: { name: courier.name }, occurredAt: isoLocal(at), outcome },
  }
}

interface Result {
  refused: number
  results: { line: number; status: string; code?: string; message?: string }[]
}

async function send(desk: Desk, client: Client, path: string, lines: readonly object[]): Promise<void> {
  for (let at = 0; at < lines.length; at += MOST) {
    const part = lines.slice(at, at + MOST)
    const { status, envelope } = await desk.report(path, `${part.map((line) => JSON.stringify(line)).join('\n')}\n`, client)
    if (status !== 200) throw new Error(`the gateway refused the demo's call: ${path} ${status} ${envelope.code} ${envelope.message}`)
    const { refused, results } = envelope.data as Result
    if (refused === 0) continue
    const example = results.find((one) => one.status === 'refused')
    desk.runtime.log.warn({ path, refused, example, line: part[(example?.line ?? 1) - 1] }, 'lines of the demo’s cash on delivery were refused')
  }
}
