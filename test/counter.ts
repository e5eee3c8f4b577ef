import { openHoldings } from '#core/cash/server/public.ts'
import type { TransactionReceipt } from '#core/payments/contract/gateway.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import type { TestApp } from './app.ts'
import { flatFee, type GatewayReply, gatewayCall, gatewayWorld, type TestChannel } from './payments.ts'

/** A till with its teller and the channel that reports for both. */
export interface TestCounter {
  unitId: string
  till: string
  tillId: string
  accountCode: string
  teller: string
  staffId: string
}

export interface CounterWorld {
  channel: TestChannel
  bank: TestChannel
  /** Office 010101 of province 01, and 790101 of province 79. */
  hanoi: TestCounter
  hcm: TestCounter
  send(body: object): Promise<GatewayReply<TransactionReceipt>>
  outcome(externalRef: string, status: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN'): Promise<GatewayReply<TransactionReceipt>>
  /** Opens a shift of the counter's teller at its till. */
  openShift(counter: TestCounter): Promise<void>
}

/** Two offices with a till each, whose money orders cost 20,000 đồng and tax. */
export async function counterWorld(it: TestApp): Promise<CounterWorld> {
  const { db } = it.runtime
  const { saoviet, vcb } = await gatewayWorld(it.runtime)
  await flatFee(it.runtime, 'CFM', '20000')
  const counter = async (unitCode: string): Promise<TestCounter> => {
    const { id: unitId } = await db.selectFrom('organisation.unit').select('id').where('code', '=', unitCode).executeTakeFirstOrThrow()
    const till = `T-${unitCode}`
    const [holding] = await db.transaction().execute((tx) => openHoldings(tx, [{ code: till, name: `Quầy ${unitCode}`, kind: 'TILL', unitId }]))
    const { rows } = await it.runtime.database.owner.query('insert into organisation.staff (code, full_name, unit_id) values ($1, $2, $3) returning id', [
      `GDV-${unitCode}`,
      `Giao dịch viên ${unitCode}`,
      unitId,
    ])
    return { unitId, till, tillId: holding?.id ?? '', accountCode: `CASH-${till}`, teller: `GDV-${unitCode}`, staffId: rows[0].id }
  }
  const [hanoi, hcm] = [await counter('010101'), await counter('790101')]
  return {
    channel: saoviet,
    bank: vcb,
    hanoi,
    hcm,
    send: (body) => gatewayCall(it.app, saoviet, '/og-001/v1/transactions', body, { at: it.runtime.clock.now() }),
    outcome: (externalRef, status) =>
      gatewayCall(
        it.app,
        saoviet,
        `/og-001/v1/transactions/${externalRef}/outcome`,
        { ...OUTCOMES[status], occurredAt: isoLocal(it.runtime.clock.now()) },
        { at: it.runtime.clock.now() },
      ),
    async openShift({ unitId, tillId, staffId, till }) {
      await it.runtime.database.owner.query(
        "insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at) values ($1, $2, $3, $4, $5, 'OPEN', now())",
        [`CA-${till}`, unitId, tillId, staffId, localDate(it.runtime.clock.now())],
      )
    },
  }
}

const OUTCOMES = {
  SUCCEEDED: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' },
  FAILED: { status: 'FAILED', code: '51', message: 'Không giao' },
  UNKNOWN: { status: 'UNKNOWN', code: '68', message: 'Không rõ' },
}

let counted = 0
const common = () => ({
  externalRef: `CT-${++counted}`,
  service: 'CFM',
  channel: 'COUNTER',
  currency: 'VND',
  occurredAt: isoLocal(new Date(Date.now() - 2_000)),
})

export const LAN = { name: 'Nguyễn Thị Lan', identityType: 'CCCD', identityNumber: '001190012345', phone: '0912345678' }
export const BINH = { name: 'Trần Văn Bình', identityType: 'CAN_CUOC', identityNumber: '079085054321' }

/** Money that was sent at a counter. */
export const transfer = ({ till, teller }: Pick<TestCounter, 'till' | 'teller'>, change: object = {}) => ({
  ...common(),
  ...{ type: 'TRANSFER', amount: '1000000', till, teller, sender: LAN, receiver: { name: BINH.name }, outcome: OUTCOMES.SUCCEEDED },
  ...change,
})

/** Who fetches an order: somebody else for each, because payments of the same amount to one person on a day stand in each other's way. */
export const fetcherOf = (orderCode: string) => ({ ...BINH, identityNumber: `079${orderCode.replace(/\D/g, '').slice(-9).padStart(9, '0')}` })

/** A request to pay an order to its receiver. */
export const payout = ({ till, teller }: Pick<TestCounter, 'till' | 'teller'>, orderCode: string, change: object = {}) => ({
  ...common(),
  ...{ type: 'PAYOUT', amount: '1000000', till, teller, orderCode, payTo: 'RECEIVER', payee: fetcherOf(orderCode) },
  ...change,
})

/** That the cash was handed over. */
export const PAID = { outcome: OUTCOMES.SUCCEEDED }
