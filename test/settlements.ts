import { randomUUID } from 'node:crypto'
import { paymentServices, transferSources } from '#app/plugs/services.ts'
import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { createBatch, findBatch, submitBatch } from '#core/disbursement/contract/batches.ts'
import { Sender } from '#core/disbursement/server/public.ts'
import type { ConflictDecision } from '#core/outcomes/contract/case.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { outcomes } from '#core/outcomes/server/public.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import { paymentDesk, servicesByCode } from '#core/payments/server/public.ts'
import { findSettlement, settleNow } from '#core/settlements/contract/settlements.ts'
import { closeDue, settlementRules } from '#core/settlements/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { type TestClock, testClock } from './app.ts'
import { bankName } from './disbursement.ts'
import { runJobs } from './jobs.ts'
import { testPartner } from './partners.ts'
import { gatewayCall } from './payments.ts'
import { refundWorld } from './refunds.ts'

const CRM = { clientId: 'O2O_CRM' } as const
const DAY_MS = 86_400_000
type Merchant = 'M-HANOI' | 'M-HCM'

/** Merchants with cycles that are paid by QR, a bank that carries transfers out, and short words for each step. */
export async function settlementWorld() {
  const clock: TestClock = testClock()
  const world = await refundWorld({ clock })
  const { runtime } = world
  const bank = await testPartner(runtime)
  const desk = {
    sources: transferSources,
    payments: paymentDesk(paymentServices, []),
    services: servicesByCode(paymentServices),
    contradicted: outcomes({ services: paymentServices, address: () => undefined }).contradicted,
  }
  const sender = new Sender(runtime, desk, partnerConnector(runtime))
  const owner = (text: string, values: unknown[] = []) => runtime.database.owner.query<Record<string, string>>(text, values)
  const scalar = async (text: string, values: unknown[] = []) => String(Object.values((await owner(text, values)).rows[0] ?? {})[0])
  for (const [code, account] of [
    ['M-HANOI', '0011099001'],
    ['M-HCM', '0011099002'],
  ] as const)
    await owner(
      "update merchants.merchant set settlement_cycle = 'T1', settlement_account = $2, settlement_name = $3, created_at = '2020-01-01' where code = $1",
      [code, account, bankName(account)],
    )
  const headUnit = await scalar("select head_unit_id from merchants.merchant where code = 'M-HANOI'")
  const idOf = (merchant: Merchant) => scalar('select id from merchants.merchant where code = $1', [merchant])
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const gateway = (path: string, body: object, channel = world.world.vcb) =>
    gatewayCall<Record<string, unknown>>(world.app, channel, `/og-001/v1/transactions${path}`, body, { at: clock.now() })

  /** A payment of ten days ago, unless it says otherwise; by a partner that takes no refunds over its connection, so that they are posted with their approval. */
  const pay = (merchantCode: Merchant, amount: number, more: object = {}) =>
    world.pay({ merchantCode, amount: String(amount), occurredAt: isoLocal(new Date(clock.now().getTime() - 10 * DAY_MS)), ...more }, world.world.bidv)
  let ahead = 0
  /** Closes every cycle that is over a week after the last time, however late it is. */
  const close = async () => {
    ahead += 7
    return closeDue({ ...runtime, clock: { now: () => new Date(clock.now().getTime() + ahead * DAY_MS) } })
  }
  const make = (unitId = headUnit, as = 'ketoan') =>
    world.call(createBatch, { sourceKind: 'MERCHANT_SETTLEMENT', sourceId: unitId, partnerId: bank.id }, { as, ...CRM, ...key() })
  const batch = async (id: string) => {
    const { data, message } = await world.call(findBatch, { id }, { as: 'admin', ...CRM })
    if (!data) throw new Error(message)
    return data
  }
  /** A batch with the names that the bank gives. */
  const prepared = async (unitId?: string) => {
    const reply = await make(unitId)
    if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
    await runJobs(world)
    return reply.data.id
  }
  const decideOn = async (subjectType: string, subjectId: string, as = 'kiemsoat') => {
    const { data } = await world.call(requestsOf, { subjectType, subjectId }, { as: 'admin', ...CRM })
    const request = data?.find(({ status }) => status === 'PENDING')
    if (!request) throw new Error(`no request about ${subjectType} ${subjectId}`)
    return world.call(decideRequest, { id: request.id, version: request.version, decision: 'APPROVE', reason: 'Duyệt' }, { as, ...CRM, ...key() })
  }
  /** A batch that may leave. */
  const approved = async (unitId?: string) => {
    const id = await prepared(unitId)
    const asked = await world.call(submitBatch, { id, version: (await batch(id)).version, reason: 'Trình duyệt' }, { as: 'ketoan', ...CRM, ...key() })
    if (asked.status !== 200) throw new Error(`${asked.code} ${asked.message}`)
    const decided = await decideOn('disbursement.batch', id)
    if (decided.status !== 200) throw new Error(`${decided.code} ${decided.message}`)
    return id
  }
  const items = (batchId: string) => runtime.db.selectFrom('disbursement.item').selectAll().where('batch_id', '=', batchId).orderBy('id').execute()
  const send = async () => {
    await sender.begin()
    await sender.idle()
  }
  /** A batch that was sent, and what the bank says of its transfers by the code of the settlement; the others are paid. */
  const sent = async (fate: (settlement: string) => 'SUCCEEDED' | 'FAILED' | 'LOST' = () => 'SUCCEEDED') => {
    const id = await approved()
    for (const { reference, item_code } of await items(id)) {
      const told = fate(item_code)
      bank.simulator.decide('VCB', reference, told === 'LOST' ? 'SUCCEEDED' : told)
      if (told === 'LOST') bank.simulator.failNext('cut')
    }
    await send()
    return items(id)
  }
  const outcome = (reference: string, status: string, channel = world.world.vcb) =>
    gateway(`/${reference}/outcome`, { status, code: status === 'FAILED' ? '51' : '00', message: 'Ngân hàng báo', occurredAt: isoLocal(clock.now()) }, channel)
  const giveBack = (originalReference: string, amount: string) =>
    gateway('', {
      ...{ externalRef: `TL-${randomUUID()}`, service: 'DISB', type: 'TRANSFER', channel: 'BANK', currency: 'VND', amount, originalReference },
      ...{ reason: 'Tài khoản đã đóng', occurredAt: isoLocal(clock.now()), outcome: { status: 'SUCCEEDED', code: '00', message: 'Trả lại' } },
    })
  /** Two people settle what contradicts the outcome of a transaction; answers the first refusal, or the decision. */
  const decideConflict = async (reference: string, decision: ConflictDecision) => {
    const found = await runtime.db.selectFrom('outcome.outcome_case').select(['id', 'version']).where('external_ref', '=', reference).executeTakeFirstOrThrow()
    const asked = await world.call(settleConflict, { ...found, decision, note: 'Đã làm rõ' }, { as: 'ketoan', ...CRM, ...key() })
    return asked.data ? decideOn('outcome.outcome_case', found.id) : asked
  }
  const refund = async (id: string, amount: number) => world.decide(await world.asked(id, String(amount)))
  const now = async (merchant: Merchant) =>
    world.call(settleNow, { merchantId: await idOf(merchant), reason: 'Điểm bán đề nghị' }, { as: 'ketoan', clientId: 'PP_QR', ...key() })
  /** Settlements of a merchant, the oldest first. */
  const settlements = async (merchant: Merchant) =>
    runtime.db
      .selectFrom('settlement.settlement')
      .selectAll()
      .where('merchant_id', '=', await idOf(merchant))
      .orderBy('id')
      .execute()
  const balance = async (merchant: Merchant) =>
    Number(await scalar('select a.balance from ledger.account a join merchants.merchant m on m.payable_account_id = a.id where m.code = $1', [merchant]))
  /** What the nightly proof finds. */
  const differences = async () => {
    const rules = settlementRules({ settlement: (id) => id, merchant: (id) => id }).filter(({ severity }) => severity === 'HIGH')
    return (await Promise.all(rules.map((rule) => rule.query(runtime.db, clock.now())))).flat()
  }
  const alerts = async (code: string, db: Queryable = runtime.db) =>
    (await settlementRules({ settlement: (id) => id, merchant: (id) => id })
      .find((rule) => rule.code === code)
      ?.query(db, clock.now())) ?? []
  const last = async (merchant: Merchant = 'M-HANOI') => {
    const found = (await settlements(merchant)).at(-1)
    if (!found) throw new Error('no settlement')
    return found
  }
  const settlement = async (id: string) => (await world.call(findSettlement, { id }, { as: 'ketoan', clientId: 'PP_QR' })).data
  /** Whatever is owed is paid, so that the next test begins with nothing. */
  const cleared = async () => {
    await close()
    if ((await make()).status !== 409) throw new Error('something was left to pay')
  }
  const end = async () => {
    await sender.stop()
    await bank.simulator.close()
    await world.close()
  }
  return {
    ...world,
    ...{ bank, clock, owner, scalar, headUnit, idOf, gateway, payTo: pay, closeCycles: close, make, batch, prepared, decideOn, approved, items, send, sent },
    ...{ outcome, giveBack, decideConflict, refund, settleNow: now, settlements, balance, differences, alerts, last, settlement, cleared, end, CRM, key },
  }
}
export type SettlementWorld = Awaited<ReturnType<typeof settlementWorld>>
