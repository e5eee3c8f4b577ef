import { randomUUID } from 'node:crypto'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import type { TransactionReceipt } from '#core/payments/contract/gateway.ts'
import { isoLocal } from '#kernel/dates.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import { openChannel } from '../../src/app/simulator/channel.ts'
import { testConfig } from '../../test/config.ts'
import { demoDatabase, inDatabase } from './server.ts'

const PAID = { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' }
const PERSON = { name: 'Nguyễn Thị Lan', identityType: 'CCCD', identityNumber: '001190012345', phone: '0912345678' }

const RECEIVER = { name: 'Trần Văn Bình', identityType: 'CAN_CUOC', identityNumber: '079085054321' }

/** Who works at a till, as the counter channel names both. */
export interface Counter {
  till: string
  teller: string
}

/** The code by which the counter channel names the teller behind an account. */
export async function tellerOf(account: string): Promise<string> {
  const { code } = await demoDatabase()
    .selectFrom('iam.user_account as u')
    .innerJoin('organisation.staff as s', 's.id', 'u.staff_id')
    .select('s.code')
    .where('u.account', '=', account)
    .executeTakeFirstOrThrow()
  return code
}

/** What a counter reports, through the signed gateway of the server at an address, as the counter channel of the demo does. */
export async function counterChannel(origin: string) {
  const partner = await partnerByClientId(demoDatabase(), testConfig(), 'gw-saoviet')
  if (!partner) throw new Error('the demo has no counter channel')
  const call = openChannel({ baseUrl: origin, clientId: 'gw-saoviet', secret: partner.secret })
  async function report(body: object): Promise<TransactionReceipt> {
    const common = {
      externalRef: `E2E-${randomUUID()}`,
      service: 'CFM',
      channel: 'COUNTER',
      currency: 'VND',
      occurredAt: isoLocal(new Date(Date.now() - 1000)),
    }
    const { status, envelope } = await call('/og-001/v1/transactions', { ...common, ...body })
    if (status !== 200) throw new Error(JSON.stringify(envelope))
    return envelope.data as TransactionReceipt
  }
  return {
    /** A money order that was sent; the answer has its code and its secret. */
    send: (counter: Counter, amount: string) =>
      report({ ...counter, type: 'TRANSFER', amount, sender: PERSON, receiver: { name: 'Trần Văn Bình', phone: '0987654321' }, outcome: PAID }),
    /** The cash of an order that was handed to its receiver. */
    pay: (counter: Counter, orderCode: string, secret: string, amount: string) =>
      report({
        ...{ ...counter, type: 'PAYOUT', amount, orderCode, secret, payTo: 'RECEIVER', outcome: PAID },
        payee: RECEIVER,
      }),
    /** The cash of a line of a payout list that was handed to its beneficiary. */
    payLine: (counter: Counter, lineCode: string, payee: { name: string; identityType: string; identityNumber: string }, amount: string) =>
      report({ ...counter, service: 'PAYOUT', type: 'PAYOUT', amount, lineCode, payee, outcome: PAID }),
    /** A request to pay an order out: throws the refusal; answers its reference. */
    async claim(counter: Counter, orderCode: string, secret: string, amount: string): Promise<string> {
      return (await report({ ...counter, type: 'PAYOUT', amount, orderCode, secret, payTo: 'RECEIVER', payee: RECEIVER })).externalRef
    },
    /** The cash of a claim was handed over. */
    async confirm(externalRef: string): Promise<void> {
      const { status, envelope } = await call(`/og-001/v1/transactions/${externalRef}/outcome`, { ...PAID, occurredAt: isoLocal(new Date()) })
      if (status !== 200) throw new Error(JSON.stringify(envelope))
    },
  }
}

/** Ends the shift that another journey, or a working day of the demo, has left open, so that the teller may open one. */
export async function endShifts(account: string): Promise<void> {
  await inDatabase(
    "update cash.shift set status = 'CLOSED', closed_at = now() where status <> 'CLOSED' and teller_staff_id = (select staff_id from iam.user_account where account = $1)",
    [account],
  )
}

/** The shift of a teller that is open at a till of theirs. */
export async function openShiftAt(tillCode: string, account: string, day: string): Promise<void> {
  await inDatabase(
    `insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at)
     select 'CA-' || $1, h.unit_id, h.id, u.staff_id, $3, 'OPEN', now() from cash.holding h, iam.user_account u where h.code = $1 and u.account = $2`,
    [tillCode, account, day],
  )
}

/** A shift that its teller left open on an earlier day, at an empty till of its own. */
export async function leaveShift(tillCode: string, account: string, day: string): Promise<void> {
  await endShifts(account)
  await inDatabase(
    `insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at)
     select 'CA-' || $1, h.unit_id, h.id, u.staff_id, $3, 'OPEN', now() - interval '1 day' from cash.holding h, iam.user_account u where h.code = $1 and u.account = $2`,
    [tillCode, account, day],
  )
}

/** Somebody on a payout list who has not come yet, paid in cash at an office, for at most so many đồng. */
export async function payoutLine(unitCode: string, most = 20_000_000) {
  const line = await demoDatabase()
    .selectFrom('payout.due as d')
    .innerJoin('organisation.unit as u', 'u.id', 'd.unit_id')
    .select(['d.line_id as id', 'd.name', 'd.identity_number as identityNumber', 'u.name as office'])
    .where('u.code', '=', unitCode)
    .where('d.status', '=', 'UNPAID')
    .where('d.method', '=', 'CASH')
    .where('d.receiver_name', 'is', null)
    .where('d.list_status', 'in', ['APPROVED', 'PAYING'])
    .where('d.amount', '<=', `${most}.00`)
    .where('d.pay_from', '<=', isoLocal(new Date()).slice(0, 10))
    .orderBy('d.line_id')
    .executeTakeFirstOrThrow()
  return { code: lineCode(String(line.id)), name: String(line.name), identityNumber: String(line.identityNumber), office: line.office }
}
