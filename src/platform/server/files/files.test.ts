import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadFile, type FileInfo, removeFile, streamFile, uploadFile } from '#kernel/files.ts'
import { moduleApp, requestOf, send } from '../../../../test/app.ts'
import { FULL, sessionsOf } from '../../../../test/probe.ts'
import type { Tx } from '../database/db.ts'
import { removeExpiredFiles } from './cleaning.ts'
import { cleanFileName } from './file.ts'
import { defineFileKind } from './kind.ts'
import { filesModule } from './module.ts'
import { attachedTo, attachFiles, readFile, storeFile } from './store.ts'

const subject = { type: 'probe.item', id: '7' }
const evidence = defineFileKind({
  name: 'probe.evidence',
  upload: { types: ['pdf', 'png', 'xlsx'], maxBytes: 600_000, permissions: ['probe/items/create'] },
  mayRead: async ({ session }, file) => file.subject?.id === subject.id && session.permissions.has('probe/items/view'),
})
const report = defineFileKind({ name: 'probe.report' })

const other = { userId: '99', account: 'other', permissions: new Set(['probe/items/view', 'probe/items/create']) }
let world: Awaited<ReturnType<typeof moduleApp>>
beforeAll(async () => {
  world = await moduleApp([filesModule([evidence, report])], sessionsOf({ full: FULL, other, poor: {} }))
})
afterAll(() => world.close())

const as = (name: string) => ({ headers: { authorization: `Bearer ${name}` } })
const inTx = <T>(work: (tx: Tx) => Promise<T>) => world.runtime.db.transaction().execute(work)
const pdf = (size = 1_000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

interface Sent {
  name?: string
  content: Buffer
  kind?: string
  who?: string
  fields?: Record<string, string>
}

async function upload({ name = 'Biên bản.pdf', content, kind = 'probe.evidence', who = 'full', fields = {} }: Sent) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ kind, ...fields })) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const response = await world.app.inject({ ...requestOf(uploadFile, { kind }), ...as(who), payload: form as unknown as NonNullable<InjectOptions['payload']> })
  return { status: response.statusCode, ...(response.json() as { code: string; message: string; data: FileInfo }) }
}

