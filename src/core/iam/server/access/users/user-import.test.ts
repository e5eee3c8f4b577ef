import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { importUsers } from '#core/iam/contract/access/user-import.ts'
import { en } from '#core/iam/labels/en.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { fill } from '#kernel/language.ts'
import { validationTexts } from '#kernel/validation-texts.ts'
import { type AccessWorld, accessWorld } from '../../../../../../test/access.ts'
import { requestOf, type TestApp } from '../../../../../../test/app.ts'
import { browser } from '../../../../../../test/browser.ts'
import { runJobs } from '../../../../../../test/jobs.ts'
import { mailsTo } from '../../../../../../test/mails.ts'
import { type Aoa, sendUpload, sheetRows, workbook } from '../../../../../../test/workbooks.ts'

let world: AccessWorld
let app: TestApp
beforeAll(async () => {
  world = await accessWorld()
  app = world.app
})
afterAll(() => app.close())

const SYS = 'PP_SYS' as const
const TITLES = ['account', 'fullName', 'email', 'mobile', 'language', 'unitCode', 'partnerCode', 'scopeKind', 'scopeUnitCodes', 'roleCodes', 'applications']
type Person = Partial<Record<(typeof TITLES)[number], string>>
const person = (account: string, given: Person = {}) => {
  const whole: Person = {
    account,
    fullName: `Người ${account}`,
    email: `${account}@buutram.vn`,
    unitCode: '010101',
    scopeKind: 'UNIT',
    roleCodes: 'TELLER',
    applications: 'PP_QR',
    ...given,
  }
  return TITLES.map((title) => whole[title] ?? null)
}

/** An import as somebody of the demo, from the upload to the preview. */
async function upload(rows: Aoa, as = 'admin') {
  const headers = { ...(await app.headersOf(as, SYS)), 'accept-language': 'vi' }
  const reply = await sendUpload(app.app, importUsers.upload.path, { name: 'người dùng.xlsx', content: workbook([TITLES, ...rows]) }, headers)
  if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
  await runJobs(app)
  return reply.data.id
}
const state = async (id: string, as = 'admin') => (await app.call(importUsers.state, { id }, { as, clientId: SYS })).data
async function start(id: string, mode: 'ALL' | 'GOOD', as = 'admin') {
  const reply = await app.call(importUsers.start, { id, version: (await state(id, as))?.version ?? 0, mode }, { as, clientId: SYS })
  await runJobs(app)
  return reply
}
async function reasons(id: string, as = 'admin') {
  const { data } = await app.call(importUsers.rows, { id, bad: true, page: 1 }, { as, clientId: SYS })
  return Object.fromEntries(
    (data?.result ?? []).map(({ number, problems }) => [number, problems.map(({ field, message }) => `${field}: ${message}`).join('; ')]),
  )
}
const stored = async (accounts: string[]) =>
  (
    await app.runtime.pool.query<{ account: string; scope: string; roles: string[]; applications: string[]; password: boolean }>(
      `select u.account, u.scope_kind as scope, array(select r.code from iam.user_role ur join iam.role r on r.id = ur.role_id where ur.user_id = u.id order by 1) as roles,
        array(select a.application from iam.user_application a where a.user_id = u.id order by 1) as applications,
        exists (select from iam.credential c where c.user_id = u.id and c.must_change) as password
       from iam.user_account u where u.account = any($1) order by u.account`,
      [accounts],
    )
  ).rows
const vi = (error: { vi: string }, params: Record<string, string | number> = {}) => fill(error.vi, params)

