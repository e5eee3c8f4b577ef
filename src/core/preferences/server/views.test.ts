import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import {
  chooseDefaultView,
  createView,
  findArrangement,
  listViews,
  MAX_PINS,
  pinView,
  removeView,
  saveColumns,
  updateView,
  type ViewContent,
} from '#kernel/views.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const list = listQrTransactions.path
const content: ViewContent = {
  filter: { status: ['FAILED'], amountFrom: '1000000' },
  days: { from: 'last:7' },
  sort: { field: 'amount', direction: 'desc' },
  size: 50,
  columns: { order: ['code', 'amount', 'gone'], hidden: ['fee'], widths: { code: 200 }, pins: { amount: 'end' } },
}
const find = async (as: string) => {
  const { data, message } = await world.call(findArrangement, { list }, { as })
  if (!data) throw new Error(message)
  return data
}
const names = async (as: string) => (await find(as)).views.map((view) => view.name)

describe('views', () => {
  it('are saved for oneself with everything but columns that the list does not have', async () => {
    const { status } = await world.call(createView, { list, name: ' Thất bại lớn ', audience: 'PRIVATE', content, asDefault: true }, { as: 'ketoan' })
    expect(status).toBe(200)
    const { views, defaultViewId } = await find('ketoan')
    expect(views).toMatchObject([{ name: 'Thất bại lớn', audience: 'PRIVATE', mine: true, content: { ...content, columns: { order: ['code', 'amount'] } } }])
    expect(defaultViewId).toBe(views[0]?.id)
    expect(await names('kiemsoat')).toEqual([])
  })

  it('are shared with the own unit, or with everybody by who may', async () => {
    await world.call(createView, { list, name: 'Của đơn vị', audience: 'UNIT', content }, { as: 'ketoan' })
    expect(await names('kiemsoat')).toEqual(['Của đơn vị'])
    expect(await names('giaodichvien')).toEqual([])
    expect((await find('ketoan')).audiences).toEqual(['PRIVATE', 'UNIT'])
    expect((await world.call(createView, { list, name: 'Chung', audience: 'ALL', content }, { as: 'ketoan' })).code).toBe('PREF-003')
    await world.call(createView, { list, name: 'Chung', audience: 'ALL', content }, { as: 'admin' })
    expect(await names('giaodichvien')).toEqual(['Chung'])
    expect(await names('doitac')).toEqual(['Chung'])
  })

  it('are changed by their owner alone, never by an old version, and a default goes with its view', async () => {
    const shared = (await find('kiemsoat')).views.find((view) => view.name === 'Của đơn vị')
    if (!shared) throw new Error('not shared')
    const { id, version } = shared
    expect((await world.call(chooseDefaultView, { list, viewId: id }, { as: 'kiemsoat' })).status).toBe(200)
    expect((await world.call(updateView, { id, version, name: 'Khác' }, { as: 'kiemsoat' })).status).toBe(404)
    expect((await world.call(removeView, { id, version }, { as: 'kiemsoat' })).status).toBe(404)
    expect((await world.call(updateView, { id, version, name: 'Đổi tên' }, { as: 'ketoan' })).data).toEqual({ id, version: version + 1 })
    expect((await world.call(updateView, { id, version, name: 'Lần nữa' }, { as: 'ketoan' })).status).toBe(409)
    // Taken back: for others it is gone, as a default too.
    await world.call(updateView, { id, version: version + 1, audience: 'PRIVATE' }, { as: 'ketoan' })
    expect(await find('kiemsoat')).toMatchObject({ views: [{ name: 'Chung' }], defaultViewId: null })
    expect((await world.call(removeView, { id, version: version + 2 }, { as: 'ketoan' })).status).toBe(200)
    expect(await names('ketoan')).toEqual(['Thất bại lớn', 'Chung'])
  })

  it('are refused with what is wrong: a name twice, conditions or an order the list does not know, a list one may not see', async () => {
    const create = (over: object, as = 'ketoan') => world.call(createView, { list, name: 'Mới', audience: 'PRIVATE', content, ...over }, { as })
    expect(await create({ name: 'THẤT BẠI LỚN' })).toMatchObject({ code: 'PREF-001', errors: [{ field: 'name' }] })
    expect(await create({ content: { ...content, filter: { amountFrom: 'abc' } } })).toMatchObject({
      status: 422,
      errors: [{ field: 'content.filter.amountFrom' }],
    })
    for (const [filter, days, field] of [
      [{ from: '2026-11-05', to: '2026-11-01' }, {}, 'to'],
      [{ amountFrom: '200', amountTo: '100' }, content.days, 'amountTo'],
    ] as const)
      expect(await create({ content: { ...content, filter, days } })).toMatchObject({ status: 422, errors: [{ field: `content.filter.${field}` }] })
    expect((await create({ content: { ...content, filter: { secret: '1' } } })).status).toBe(422)
    expect((await create({ content: { ...content, days: { from: 'last:0' } } })).status).toBe(422)
    expect((await create({ content: { ...content, sort: { field: 'payerName', direction: 'asc' } } })).status).toBe(422)
    expect((await create({ list: '/nowhere/v1/search' })).status).toBe(404)
    expect((await create({ list: listParameters.path, content: { ...content, filter: {}, days: {}, sort: null } }, 'giaodichvien')).status).toBe(404)
    expect(await names('ketoan')).toEqual(['Thất bại lớn', 'Chung'])
  })
})

