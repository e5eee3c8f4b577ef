import { personName } from '#core/organisation/server/public.ts'
import { addDays, isoLocal, startOfDay } from '#kernel/dates.ts'
import type { PayoutLineReport } from '#subsystems/cfm/contract/payouts.ts'
import type { CfmReport, PayoutReport, TransferReport } from '#subsystems/cfm/contract/service.ts'
import type { SenderPayoutReport } from '#subsystems/cob/contract/payouts/service.ts'
import { type Chance, chanceOf } from '../dice.ts'
import type { Desk } from './desk.ts'
import type { Place, Till } from './places.ts'

/** What becomes of an order in the end. */
type Fate = 'PAID' | 'CANCELLED' | 'RETURNED' | 'WAITING'

interface Order {
  report: TransferReport
  fate: Fate
  /** The day and the place where it is paid or given back. */
  endsOn: string
  endsAt: Place
}

const SEED = 20_260_901
/** Orders that a till takes in a day, about. */
const A_DAY = 5
const LATEST = 3
const PURPOSES = ['Gửi tiền cho con đi học', 'Trả tiền hàng', 'Biếu bố mẹ', 'Tiền thuê nhà', 'Hỗ trợ gia đình']
const PAID = { status: 'SUCCEEDED', code: '00', message: 'Đã giao nhận tiền mặt' } as const
const LOST = { status: 'UNKNOWN', code: '68', message: 'Mất kết nối với quầy' } as const

const offices = (places: readonly Place[]) => places.filter(({ tills }) => tills.length > 0)

/** Orders that were sent on a day, the same at every run. */
export function ordersOf(places: readonly Place[], date: string): Order[] {
  const chance = chanceOf(SEED ^ Number(date.replaceAll('-', '')))
  const open = offices(places)
  return open.flatMap((place, n) =>
    place.tills.slice(0, 1).flatMap((till) =>
      Array.from({ length: A_DAY - 2 + chance.below(5) }, (_, at) => {
        const report = someTransfer(chance, till, { date, ref: `CT${date.replaceAll('-', '')}${place.code}${String(at + 1).padStart(3, '0')}` })
        const fate = fateOf(chance.roll())
        const endsOn = workday(addDays(date, fate === 'PAID' ? chance.below(LATEST) : 1))
        if (fate === 'RETURNED') report.outcome = LOST
        return { report, fate, endsOn, endsAt: fate === 'PAID' ? (open[(n + 1 + chance.below(open.length - 1)) % open.length] as Place) : place }
      }),
    ),
  )
}

/** Some of a till's orders of a day, which nobody will come for. */
export function ordersUnclaimed(places: readonly Place[], till: Till, date: string): Order[] {
  const own = ordersOf(places, date).filter(({ report }) => report.till === till.code)
  return own.slice(0, 3).map((order) => ({ ...order, fate: 'RETURNED', report: { ...order.report, outcome: PAID } }))
}

/** The sender of an order has the money back. */
export async function payBack(desk: Desk, order: Order, until: Date): Promise<void> {
  const code = (await codesOf(desk, [order.report.externalRef])).get(order.report.externalRef)
  if (code) await sendAll(desk, [payoutOf(order, code, until)])
}

function fateOf(roll: number): Fate {
  if (roll < 0.04) return 'CANCELLED'
  if (roll < 0.07) return 'RETURNED'
  return roll < 0.9 ? 'PAID' : 'WAITING'
}

/** Post offices rest on Sundays. */
export const isWorkday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() !== 0
export const workday = (date: string): string => (isWorkday(date) ? date : addDays(date, 1))

export function somePerson(chance: Chance) {
  return { name: personName(chance.roll), identityType: 'CCCD' as const, identityNumber: `0${chance.digits(11)}`, phone: `09${chance.digits(8)}` }
}

/** One order, taken in between nine and four. */
export function someTransfer(
  chance: Chance,
  till: Pick<Till, 'code' | 'tellerCode'>,
  { date, ref, at }: { date: string; ref: string; at?: Date },
): TransferReport {
  const minute = 9 * 60 + chance.below(7 * 60)
  const amount = Math.min(9_000_000, Math.max(200_000, Math.round(chance.lognormal(1_800_000, 0.7) / 50_000) * 50_000))
  const { name, phone } = somePerson(chance)
  return {
    externalRef: ref,
    service: 'CFM',
    type: 'TRANSFER',
    channel: 'COUNTER',
    till: till.code,
    teller: till.tellerCode,
    amount: String(amount),
    currency: 'VND',
    sender: somePerson(chance),
    receiver: { name, phone, ...(chance.roll() < 0.3 ? { email: `khach${chance.digits(6)}@example.com` } : {}) },
    purpose: PURPOSES[chance.below(PURPOSES.length)] as string,
    occurredAt: isoLocal(at ?? new Date(startOfDay(date).getTime() + minute * 60_000)),
    outcome: PAID,
  }
}

