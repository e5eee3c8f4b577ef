import { sql } from 'kysely'
import { z } from 'zod'
import { parameter } from '#core/masterdata/server/public.ts'
import { type AccountNameAnswer, type PartnerConnector, partnerConnector } from '#core/partners/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { callsAtOnce } from '../contract/parameters.ts'
import { type Account, blockedOf, heldNote, holdAccount, isConfirmed, type Receiver, receiversOf, sameName } from './accounts.ts'
import { type BatchRow, batches, cancelEmpty } from './records.ts'
import type { DisbursementSource, Owed, Sources } from './source.ts'

export const prepareBatch = defineJob({
  name: 'disbursement.prepare-batch',
  title: { vi: 'Hỏi tên tài khoản và lập lô chuyển khoản', en: 'Look up account names and make a transfer batch' },
  input: z.strictObject({ batchId: z.string() }),
  timeoutSeconds: 3_600,
})

export const preparingJobs = (sources: Sources): JobHandler[] => [
  handleJob(prepareBatch, async ({ batchId }, { runtime, signal }) => prepare(runtime, sources, partnerConnector(runtime), batchId, signal)),
]

/** How many accounts are asked for and kept together. */
const CHUNK = 200

/**
 * Asks the bank for the name of each account and freezes it with its transfer; what the bank does not know, or calls otherwise, is left out
 * and held. May be broken off anywhere: what is kept is not asked again. An account that got no answer is left out, and asked with the next batch.
 */
export async function prepare(
  runtime: Runtime,
  sources: Sources,
  connector: Pick<PartnerConnector, 'accountName'>,
  batchId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = runtime
  const batch = await db.selectFrom('disbursement.batch').selectAll().where('id', '=', batchId).executeTakeFirst()
  if (batch?.status !== 'PREPARING') return
  const source = sources.of(batch.source_kind)
  const owed = await openOf(runtime, source, batch)
  const atOnce = await parameter(db, callsAtOnce)
  for (let at = 0; at < owed.length; at += CHUNK) {
    signal?.throwIfAborted()
    await prepareSome(runtime, { source, batch, connector, atOnce }, owed.slice(at, at + CHUNK))
  }
  await finish(runtime, batchId)
}

