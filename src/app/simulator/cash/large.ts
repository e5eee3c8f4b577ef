import { lockAccount, unlockAccount } from '#core/ledger/contract/account-change.ts'
import { settleSuspense } from '#core/payments/contract/suspense.ts'
import { startOfDay } from '#kernel/dates.ts'
import type { TransferReport } from '#subsystems/cfm/contract/service.ts'
import { chanceOf } from '../dice.ts'
import type { Desk } from './desk.ts'
import { decide, requestFor } from './office.ts'
import { sendAll, somePerson, someTransfer } from './orders.ts'
import type { Till } from './places.ts'

const SEED = 20_261_001
const PURPOSES = ['Trả tiền mua bò giống', 'Thanh toán tiền thu mua cà phê', 'Đặt cọc mua đất']

/** Orders of one person, who brings more cash in a day than may go unreported. */
function largeOrders(till: Till, date: string, amounts: readonly number[]): TransferReport[] {
  const chance = chanceOf(SEED ^ Number(date.replaceAll('-', '')))
  const sender = somePerson(chance)
  return amounts.map((amount, n) => ({
    ...someTransfer(chance, till, { date, ref: `CTL${date.replaceAll('-', '')}${till.code}-${n + 1}`, at: minuteOf(date, 14 * 60 + n * 10) }),
    amount: String(amount),
    sender,
    purpose: PURPOSES[n % PURPOSES.length] as string,
  }))
}

const minuteOf = (date: string, minutes: number): Date => new Date(startOfDay(date).getTime() + minutes * 60_000)

/** The till reports them at the end of its day. */
export async function bringLargeCash(desk: Desk, till: Till | undefined, date: string, amounts: readonly number[]): Promise<void> {
  if (till) await sendAll(desk, largeOrders(till, date, amounts))
}

/** The account whose lock leaves money in suspense. */
const FEES = '5113.CFM'

/** Somebody has the income of fees locked while it is compared, and meanwhile orders are reported: their fees lie in suspense. */
export async function whileFeesAreLocked(desk: Desk, work: () => Promise<void>): Promise<void> {
  await turnFees(desk, lockAccount, 'ACTIVE', 'Khoá để đối chiếu doanh thu cước trong tháng')
  await work()
  await turnFees(desk, unlockAccount, 'LOCKED', 'Đã đối chiếu xong doanh thu cước')
}

async function turnFees(desk: Desk, contract: typeof lockAccount | typeof unlockAccount, from: string, reason: string): Promise<void> {
  const find = () =>
    desk.runtime.db.selectFrom('ledger.account').select(['id', 'revision as version', 'status']).where('code', '=', FEES).executeTakeFirstOrThrow()
  const { id, version, status } = await find()
  if (status !== from) return
  const asked = await requestFor(desk, 'ledger.account', id)
  if (!asked) await desk.call('ketoan', contract, { id, version, reason })
  await decide(desk, 'kiemsoat', 'ledger.account', id)
}

const SUSPENSE = 'payment.suspense'

/** Of what lies in suspense the first is moved on, the second waits for a decision, and nobody has said anything about the rest. */
export async function clearSuspense(desk: Desk): Promise<void> {
  const rows = await desk.runtime.db.selectFrom('payment.suspense').select(['id', 'version', 'status']).orderBy('id').limit(2).execute()
  for (const [n, { id, version, status }] of rows.entries()) {
    if (status !== 'OPEN') continue
    if (!(await requestFor(desk, SUSPENSE, id)))
      await desk.call('ketoan', settleSuspense, { id, version, target: 'MEANT', reason: 'Tài khoản doanh thu cước đã mở khoá' })
    if (n === 0) await decide(desk, 'kiemsoat', SUSPENSE, id)
  }
}
