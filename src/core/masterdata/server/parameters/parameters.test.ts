import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest, getRequest, listRequests, withdrawRequest } from '#core/approvals/contract/request.ts'
import { createParameter, deleteParameter, findParameter, listParameters, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { RawInputOf, RowOf } from '#kernel/contract.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { parameter } from './reader.ts'
import { syncParameters } from './sync.ts'

const cap = defineParameter({ key: 'test.cap', type: 'MONEY', initial: '500000000.00', minimum: '1.00', critical: true, text: { vi: 'Hạn mức', en: 'Cap' } })
const digits = defineParameter({ key: 'test.digits', type: 'INTEGER', initial: '8', minimum: '1', maximum: '8', text: { vi: 'Số chữ số', en: 'Digits' } })
const until = defineParameter({ key: 'test.until', type: 'DATE', initial: '2026-12-31', text: { vi: 'Ngày cuối', en: 'Last day' } })

let app: TestApp
const admin = { as: 'admin' }

beforeAll(async () => {
  app = await testApp()
  await app.runtime.db.transaction().execute((tx) => syncParameters(tx, [cap, digits, until]))
})
afterAll(() => app.close())

async function row(key: string): Promise<RowOf<typeof listParameters>> {
  const { data } = await app.call(listParameters, { searchSdi: { text: key }, pageInfo: { currentPage: 1, pageSize: 15 } }, admin)
  const found = data?.result.find((one) => one.key === key)
  if (!found) throw new Error(`no parameter ${key}`)
  return found as RowOf<typeof listParameters>
}

const own = { key: 'support.phone', type: 'STRING', value: '1900 545 481', description: 'Tổng đài hỗ trợ' } as const

describe('declared parameters', () => {
  it('stand in the list in the reader’s language', async () => {
    expect(await row('test.digits')).toMatchObject({
      type: 'INTEGER',
      value: '8',
      description: 'Số chữ số',
      builtin: true,
      critical: false,
      version: 0,
      updatedBy: 'system',
    })
    const { data } = await app.call(
      listParameters,
      { searchSdi: { text: 'last DAY' }, pageInfo: { currentPage: 1, pageSize: 15 } },
      { ...admin, language: 'en' },
    )
    expect(data?.result).toMatchObject([{ key: 'test.until', description: 'Last day' }])
    const critical = await app.call(listParameters, { searchSdi: { text: 'test.', critical: 'YES' }, pageInfo: { currentPage: 1, pageSize: 15 } }, admin)
    expect(critical.data?.result.map(({ key }) => key)).toEqual(['test.cap'])
  })

  it('are read typed, and a change is seen within a second', async () => {
    const { db } = app.runtime
    expect(await parameter(db, cap)).toBe(50_000_000_000n)
    expect(await parameter(db, digits)).toBe(8)
    expect(await parameter(db, until)).toBe('2026-12-31')
    const { id, version } = await row('test.digits')
    expect((await app.call(updateParameter, { id, version, value: '7', reason: 'Thông tư mới' }, admin)).data).toEqual({ id, version: 1, requestId: null })
    // Inside a transaction at once, otherwise after a second at the latest.
    expect(await db.transaction().execute((tx) => parameter(tx, digits))).toBe(7)
    await expect.poll(() => parameter(db, digits), { timeout: 5_000 }).toBe(7)
  })

  it('have their initial value before the database knows them', async () => {
    const unknown = defineParameter({ key: 'test.unknown', type: 'BOOLEAN', initial: 'true', text: { vi: 'x', en: 'x' } })
    expect(await parameter(app.runtime.db, unknown)).toBe(true)
  })

  it('refuse what their type and bounds refuse, at the field', async () => {
    const { id, version } = await row('test.digits')
    expect(await app.call(updateParameter, { id, version, value: '9' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'value', code: 'tooBig', message: 'Giá trị tối đa là 8' }],
    })
    expect(await app.call(updateParameter, { id, version, value: 'tám' }, { ...admin, language: 'en' })).toMatchObject({
      status: 422,
      errors: [{ field: 'value', message: 'Only digits are allowed' }],
    })
    const day = await row('test.until')
    expect((await app.call(updateParameter, { id: day.id, version: day.version, value: '2026-02-30' }, admin)).status).toBe(422)
  })

  it('keep their texts and bounds, and cannot be removed', async () => {
    const { id, version } = await row('test.until')
    await app.call(updateParameter, { id, version, value: '2027-06-30', description: 'Khác', minimum: '2020-01-01' }, admin)
    expect((await app.call(findParameter, { id }, admin)).data).toMatchObject({ value: '2027-06-30', descriptionVi: 'Ngày cuối', minimum: null })
    expect(await app.call(deleteParameter, { id, version: version + 1 }, admin)).toMatchObject({ status: 409, code: 'MD-011' })
  })

  it('follow their declaration: a value that people set stays, a changed type begins anew, what is dropped may be removed', async () => {
    const { db } = app.runtime
    const wider = { ...digits, maximum: '20', text: { vi: 'Số chữ số tối đa', en: 'Digits at most' } }
    const retyped = defineParameter({ key: 'test.until', type: 'BOOLEAN', initial: 'false', text: { vi: 'Còn dùng', en: 'In use' } })
    await db.transaction().execute((tx) => syncParameters(tx, [cap, wider, retyped]))
    expect(await row('test.digits')).toMatchObject({ value: '7', description: 'Số chữ số tối đa' })
    expect(await row('test.until')).toMatchObject({ type: 'BOOLEAN', value: 'false', updatedBy: 'system' })
    await db.transaction().execute((tx) => syncParameters(tx, [cap, wider]))
    expect(await row('test.until')).toMatchObject({ builtin: false })
  })
})

