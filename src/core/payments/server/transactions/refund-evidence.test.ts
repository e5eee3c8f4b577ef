import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVIDENCE_KIND } from '#core/approvals/contract/evidence.ts'
import { getRequest } from '#core/approvals/contract/request.ts'
import { downloadFile, type FileInfo, uploadFile } from '#kernel/files.ts'
import { askQrRefund } from '#subsystems/qr/contract/transactions.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { sendUpload } from '../../../../../test/workbooks.ts'

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld()
})
afterAll(() => test?.close())

const content = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const bring = async (as: string) =>
  await sendUpload<FileInfo>(test.app, uploadFile.path, { name: 'biên nhận.png', content }, await test.headersOf(as), { kind: EVIDENCE_KIND })
const ask = async (id: string, attachments: string[]) => {
  const { version } = await test.detail(id)
  return await test.call(
    askQrRefund,
    { id, version, amount: '1000', reason: 'Khách trả hàng', attachments },
    { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } },
  )
}

it('the maker brings evidence, and who sees the request sees it', async () => {
  const id = await test.pay({ amount: '90000' })
  const file = (await bring('ketoan')).data
  expect((await test.call(downloadFile, { uuid: file?.uuid ?? '' }, { as: 'kiemsoat' })).status).toBe(404)
  const { data } = await ask(id, [file?.uuid ?? ''])
  const request = await test.call(getRequest, { id: data?.requestId ?? '' }, { as: 'kiemsoat' })
  expect(request.data?.attachments).toEqual([file])
  expect((await test.call(downloadFile, { uuid: file?.uuid ?? '' }, { as: 'kiemsoat' })).data?.base64).toBe(content.toString('base64'))
  expect((await test.call(downloadFile, { uuid: file?.uuid ?? '' }, { as: 'doitac' })).status).toBe(404)
})

it('evidence of another person, used before or unknown refuses the whole request', async () => {
  const id = await test.pay({ amount: '90000' })
  const used = (await bring('ketoan')).data?.uuid ?? ''
  const first = await ask(await test.pay({ amount: '90000' }), [used])
  expect(first.status).toBe(200)
  const others = (await bring('admin')).data?.uuid ?? ''
  for (const uuid of [used, others, randomUUID()]) expect(await ask(id, [uuid])).toMatchObject({ status: 409, code: 'FIL-005' })
  expect(await test.detail(id)).toMatchObject({ status: 'SUCCEEDED', version: 0 })
  expect((await bring('doitac')).code).toBe('403')
})