/** What the source owes and this batch has not looked at yet. */
async function openOf({ db, clock }: Runtime, source: DisbursementSource, batch: { id: string; source_id: string }): Promise<Owed[]> {
  const owed = await source.due(db, batch.source_id, clock.now())
  const { rows } = await sql<{ item: string }>`
    select source_item as item from disbursement.item where batch_id = ${batch.id} union all select source_item from disbursement.left_out where batch_id = ${batch.id}
    union all select source_item from disbursement.item where source_kind = ${source.kind} and source_id = ${batch.source_id} and status in ('READY', 'SENT', 'UNKNOWN', 'PAID')
    union all select source_item from disbursement.disputed_transfer where source_kind = ${source.kind} and source_item = any(${owed.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ item }) => item))
  return owed.filter(({ id }) => !known.has(id))
}

interface Preparing {
  source: DisbursementSource
  batch: Pick<BatchRow, 'id' | 'source_id' | 'source_code' | 'partner_id'>
  connector: Pick<PartnerConnector, 'accountName'>
  atOnce: number
}

/** What becomes of one: taken in with the name that the bank gave, or left out. */
type Found = { owed: Owed; receiver: Receiver } & (
  | { taken: string }
  | { left: 'NO_ANSWER' | 'NO_ACCOUNT' | 'NAME_DIFFERS' | 'HELD'; answer: string; answeredName: string }
)

async function prepareSome(runtime: Runtime, preparing: Preparing, owed: readonly Owed[]): Promise<void> {
  const { db, clock } = runtime
  const { source, batch, connector, atOnce } = preparing
  const receivers = await receiversOf(db, source.kind, owed)
  const isBlocked = await blockedOf(db, [...receivers.values()])
  const waiting = [...owed]
  const found: Found[] = []
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const receiver = receivers.get(one.id) as Receiver
      if (isBlocked(receiver)) found.push({ owed: one, receiver, left: 'HELD', answer: '', answeredName: '' })
      else found.push({ owed: one, receiver, ...(await ask(runtime, connector, batch.partner_id, receiver)) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, owed.length) }, work))
  // In the order of the source, whoever answered first.
  const places = new Map(owed.map(({ id }, at) => [id, at]))
  found.sort((a, b) => (places.get(a.owed.id) ?? 0) - (places.get(b.owed.id) ?? 0))
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const row = await batches.lock(tx, { id: batch.id })
    if (row.status !== 'PREPARING') return
    for (const one of found) await keep(tx, preparing, one, now)
  })
}

type Answered = { taken: string } | Pick<Extract<Found, { left: string }>, 'left' | 'answer' | 'answeredName'>

async function ask({ db }: Runtime, connector: Preparing['connector'], partnerId: string, { accountName, ...account }: Receiver): Promise<Answered> {
  const answer = await connector.accountName(partnerId, { bankBin: account.bankBin, account: account.accountNumber })
  if (answer.verdict === 'SUCCEEDED' && answer.accountName !== null) return named(db, account, accountName, answer.accountName)
  if (answer.verdict === 'FAILED') return { left: 'NO_ACCOUNT', answer: wordsOf(answer), answeredName: '' }
  return { left: 'NO_ANSWER', answer: answer.fault ?? wordsOf(answer), answeredName: '' }
}

const wordsOf = ({ code, message }: AccountNameAnswer) => [code, message].filter(Boolean).join(' ').slice(0, 500)

async function named(db: Runtime['db'], account: Account, listed: string, answered: string): Promise<Answered> {
  const name = answered.slice(0, 200)
  if (sameName(listed, name) || (await isConfirmed(db, account, listed, name))) return { taken: name }
  return { left: 'NAME_DIFFERS', answer: name, answeredName: name }
}

async function keep(tx: Tx, { source, batch }: Preparing, found: Found, now: Date): Promise<void> {
  const { owed, receiver } = found
  const { bankBin, accountNumber } = receiver
  if ('taken' in found) {
    await sql`
      insert into disbursement.item (batch_id, reference, source_kind, source_id, source_item, item_code, name, bank_bin, account_number, account_name, content, amount,
        partner_id, unit_id, head_unit_id, updated_by, updated_at)
      values (${batch.id}, 'UNC' || to_char(${localDate(now)}::date, 'YYMMDD') || lpad(nextval('disbursement.item_number')::text, 9, '0'), ${source.kind}, ${batch.source_id},
        ${owed.id}, ${owed.code}, ${owed.name}, ${bankBin}, ${accountNumber}, ${found.taken}, ${owed.content}, ${formatMoney(owed.amount)},
        ${batch.partner_id}, ${owed.unitId}, 0, 'system', ${now})
      on conflict (source_kind, source_item) where status in ('READY', 'SENT', 'UNKNOWN', 'PAID') do nothing`.execute(tx)
    return
  }
  await sql`
    insert into disbursement.left_out (batch_id, source_item, item_code, name, bank_bin, account_number, amount, reason, answer)
    values (${batch.id}, ${owed.id}, ${owed.code}, ${owed.name}, ${bankBin}, ${accountNumber}, ${formatMoney(owed.amount)}, ${found.left}, ${found.answer})
    on conflict do nothing`.execute(tx)
  if (found.left === 'NO_ANSWER') return
  const reason = found.left === 'HELD' ? 'ACCOUNT_HELD' : found.left
  const stamp = { by: 'system', at: now }
  const { answer: words, answeredName } = found
  const facts = { source, sourceId: batch.source_id, sourceCode: batch.source_code, partnerId: batch.partner_id, owed, receiver }
  const holdId = await holdAccount(tx, { ...facts, reason, words, answeredName }, stamp)
  await source.hold(tx, [owed.id], { ...stamp, holdId, reason: heldNote(reason) })
}

async function finish({ db, clock }: Runtime, batchId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await batches.lock(tx, { id: batchId })
    if (row.status !== 'PREPARING') return
    const { rows } = await sql<{ items: number; total: string; left: number }>`
      select (select count(*)::int from disbursement.item where batch_id = ${batchId} and status = 'READY') as items,
        (select coalesce(sum(amount), 0)::numeric(20,2)::text from disbursement.item where batch_id = ${batchId} and status = 'READY') as total,
        (select count(*)::int from disbursement.left_out where batch_id = ${batchId}) as left`.execute(tx)
    const { items, total, left } = rows[0] as (typeof rows)[number]
    const stamp = { by: 'system', at: clock.now() }
    await batches.save(tx, stamp, row, { item_count: items, total, left_out: left }, 'prepared')
    await cancelEmpty(tx, [batchId], stamp)
    await publish(tx, { topic: disbursementsTopic })
  })
}