describe('views on the home page', () => {
  const all = async (as: string) => (await world.call(listViews, {}, { as })).data ?? []
  const pinned = async (as: string) => (await all(as)).filter((view) => view.pinned).map((view) => view.name)
  const pin = (viewId: string, as: string, on = true) => world.call(pinView, { list, viewId, pinned: on }, { as })

  it('are those that a person has pinned, own ones and shared ones, until they are unpinned, taken back or removed', async () => {
    await world.call(createView, { list, name: 'Ghim', audience: 'UNIT', content }, { as: 'ketoan' })
    const view = (await find('ketoan')).views.find(({ name }) => name === 'Ghim')
    if (!view) throw new Error('not made')
    const { id, version } = view
    for (const as of ['ketoan', 'kiemsoat', 'kiemsoat']) expect((await pin(id, as)).status).toBe(200)
    expect((await find('kiemsoat')).views.find((one) => one.id === id)?.pinned).toBe(true)
    expect(await all('ketoan')).toContainEqual({ id, name: 'Ghim', permission: listQrTransactions.permission, mine: true, pinned: true })
    expect([await pinned('ketoan'), await pinned('kiemsoat'), await pinned('giaodichvien')]).toEqual([['Ghim'], ['Ghim'], []])
    expect((await pin(id, 'giaodichvien')).status).toBe(404)
    expect((await pin(id, 'ketoan', false)).status).toBe(200)
    expect([await pinned('ketoan'), await pinned('kiemsoat')]).toEqual([[], ['Ghim']])
    const taken = await world.call(updateView, { id, version, audience: 'PRIVATE' }, { as: 'ketoan' })
    expect(await pinned('kiemsoat')).toEqual([])
    await pin(id, 'ketoan')
    expect((await world.call(removeView, { id, version: Number(taken.data?.version) }, { as: 'ketoan' })).status).toBe(200)
    expect(await pinned('ketoan')).toEqual([])
  })

  it('are not more than a page takes', async () => {
    const made: string[] = []
    for (let at = 0; at <= MAX_PINS; at += 1) {
      const { data } = await world.call(createView, { list, name: `Ghim ${at}`, audience: 'PRIVATE', content }, { as: 'doitac' })
      made.push((data as { id: string }).id)
    }
    for (const id of made.slice(0, MAX_PINS)) expect((await pin(id, 'doitac')).status).toBe(200)
    expect(await pin(made.at(-1) ?? '', 'doitac')).toMatchObject({ code: 'PREF-004' })
    expect(await pinned('doitac')).toHaveLength(MAX_PINS)
  })
})

it('columns are kept per person, and forgotten when asked', async () => {
  const columns = { order: ['amount', 'code'], hidden: ['tax'], widths: { code: 300 }, pins: { code: 'none' as const } }
  await world.call(saveColumns, { list, columns }, { as: 'kiemsoat' })
  expect((await find('kiemsoat')).columns).toEqual(columns)
  expect((await find('ketoan')).columns).toBeNull()
  await world.call(saveColumns, { list, columns: null }, { as: 'kiemsoat' })
  expect((await find('kiemsoat')).columns).toBeNull()
})
