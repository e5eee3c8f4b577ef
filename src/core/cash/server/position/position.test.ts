import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCount } from '#core/cash/contract/counts.ts'
import { listHoldings } from '#core/cash/contract/holdings.ts'
import { cashMovements, cashPosition } from '#core/cash/contract/position/position.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { addDays } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { accountant, type CashDays, cashDays, manager, teller } from '../../../../../test/cash-day.ts'

const DONG = 100n
const MILLION = 1_000_000n * DONG
const TODAY = '2026-11-23'

let world: CashDays
/** Two offices of one province, one of another. */
let units: string[]
beforeAll(async () => {
  world = await cashDays()
  const { db } = world.app.runtime
  units = [
    await world.keepCash('010101', { ceiling: 100n * MILLION }),
    await world.keepCash('010102', { ceiling: 50n * MILLION }),
    await world.keepCash('790101'),
  ]
  await db
    .transaction()
    .execute((tx) => openHoldings(tx, [{ code: 'T-010101', name: 'Quầy 1', kind: 'TILL', unitId: units[0] as string, floor: 5n * MILLION }]))
  // Three same weekdays before, of which the middle one is the median, and another weekday, which is none.
  for (const [days, amount] of [
    [-21, 10n],
    [-14, 30n],
    [-7, 20n],
    [-1, 1n],
  ] as const)
    await world.move('010101', amount * MILLION, addDays(TODAY, days))
  await world.move('010101', 40n * MILLION, TODAY)
  await world.move('010101', -15n * MILLION, TODAY)
  await world.move('010102', 60n * MILLION, TODAY)
  await world.move('790101', 7n * MILLION, TODAY)
})
afterAll(() => world?.close())

type Caller = typeof teller
async function position(caller: Caller, unitId?: string) {
  const { data } = await world.app.call(cashPosition, unitId === undefined ? {} : { unitId }, caller)
  if (!data) throw new Error('no position')
  return data
}

