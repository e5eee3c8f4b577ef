/** Codes from a file: what is wrong with each row, and that the good ones are made once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { type CodeWorld, codeWorld } from '../../../../test/codes.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { type Aoa, sendUpload, workbook } from '../../../../test/workbooks.ts'
import { importCodes } from '../contract/code-import.ts'
import { listCodes } from '../contract/codes.ts'

const HEADER = ['Mã điểm bán *', 'Loại mã', 'Quầy, vị trí', 'Số tiền', 'Nội dung', 'Dùng từ ngày', 'Ngày hết hạn']
const later = showDate(addDays(localDate(new Date()), 30))
let world: CodeWorld
beforeAll(async () => {
  world = await codeWorld()
})
afterAll(() => world?.close())

async function upload(rows: Aoa, as = 'ketoan'): Promise<string> {
  const headers = { ...(await world.headersOf(as)), 'accept-language': 'vi' }
  const reply = await sendUpload(world.app, importCodes.upload.path, { name: 'mã.xlsx', content: workbook([HEADER, ...rows]) }, headers)
  expect(reply).toMatchObject({ status: 200 })
  await runJobs(world)
  return reply.data?.id ?? ''
}
const state = async (id: string) => (await world.call(importCodes.state, { id }, { as: 'ketoan' })).data
async function start(id: string, mode: 'ALL' | 'GOOD') {
  const reply = await world.call(importCodes.start, { id, version: (await state(id))?.version ?? 0, mode }, { as: 'ketoan' })
  await runJobs(world)
  return reply
}

it('names what is wrong with each row, and makes the good ones', async () => {
  await world.runtime.pool.query("update merchants.merchant set limit_once = 300000 where code = 'M-HANOI'")
  await world.made({ counter: 'Quầy 9' })
  const id = await upload([
    ['M-HANOI', null, 'Quầy 1', null, null, null, null],
    ['M-HANOI', 'Mã động', 'Quầy 1', '120000', 'Tiền hàng', null, later],
    [' m-hcm ', 'STATIC', 'Quầy 1', null, null, null, later],
    ['M-HANOI', 'Mã tĩnh', 'quầy 1', null, null, null, null],
    ['M-HANOI', null, 'Quầy 9', null, null, null, null],
    ['M-NONE', null, 'Quầy 1', null, null, null, null],
    ['M-HANOI', null, 'Quầy 2', '5000', null, null, null],
    ['M-HANOI', 'Mã động', 'Quầy 2', null, null, null, later],
    ['M-HANOI', 'Mã động', 'Quầy 2', '5000', null, null, null],
    ['M-HANOI', 'Mã động', 'Quầy 2', '500000001', null, null, later],
    ['M-HANOI', 'Mã động', 'Quầy 2', '6000', null, null, '01/01/2020'],
    ['M-HANOI', 'Mã động', 'Quầy 2', '300001', null, null, later],
    ['M-HANOI', 'dong', 'Quầy 2', null, null, null, null],
  ])
  const { data } = await world.call(importCodes.rows, { id, bad: true, page: 1 }, { as: 'ketoan' })
  expect(data?.result.map(({ number, problems }) => [number, problems.map(({ field }) => field)])).toEqual([
    [5, [null]],
    [6, ['counter']],
    [7, ['merchantCode']],
    [8, ['amount']],
    [9, ['amount']],
    [10, ['validTo']],
    [11, ['amount']],
    [12, ['validTo']],
    [13, ['amount']],
    [14, ['kind']],
  ])
  expect(data?.result.at(-1)?.problems[0]?.message).toBe('Giá trị không nằm trong danh mục cho phép: Mã tĩnh, Mã động')
  expect(await state(id)).toMatchObject({ total: 13, good: 3, bad: 10 })
  await start(id, 'GOOD')
  expect(await state(id)).toMatchObject({ status: 'DONE', summary: { codes: 3 } })
  const made = await world.list(listCodes, { filter: { text: 'Quầy 1' }, pageSize: 100 }, { as: 'ketoan' })
  const atCounter = made.data?.result.filter(({ counter }) => counter === 'Quầy 1')
  expect(atCounter?.map(({ merchantCode, kind, status, memo }) => [merchantCode, kind, status, memo]).sort()).toEqual([
    ['M-HANOI', 'DYNAMIC', 'ACTIVE', 'Tien hang'],
    ['M-HANOI', 'STATIC', 'ACTIVE', ''],
    ['M-HCM', 'STATIC', 'ACTIVE', ''],
  ])
})

it('makes some thousands, each with a number of its own', { timeout: 60_000 }, async () => {
  const id = await upload(Array.from({ length: 2_500 }, (_, n) => ['M-HANOI', null, `Gian ${n}`, null, null, null, null]))
  await start(id, 'ALL')
  expect(await state(id)).toMatchObject({ status: 'DONE', summary: { codes: 2_500 } })
  const { rows } = await world.runtime.pool.query(
    `select count(*)::int as codes, count(distinct a.number)::int as numbers from vietqr.code c join vietqr.virtual_account a on a.id = c.account_id where c.counter like 'Gian %'`,
  )
  expect(rows).toEqual([{ codes: 2_500, numbers: 2_500 }])
})
