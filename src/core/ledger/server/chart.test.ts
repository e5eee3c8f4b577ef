import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { type Aoa, sendUpload, workbook } from '../../../../test/workbooks.ts'
import { getAccount, listAccounts } from '../contract/accounts.ts'
import { createAccount, createChartLine, endChartLine, importChart, listChart, moveAccount, removeChartLine, updateChartLine } from '../contract/chart.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { openAccounts, post } from './public.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
  await test.runtime.db.transaction().execute(async (tx) => {
    const [debit = '', credit = ''] = await openAccounts(tx, [
      { code: 'RIENG', name: 'Phải thu khác', class: 'ASSET', chart: 'OTHER_RECEIVABLE' },
      { code: 'BOIHOAN', name: 'Bồi hoàn', class: 'ASSET', chart: 'SHORTAGE_RECEIVABLE' },
    ])
    const [payable = ''] = await openAccounts(tx, [{ code: 'TRA', name: 'Phải trả', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const entry = (accountId: string, side: 'D' | 'C', amount: bigint) => ({ accountId, side, amount })
    const journal = { kind: 'TEST', service: 'GL', businessDate: '2026-03-02', occurredAt: new Date(), description: 'x', sourceType: 'test', sourceId: '1' }
    await post(tx, { ...journal, businessKey: 'chart-1', entries: [entry(debit, 'D', 300_00n), entry(credit, 'D', 200_00n), entry(payable, 'C', 500_00n)] })
  })
})
afterAll(() => test.close())

const admin = { as: 'admin' } as const
const lines = async (filter: RawInputOf<typeof listChart>['searchSdi'] = {}) =>
  (await test.list(listChart, { filter, pageSize: 100 }, admin)).data?.result ?? []
const line = async (number: string) => {
  const found = (await lines({ under: number })).find((one) => one.number === number)
  if (!found) throw new Error(`no line ${number}`)
  return found
}
const fresh = { class: 'ASSET' as const, validFrom: '2026-01-01', allowsManual: true }
const add = (number: string, more: Partial<RawInputOf<typeof createChartLine>> = {}) =>
  test.call(createChartLine, { ...fresh, number, name: `Tài khoản ${number}`, ...more }, admin)
const change = async (number: string, more: Partial<RawInputOf<typeof updateChartLine>>) => {
  const { id, version, name, class: of, parentNumber, validFrom, validTo, allowsManual } = await line(number)
  const input = { id, version, number, name, class: of, validFrom, allowsManual, ...(parentNumber && { parentNumber }), ...(validTo && { validTo }), ...more }
  return test.call(updateChartLine, input, admin)
}
const end = async (number: string, validTo: string) => {
  const { id, version } = await line(number)
  return test.call(endChartLine, { id, version, validTo }, admin)
}

describe('the chart', () => {
  it('is a tree by number, and sums the accounts below each line for whoever sees all of them', async () => {
    const under = await lines({ under: '138' })
    expect(under.map(({ number, depth }) => [number, depth])).toEqual([
      ['138', 0],
      ['1381', 1],
      ['1388', 1],
      ['13881', 2],
      ['13882', 2],
      ['13883', 2],
    ])
    expect(under[0]).toMatchObject({ balance: '500.00' })
    expect(under.find(({ number }) => number === '13882')).toMatchObject({ balance: '200.00' })
    expect(await line('338')).toMatchObject({ balance: '500.00' })
    for (const { number, accounts } of under) expect((await test.list(listAccounts, { filter: { chart: number } }, admin)).data?.totalRecord).toBe(accounts)
    expect(under.reduce((sum, { accounts }) => sum + accounts, 0)).toBeGreaterThan(2)
  })

  it('is renumbered, and what refers to a line goes with it', async () => {
    expect(await change('13882', { number: '1388.02', name: 'Bồi hoàn thiếu quỹ' })).toMatchObject({ code: 'API000' })
    const { rows } = await test.runtime.pool.query<{ number: string }>(`select number from ledger.chart where key = 'SHORTAGE_RECEIVABLE'`)
    expect(rows).toEqual([{ number: '1388.02' }])
    expect((await test.list(listAccounts, { filter: { chart: '1388.02', text: 'BOIHOAN' } }, admin)).data?.result).toMatchObject([{ code: 'BOIHOAN' }])
    expect(await change('1388.02', { number: '13882' })).toMatchObject({ code: 'API000' })
  })

  it('takes new lines, ends them and gives up those that were added by mistake', async () => {
    await add('1389', { parentNumber: '138' })
    expect(await line('1389')).toMatchObject({ depth: 1, parentNumber: '138', shipped: false })
    expect(await end('1389', '2026-06-30')).toMatchObject({ code: 'API000' })
    expect(await line('1389')).toMatchObject({ validTo: '2026-06-30' })
    expect((await lines({ under: '138', asOf: '2026-07-01' })).map(({ number }) => number)).not.toContain('1389')
    const { id, version } = await line('1389')
    expect(await test.call(removeChartLine, { id, version }, admin)).toMatchObject({ code: 'API000' })
  })

  it.each<[string, string, string, () => Promise<{ code: string; errors?: { field: string }[] }>]>([
    ['a number that is taken', 'LED-046', 'number', () => add('1388')],
    ['a parent that does not exist', 'LED-047', 'parentNumber', () => add('13899', { parentNumber: '99999' })],
    ['a parent of another class', 'LED-047', 'parentNumber', () => add('13899', { parentNumber: '338' })],
    ['a line below itself', 'LED-047', 'parentNumber', () => change('138', { parentNumber: '13881' })],
    ['another class while accounts refer to it', 'LED-048', 'class', () => change('13882', { class: 'EXPENSE', parentNumber: undefined })],
    ['an end while accounts refer to it', 'LED-049', 'validTo', () => end('13882', '2026-12-31')],
    ['an end while lines below go on', 'LED-049', 'validTo', () => end('138', '2026-12-31')],
    ['an end before its beginning', 'VAL-001', 'validTo', () => end('138', '2025-12-31')],
  ])('refuses %s, at its field', async (_, code, field, send) => {
    const before = await lines()
    const reply = await send()
    expect(reply).toMatchObject({ errors: [{ field }] })
    expect(reply.code).toBe(code)
    expect(await lines()).toEqual(before)
  })

  it('keeps the lines that the program opens accounts on, in the database too', async () => {
    const { id, version } = await line('13881')
    expect(await test.call(removeChartLine, { id, version }, admin)).toMatchObject({ code: 'LED-048' })
    const { owner } = test.runtime.database
    for (const change of [`valid_to = '2026-12-31'`, `class = 'EXPENSE'`, 'key = null'])
      await expect(owner.query(`update ledger.chart set ${change} where id = $1`, [id])).rejects.toMatchObject({ code: '23001' })
    const parent = await line('1388')
    await expect(owner.query('update ledger.chart set parent_id = $1 where id = $2', [id, parent.id])).rejects.toMatchObject({ constraint: 'chart_tree' })
  })
})

it('an account is moved to another line of its class, once, and that is written', async () => {
  const [account] = (await test.list(listAccounts, { filter: { text: 'RIENG' } }, admin)).data?.result ?? []
  const { id = '', version = 0 } = account ?? {}
  const before = (await line('138')).accounts
  const move = (chartNumber: string, seen = version) => test.call(moveAccount, { id, version: seen, chartNumber }, admin)
  expect(await move('338')).toMatchObject({ code: 'LED-050', errors: [{ field: 'chartNumber' }] })
  expect(await move('1388')).toMatchObject({ code: 'LED-051' })
  expect(await move('141')).toMatchObject({ code: 'API000', data: { version: version + 1 } })
  expect(await move('1388')).toMatchObject({ code: 'SYS-409' })
  expect((await test.call(getAccount, { id }, admin)).data).toMatchObject({ chartNumber: '141', balance: '300.00' })
  expect(await line('138')).toMatchObject({ accounts: before - 1, balance: '200.00' })
  const { rows } = await test.runtime.pool.query(`select before, after from platform.audit_entry where subject_type = 'ledger.account' and subject_id = $1`, [
    id,
  ])
  expect(rows).toEqual([{ before: { chartNumber: '1388' }, after: { chartNumber: '141' } }])
  await move('1388', version + 1)
})

it('an account is opened by hand on a line that takes journals by hand, and on no other', async () => {
  const open = (chartNumber: string, code = 'CHI-KHAC') => test.call(createAccount, { code, name: 'Chi phí khác', chartNumber }, admin)
  expect(await open('1111')).toMatchObject({ code: 'LED-052', errors: [{ field: 'chartNumber' }] })
  const opened = await open('811')
  expect(opened).toMatchObject({ code: 'API000' })
  expect((await test.call(getAccount, { id: String(opened.data?.id) }, admin)).data).toMatchObject({
    code: 'CHI-KHAC',
    class: 'EXPENSE',
    chartNumber: '811',
    kept: false,
    balance: '0.00',
  })
  expect(await open('811')).toMatchObject({ code: 'LED-014' })
  expect((await test.list(listAccounts, { filter: { text: 'CHI-KHAC' } }, admin)).data?.totalRecord).toBe(1)
})

describe('a file of lines', () => {
  const HEADER = [
    'Số hiệu',
    'Số hiệu mới',
    'Tên tài khoản',
    'Loại tài khoản',
    'Tài khoản cấp trên',
    'Hiệu lực từ',
    'Hiệu lực đến',
    'Cho ghi bút toán điều chỉnh',
  ]
  const row = (number: string, next: string | null, name: string, parent: string | null, of = 'Tài sản', to: string | null = null): Aoa[number] => [
    number,
    next,
    name,
    of,
    parent,
    '01/01/2026',
    to,
    'Có',
  ]
  const sent = async (...rows: Aoa) => {
    const file = { name: 'he-thong-tai-khoan.xlsx', content: workbook([HEADER, ...rows]) }
    const reply = await sendUpload(test.app, importChart.upload.path, file, { ...(await test.headersOf('admin')), 'accept-language': 'vi' })
    expect(reply).toMatchObject({ code: 'API000' })
    await runJobs(test)
    return reply.data?.id ?? ''
  }
  const state = async (id: string) => (await test.call(importChart.state, { id }, admin)).data
  const start = async (id: string, mode: 'ALL' | 'GOOD' = 'ALL') => {
    await test.call(importChart.start, { id, version: (await state(id))?.version ?? 0, mode }, admin)
    await runJobs(test)
    return state(id)
  }

  it('renumbers, renames and adds, numbers changing places; the keys stay with their lines', async () => {
    const id = await sent(
      row('13882', '13883', 'Bồi hoàn', '1388'),
      row('13883', '13882', 'Bưu tá', '1388'),
      row('13885', null, 'Đại lý', '1388'),
      row('138851', null, 'Đại lý phía Bắc', '13885'),
      row('141', null, 'Tạm ứng', null),
    )
    expect(await state(id)).toMatchObject({ status: 'READY', good: 5, bad: 0 })
    expect(await start(id)).toMatchObject({ status: 'DONE', summary: { added: 2, changed: 2, unchanged: 1 } })
    const { rows } = await test.runtime.pool.query(
      `select key, number, name from ledger.chart where key in ('SHORTAGE_RECEIVABLE', 'COURIER_RECEIVABLE') order by key`,
    )
    expect(rows).toEqual([
      { key: 'COURIER_RECEIVABLE', number: '13882', name: 'Bưu tá' },
      { key: 'SHORTAGE_RECEIVABLE', number: '13883', name: 'Bồi hoàn' },
    ])
    expect(await line('138851')).toMatchObject({ depth: 3, parentNumber: '13885' })
    expect((await test.list(listAccounts, { filter: { chart: '13883', text: 'BOIHOAN' } }, admin)).data?.result).toMatchObject([{ code: 'BOIHOAN' }])
  })

  it('is told row by row what is wrong, what stands on a wrong row too; the good rows may be kept', async () => {
    const id = await sent(
      row('13886', '1388', 'Trùng số', '1388'),
      row('138861', null, 'Bên dưới dòng sai', '13886'),
      row('13887', null, 'Khác loại', '338'),
      row('13883', null, 'Hết hiệu lực', '1388', 'Tài sản', '31/12/2026'),
      row('13888', null, 'Đúng', '1388'),
    )
    const { data } = await test.call(importChart.rows, { id, bad: true, page: 1 }, { ...admin, language: 'vi' })
    const parent = (number: string) => [{ field: 'parentNumber', message: fill(ledgerErrors.chartParent.vi, { number }) }]
    expect(data?.result.map(({ number, problems }) => [number, problems])).toEqual([
      [2, [{ field: 'newNumber', message: fill(ledgerErrors.chartNumberTaken.vi, { number: '1388' }) }]],
      [3, parent('13886')],
      [4, parent('338')],
      [5, [{ field: 'validTo', message: fill(ledgerErrors.chartEnd.vi, { number: '13883' }) }]],
    ])
    expect(await start(id, 'GOOD')).toMatchObject({ status: 'DONE', summary: { added: 1, changed: 0, unchanged: 0 } })
    expect(await line('13888')).toMatchObject({ name: 'Đúng' })
  })
})
