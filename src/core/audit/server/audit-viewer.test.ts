import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { listMails } from '#core/mail/contract/mail.ts'
import { createParameter, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { sealAudit } from '#platform/server/audit/seal.ts'
import { connect } from '#platform/server/database/connect.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { auditOf, findAuditEntry, lastVerification, listAudit, verifyAuditLog } from '../contract/audit.ts'

let test: TestApp
let parameter: string
const today = localDate(new Date())
const day = { from: addDays(today, -1), to: addDays(today, 1) }
const as = { as: 'admin', clientId: 'PP_SYS' } as const

beforeAll(async () => {
  test = await testApp()
  const { data } = await test.call(createParameter, { key: 'audit.probe', type: 'INTEGER', value: '1', description: 'Thử' }, as)
  parameter = data?.id ?? ''
  await test.call(updateParameter, { id: parameter, version: 0, value: '2' }, as)
})
afterAll(() => test.close())

describe('the audit log', () => {
  it('is found by person, action, record, day and address', async () => {
    const found = async (filter: Parameters<typeof test.list<typeof listAudit>>[1]) => (await test.list(listAudit, filter, as)).data?.totalRecord
    const mine = { ...day, subjectType: 'masterdata.parameter', subjectId: parameter }
    expect(await found({ filter: mine })).toBe(2)
    expect(await found({ filter: { ...mine, actor: 'admin' } })).toBe(2)
    expect(await found({ filter: { ...mine, actor: 'ketoan' } })).toBe(0)
    expect(await found({ filter: { ...mine, action: 'param/v1/UPDATE' } })).toBe(1)
    // A part of a path is a part; a whole one is that call alone.
    expect(await found({ filter: { ...mine, action: '/sys/global' } })).toBe(2)
    expect(await found({ filter: { ...mine, action: '/sys/global/param/v1/update' } })).toBe(1)
    expect(await found({ filter: { ...mine, action: '/sys/global/param/v1/upd' } })).toBe(0)
    expect(await found({ filter: { ...mine, ip: '127.' } })).toBe(2)
    expect(await found({ filter: { ...mine, ip: '%' } })).toBe(0)
    expect(await found({ filter: { ...mine, from: addDays(today, -9), to: addDays(today, -8) } })).toBe(0)
  })

  it('names the partner whose client acted', async () => {
    const { rows } = await test.runtime.pool.query(
      'select c.client_id as client, p.name from organisation.partner_credential c join organisation.partner p on p.id = c.partner_id limit 1',
    )
    const [{ client, name }] = rows
    const fact = { actor: `partner:${client}`, action: 'iam.logout', subjectType: 'iam.session', subjectId: 'of-a-partner', traceId: '', ip: '' }
    await test.runtime.db.transaction().execute((tx) => test.runtime.audit.write(tx, fact))
    const { data } = await test.call(auditOf, { subjectType: 'iam.session', subjectId: 'of-a-partner' }, as)
    expect(data?.map(({ actorName }) => actorName)).toEqual([name])
  })

  it('says what was and what became of it', async () => {
    const [last] = (await test.call(auditOf, { subjectType: 'masterdata.parameter', subjectId: parameter }, as)).data ?? []
    expect(last).toMatchObject({ actor: 'user:admin', action: 'POST /sys/global/param/v1/update' })
    const { data } = await test.call(findAuditEntry, { id: last?.id ?? '' }, as)
    expect(data?.changes).toContainEqual({ field: 'value', name: 'Giá trị', before: '1', after: '2', writtenBefore: '1', writtenAfter: '2' })
    expect(data).toMatchObject({ genuine: true, sealedBlock: null })
  })

  it('shows what was asked for apart from what became of it, values by their kind, references by name', async () => {
    const { data: made } = await test.call(
      createParameter,
      { key: 'audit.asked', type: 'MONEY', value: '1000.00', description: 'Thử', critical: true, reason: 'Mới' },
      as,
    )
    const id = made?.id ?? ''
    const { data: asked } = await test.call(updateParameter, { id, version: 0, value: '2500.00', reason: 'Tăng' }, as)
    const decide = { id: asked?.requestId ?? '', version: 0, decision: 'APPROVE' } as const
    await test.call(decideRequest, decide, { as: 'kiemsoat', headers: { 'idempotency-key': crypto.randomUUID() } })
    const entries = (await test.call(auditOf, { subjectType: 'masterdata.parameter', subjectId: id }, as)).data ?? []
    expect(entries.map(({ action }) => action)).toEqual(['approvals.APPROVED', 'POST /sys/global/param/v1/update', 'POST /sys/global/param/v1/insert'])
    const changesOf = async (at: number) => (await test.call(findAuditEntry, { id: entries[at]?.id ?? '' }, as)).data?.changes ?? []
    // Asked for: nothing of the parameter itself, before or after.
    const request = await changesOf(1)
    expect(request.every(({ before }) => before === null)).toBe(true)
    expect(request).toContainEqual(expect.objectContaining({ name: 'Đề nghị › Giá trị', after: '2500.00' }))
    // Carried out.
    expect(await changesOf(0)).toContainEqual(expect.objectContaining({ before: '1.000,00', after: '2.500,00', writtenBefore: '1000.00' }))
  })

  it('tells one that was edited from one that was not', async () => {
    const verified = async () => {
      expect((await test.call(verifyAuditLog, {}, as)).code).toBe('API000')
      await runJobs(test)
      return (await test.call(lastVerification, {}, as)).data?.last
    }
    await sealAudit(test.runtime.db, test.runtime.config.secretKey)
    expect(await verified()).toMatchObject({ problemCount: 0, intactSince: expect.any(String), lastSeal: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const { owner } = test.runtime.database
    await owner.query('alter table platform.audit_entry disable trigger audit_entry_append_only; grant all on platform.audit_entry to current_user')
    const { rows } = await owner.query("update platform.audit_entry set actor = 'user:ketoan' where subject_id = $1 returning id", [parameter])
    expect(await verified()).toMatchObject({ problemCount: rows.length })
    expect((await test.call(findAuditEntry, { id: rows[0].id }, as)).data).toMatchObject({ genuine: false, sealedBlock: expect.any(String) })
  })
})

describe('its verification', () => {
  it('may take longer than a call', async () => {
    await test.call(verifyAuditLog, {}, as)
    const { pool } = test.runtime
    const client = await test.runtime.database.owner.connect()
    const limited = connect(test.runtime.database.connectionString, { max: 2 })
    limited.pool.on('connect', (one) => void one.query("set statement_timeout = '2s'"))
    try {
      await client.query('begin; lock table platform.audit_seal in access exclusive mode')
      const ran = runJobs({ runtime: { ...test.runtime, db: limited.db } })
      ran.catch(() => undefined)
      const waiting = "select from pg_locks where not granted and relation = 'platform.audit_seal'::regclass"
      await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
      await client.query('select pg_sleep(2.5)')
      await client.query('rollback')
      expect((await ran).map(({ outcome }) => outcome)).toEqual(['DONE'])
    } finally {
      await client.query('rollback')
      client.release()
      await limited.close()
    }
  })

  it('is one job, however many ask for it, with its progress; the last result stays until there is another', async () => {
    const before = (await test.call(lastVerification, {}, as)).data?.last
    expect(before?.checkedAt).toBeTruthy()
    const asked = await Promise.all(Array.from({ length: 5 }, () => test.call(verifyAuditLog, {}, as)))
    expect(new Set(asked.map(({ data }) => data?.jobId)).size).toBe(1)
    expect((await test.call(lastVerification, {}, as)).data).toEqual({ last: before, running: { state: 'WAITING', done: 0, total: 0 } })
    await test.runtime.pool.query("update platform.job set state = 'RUNNING', progress_done = 5000, progress_total = 20000 where id = $1", [
      asked[0]?.data?.jobId,
    ])
    // Under way, it is not begun a second time.
    expect((await test.call(verifyAuditLog, {}, as)).data).toEqual(asked[0]?.data)
    expect((await test.call(lastVerification, {}, as)).data).toEqual({ last: before, running: { state: 'RUNNING', done: 5000, total: 20_000 } })
    await test.runtime.pool.query("update platform.job set state = 'WAITING' where id = $1", [asked[0]?.data?.jobId])
    const ran = await runJobs(test)
    expect(ran.map(({ outcome }) => outcome)).toEqual(['DONE'])
    const { rows } = await test.runtime.pool.query(
      'select progress_done = progress_total as whole, progress_total > 0 as counted from platform.job where id = $1',
      [asked[0]?.data?.jobId],
    )
    expect(rows).toEqual([{ whole: true, counted: true }])
    const { data } = await test.call(lastVerification, {}, as)
    expect(data?.running).toBeNull()
    expect(data?.last?.entries).toBeGreaterThan(before?.entries ?? 0)
  })

  it('that fails says so, beside the last result', async () => {
    const { data } = await test.call(verifyAuditLog, {}, as)
    await test.runtime.pool.query("update platform.job set state = 'FAILED' where id = $1", [data?.jobId])
    expect((await test.call(lastVerification, {}, as)).data).toMatchObject({ last: { entries: expect.any(Number) }, running: { state: 'FAILED' } })
    expect((await test.call(verifyAuditLog, {}, as)).data?.jobId).not.toBe(data?.jobId)
  })
})

describe('bad input', () => {
  it.each([
    ['no days', {}],
    ['days the wrong way round', { from: day.to, to: day.from }],
    ['more than a quarter', { from: addDays(today, -100), to: today }],
    ['no day', { from: '2026-02-30', to: today }],
  ])('%s: refused in both languages', async (_, filter) => {
    for (const language of ['vi', 'en'] as const) {
      const { status, errors } = await test.list(listAudit, { filter }, { ...as, language })
      expect(status).toBe(422)
      expect(errors?.[0]?.message).toBeTruthy()
    }
  })

  it('nor does an administrator of one province, whatever their rights', async () => {
    const { pool } = test.runtime
    await pool.query("insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'")
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
    const local = { as: 'tinh01', clientId: 'PP_SYS' } as const
    const [some] = (await test.list(listAudit, { filter: day }, as)).data?.result ?? []
    expect(some).toBeDefined()
    for (const reply of [
      await test.list(listAudit, { filter: day }, local),
      await test.list(listMails, {}, local),
      await test.call(auditOf, { subjectType: 'masterdata.parameter', subjectId: parameter }, local),
      await test.call(verifyAuditLog, {}, local),
      await test.call(lastVerification, {}, local),
      await test.call(findAuditEntry, { id: some?.id ?? '' }, local),
    ])
      expect(reply.status).toBe(403)
  })

  it('nobody but an administrator reads it', async () => {
    expect((await test.list(listAudit, { filter: day }, { as: 'ketoan' })).status).toBe(403)
    expect((await test.call(verifyAuditLog, {}, { as: 'kiemsoat' })).status).toBe(403)
    expect((await test.call(findAuditEntry, { id: '999999999' }, as)).status).toBe(404)
  })
})
