import { randomUUID } from 'node:crypto'
import { paymentServices, transferSources } from '#app/plugs/services.ts'
import { createBatch, findBatch, submitBatch } from '#core/disbursement/contract/batches.ts'
import { Sender } from '#core/disbursement/server/public.ts'
import type { ConflictDecision } from '#core/outcomes/contract/case.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { outcomes } from '#core/outcomes/server/public.ts'
import { type PartnerConnector, partnerConnector } from '#core/partners/server/public.ts'
import { paymentDesk, servicesByCode } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { Books } from '../src/app/simulator/partner/answers.ts'
import { testClock } from './app.ts'
import { runJobs } from './jobs.ts'
import { testPartner } from './partners.ts'
import { gatewayCall, gatewayWorld } from './payments.ts'
import { type Person, payoutWorld } from './payouts.ts'

const CRM = { clientId: 'O2O_CRM' } as const
const books = new Books(1)

/** How the simulated bank calls an account. */
export function bankName(account: string, bankBin = '970436'): string {
  const reply = books.accountName({ account, bankBin })
  return 'json' in reply ? (reply.json.accountName ?? '') : ''
}

/** Payout lists whose lines go to accounts, a bank that carries transfers out, and short words for each step. */
export async function disbursementWorld() {
  const clock = testClock()
  const world = await payoutWorld({ clock })
  const { runtime } = world
  const channels = await gatewayWorld(runtime)
  const bank = await testPartner(runtime)
  const desk = {
    sources: transferSources,
    payments: paymentDesk(paymentServices, []),
    services: servicesByCode(paymentServices),
    contradicted: outcomes({ services: paymentServices, address: () => undefined }).contradicted,
  }
  const senderOf = (connector: Pick<PartnerConnector, 'payout'> = partnerConnector(runtime)) => new Sender(runtime, desk, connector)
  const sender = senderOf()
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  let n = 1000
  let month = 0

  const payee = (amount: number, more: Person = {}): Person => {
    n += 1
    const accountNumber = String(more.accountNumber ?? `00110${100_000 + n}`)
    return world.person(amount, { method: 'ACCOUNT', bankBin: '970436', accountName: bankName(accountNumber), ...more, accountNumber })
  }
  /** An approved list of these people. */
  const list = async (people: readonly Person[], unpaid: 'CARRY' | 'RETURN' = 'RETURN') => {
    month += 1
    return world.approved(await world.programme(unpaid), people, `${String(((month - 1) % 12) + 1).padStart(2, '0')}/2026`)
  }
  const make = (listId: string, as = 'ketoan') =>
    world.call(createBatch, { sourceKind: 'PAYOUT_LIST', sourceId: listId, partnerId: bank.id }, { as, ...CRM, ...key() })
  const batch = async (id: string) => {
    const { data, message } = await world.call(findBatch, { id }, { as: 'admin', ...CRM })
    if (!data) throw new Error(message)
    return data
  }
  const prepared = async (listId: string) => {
    const reply = await make(listId)
    if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
    await runJobs(world)
    return reply.data.id
  }
  const submit = async (id: string) =>
    world.call(submitBatch, { id, version: (await batch(id)).version, reason: 'Trình duyệt' }, { as: 'ketoan', ...CRM, ...key() })
  const decide = (id: string, as = 'kiemsoat') => world.decideOn('disbursement.batch', id, as)
  /** A batch that may leave. */
  const approved = async (listId: string) => {
    const id = await prepared(listId)
    const asked = await submit(id)
    if (asked.status !== 200) throw new Error(`${asked.code} ${asked.message}`)
    const decided = await decide(id)
    if (decided.status !== 200) throw new Error(`${decided.code} ${decided.message}`)
    return id
  }
  const items = (batchId: string) => runtime.db.selectFrom('disbursement.item').selectAll().where('batch_id', '=', batchId).orderBy('id').execute()
  const send = async (one: Sender = sender) => {
    await one.begin()
    await one.idle()
  }
  const line = async (listId: string, at = 0) => {
    const rows = await runtime.db.selectFrom('payout.line').selectAll().where('list_id', '=', listId).orderBy('line_no').execute()
    return rows[at] as (typeof rows)[number]
  }
  const gateway = (path: string, body: object) =>
    gatewayCall<Record<string, unknown>>(world.app, channels.vcb, `/og-001/v1/transactions${path}`, body, { at: clock.now() })
  const outcome = (reference: string, status: string) =>
    gateway(`/${reference}/outcome`, { status, code: status === 'FAILED' ? '51' : '00', message: 'Ngân hàng báo', occurredAt: isoLocal(clock.now()) })
  const giveBack = (originalReference: string, amount: string, change: object = {}) =>
    gateway('', {
      ...{ externalRef: `TL-${randomUUID()}`, service: 'DISB', type: 'TRANSFER', channel: 'BANK', currency: 'VND', amount, originalReference },
      ...{ reason: 'Tài khoản đã đóng', occurredAt: isoLocal(clock.now()), outcome: { status: 'SUCCEEDED', code: '00', message: 'Trả lại' } },
      ...change,
    })
  /** Two people settle what contradicts the outcome of a transfer; answers the first refusal, or the decision. */
  const settle = async (reference: string, decision: ConflictDecision) => {
    const found = await runtime.db.selectFrom('outcome.outcome_case').select(['id', 'version']).where('external_ref', '=', reference).executeTakeFirstOrThrow()
    const asked = await world.call(settleConflict, { ...found, decision, note: 'Đã làm rõ với ngân hàng' }, { as: 'ketoan', ...CRM, ...key() })
    // What could not be carried out before waits still.
    return asked.data || asked.code === 'APR-004' ? world.decideOn('outcome.outcome_case', found.id) : asked
  }
  const balanceOf = async (code: string) =>
    Number((await runtime.db.selectFrom('ledger.account').select('balance').where('code', '=', code).executeTakeFirst())?.balance ?? 0)

  /** What must hold after every step: each list's account equals what it still owes, and transfers under way the account of those in transit. */
  const differences = async () => {
    const { rows } = await runtime.pool.query<{ what: string; account: string; records: string }>(`
      select l.code as what, a.balance::text as account, s.open::text as records from payout.list l join ledger.account a on a.id = l.account_id
        cross join lateral (select coalesce(sum(t.amount), 0)::numeric(20,2) as open from payout.line t where t.list_id = l.id
          and (t.status in ('UNPAID', 'HELD') or (t.method = 'CASH' and t.status in ('CLAIMED', 'UNKNOWN')))) s
       where l.status in ('APPROVED', 'PAYING') and a.balance <> s.open
      union all
      select a.code, a.balance::text, s.open::text from payment.service_account r join ledger.account a on a.id = r.account_id
        cross join lateral (select coalesce(sum(amount), 0)::numeric(20,2) as open from disbursement.item where status in ('SENT', 'UNKNOWN')) s
       where r.service = 'DISB' and r.role = 'transit' and a.balance <> s.open
      union all
      select a.code, a.balance::text, s.open::text from payment.service_account r join ledger.account a on a.id = r.account_id
        cross join lateral (select coalesce(sum(amount), 0)::numeric(20,2) as open from disbursement.returned where status = 'WAITING') s
       where r.service = 'DISB' and r.role = 'unmatched' and a.balance <> s.open`)
    return rows
  }
  const end = async () => {
    await sender.stop()
    await bank.simulator.close()
    await world.close()
  }
  return {
    ...world,
    search: world.list,
    ...{
      world,
      bank,
      sender,
      senderOf,
      desk,
      key,
      payee,
      list,
      make,
      batch,
      prepared,
      submit,
      decide,
      approved,
      items,
      send,
      line,
      gateway,
      outcome,
      giveBack,
    },
    ...{ settle, balanceOf, differences, end, CRM },
  }
}
export type DisbursementWorld = Awaited<ReturnType<typeof disbursementWorld>>
