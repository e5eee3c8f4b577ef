import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListRequest, moduleApp, sendList } from '../../../../test/app.ts'
import { createProbe, FULL, listItems, sessionsOf } from '../../../../test/probe.ts'

const probe = createProbe()
let world: Awaited<ReturnType<typeof moduleApp>>
const headers = { authorization: 'Bearer full' }
const ROWS = 5_123

beforeAll(async () => {
  world = await moduleApp([probe.module], sessionsOf({ full: FULL }), { exportTitle: (_entry, language) => (language === 'vi' ? 'Danh sách đồ vật' : 'Items') })
  await probe.prepare(world.runtime.database)
  // Many rows share a time and an amount, so that only the key keeps their order.
  await world.runtime.pool.query(
    `insert into probe.item (name, kind, amount, weight, created_at)
     select case when n = 7 then '=1+1' else 'Món ' || n end, case when n % 3 = 0 then 'BLUE' else 'RED' end, (n % 10) * 1.01, case when n % 2 = 0 then n end,
       timestamptz '2026-11-20 17:00:00+00' + (n / 100) * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [ROWS],
  )
})
afterAll(() => world.close())

const list = async (request: ListRequest<typeof listItems> = {}) => {
  const { data, message } = await sendList(world.app, listItems, request, { headers })
  if (!data) throw new Error(message)
  return data
}
const names = (rows: Record<string, unknown>[]) => rows.map((row) => row.name)

describe('a page', () => {
  it('has exact totals and sums over the whole result, and local timestamps', async () => {
    const data = await list({ filter: { kind: 'BLUE' } })
    const { rows } = await world.runtime.pool.query(`select count(*), sum(amount) as amount, sum(weight) as weight from probe.item where kind = 'BLUE'`)
    expect(data.totalRecord).toBe(Number(rows[0].count))
    expect(data.sums).toEqual({ amount: rows[0].amount, weight: rows[0].weight })
    expect(data.result).toHaveLength(15)
    expect(data.result[0]).toMatchObject({ kind: 'BLUE', amount: '1.01', createdAt: '2026-11-21T00:51:00.000+07:00' })
  })

  it('past the end is empty and still has the totals', async () => {
    const data = await list({ currentPage: 900_000, pageSize: 100 })
    expect(data).toMatchObject({ result: [], totalRecord: ROWS })
    expect(data.sums.amount).not.toBe('0.00')
  })

  it('that holds the whole result, or nothing, has the same totals', async () => {
    const few = await list({ filter: { name: 'Món 512' } })
    const { rows } = await world.runtime.pool.query(
      `select sum(amount) as amount, coalesce(sum(weight), 0) as weight, count(*) from probe.item where name like '%Món 512%'`,
    )
    expect(few.result.length).toBeLessThan(15)
    expect(few).toMatchObject({ totalRecord: Number(rows[0].count), sums: { amount: rows[0].amount, weight: rows[0].weight } })
    expect(await list({ filter: { name: 'không đâu' } })).toEqual({ result: [], totalRecord: 0, sums: { amount: '0.00', weight: '0' } })
  })

  it.each(['asc', 'desc'] as const)('follows the one before it without gap or overlap when sorted %s by a column full of equals', async (direction) => {
    const seen: unknown[] = []
    for (let currentPage = 1; seen.length < ROWS; currentPage++) {
      const { result } = await list({ currentPage, pageSize: 100, sort: { field: 'amount', direction } })
      if (result.length === 0) break
      seen.push(...names(result))
    }
    expect(seen).toHaveLength(ROWS)
    expect(new Set(seen).size).toBe(ROWS)
  })

  it('is sorted as asked, else by the contract’s own order', async () => {
    const { result } = await list({ sort: { field: 'amount', direction: 'desc' } })
    expect(new Set(result.map((row) => row.amount))).toEqual(new Set(['9.09']))
    const times = (await list()).result.map((row) => row.createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })
})

const exported = (payload: Record<string, unknown>, language = 'vi') =>
  world.app.inject({
    method: 'POST',
    url: '/api/report/export/probe/items/v1',
    payload: { searchSdi: {}, ...payload },
    headers: { ...headers, 'accept-language': language },
  })

describe('an export', () => {
  it('holds every row with the labels of the caller’s language, enum words and totals', async () => {
    const response = await exported({ sort: { field: 'createdAt', direction: 'asc' } })
    expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toMatch(/filename\*=UTF-8''Danh sách đồ vật \d{4}-\d\d-\d\d \d{6}\.xlsx$/)
    const sheet = read(response.rawPayload).Sheets
    const rows = utils.sheet_to_json<unknown[]>(Object.values(sheet)[0] as never, { header: 1 })
    expect(rows[0]).toEqual(['Tên', 'Loại', 'Số tiền', 'Khối lượng', 'Ngày tạo'])
    expect(rows).toHaveLength(ROWS + 2)
    expect(rows[3]).toMatchObject({ 0: 'Món 3', 1: 'Xanh', 2: 3.03 })
    expect(rows[7]?.[0]).toBe('=1+1')
    const { rows: sums } = await world.runtime.pool.query('select sum(amount) as amount, sum(weight) as weight from probe.item')
    expect(rows.at(-1)).toMatchObject({ 0: 'Tổng cộng', 2: Number(sums[0].amount), 3: Number(sums[0].weight) })
  })

  it('as csv has the columns asked for, in their order, filtered, in English', async () => {
    const response = await exported(
      { searchSdi: { name: 'Món 512' }, format: 'csv', columns: ['kind', 'name'], sort: { field: 'name', direction: 'asc' } },
      'en',
    )
    const [header, first] = response.body.split('\r\n')
    expect(header).toBe('\ufeffKind,Name')
    expect(first).toMatch(/^(Red|Blue),Món 512$/)
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain("filename*=UTF-8''Items ")
  })

  it('refuses columns that are none, and asks for its own permission', async () => {
    expect((await exported({ columns: ['name', 'password'] })).json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'columns.1' }] })
    const viewer = await moduleApp([createProbe().module], sessionsOf({ full: { permissions: new Set(['probe/items/view']) } }))
    const response = await viewer.app.inject({ method: 'POST', url: '/api/report/export/probe/items/v1', payload: { searchSdi: {} }, headers })
    expect(response.statusCode).toBe(403)
    await viewer.close()
  })

  it('is in the audit trail, and lets go of its connection when the caller goes away', async () => {
    const { rows } = await world.runtime.pool.query(
      `select after from platform.audit_entry where action = 'POST /report/export/probe/items/v1' order by id desc limit 1`,
    )
    expect(rows[0].after).toMatchObject({ format: 'csv' })
    await world.runtime.pool.query(`insert into probe.item (name, kind, amount) select 'nhiều ' || n, 'RED', 1 from generate_series(1, 60000) n`)
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const take = (signal?: AbortSignal) =>
      fetch(`${address}/api/report/export/probe/items/v1`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ searchSdi: {}, format: 'csv' }),
        ...(signal ? { signal } : {}),
      })
    for (let round = 0; round < 30; round++) {
      const stop = new AbortController()
      const response = await take(stop.signal)
      expect(response.status).toBe(200)
      await response.body?.getReader().read()
      stop.abort()
    }
    // Who stays gets all of it, over a real connection.
    expect((await (await take()).text()).split('\n').length).toBeGreaterThan(ROWS + 60_000)
    // More were started than there are connections and places: each must have given both back.
    const { totalRecord } = await list()
    expect(totalRecord).toBe(ROWS + 60_000)
  })
})
