import { randomUUID } from 'node:crypto'
import { decideRequest, withdrawRequest } from '#core/approvals/contract/request.ts'
import { askQrCancellation, askQrRefund, getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { testApp } from './app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from './payments.ts'

type Options = { as?: string; key?: string; language?: 'vi' | 'en' }
type TestAppOptions = Parameters<typeof testApp>[0]

/** The whole system with channels, merchants, and short words for what people do about refunds. */
export async function refundWorld(options?: TestAppOptions) {
  const test = await testApp(options)
  const world: GatewayWorld = await gatewayWorld(test.runtime)

  /** Reports one payment through the gateway; answers its id. */
  const pay = (overrides: Parameters<typeof report>[0] = {}, channel: TestChannel = world.vcb): Promise<string> => reported(report(overrides), channel)

  /** As `pay`, with the whole line. */
  async function reported(line: object, channel: TestChannel = world.vcb): Promise<string> {
    const reply = await gatewayCall<{ transactionCode: string }>(test.app, channel, '/og-001/v1/transactions', line)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply))
    const key = await test.runtime.db
      .selectFrom('payment.transaction_key')
      .select('transaction_id as id')
      .where('code', '=', reply.data?.transactionCode ?? '')
      .executeTakeFirstOrThrow()
    return key.id
  }

  async function detail(id: string, as = 'ketoan') {
    const { data } = await test.call(getQrTransaction, { id }, { as })
    if (!data) throw new Error(`no transaction ${id}`)
    return data
  }

  /** What was given back of a payment so far, each time, and the request that waits. */
  async function refunds(id: string) {
    const { refunded, pendingRequestId } = await detail(id)
    const rows = await test.runtime.db.selectFrom('payment.refund').select(['amount', 'fee', 'tax', 'reason']).where('transaction_id', '=', id).execute()
    return { refunded, pendingRequestId, refunds: rows }
  }

  /** Asks with the version as it stands, unless one is given. */
  async function ask(id: string, amount: string, { as = 'ketoan', key = randomUUID(), language = 'vi', version }: Options & { version?: number } = {}) {
    const seen = version ?? (await detail(id, 'admin')).version
    return test.call(askQrRefund, { id, version: seen, amount, reason: 'Khách trả hàng' }, { as, language, headers: { 'idempotency-key': key } })
  }

  /** Asks and answers the id of the request. */
  async function asked(id: string, amount: string, options: Options = {}): Promise<string> {
    const reply = await ask(id, amount, options)
    if (!reply.data) throw new Error(JSON.stringify(reply))
    return reply.data.requestId
  }

  /** Asks for the cancellation of a payment, with the version as it stands unless one is given. */
  async function askCancel(
    id: string,
    { as = 'ketoan', key = randomUUID(), language = 'vi', version, attachments }: Options & { version?: number; attachments?: string[] } = {},
  ) {
    const seen = version ?? (await detail(id, 'admin')).version
    const input = { id, version: seen, reason: 'Quét nhầm mã', ...(attachments ? { attachments } : {}) }
    return test.call(askQrCancellation, input, { as, language, headers: { 'idempotency-key': key } })
  }

  /** Asks for a cancellation and answers the id of the request. */
  async function cancelAsked(id: string, options: Options = {}): Promise<string> {
    const reply = await askCancel(id, options)
    if (!reply.data) throw new Error(JSON.stringify(reply))
    return reply.data.requestId
  }

  async function decide(
    id: string,
    decision: 'APPROVE' | 'REJECT' = 'APPROVE',
    { as = 'kiemsoat', key = randomUUID(), language = 'vi' }: Options = {},
    version = 0,
  ) {
    const reason = decision === 'REJECT' ? 'Thiếu chứng từ' : undefined
    return test.call(decideRequest, { id, version, decision, reason }, { as, language, headers: { 'idempotency-key': key } })
  }

  const withdraw = (id: string, { as = 'ketoan' }: Options = {}, version = 0) => test.call(withdrawRequest, { id, version }, { as })

  /** The state of a payment, where the clock stands too far ahead for a session. */
  const detailFromDatabase = (id: string) =>
    test.runtime.db.selectFrom('payment.transaction').select(['status', 'version', 'refunded']).where('id', '=', id).executeTakeFirstOrThrow()

  return { ...test, detailFromDatabase, world, pay, reported, detail, refunds, ask, asked, askCancel, cancelAsked, decide, withdraw }
}

export type RefundWorld = Awaited<ReturnType<typeof refundWorld>>
