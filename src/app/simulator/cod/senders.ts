import { sql } from 'kysely'
import { claimPayable, confirmClaim, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import type { DemoScale } from '#platform/server/config.ts'
import { type SenderPayoutReport, senderPayoutService, senderSlip } from '#subsystems/cob/contract/payouts/service.ts'
import type { Desk } from '../cash/desk.ts'
import { sendAll, somePerson } from '../cash/orders.ts'
import { cashIn, type Place, type Till } from '../cash/places.ts'
import { onDay } from '../cash/plan.ts'
import { cashDays } from '../cash/seeding.ts'
import { chanceOf } from '../dice.ts'
import { hash } from './hand-ins.ts'
import type { CodPlan } from './parcels.ts'

/** How a visit of somebody who comes for the money of an item ends: `BY_OTHER` was sent by the sender, `RELEASED` has forgotten the paper, of `LOST` nobody knows, `OPEN` is at the counter. */
type Visit = 'PAID' | 'BY_OTHER' | 'RELEASED' | 'LOST' | 'OPEN'

/** Visits of one day, over all counters: of usual ones, of the last that is over, of the demo's own. */
const USUAL: Record<DemoScale, readonly Visit[]> = { full: ['PAID', 'BY_OTHER'], small: ['PAID'] }
const LAST: readonly Visit[] = ['PAID', 'BY_OTHER', 'RELEASED', 'LOST', 'PAID']
const TODAY: readonly Visit[] = ['PAID', 'PAID', 'OPEN']
/** Working days at the end on which somebody comes. */
const DAYS = 4
/** From nine on, one after the other. */
const [OPENS, APART] = [9, 1.25]

/** The most that one is paid, and what a till has left then, in đồng: others come for cash too. */
const MOST = 2_000_000
const LEFT = 10_000_000
const LOST = { status: 'UNKNOWN', code: '68', message: 'Mất kết nối với quầy' } as const

interface PayableItem {
  code: string
  sender: string
  amount: string
  province: string
}

/** A payout of a day, by its slip. */
interface Made {
  id: string
  status: string
  teller: string
}

/** Who comes on a day. */
function visitsOn({ scale, anchor }: CodPlan, day: string): readonly Visit[] {
  const today = localDate(anchor)
  if (day === today) return TODAY
  const days = cashDays(scale, today).slice(-DAYS)
  return day === days.at(-1) ? LAST : days.includes(day) ? USUAL[scale] : []
}

/** Retail senders of a day are paid at the counters that are open, the first till of each province. What was made of the day goes on where it was. */
export async function paySenders(desk: Desk, plan: CodPlan, day: string, places: readonly Place[]): Promise<void> {
  const visits = visitsOn(plan, day)
  const tills = visits.length > 0 ? await openTills(desk, places, day) : new Map<string, Till>()
  if (tills.size === 0) return
  const made = await madeOn(desk, day)
  const items = await payableItems(desk, [...tills.keys()], onDay(day, OPENS - 1))
  for (const [n, visit] of visits.entries()) {
    desk.at(new Date(Math.min(plan.anchor.getTime(), onDay(day, OPENS + n * APART).getTime())))
    const before = made[n]
    if (!before) await oneVisit(desk, tills, items, visit)
    else if (before.status === 'CLAIMED') await end(desk, before.teller, before.id, visit)
  }
}

/** The first of the items that its till has cash for. */
async function oneVisit(desk: Desk, tills: ReadonlyMap<string, Till>, items: PayableItem[], visit: Visit): Promise<void> {
  for (let item = items.shift(); item; item = items.shift()) {
    const till = tills.get(item.province)
    if (!till || (await cashIn(desk.runtime.db, till.id)) - Number(item.amount) < LEFT) continue
    if (visit === 'LOST') await sendAll(desk, [lostOf(desk, till, item)])
    else {
      const { claim } = await desk.call(till.teller, claimPayable, { kind: senderSlip.kind, code: item.code, amount: item.amount, ...whoComes(item, visit) })
      if (claim) await end(desk, till.teller, claim.id, visit)
    }
    return
  }
}

async function end(desk: Desk, teller: string, id: string, visit: Visit): Promise<void> {
  if (visit === 'PAID' || visit === 'BY_OTHER') await desk.call(teller, confirmClaim, { id })
  if (visit === 'RELEASED') await desk.call(teller, releaseClaim, { id })
}

function whoComes({ code, sender }: PayableItem, visit: Visit) {
  const { phone: _, ...person } = somePerson(chanceOf(hash(code)))
  return visit === 'BY_OTHER'
    ? { to: 'AUTHORISED' as const, payee: person, paper: `Giấy uỷ quyền của ${sender}` }
    : { to: 'SENDER' as const, payee: { ...person, name: sender } }
}

const lostOf = (desk: Desk, till: Till, item: PayableItem): SenderPayoutReport => ({
  ...{ externalRef: `TG-${item.code}`, service: senderPayoutService.code, type: 'PAYOUT', channel: 'COUNTER', till: till.code, teller: till.tellerCode },
  ...{ itemCode: item.code, payee: whoComes(item, 'LOST').payee, amount: item.amount, currency: 'VND', occurredAt: isoLocal(desk.now()), outcome: LOST },
})

/** The first till with an open shift, by the province of its office. */
async function openTills({ runtime: { db } }: Desk, places: readonly Place[], day: string): Promise<Map<string, Till>> {
  const shifts = await db.selectFrom('cash.shift').select('till_id').where('status', '=', 'OPEN').where('business_date', '=', day).execute()
  const open = new Set(shifts.map(({ till_id }) => till_id))
  const found = places.flatMap(({ code, tills }) => tills.filter(({ id }) => open.has(id)).map((till) => [code.slice(0, 2), till] as const))
  return new Map(found.toReversed())
}

async function madeOn({ runtime: { db } }: Desk, day: string): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select s.id, s.status, a.account as teller from cob.sender_payout p join cash.slip s on s.transaction_id = p.transaction_id join iam.user_account a on a.staff_id = s.teller_staff_id
    where p.at >= ${onDay(day, 0)} and p.at < ${onDay(addDays(day, 1), 0)} order by s.id`.execute(db)
  return rows
}

/** Items that were accepted in some provinces and lay ready, those that were handed in last first. */
async function payableItems({ runtime: { db } }: Desk, provinces: readonly string[], ready: Date): Promise<PayableItem[]> {
  const { rows } = await sql<PayableItem>`
    select i.code, i.sender_name as sender, trunc(i.collected_amount)::text as amount, left(u.code, 2) as province from cob.item i join organisation.unit u on u.id = i.accepted_unit_id
    where i.key_account_id is null and i.money_state = 'PAYABLE' and i.hold_reason is null and i.updated_at < ${ready} and i.collected_amount <= ${MOST}
      and left(u.code, 2) = any(${provinces}::text[]) and not exists (select from cob.sender_payout p where p.item_id = i.id and p.stands)
    order by i.handed_in_at desc, i.id desc`.execute(db)
  return rows
}