/** Sends lines as one batch; a line that stands is repeated without effect. */
export async function sendAll(desk: Desk, lines: readonly (CfmReport | PayoutLineReport | SenderPayoutReport)[]): Promise<void> {
  if (lines.length === 0) return
  const { envelope } = await desk.report('/og-002/v1/transactions/batch', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  const data = envelope.data as { refused: number; results: { status: string; code?: string; message?: string }[] } | null
  if (!data) throw new Error(`the gateway refused the demo's orders: ${envelope.code} ${envelope.message}`)
  if (data.refused > 0)
    desk.runtime.log.warn({ refused: data.refused, example: data.results.find(({ status }) => status === 'refused') }, 'money orders of the demo were refused')
}

/** What the tills report of a day up to `until`: orders sent, orders that were lost track of and came back, orders paid out and given back. */
export async function ordersOfDay(desk: Desk, places: readonly Place[], date: string, { first, until }: { first: string; until: Date }): Promise<number> {
  const before = ({ report }: Order) => new Date(report.occurredAt) < until
  const sent = ordersOf(places, date).filter(before)
  await sendAll(
    desk,
    sent.map(({ report }) => report),
  )
  for (const { report, fate } of sent)
    if (fate === 'RETURNED') await outcome(desk, report.externalRef, { status: 'FAILED', code: '09', message: 'Phiếu không phát hành được' })
  const earlier = Array.from({ length: LATEST + 1 }, (_, days) => addDays(date, -days)).filter((day) => day >= first && isWorkday(day))
  const due = earlier
    .flatMap((day) => ordersOf(places, day))
    .filter(({ fate, endsOn, report }) => fate !== 'WAITING' && endsOn === date && new Date(report.occurredAt) < until)
  const codes = await codesOf(
    desk,
    due.map(({ report }) => report.externalRef),
  )
  await sendAll(
    desk,
    due.flatMap((order) => {
      const code = codes.get(order.report.externalRef)
      return code === undefined ? [] : [payoutOf(order, code, until)]
    }),
  )
  return sent.length + due.length
}

async function outcome(desk: Desk, ref: string, result: { status: string; code: string; message: string }): Promise<void> {
  const open = await desk.runtime.db
    .selectFrom('payment.transaction')
    .select('id')
    .where('external_ref', '=', ref)
    .where('status', '=', 'UNKNOWN')
    .executeTakeFirst()
  if (open) await desk.report(`/og-001/v1/transactions/${ref}/outcome`, { ...result, occurredAt: isoLocal(new Date(desk.now().getTime() - 1000)) })
}

/** Code and what is to be paid, by reference. */
async function codesOf({ runtime }: Desk, refs: readonly string[]): Promise<Map<string, { code: string; due: string }>> {
  if (refs.length === 0) return new Map()
  const rows = await runtime.db
    .selectFrom('cash.money_order as o')
    .innerJoin('payment.transaction_key as k', 'k.transaction_id', 'o.transaction_id')
    .select(['k.external_ref as ref', 'o.code', 'o.return_amount as due'])
    .where('k.external_ref', 'in', refs)
    .execute()
  return new Map(rows.map(({ ref, ...order }) => [ref, order]))
}

function payoutOf({ report, fate, endsOn, endsAt }: Order, { code, due }: { code: string; due: string }, until: Date): PayoutReport {
  const till = endsAt.tills[0] as Till
  const chance = chanceOf(Number(report.externalRef.slice(-6)))
  const { phone: _, ...payee } = fate === 'PAID' ? { ...somePerson(chance), name: report.receiver.name } : report.sender
  const at = new Date(
    Math.min(
      until.getTime() - 60_000,
      Math.max(startOfDay(endsOn).getTime() + (10 * 60 + chance.below(300)) * 60_000, Date.parse(report.occurredAt) + 600_000),
    ),
  )
  return {
    externalRef: `${report.externalRef}-${fate === 'PAID' ? 'CHI' : 'HOAN'}`,
    service: 'CFM',
    type: 'PAYOUT',
    channel: 'COUNTER',
    till: till.code,
    teller: till.tellerCode,
    orderCode: code,
    payTo: fate === 'PAID' ? 'RECEIVER' : 'SENDER',
    payee,
    amount: String(Number.parseInt(due, 10)),
    currency: 'VND',
    occurredAt: isoLocal(at),
    outcome: PAID,
  }
}

/** Somebody guesses the secret of a waiting order at an open till until it locks. */
export async function tryOrders(desk: Desk, places: readonly Place[], till: Till | undefined, date: string): Promise<void> {
  const days = [0, -1, -2, -3].map((ago) => addDays(date, ago)).filter(isWorkday)
  const waiting = days.flatMap((day) => ordersOf(places, day)).filter(({ fate }) => fate === 'WAITING')
  const codes = await codesOf(
    desk,
    waiting.map(({ report }) => report.externalRef),
  )
  const found = waiting.find(({ report }) => codes.has(report.externalRef))
  const order = found && codes.get(found.report.externalRef)
  if (!till || !found || !order) return
  const { outcome: _, ...claim } = payoutOf({ ...found, fate: 'PAID', endsOn: date, endsAt: { ...found.endsAt, tills: [till] } }, order, desk.now())
  const occurredAt = isoLocal(new Date(desk.now().getTime() - 1000))
  for (let guess = 0; guess < 5; guess++)
    await desk.report('/og-001/v1/transactions', { ...claim, externalRef: `${claim.externalRef}-${guess}`, secret: String(guess).repeat(8), occurredAt })
}