describe('users from a file', () => {
  it('start from a template whose titles are recognised in both languages', async () => {
    for (const language of ['vi', 'en'] as const) {
      const headers = { ...(await app.headersOf('admin', SYS)), 'accept-language': language }
      const file = await app.app.inject({ ...requestOf(importUsers.template, {}), headers })
      const [titles = []] = sheetRows(file.rawPayload)
      const content = workbook([titles, [1, ...person(`mau.${language}`)]])
      const reply = await sendUpload(app.app, importUsers.upload.path, { name: 'x.xlsx', content }, headers)
      await runJobs(app)
      const mapping = Object.fromEntries(TITLES.map((field, at) => [field, at + 1]))
      expect(await state(reply.data?.id ?? '')).toMatchObject({ status: 'READY', good: 1, mapping })
    }
  })

  it('are made with their rights, get a temporary password by e-mail, and sign in with it', async () => {
    const id = await upload([
      person('lan.nguyen', { roleCodes: 'TELLER, ACCOUNTANT', applications: 'PP_QR; PP_SO', mobile: '0912345678' }),
      person('minh.tran', { unitCode: '010000', scopeKind: 'Các đơn vị được chọn', scopeUnitCodes: '010101, 010200', language: 'English' }),
      person('doi.tac2', { unitCode: undefined, partnerCode: 'VCB', scopeKind: 'Đối tác của mình', roleCodes: undefined }),
    ])
    expect(await state(id)).toMatchObject({ status: 'READY', total: 3, good: 3, bad: 0 })
    expect(await stored(['lan.nguyen', 'minh.tran', 'doi.tac2'])).toEqual([])
    await start(id, 'ALL')
    const done = await state(id)
    expect(done).toMatchObject({ status: 'DONE', summary: { users: 3 } })
    // What the screen says of it has a word for each figure.
    expect(Object.keys(done?.summary ?? {})).toEqual(Object.keys(en.fields.userImportResult))
    // Whoever imports hears of it when passwords cannot be given.
    const { rows: askedBy } = await app.runtime.pool.query(
      "select distinct u.account from platform.job j left join iam.user_account u on u.id = j.user_id where j.name = 'iam.give-first-passwords'",
    )
    expect(askedBy).toEqual([{ account: 'admin' }])
    expect(await stored(['lan.nguyen', 'minh.tran', 'doi.tac2'])).toEqual([
      { account: 'doi.tac2', scope: 'PARTNER', roles: [], applications: ['PP_QR'], password: true },
      { account: 'lan.nguyen', scope: 'UNIT', roles: ['ACCOUNTANT', 'TELLER'], applications: ['PP_QR', 'PP_SO'], password: true },
      { account: 'minh.tran', scope: 'UNITS', roles: ['TELLER'], applications: ['PP_QR'], password: true },
    ])
    await runJobs(app)
    const [mail, ...more] = await mailsTo(app.runtime, 'lan.nguyen@buutram.vn')
    expect(more).toEqual([])
    const password = /^[A-Za-z2-9@#%+=?]{16}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    expect(await browser(app.app, app.runtime).signIn({ account: 'lan.nguyen', password, otp: '000000' })).toMatchObject({ status: 403, code: 'IAM-003' })
    expect((await mailsTo(app.runtime, 'minh.tran@buutram.vn'))[0]?.subject).toBe('Your temporary password')
    const { rows } = await app.runtime.pool.query<{ actor: string; text: string }>(
      `select a.actor, a::text as text from platform.audit_entry a join iam.user_account u on u.id::text = a.subject_id
       where a.subject_type = 'iam.user_account' and u.account = 'lan.nguyen'`,
    )
    expect(rows.map(({ actor }) => actor)).toEqual(['user:admin'])
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('tell every bad row why; accounts and addresses are compared whatever their case, in the file and with what is stored', async () => {
    await app.runtime.pool.query("update iam.user_account set email = 'KeToan@buutram.vn' where account = 'ketoan'")
    const id = await upload([
      person('good.one'),
      person('GOOD.one', { email: 'other@buutram.vn' }),
      person('good.two', { email: 'Good.One@buutram.vn' }),
      person('KETOAN', { email: 'x1@buutram.vn' }),
      person('x2', {}),
      person('x.3', { email: 'ketoan@BUUTRAM.vn' }),
      person('x.4', { unitCode: '999999' }),
      person('x.5', { roleCodes: 'TELLER, NOBODY' }),
      person('x.6', { applications: 'PP_QR, PP_XX' }),
      person('x.7', { scopeKind: 'UNITS' }),
      person('x.8', { scopeUnitCodes: '010101' }),
      person('x.9', { partnerCode: 'VCB' }),
      person('x.10', { email: undefined }),
      person('x.11', { unitCode: undefined, scopeKind: 'UNIT' }),
      // What can be read of a row with a fault is looked at in the same round.
      person('ADMIN', { email: 'x12', roleCodes: 'NOBODY', scopeUnitCodes: '010101' }),
    ])
    expect(await reasons(id)).toEqual({
      3: `account: ${vi(accessErrors.importTwice, { row: 2 })}`,
      4: `email: ${vi(accessErrors.importTwice, { row: 2 })}`,
      5: `account: ${vi(accessErrors.accountTaken, { account: 'KETOAN' })}`,
      6: expect.stringContaining('account: '),
      7: `email: ${vi(accessErrors.mailTaken, { email: 'ketoan@BUUTRAM.vn' })}`,
      8: 'unitCode: Không có đơn vị đang hoạt động với mã này',
      9: `roleCodes: ${vi(accessErrors.importUnknown, { codes: 'NOBODY' })}`,
      10: `applications: ${vi(accessErrors.importUnknown, { codes: 'PP_XX' })}`,
      11: `scopeUnitCodes: ${vi(accessErrors.scopeUnits)}`,
      12: `scopeUnitCodes: ${vi(accessErrors.importNeedsScope)}`,
      13: expect.stringContaining(`partnerCode: ${vi(accessErrors.place)}`),
      14: 'email: Vui lòng nhập thông tin này',
      15: `scopeKind: ${vi(accessErrors.place)}`,
      16: [
        `email: ${validationTexts.email.vi}`,
        `account: ${vi(accessErrors.accountTaken, { account: 'ADMIN' })}`,
        `scopeUnitCodes: ${vi(accessErrors.importNeedsScope)}`,
        `roleCodes: ${vi(accessErrors.importUnknown, { codes: 'NOBODY' })}`,
      ].join('; '),
    })
    expect(await start(id, 'ALL')).toMatchObject({ status: 409, code: 'IMP-015' })
    expect(await stored(['good.one'])).toEqual([])
    await start(id, 'GOOD')
    expect((await stored(['good.one', 'good.two', 'x.4'])).map(({ account }) => account)).toEqual(['good.one'])
    const file = await app.app.inject({ ...requestOf(importUsers.result, { id }), headers: await app.headersOf('admin', SYS) })
    expect(sheetRows(file.rawPayload)[2]?.slice(-2)).toEqual(['Không nhập', `Tài khoản: ${vi(accessErrors.importTwice, { row: 2 })}`])
  })

  it('that somebody else has made meanwhile send the import back to the preview, and none is made', async () => {
    const id = await upload([person('late.one'), person('late.two')])
    const other = await upload([person('late.two', { email: 'first@buutram.vn' })])
    await start(other, 'ALL')
    await start(id, 'ALL')
    expect(await state(id)).toMatchObject({ status: 'READY', bad: 1, problem: { code: 'IMP-016' } })
    expect((await stored(['late.one', 'late.two'])).map(({ account }) => account)).toEqual(['late.two'])
  })
})

describe('somebody who administers a part', () => {
  let role: string
  beforeAll(async () => {
    role = await world.localAdministrator(['user-permission/user-management/users/'])
    await world.become('tinh01', [role], ['PP_SYS', 'PP_QR'])
  })

  it('gives in a file no role, application, unit, partner or scope beyond their own', async () => {
    const mine = { roleCodes: undefined }
    const id = await upload(
      [
        person('own.person', mine),
        person('evil.role', { roleCodes: 'SYSTEM_ADMIN' }),
        person('evil.teller'),
        person('evil.application', { ...mine, applications: 'PP_QR, PP_GL' }),
        person('evil.scope', { ...mine, scopeKind: 'ALL' }),
        person('evil.unit', { ...mine, unitCode: '480101' }),
        person('evil.units', { ...mine, scopeKind: 'UNITS', scopeUnitCodes: '010101, 480000' }),
        person('evil.nowhere', { ...mine, unitCode: undefined, scopeKind: 'SELF' }),
        person('evil.partner', { ...mine, unitCode: undefined, partnerCode: 'VCB', scopeKind: 'PARTNER' }),
      ],
      'tinh01',
    )
    expect(await reasons(id, 'tinh01')).toEqual({
      3: `roleCodes: ${vi(accessErrors.notHeld, { names: 'Quản trị hệ thống' })}`,
      4: `roleCodes: ${vi(accessErrors.notHeld, { names: 'Giao dịch viên' })}`,
      5: `applications: ${vi(accessErrors.notHeld, { names: 'PP_GL' })}`,
      6: `scopeKind: ${vi(accessErrors.scopeBeyond)}`,
      7: 'unitCode: Không có đơn vị đang hoạt động với mã này',
      8: `scopeUnitCodes: ${vi(accessErrors.importUnknown, { codes: '480000' })}`,
      9: `unitCode: ${vi(accessErrors.place)}`,
      10: `partnerCode: ${vi(accessErrors.importUnknown, { codes: 'VCB' })}`,
    })
    await start(id, 'GOOD', 'tinh01')
    const { rows } = await app.runtime.pool.query("select account from iam.user_account where account like 'evil.%' or account = 'own.person'")
    expect(rows).toEqual([{ account: 'own.person' }])
  })

  it('and loses the right, or reach, between preview and decision, imports nothing', async () => {
    const { pool } = app.runtime
    const id = await upload([person('after.one', { roleCodes: undefined })], 'tinh01')
    const decide = async () => {
      const { version = 0 } = (await state(id, 'tinh01')) ?? {}
      expect((await app.call(importUsers.start, { id, version, mode: 'ALL' }, { as: 'tinh01', clientId: SYS })).status).toBe(200)
    }
    await decide()
    await pool.query("update iam.user_account set unit_id = (select id from organisation.unit where code = '480000') where account = 'tinh01'")
    await runJobs(app)
    await pool.query("update iam.user_account set unit_id = (select id from organisation.unit where code = '010000') where account = 'tinh01'")
    expect(await state(id, 'tinh01')).toMatchObject({ status: 'READY', bad: 1, problem: { code: 'IMP-016' } })

    const stripped = await upload([person('after.three', { roleCodes: undefined })], 'tinh01')
    const { version: seen = 0 } = (await state(stripped, 'tinh01')) ?? {}
    await app.call(importUsers.start, { id: stripped, version: seen, mode: 'ALL' }, { as: 'tinh01', clientId: SYS })
    const right = "permission_id = (select id from iam.permission where uri = 'user-permission/user-management/users/import')"
    const taken = await pool.query(`delete from iam.role_permission where ${right} and role_id = (select id from iam.role where code = $1) returning *`, [role])
    expect(taken.rowCount).toBe(1)
    await runJobs(app)
    await pool.query(
      `insert into iam.role_permission select r.id, p.id from iam.role r, iam.permission p
       where r.code = $1 and p.uri = 'user-permission/user-management/users/import'`,
      [role],
    )
    expect(await stored(['after.three'])).toEqual([])

    const other = await upload([person('after.two', { roleCodes: undefined })], 'tinh01')
    const { version = 0 } = (await state(other, 'tinh01')) ?? {}
    await app.call(importUsers.start, { id: other, version, mode: 'ALL' }, { as: 'tinh01', clientId: SYS })
    await pool.query("update iam.user_account set status = 'LOCKED' where account = 'tinh01'")
    await runJobs(app)
    const { rows } = await pool.query<{ status: string; code: string }>("select status, problem->>'code' as code from platform.import where id = $1", [other])
    expect(rows).toEqual([{ status: 'READY', code: '403' }])
    expect(await stored(['after.one', 'after.two'])).toEqual([])
  })
})

describe('beside other changes of access', () => {
  /** As a change of access that is under way and then rolled back. */
  async function whileHeld<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await app.runtime.pool.connect()
    try {
      await client.query("begin; select pg_advisory_xact_lock(hashtextextended('iam.access', 0))")
      return await run(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const waiting = async () =>
    (
      await app.runtime.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount

  it('the preview waits for none of them', async () => {
    const id = await whileHeld(() => upload([person('khong.cho')]))
    expect(await state(id)).toMatchObject({ status: 'READY', good: 1 })
  })

  it('what became wrong after the last check goes back to the preview, and nobody is made', async () => {
    const id = await upload([person('muon.mot'), person('muon.hai')])
    const { version = 0 } = (await state(id)) ?? {}
    await app.call(importUsers.start, { id, version, mode: 'ALL' }, { as: 'admin', clientId: SYS })
    const running = await whileHeld(async () => {
      const ran = runJobs(app)
      await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(1)
      await app.runtime.pool.query(
        `insert into iam.registration (account, full_name, mobile, email, unit_id, role_code, language, ip, status, created_at)
         select 'muon.mot', 'Người khác', '0900000001', 'khac@buutram.vn', id, 'TELLER', 'vi', '', 'PENDING', now() from organisation.unit where code = '010101'`,
      )
      return { ran }
    })
    await running.ran
    expect(await state(id)).toMatchObject({ status: 'READY', bad: 1, problem: { code: importErrors.changedMeanwhile.code } })
    expect(await reasons(id)).toEqual({ 2: `account: ${vi(accessErrors.accountTaken, { account: 'muon.mot' })}` })
    expect(await stored(['muon.mot', 'muon.hai'])).toEqual([])
    await start(id, 'GOOD')
    expect(await stored(['muon.mot', 'muon.hai'])).toMatchObject([{ account: 'muon.hai' }])
    const { rows } = await app.runtime.pool.query<{ account: string; told: string }>(
      `select u.account, a.after->>'account' as told from platform.audit_entry a join iam.user_account u on u.id::text = a.subject_id
       where a.subject_type = 'iam.user_account' and a.trace_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ account: 'muon.hai', told: 'muon.hai' }])
  })
})

it('takes five thousand users at most, and says so before any of them is looked at', async () => {
  const id = await upload(Array.from({ length: importUsers.maxRows + 1 }, (_, at) => person(`nhieu${at}`)))
  expect(await state(id)).toMatchObject({
    status: 'REFUSED',
    problem: { code: importErrors.tooManyRows.code, message: vi(importErrors.tooManyRows, { max: importUsers.maxRows }) },
  })
  expect((await app.runtime.pool.query('select 1 from platform.import_row where import_id = $1', [id])).rowCount).toBe(0)
})