describe('critical parameters', () => {
  const decide = (id: string, as: string, decision: 'APPROVE' | 'REJECT' = 'APPROVE') =>
    app.call(
      decideRequest,
      { id, version: 0, decision, ...(decision === 'REJECT' ? { reason: 'Chưa có văn bản' } : {}) },
      { as, headers: { 'idempotency-key': randomUUID() } },
    )
  const ask = async (value: string, reason?: string) => {
    const { id, version } = await row('test.cap')
    return app.call(updateParameter, { id, version, value, ...(reason ? { reason } : {}) }, admin)
  }

  it('change when a second person agrees, and not before', async () => {
    const { id, version } = await row('test.cap')
    expect(await ask('1000000000')).toMatchObject({ status: 422, errors: [{ field: 'reason', code: 'required' }] })
    const asked = await ask('1000000000', 'Quyết định 1')
    expect(asked).toMatchObject({ status: 200, data: { id, version } })
    const requestId = asked.data?.requestId ?? ''
    expect(await row('test.cap')).toMatchObject({ value: '500000000.00', version, pendingRequestId: requestId })
    expect(await parameter(app.runtime.db, cap)).toBe(50_000_000_000n)
    expect((await ask('2000000000', 'Quyết định 2')).code).toBe('APR-004')

    const { data } = await app.call(getRequest, { id: requestId }, { as: 'kiemsoat' })
    expect(data).toMatchObject({ kind: 'PARAMETER_CHANGE', subjectCode: 'test.cap', mayDecide: true })
    expect(data?.changes).toMatchObject([
      { field: 'amount', kind: 'money', before: '500000000.00', after: '1000000000' },
      { field: 'minimum', before: '1.00', after: '1.00' },
      { field: 'description' },
    ])
    expect((await decide(requestId, 'admin')).code).toBe('APR-001')
    expect((await decide(requestId, 'ketoan')).status).not.toBe(200)
    expect((await decide(requestId, 'kiemsoat')).status).toBe(200)
    expect(await row('test.cap')).toMatchObject({ value: '1000000000', version: version + 1, pendingRequestId: null, updatedBy: 'kiemsoat' })
    expect(await app.runtime.db.transaction().execute((tx) => parameter(tx, cap))).toBe(100_000_000_000n)
    expect((await app.call(findParameter, { id }, admin)).data?.history[0]).toMatchObject({
      value: '1000000000',
      previousValue: '500000000.00',
      reason: 'Quyết định 1',
    })
  })

  it('are decided with a scope of all only: to others a decision is neither offered nor announced, but refused with its reason', async () => {
    const { pool } = app.runtime
    const widen = (kind: string) => pool.query("update iam.user_account set scope_kind = $1 where account = 'kiemsoat'", [kind])
    const kiemsoat = { as: 'kiemsoat' }
    const bells = async () =>
      (
        await pool.query<{ n: number }>(
          "select count(*)::int as n from notifications.notification n join iam.user_account u on u.id = n.user_id where u.account = 'kiemsoat'",
        )
      ).rows[0]?.n
    const open = await bells()
    await widen('UNIT_AND_BELOW')
    await app.headersOf('kiemsoat')
    try {
      const id = (await ask('6', 'Văn bản 6')).data?.requestId ?? ''
      expect(await bells()).toBe(open)
      // The session follows within a second.
      await expect
        .poll(async () => (await app.call(getRequest, { id }, kiemsoat)).data, { timeout: 5_000 })
        .toMatchObject({ mayDecide: false, refusal: 'SYS-413' })
      expect((await app.list(listRequests, { filter: { box: 'TO_DECIDE' } }, kiemsoat)).data?.totalRecord).toBe(0)
      for (const decision of ['APPROVE', 'REJECT'] as const) expect(await decide(id, 'kiemsoat', decision)).toMatchObject({ status: 403, code: 'SYS-413' })
      expect(await row('test.cap')).toMatchObject({ pendingRequestId: id })
      await widen('ALL')
      await expect.poll(async () => (await app.call(getRequest, { id }, kiemsoat)).data?.mayDecide, { timeout: 5_000 }).toBe(true)
      expect((await decide(id, 'kiemsoat', 'REJECT')).status).toBe(200)
    } finally {
      await widen('ALL')
    }
  })

  it('stay as they are when the second person refuses', async () => {
    const before = await row('test.cap')
    const asked = await ask('7', 'Thử')
    expect((await decide(asked.data?.requestId ?? '', 'kiemsoat', 'REJECT')).status).toBe(200)
    expect(await row('test.cap')).toEqual(before)
  })

  it('refuse a value or a version that is wrong before anybody is asked', async () => {
    const { id, version } = await row('test.cap')
    expect(await ask('0', 'x')).toMatchObject({ status: 422, errors: [{ field: 'value', code: 'tooSmall' }] })
    expect((await app.call(updateParameter, { id, version: version - 1, value: '5', reason: 'x' }, admin)).code).toBe('SYS-409')
    expect(await row('test.cap')).toMatchObject({ pendingRequestId: null })
  })

  it('of one’s own are removed by two people, too', async () => {
    const created = await app.call(createParameter, { ...own, key: 'own.critical', critical: true }, admin)
    const asked = await app.call(deleteParameter, { id: created.data?.id ?? '', version: 0, reason: 'Không dùng' }, admin)
    const requestId = asked.data?.requestId ?? ''
    expect((await app.call(getRequest, { id: requestId }, { as: 'kiemsoat' })).data?.changes).toMatchObject([
      { field: 'text', before: own.value, after: null },
      { field: 'description', after: null },
    ])
    expect(await row('own.critical')).toMatchObject({ pendingRequestId: requestId })
    expect((await decide(requestId, 'kiemsoat')).status).toBe(200)
    expect((await app.call(findParameter, { id: created.data?.id ?? '' }, admin)).status).toBe(404)
  })

  it('do not change on an agreement to something else: what was declared anew meanwhile is left alone', async () => {
    const asked = await ask('3', 'x')
    await sql`update masterdata.parameter set value = '9', version = version + 1 where key = 'test.cap'`.execute(app.runtime.db)
    expect((await decide(asked.data?.requestId ?? '', 'kiemsoat')).code).toBe('APR-005')
    expect(await row('test.cap')).toMatchObject({ value: '9' })
    await app.call(withdrawRequest, { id: asked.data?.requestId ?? '', version: 0 }, admin)
    expect(await row('test.cap')).toMatchObject({ value: '9', pendingRequestId: null })
  })
})

