import { createHash, randomUUID } from 'node:crypto'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { openChannel } from '../../src/app/simulator/channel.ts'
import { testConfig } from '../../test/config.ts'
import { demoDatabase, inDatabase } from './server.ts'

const BANK = 'VCB'
const RETURNED = { status: 'SUCCEEDED', code: '00', message: 'Trả lại' }
const PAID = { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công' }
const TIMED_OUT = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' }
const ASK_TOMORROW = "update outcome.outcome_case set next_inquiry_at = now() + interval '1 day' where external_ref = $1"

/** A payment in a partner's app whose end nobody knows, and nobody asks the partner for today. */
export async function lostInApp(origin: string, amount: string): Promise<{ externalRef: string; code: string; id: string }> {
  const partner = await partnerByClientId(demoDatabase(), testConfig(), 'gw-saoviet')
  const send = openChannel({ baseUrl: origin, clientId: 'gw-saoviet', secret: partner?.secret ?? '' })
  // No longer than a partner’s statement may name it.
  const externalRef = `E2E${Date.now()}`
  const { envelope } = await send('/og-001/v1/transactions', {
    ...{ externalRef, service: 'SDK', type: 'PAYMENT', channel: 'SDK', app: 'SAOVIET-PAY', platform: 'ANDROID', sdkVersion: '4.2.0', orderRef: externalRef },
    ...{ amount, currency: 'VND', payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970418' }, redirectUrl: 'saovietpay://return' },
    ...{ device: { idHash: createHash('sha256').update(externalRef).digest('hex'), model: 'Galaxy A54', os: 'Android 15' } },
    ...{ occurredAt: isoLocal(new Date(Date.now() - 1000)), outcome: TIMED_OUT },
  })
  const { transactionCode: code } = (envelope.data ?? {}) as NonNullable<Answer['data']>
  if (code === undefined) throw new Error(`${envelope.code} ${envelope.message}`)
  await inDatabase(ASK_TOMORROW, [externalRef])
  const { transaction_id: id } = await demoDatabase()
    .selectFrom('payment.transaction_key')
    .select('transaction_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return { externalRef, code, id }
}

interface Answer {
  status: number
  code: string
  data: { transactionCode?: string } | null
}

/** A bank of the demo: its channel at the gateway of the server at an address, and what its simulator answers when it is asked. */
export async function bankChannel(origin: string) {
  const db = demoDatabase()
  const partner = await partnerByClientId(db, testConfig(), 'gw-vcb')
  const { base_url } = await db
    .selectFrom('partner.endpoint as e')
    .innerJoin('organisation.partner as p', 'p.id', 'e.partner_id')
    .select('e.base_url')
    .where('p.code', '=', BANK)
    .executeTakeFirstOrThrow()
  const { code: merchantCode } = await db
    .selectFrom('merchants.merchant')
    .select('code')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const send = openChannel({ baseUrl: origin, clientId: 'gw-vcb', secret: partner?.secret ?? '' })
  const control = async (what: string, body: object): Promise<{ answered?: number }> => {
    const reply = await fetch(new URL(`/control/${what}`, base_url), { method: 'POST', body: JSON.stringify(body) })
    return (await reply.json()) as { answered?: number }
  }
  await control('rates', {})
  const report = async (line: object, externalRef = `E2E-${randomUUID()}`): Promise<Answer & { externalRef: string }> => {
    const { status, envelope } = await send('/og-001/v1/transactions', {
      ...{ externalRef, service: 'QR', type: 'PAYMENT', channel: 'BANK', merchantCode, currency: 'VND', occurredAt: isoLocal(new Date(Date.now() - 1000)) },
      ...{ payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970418' }, memo: 'Thanh toan don hang' },
      ...line,
    })
    return { externalRef, status, code: envelope.code, data: envelope.data as Answer['data'] }
  }
  const decide = (reference: string, fate: 'SUCCEEDED' | 'FAILED' | 'NOT_FOUND') => control('fates', { partner: BANK, reference, fate })
  return {
    /** A payment of this moment that succeeded: with what a customer knows of it. */
    async paid(amount: string): Promise<{ code: string; amount: string; day: string }> {
      const { code, data } = await report({ amount, outcome: PAID })
      if (!data?.transactionCode) throw new Error(code)
      return { code: data.transactionCode, amount, day: localDate(new Date()) }
    },
    /** A payment of an earlier moment that succeeded, from an account; answers its reference. */
    async paidAt(amount: string, occurredAt: string, account = '0123456789'): Promise<string> {
      const payer = { name: 'NGUYEN THI LAN', account, bankBin: '970418' }
      const { externalRef, data, code } = await report({ amount, occurredAt, payer, outcome: PAID })
      if (!data?.transactionCode) throw new Error(code)
      return externalRef
    },
    /** A payment of this moment to a merchant, that succeeded. */
    async paidTo(merchant: string, amount: string): Promise<{ code: string }> {
      const { code, data } = await report({ merchantCode: merchant, amount, outcome: PAID })
      if (!data?.transactionCode) throw new Error(code)
      return { code: data.transactionCode }
    },
    /** A payment, of an order or of none, whose end nobody knows; nobody is asked before somebody wants it, and the bank knows nothing before `decide`. */
    async lost(amount: string, orderCode?: string, occurredAt?: string): Promise<{ externalRef: string; code: string }> {
      const facts = { ...(orderCode === undefined ? {} : { orderCode }), ...(occurredAt === undefined ? {} : { occurredAt }) }
      const externalRef = `E2E-${randomUUID()}`
      // Of an earlier moment it is due to be asked for as it comes, before anything can put that off: whatever the bank would say must decide nothing.
      await decide(externalRef, 'NOT_FOUND')
      const { data, code } = await report({ amount, ...facts, outcome: TIMED_OUT }, externalRef)
      if (!data?.transactionCode) throw new Error(code)
      await inDatabase(ASK_TOMORROW, [externalRef])
      return { externalRef, code: data.transactionCode }
    },
    /** A request to pay the order. */
    pay: (amount: string, orderCode: string) => report({ amount, orderCode }),
    /** A payment to a merchant that succeeded. */
    sale: (merchant: string, amount: string) => report({ merchantCode: merchant, amount, outcome: PAID }),
    /** A payment to an account of the operator: announced, or with the outcome that it succeeded. */
    credit: (merchant: string, virtualAccount: string, amount: string, paid: boolean) =>
      report({ merchantCode: merchant, virtualAccount, amount, ...(paid ? { outcome: PAID } : {}) }),
    /** A transfer that the bank had made comes back. */
    giveBack: (originalReference: string, amount: string, reason: string) =>
      report({
        service: 'DISB',
        type: 'TRANSFER',
        merchantCode: undefined,
        payer: undefined,
        memo: undefined,
        originalReference,
        amount,
        reason,
        outcome: RETURNED,
      }),
    decide,
    /** The bank calls back; answers what the gateway said to it. */
    callBack: async (reference: string, status: 'SUCCEEDED' | 'FAILED') => (await control('call-backs', { partner: BANK, reference, status })).answered,
  }
}
