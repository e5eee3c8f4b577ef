import { expect, it } from 'vitest'
import { addDays, localDate } from '#kernel/dates.ts'
import { EventLine, ItemLine } from '#subsystems/cob/contract/feed.ts'
import { handInsOf } from './hand-ins.ts'
import { COD_HISTORY, type CodPlan, parcelsOf } from './parcels.ts'

const anchors = ['2026-11-20T17:30:00Z', '2026-11-21T02:00:00Z', '2026-11-22T08:00:00Z', '2027-02-28T16:59:59Z']
const plans = anchors.map((anchor, n): CodPlan => ({ scale: n === 1 ? 'full' : 'small', anchor: new Date(anchor) }))
const label = ({ scale, anchor }: CodPlan) => `${scale} ${anchor.toISOString()}`

it.each(plans.map((plan) => [label(plan), plan] as const))('items of %s are what the gateway takes, each once and before the demo begins', (_name, plan) => {
  const parcels = parcelsOf(plan)
  expect(parcels.length).toBeGreaterThan(COD_HISTORY[plan.scale].items * 0.85)
  expect(new Set(parcels.map(({ code }) => code)).size).toBe(parcels.length)
  const references = parcels.flatMap(({ events }) => events.map(({ line }) => line.reference))
  expect(new Set(references).size).toBe(references.length)
  for (const { line, events, toldAt } of parcels.filter((_parcel, at) => at % 5 === 0)) {
    expect(ItemLine.safeParse(line).success, JSON.stringify(line)).toBe(true)
    for (const event of events) {
      expect(EventLine.safeParse(event.line).success, JSON.stringify(event.line)).toBe(true)
      expect(new Date(event.line.at) <= event.toldAt && new Date(event.line.at) > new Date(line.acceptedAt)).toBe(true)
    }
    expect(new Date(line.acceptedAt) < toldAt).toBe(true)
  }
  // The same at every run.
  expect(parcelsOf(plan)).toEqual(parcels)
})

it.each(plans.map((plan) => [label(plan), plan] as const))('what is handed in of %s was taken before, and never more than that', (_name, plan) => {
  const parcels = parcelsOf(plan)
  const taken = new Map(parcels.map(({ code, collected, courier }) => [code, { left: collected?.amount ?? 0, at: collected?.at, courier: courier.code }]))
  const handIns = handInsOf(plan, parcels, addDays(localDate(plan.anchor), -7))
  expect(new Set(handIns.map(({ key }) => key)).size).toBe(handIns.length)
  for (const { items, at, courier, amount, told } of handIns) {
    expect(amount).toBe(items.reduce((sum, item) => sum + item.amount, 0))
    for (const item of items) {
      const of = taken.get(item.code)
      if (!of?.at) throw new Error(`nothing was taken for ${item.code}`)
      expect(of.courier).toBe(courier.code)
      expect(of.at < at, `${item.code} is handed in after it was taken`).toBe(true)
      if (told !== 'FAILED') of.left -= item.amount
      expect(of.left).toBeGreaterThanOrEqual(0)
    }
  }
  expect(new Set(handIns.map(({ way }) => way))).toEqual(new Set(['CASH', 'WALLET', 'QR', 'TKTT']))
  // Whether one fails is chance.
  expect(handIns.map(({ told }) => told)).toEqual(expect.arrayContaining(['SUCCEEDED', 'UNKNOWN', 'UNDER_WAY']))
  expect(new Set(handIns.flatMap(({ slip }) => slip ?? []))).toEqual(new Set(['CONFIRMED', 'WAITING', 'MISMATCH', 'RESOLVED']))
  // Debts of all ages are left.
  const today = localDate(plan.anchor)
  const ages = [...taken.values()].flatMap(({ left, at }) =>
    left > 0 && at && at < plan.anchor ? [Math.round((plan.anchor.getTime() - at.getTime()) / 86_400_000)] : [],
  )
  for (const [from, to] of [
    [2, 4],
    [5, 8],
    [9, 16],
    [17, 31],
    [33, 60],
  ] as const)
    expect(
      ages.some((age) => age >= from && age <= to),
      `a debt of ${from} to ${to} days before ${today}`,
    ).toBe(true)
})
