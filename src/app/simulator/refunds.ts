import { randomUUID } from 'node:crypto'
import { listChoices } from '#core/masterdata/server/public.ts'
import { outcomes } from '#core/outcomes/server/public.ts'
import { REFUND_REASONS } from '#core/payments/contract/refund.ts'
import { RefundSender, servicesByCode } from '#core/payments/server/public.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Runtime } from '#platform/server/module.ts'
import { askQrRefund } from '#subsystems/qr/contract/transactions.ts'
import { paymentServices } from '../plugs/services.ts'
import type { Desk } from './cash/desk.ts'
import { decide } from './cash/office.ts'
import { CODES } from './partner/fates.ts'

const [MAKER, CHECKER, BANK, TWICE] = ['ketoan', 'kiemsoat', 'VCB', 'DUPLICATE']

/** What the bank says of each refund, in their order; LOST: no answer that counts. */
const TOLD = ['SUCCEEDED', 'FAILED', 'LOST'] as const

/** Refunds that left through a bank, one of each end, by the calls that people make; the bank that answers is the simulated one, within this process. */
export async function seedRefunds(desk: Desk): Promise<void> {
  const runtime: Runtime = { ...desk.runtime, clock: { now: () => desk.now() } }
  const { db } = runtime
  if (await db.selectFrom('payment.partner_refund').select('refund_id').executeTakeFirst()) return
  const payments = await db
    .selectFrom('payment.transaction as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .select(['t.id', 't.version', 't.amount'])
    .where('p.code', '=', BANK)
    .where('t.service', '=', 'QR')
    .where('t.status', '=', 'SUCCEEDED')
    .where('t.refunded', '=', '0')
    .where('t.amount', '<', '1000000')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment.suspense as s').select('s.id').whereRef('s.transaction_id', '=', 't.id'))))
    .orderBy('t.business_date', 'desc')
    .orderBy('t.id', 'desc')
    .limit(TOLD.length)
    .execute()
  // A reason is chosen where the list of them stands.
  const reason = { ...((await listChoices(db, REFUND_REASONS)).has(TWICE) ? { reasonCode: TWICE } : {}), reason: 'Khách thanh toán hai lần' }
  for (const { id, version, amount } of payments) {
    await desk.call(MAKER, askQrRefund, { id, version, amount: formatMoney(parseMoney(amount)), ...reason })
    await decide(desk, CHECKER, 'payment.transaction', id)
  }
  await answer(runtime)
}

/** Lets them leave, and the bank answer. */
async function answer(runtime: Runtime): Promise<void> {
  const at = runtime.clock.now()
  let asked = 0
  const refund = async () => {
    const how = TOLD[asked++] ?? 'SUCCEEDED'
    const said = { partnerReference: null, raw: '', at, exchangeId: '0', sent: true }
    if (how === 'LOST') return { ...said, verdict: 'UNKNOWN' as const, fault: 'TIMEOUT' as const, code: null, message: '' }
    const partnerReference = how === 'SUCCEEDED' ? `FT${randomUUID().slice(0, 12).toUpperCase()}` : null
    return { ...said, ...CODES[how], partnerReference, verdict: how, fault: null }
  }
  const sender = new RefundSender(runtime, {
    services: servicesByCode(paymentServices),
    connector: { refund },
    contradicted: outcomes({ services: paymentServices, address: () => undefined }).contradicted,
  })
  while ((await sender.begin()) > 0) await sender.idle()
  await sender.stop()
}
