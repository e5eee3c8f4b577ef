import { approveCashOrders, rejectCashOrders, withdrawCashOrder } from '#core/cash/contract/counter/cash-order.ts'
import { claimPayable, confirmClaim } from '#core/cash/contract/counter/pay.ts'
import { addDays, daysBetween, isoLocal, startOfDay } from '#kernel/dates.ts'
import { lineCode, type PayoutLineReport } from '#subsystems/cfm/contract/payouts.ts'
import { payoutSlip } from '#subsystems/cfm/contract/slip-kinds.ts'
import type { Desk } from './cash/desk.ts'
import { sendAll, workday } from './cash/orders.ts'
import type { Place, Till } from './cash/places.ts'

const MINUTE_MS = 60_000
/** Days in which nearly everybody comes, from the first day of a list on. */
const USUAL_DAYS = 11
const PAID = { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền mặt' } as const
const LOST = { status: 'UNKNOWN', code: '68', message: 'Mất kết nối với quầy' } as const
/** More than a teller pays without a cash order. */
const LARGE = 50_000_000
const CHECKER = 'kiemsoat'

interface Due {
  id: string
  lineNo: number
  payFrom: string
  payUntil: string
  list: string
  unit: string
  amount: string
  name: string
  identityType: string
  identityNumber: string
  receiverName: string | null
  receiverIdentity: string | null
  paper: string | null
}

/** Cash lines that nobody has fetched, in their order. */
async function dueLines({ runtime }: Desk, units: readonly string[], day: string): Promise<Due[]> {
  return runtime.db
    .selectFrom('payout.due as d')
    .innerJoin('payout.line as t', 't.id', 'd.line_id')
    .innerJoin('organisation.unit as u', 'u.id', 'd.unit_id')
    .select(['t.id', 't.line_no as lineNo', 'd.pay_from as payFrom', 'd.pay_until as payUntil', 'd.list_code as list', 'u.code as unit', 'd.amount', 'd.name'])
    .select(['t.identity_type as identityType', 't.identity_number as identityNumber', 'd.receiver_name as receiverName'])
    .select(['d.receiver_identity as receiverIdentity', 'd.receiver_paper as paper'])
    .where('d.status', '=', 'UNPAID')
    .where('d.method', '=', 'CASH')
    .where('d.list_status', 'in', ['APPROVED', 'PAYING'])
    .where('d.pay_from', '<=', day)
    .where('d.pay_until', '>=', day)
    .where('u.code', 'in', ['', ...units])
    .orderBy('t.id')
    .execute() as Promise<Due[]>
}

/** The working day on which somebody comes; a few never do. */
function comesOn({ lineNo, payFrom, payUntil }: Due, first: string): string | undefined {
  if (lineNo % 13 === 7) return undefined
  const begins = payFrom < first ? first : payFrom
  return workday(addDays(begins, lineNo % Math.min(USUAL_DAYS, daysBetween(begins, payUntil))))
}

const payeeOf = ({ name, identityType, identityNumber, receiverName, receiverIdentity }: Due) =>
  receiverName && receiverIdentity
    ? { name: receiverName, identityType: 'CCCD' as const, identityNumber: receiverIdentity }
    : { name, identityType: identityType as 'CCCD', identityNumber }

function reportOf(due: Due, till: Till, at: Date): PayoutLineReport {
  return {
    externalRef: `CL${due.list}-${due.lineNo}`,
    service: 'PAYOUT',
    type: 'PAYOUT',
    channel: 'COUNTER',
    till: till.code,
    teller: till.tellerCode,
    lineCode: lineCode(due.id),
    payee: payeeOf(due),
    ...(due.paper ? { paper: due.paper } : {}),
    amount: String(Number.parseInt(due.amount, 10)),
    currency: 'VND',
    occurredAt: isoLocal(at),
    outcome: PAID,
  } as PayoutLineReport
}

interface Day {
  first: string
  until: Date
  /** Of the last of them the counter has lost track. */
  lost?: boolean
}

/** What the tills report at the end of a day of those who came for their money, in one batch. */
export async function payLines(desk: Desk, places: readonly Place[], day: string, { first, until, lost = false }: Day): Promise<void> {
  const tills = new Map(places.flatMap(({ code, tills: [till] }) => (till ? [[code, till] as const] : [])))
  const due = await dueLines(desk, [...tills.keys()], day)
  const come = due.filter((line) => Number(line.amount) <= LARGE && comesOn(line, first) === day)
  const opens = startOfDay(day).getTime() + 8 * 60 * MINUTE_MS
  const reports = come.map((line, n) =>
    reportOf(line, tills.get(line.unit) as Till, new Date(Math.min(until.getTime() - MINUTE_MS, opens + n * 7 * MINUTE_MS))),
  )
  await sendAll(
    desk,
    reports.map((report, n) => (lost && n >= reports.length - 2 ? { ...report, outcome: LOST } : report)),
  )
}

/** Asks in the portal to pay a line at a till; the answer is its claim, or nothing where it waits for its cash order. */
async function ask(desk: Desk, till: Till, due: Due): Promise<string | undefined> {
  const { claim } = await desk.call(till.teller, claimPayable, {
    ...{ kind: payoutSlip.kind, code: lineCode(due.id), to: 'RECEIVER', amount: String(Number.parseInt(due.amount, 10)), payee: payeeOf(due) },
    ...(due.paper ? { paper: due.paper } : {}),
  })
  return claim?.id
}

const orderOf = ({ runtime }: Desk, { id }: Due) =>
  runtime.db.selectFrom('cash.cash_order').select(['id', 'version']).where('source_id', '=', lineCode(id)).orderBy('id', 'desc').executeTakeFirstOrThrow()

const largeLines = async (desk: Desk, place: Place, day: string): Promise<Due[]> =>
  (await dueLines(desk, [place.code], day)).filter(({ amount }) => Number(amount) > LARGE)

/** The large payments of a day that is over: one paid under its order, one rejected, one withdrawn; of another nobody heard any more. */
export async function largePayouts(desk: Desk, place: Place, till: Till, day: string): Promise<void> {
  const known = await desk.runtime.db.selectFrom('cash.cash_order').select('id').executeTakeFirst()
  const [paid, rejected, withdrawn, forgotten] = known ? [] : await largeLines(desk, place, day)
  if (!paid || !rejected || !withdrawn || !forgotten) return
  for (const due of [paid, rejected, withdrawn, forgotten]) await ask(desk, till, due)
  await desk.call(CHECKER, approveCashOrders, { rows: [await orderOf(desk, paid)], note: 'Đã kiểm tra giấy tờ' })
  await desk.call(CHECKER, rejectCashOrders, { rows: [await orderOf(desk, rejected)], note: 'Giấy uỷ quyền chưa có xác nhận của UBND xã' })
  await desk.call(till.teller, withdrawCashOrder, await orderOf(desk, withdrawn))
  const claim = await ask(desk, till, paid)
  if (claim) await desk.call(till.teller, confirmClaim, { id: claim })
}

/** What is under way at an open till: orders that wait, one that may be paid, and a payment that nobody confirms, so that it becomes unknown. */
export async function payoutsUnderWay(desk: Desk, place: Place, till: Till, day: string): Promise<void> {
  const orders = (await largeLines(desk, place, day)).slice(0, 3)
  for (const due of orders) await ask(desk, till, due)
  if (orders[0]) await desk.call(CHECKER, approveCashOrders, { rows: [await orderOf(desk, orders[0])], note: 'Đã kiểm tra giấy tờ' })
  const begun = (await dueLines(desk, [place.code], day)).find(({ amount }) => Number(amount) <= LARGE)
  if (begun) await ask(desk, till, begun)
}
