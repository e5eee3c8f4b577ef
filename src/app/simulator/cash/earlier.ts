import { updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { addDays, startOfDay } from '#kernel/dates.ts'
import { expiryDays } from '#subsystems/cfm/contract/parameters.ts'
import type { Desk } from './desk.ts'
import { closeTill, countVault, decide, endDay, openTill, requestFor } from './office.ts'
import { ordersUnclaimed, payBack, sendAll, workday } from './orders.ts'
import type { Place } from './places.ts'

/** Days before the demo's own on which orders were sent that nobody has come for: the ones have expired, the others go back. */
const EXPIRED = 70
const RETURNING = 36
/** For how long money that came back waited for its sender in those days. */
const WAITED = '30'
const PARAMETER = 'masterdata.parameter'

const onDay = (day: string, hour: number, minute = 0): Date => new Date(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000)

/** Two days of one office, months before the others: what was sent on them nobody has come for. */
export async function sendUnclaimed(desk: Desk, places: readonly Place[], office: Place, today: string): Promise<void> {
  const [first, second] = [EXPIRED, RETURNING].map((ago) => workday(addDays(today, -ago))) as [string, string]
  await shortDay(desk, places, office, first)
  await shortDay(desk, places, office, second)
  await setWaiting(desk, WAITED, 'Theo quy chế cũ: giữ tiền hoàn 30 ngày')
  await desk.run('cfm.age-orders')
  await setWaiting(desk, expiryDays.initial, 'Quy chế mới: giữ tiền hoàn chờ người gửi một năm')
}

async function shortDay(desk: Desk, places: readonly Place[], office: Place, day: string): Promise<void> {
  const [till] = office.tills
  if (!till) return
  desk.at(onDay(day, 7, 30))
  await openTill(desk, till, day)
  desk.at(onDay(day, 16, 30))
  await sendAll(
    desk,
    ordersUnclaimed(places, till, day).map(({ report }) => report),
  )
  desk.at(onDay(day, 16, 50))
  await closeTill(desk, office, till, day, { off: 0, left: false })
  await countVault(desk, office, day)
  desk.at(onDay(day, 17, 20))
  await endDay(desk, office, day)
}

/** Changes how long money that came back waits, as an administrator with a checker does. */
async function setWaiting(desk: Desk, value: string, reason: string): Promise<void> {
  const row = await desk.runtime.db.selectFrom(PARAMETER).select(['id', 'version', 'value']).where('key', '=', expiryDays.key).executeTakeFirstOrThrow()
  if (row.value === value) return
  if (!(await requestFor(desk, PARAMETER, row.id))) await desk.call('admin', updateParameter, { id: row.id, version: row.version, value, reason })
  await decide(desk, 'kiemsoat', PARAMETER, row.id)
}

/** Orders that nobody has come for by now go back, those that went back long ago expire; the first of the younger ones its sender fetches. */
export async function returnUnclaimed(desk: Desk, places: readonly Place[], office: Place, { day, today }: { day: string; today: string }): Promise<void> {
  desk.at(onDay(day, 6, 10))
  await desk.run('cfm.age-orders')
  const [till] = office.tills
  const [order] = till ? ordersUnclaimed(places, till, workday(addDays(today, -RETURNING))) : []
  desk.at(onDay(day, 16, 30))
  if (order) await payBack(desk, { ...order, endsOn: day, endsAt: office }, onDay(day, 16, 30))
}