describe('an uploaded file', () => {
  it('comes back byte for byte, as a stream under its own name and as base64', async () => {
    const content = pdf(590_000)
    const { status, data } = await upload({ name: 'Biên bản "hoàn" trả.pdf', content })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Biên bản _hoàn_ trả.pdf', contentType: 'application/pdf', size: content.length })
    const stream = await world.app.inject({ ...requestOf(streamFile, { uuid: data.uuid }), ...as('full') })
    expect(stream.rawPayload.equals(content)).toBe(true)
    expect(stream.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''Bi%C3%AAn%20b%E1%BA%A3n%20_ho%C3%A0n_%20tr%E1%BA%A3.pdf`,
    })
    const inText = await send(world.app, downloadFile, { uuid: data.uuid }, as('full'))
    expect(Buffer.from(inText.data?.base64 ?? '', 'base64').equals(content)).toBe(true)
    const { rows } = await world.runtime.pool.query('select count(*)::int as n, max(length(content)) as most from platform.file_chunk where file_id = $1', [
      data.uuid,
    ])
    expect(rows).toEqual([{ n: 3, most: 262_144 }])
  })

  it('is read by its owner only until it is attached, and then by whom the kind lets', async () => {
    const { data } = await upload({ name: 'ảnh.png', content: png })
    expect((await send(world.app, downloadFile, { uuid: data.uuid }, as('other'))).status).toBe(404)
    await inTx((tx) => attachFiles(tx, [data.uuid], { kind: evidence, ownerUserId: FULL.userId ?? '1', subject }))
    expect((await send(world.app, downloadFile, { uuid: data.uuid }, as('other'))).data?.base64).toBe(png.toString('base64'))
    expect((await send(world.app, downloadFile, { uuid: data.uuid }, as('poor'))).status).toBe(404)
    expect(await attachedTo(world.runtime.db, subject)).toEqual([{ ...data, createdAt: data.createdAt }])
  })

  it('is attached once, by its owner; taken away only before', async () => {
    const { data } = await upload({ content: pdf() })
    const attach = (ownerUserId: string, id = '7') =>
      inTx((tx) => attachFiles(tx, [data.uuid, data.uuid], { kind: evidence, ownerUserId, subject: { ...subject, id } }))
    await expect(attach('99')).rejects.toThrow('FIL-005')
    await attach(FULL.userId ?? '1')
    await expect(attach(FULL.userId ?? '1', '8')).rejects.toThrow('FIL-005')
    expect((await send(world.app, removeFile, { uuid: data.uuid }, as('full'))).code).toBe('SYS-410')
    await expect(world.runtime.pool.query('update platform.file set name = $2 where id = $1', [data.uuid, 'x'])).rejects.toThrow('final')
    await expect(world.runtime.pool.query(`update platform.file_chunk set content = '' where file_id = $1`, [data.uuid])).rejects.toThrow('final')
    const second = await upload({ content: pdf() })
    expect((await send(world.app, removeFile, { uuid: second.data.uuid }, as('other'))).status).toBe(404)
    expect((await send(world.app, removeFile, { uuid: second.data.uuid }, as('full'))).status).toBe(200)
    expect((await send(world.app, downloadFile, { uuid: second.data.uuid }, as('full'))).status).toBe(404)
  })

  it('goes away when nobody attaches it within a day', async () => {
    const { data } = await upload({ content: pdf() })
    await world.runtime.pool.query(`update platform.file set expires_at = now() - interval '1 second' where id = $1`, [data.uuid])
    expect((await send(world.app, downloadFile, { uuid: data.uuid }, as('full'))).status).toBe(404)
    await expect(inTx((tx) => attachFiles(tx, [data.uuid], { kind: evidence, ownerUserId: '1', subject }))).rejects.toThrow('FIL-005')
    expect(await removeExpiredFiles(world.runtime.db)).toBe(1)
    expect((await world.runtime.pool.query('select 1 from platform.file_chunk where file_id = $1', [data.uuid])).rowCount).toBe(0)
  })
})

describe('is refused, and nothing kept:', () => {
  it.each<[string, Sent, number, string]>([
    ['a program called .pdf', { content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]) }, 415, 'FIL-002'],
    ['a page called .pdf', { content: Buffer.from('<!doctype html><script>alert(1)</script>') }, 415, 'FIL-002'],
    ['a picture called .pdf', { content: png }, 415, 'FIL-002'],
    [
      'a type that the kind does not take',
      { name: 'a.jpg', content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]) },
      415,
      'FIL-002',
    ],
    ['more than the kind takes', { content: pdf(600_001) }, 413, 'FIL-001'],
    ['nothing', { content: Buffer.alloc(0) }, 422, 'FIL-003'],
    ['an unknown kind', { content: pdf(), kind: 'probe.nothing' }, 404, 'SYS-404'],
    ['a kind that people do not upload', { content: pdf(), kind: 'probe.report' }, 404, 'SYS-404'],
    ['a person without the permission', { content: pdf(), who: 'poor' }, 403, '403'],
    ['an unknown field', { content: pdf(), fields: { extra: '1' } }, 422, 'VAL-001'],
    ['nobody', { content: pdf(), who: 'unknown' }, 401, '401'],
  ])('%s', async (_what, sent, status, code) => {
    const before = await world.runtime.pool.query('select count(*) as n from platform.file')
    expect(await upload(sent)).toMatchObject({ status, code })
    expect((await world.runtime.pool.query('select count(*) as n from platform.file')).rows).toEqual(before.rows)
  })

  it('more than the contract takes, in the words of the caller', async () => {
    const reply = await upload({ content: pdf(uploadFile.maxBytes) })
    expect(reply).toMatchObject({ status: 413, code: 'FIL-001', message: 'File vượt quá dung lượng cho phép (20 MB)' })
  })

  it('what is no multipart, broken multipart and a call without a file', async () => {
    const post = (payload: string, type: string) =>
      world.app.inject({ method: 'POST', url: '/api/pp-admin/file/v1/upload', payload, headers: { ...as('full').headers, 'content-type': type } })
    expect((await post('{}', 'application/json')).json()).toMatchObject({ code: 'VAL-003' })
    expect((await post('nothing', 'multipart/form-data; boundary=x')).json()).toMatchObject({ code: 'VAL-002' })
    expect((await post('nothing', 'multipart/form-data')).json()).toMatchObject({ code: 'VAL-002' })
    const fields = '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nprobe.evidence\r\n--x--\r\n'
    expect((await post(fields, 'multipart/form-data; boundary=x')).json()).toMatchObject({ code: 'FIL-004' })
    expect(
      (
        await world.app.inject({
          method: 'POST',
          url: '/api/pp-admin/file/v1/remove',
          payload: fields,
          headers: { ...as('full').headers, 'content-type': 'multipart/form-data; boundary=x' },
        })
      ).statusCode,
    ).toBe(415)
  })

  it('a uuid that is none or unknown', async () => {
    expect((await send(world.app, downloadFile, { uuid: '7' }, as('full'))).status).toBe(422)
    expect((await send(world.app, downloadFile, { uuid: crypto.randomUUID() }, as('full'))).status).toBe(404)
  })
})

describe('a file of the system', () => {
  it('is written as it comes and rolls back with its transaction', async () => {
    const bytes = Buffer.alloc(700_001, 'ă')
    const parts = async function* () {
      for (let at = 0; at < bytes.length; at += 99_991) yield bytes.subarray(at, at + 99_991)
    }
    const stored = await inTx((tx) =>
      storeFile(tx, { name: 'báo cáo.csv', contentType: 'text/csv', kind: report, ownerUserId: null, content: Readable.from(parts()) }),
    )
    expect(stored).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest() })
    expect((await readFile(world.runtime.db, stored.id)).content.equals(bytes)).toBe(true)
    let id = ''
    const failed = inTx(async (tx) => {
      id = (await storeFile(tx, { name: 'x', contentType: 'text/csv', kind: report, ownerUserId: null, content: bytes })).id
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await expect(readFile(world.runtime.db, id)).rejects.toThrow('SYS-404')
  })
})

it('names of files lose folders and what file systems read, and keep their ending', () => {
  expect(cleanFileName('C:\\Users\\a\\Báo cáo.xlsx')).toBe('Báo cáo.xlsx')
  expect(cleanFileName('../../etc/passwd')).toBe('passwd')
  expect(cleanFileName('a\u202Efdp.exe\u0000')).toBe('a_fdp.exe_')
  expect(cleanFileName(`${'x'.repeat(400)}.pdf`)).toMatch(/^x{251}\.pdf$/)
  expect(cleanFileName(' / ')).toBe('file')
})