describe('parameters of one’s own', () => {
  it('are created, changed and removed; every value is kept', async () => {
    const created = await app.call(createParameter, { ...own, reason: 'Số mới' }, admin)
    expect(created).toMatchObject({ status: 200, data: { version: 0 } })
    const id = created.data?.id ?? ''
    expect((await app.call(createParameter, own, admin)).code).toBe('MD-010')
    expect(
      (await app.call(updateParameter, { id, version: 0, value: '1900 54 54 81', description: 'Tổng đài', reason: 'Cách viết' }, admin)).data?.version,
    ).toBe(1)
    expect(await app.call(updateParameter, { id, version: 0, value: 'x' }, admin)).toMatchObject({ status: 409, code: 'SYS-409', data: { version: 1 } })
    const { data } = await app.call(findParameter, { id }, admin)
    expect(data?.history).toMatchObject([
      { version: 1, action: 'UPDATE', value: '1900 54 54 81', previousValue: '1900 545 481', reason: 'Cách viết', changedBy: 'admin' },
      { version: 0, action: 'CREATE', value: '1900 545 481', previousValue: null, reason: 'Số mới', changedBy: 'admin' },
    ])
    expect((await app.call(deleteParameter, { id, version: 1, reason: 'Bỏ' }, admin)).status).toBe(200)
    expect((await app.call(findParameter, { id }, admin)).status).toBe(404)
    const { rows } =
      await sql`select action, version, changed_by, reason from masterdata.parameter_history where parameter_id = ${id} order by id desc limit 1`.execute(
        app.runtime.db,
      )
    expect(rows).toEqual([{ action: 'DELETE', version: 2, changed_by: 'admin', reason: 'Bỏ' }])
  })

  it.each([
    [{ key: 'Support Phone' }, 'key'],
    [{ key: 'x.số' }, 'key'],
    [{ type: 'INTEGER', value: 'x' }, 'value'],
    [{ type: 'STRING', minimum: '1' }, 'minimum'],
    [{ type: 'INTEGER', value: '5', minimum: 'một' }, 'minimum'],
    [{ type: 'INTEGER', value: '5', minimum: '6' }, 'value'],
    [{ description: ' ' }, 'description'],
  ] satisfies [Partial<RawInputOf<typeof createParameter>>, string][])('%o is refused at the field', async (wrong, field) => {
    const reply = await app.call(createParameter, { ...own, key: 'support.mail', ...wrong }, admin)
    expect(reply).toMatchObject({ status: 422, errors: [{ field }] })
  })

  it('are changed by those who may', async () => {
    expect((await app.call(createParameter, own, { as: 'ketoan' })).status).toBe(403)
    expect((await app.call(listParameters, { searchSdi: {}, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'doitac' })).status).toBe(403)
  })

  it('are audited with what they were and became', async () => {
    const created = await app.call(createParameter, { ...own, key: 'support.hours' }, admin)
    const id = created.data?.id ?? ''
    await app.call(updateParameter, { id, version: 0, value: '7:00–21:00' }, admin)
    const { rows } = await sql<{ before: { value: string }; after: { value: string } }>`
      select before, after from platform.audit_entry where subject_type = 'masterdata.parameter' and subject_id = ${id} order by id desc limit 1`.execute(
      app.runtime.db,
    )
    expect(rows[0]).toMatchObject({ before: { value: '1900 545 481' }, after: { value: '7:00–21:00' } })
  })
})

describe('the database', () => {
  it('keeps the history by itself, for ever', async () => {
    const { db } = app.runtime
    await sql`update masterdata.parameter set value = '5', version = version + 1, updated_by = 'somebody' where key = 'test.digits'`.execute(db)
    const { rows } = await sql`select value, changed_by from masterdata.parameter_history where key = 'test.digits' order by id desc limit 1`.execute(db)
    expect(rows).toEqual([{ value: '5', changed_by: 'somebody' }])
    await expect(sql`delete from masterdata.parameter_history`.execute(db)).rejects.toThrow(/append-only/)
    await expect(sql`update masterdata.parameter_history set value = 'x'`.execute(db)).rejects.toThrow(/append-only/)
  })

  it('refuses a value that is not of the type', async () => {
    await expect(sql`update masterdata.parameter set value = 'x', version = version + 1 where key = 'test.digits'`.execute(app.runtime.db)).rejects.toThrow(
      /check constraint/,
    )
  })
})