describe('where the cash lies', () => {
  it('adds up what the holdings of the scope hold, province by province and then unit by unit', async () => {
    const all = await position(accountant)
    expect(all).toMatchObject({ date: TODAY, provinces: true, unit: null, leftOut: 0, total: '153000000.00', vaults: '153000000.00', tills: '0.00' })
    expect(all.places.map(({ amount }) => amount).sort()).toEqual(['146000000.00', '7000000.00'])
    expect(sumMoney(all.places.map(({ amount }) => amount))).toBe(all.total)
    const hanoi = all.places.find(({ amount }) => amount === '146000000.00')
    const below = await position(accountant, hanoi?.unitId)
    expect(below).toMatchObject({ provinces: false, total: '146000000.00', unit: { id: hanoi?.unitId } })
    expect(below.places.map(({ unitId, amount }) => [unitId, amount])).toEqual([
      [units[0], '86000000.00'],
      [units[1], '60000000.00'],
    ])
  })

  it('shows nobody the cash of others, and everybody the same figures of the same till', async () => {
    expect((await position(manager)).total).toBe('146000000.00')
    expect((await position(teller)).places.map(({ unitId }) => unitId)).toEqual([units[0]])
    const [mine, theirs, above] = [await position(teller), await position(accountant, units[0]), await position(manager, units[0])]
    const figures = ({ total, tills, vaults, today, over, under, forecast, places }: typeof mine) => ({
      total,
      tills,
      vaults,
      today,
      over,
      under,
      // Each line leads to the unit that was asked for.
      forecast: forecast && { ...forecast, lines: forecast.lines.map(({ path, ...line }) => line) },
      places,
    })
    expect(figures(theirs)).toEqual(figures(mine))
    expect(figures(above)).toEqual(figures(mine))
    expect(await world.app.call(cashPosition, { unitId: units[2] as string }, manager)).toMatchObject({ status: 404 })
    expect((await world.app.call(cashMovements, { unitId: units[2] as string, date: TODAY, direction: 'IN' }, manager)).data).toMatchObject({
      total: '0.00',
      rows: [],
    })
  })

  it('compares today with the median of the same weekday', async () => {
    const { today } = await position(teller)
    expect(today).toEqual({ moneyIn: '40000000.00', moneyOut: '15000000.00', usualIn: '20000000.00', usualOut: '0.00', days: 3 })
    expect((await position(accountant, units[2])).today).toMatchObject({ usualIn: null, usualOut: null, days: 0 })
  })

  it('leads to the holdings that its figures count', async () => {
    const seen = await position(accountant)
    expect(seen).toMatchObject({ over: 1, near: 1, under: 1, excess: '10000000.00', holdings: 4 })
    expect(seen.outside.map(({ code, fill }) => [code, fill])).toEqual([
      ['V-010102', 'OVER'],
      ['T-010101', 'UNDER'],
      ['V-010101', 'NEAR'],
    ])
    const rows = async (filter: object) =>
      (await world.app.list(listHoldings, { filter: { status: ['ACTIVE', 'LOCKED'], ...filter } as never }, accountant)).data
    expect((await rows({}))?.totalRecord).toBe(seen.holdings)
    for (const [fill, count] of [
      ['OVER', seen.over],
      ['NEAR', seen.near],
      ['UNDER', seen.under],
    ] as const)
      expect((await rows({ fill: [fill] }))?.totalRecord).toBe(count)
    for (const { unitId, holdings, over } of seen.places) {
      expect((await rows({ unitId }))?.totalRecord).toBe(holdings)
      expect((await rows({ unitId, fill: ['OVER'] }))?.totalRecord).toBe(over)
    }
  })

  it('opens the journals that a figure is made of', async () => {
    for (const unitId of [undefined, ...units])
      for (const direction of ['IN', 'OUT'] as const) {
        const { today } = await position(accountant, unitId)
        const { data } = await world.app.call(cashMovements, { date: TODAY, direction, ...(unitId ? { unitId } : {}) }, accountant)
        const figure = direction === 'IN' ? today.moneyIn : today.moneyOut
        expect(data?.total).toBe(figure)
        expect(sumMoney((data?.rows ?? []).map(({ amount }) => amount))).toBe(figure)
        expect(data?.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(data?.rows.length)
      }
  })

  it('expects of tomorrow what the same weekday usually brings', async () => {
    for (const days of [-13, -6]) await world.move('010102', 8n * MILLION, addDays(TODAY, days))
    const { forecast, total } = await position(accountant, units[1])
    expect(forecast.date).toBe('2026-11-24')
    expect(forecast.lines.find(({ name }) => name === 'cash.usual')).toMatchObject({ moneyIn: '8000000.00', moneyOut: '0.00' })
    expect(forecast.expected).toBe(sumMoney([total, '8000000.00']))
  })

  it('counts the days of units as they are closed', async () => {
    await world.begin('010102', new Date('2026-11-21T08:00:00+07:00'))
    expect(await position(accountant)).toMatchObject({ units: 3, closed: 0, late: 1 })
    expect((await position(accountant)).places.map(({ late }) => late).sort()).toEqual([0, 1])
  })

  // Last: the count stays open.
  it('leaves out what the person counts, in every figure, and for nobody else', async () => {
    const before = await position(accountant, units[0])
    const vault = await world.app.runtime.db.selectFrom('cash.holding').select('id').where('code', '=', 'V-010101').executeTakeFirstOrThrow()
    expect((await world.app.call(startCount, { holdingId: vault.id, reason: 'DAY' }, teller)).status).toBe(200)
    const counting = await position(teller)
    expect(counting).toMatchObject({ leftOut: 1, total: '0.00', today: { moneyIn: '0.00', moneyOut: '0.00', usualIn: null, days: 0 } })
    expect(counting.outside.map(({ code }) => code)).toEqual(['T-010101'])
    const { data } = await world.app.call(cashMovements, { date: TODAY, direction: 'IN' }, teller)
    expect(data).toMatchObject({ total: '0.00', rows: [], kinds: [] })
    const after = await position(accountant, units[0])
    expect({ ...after, asOf: '' }).toEqual({ ...before, asOf: '' })
  })
})
