import { beforeAll, describe, expect, it } from 'vitest'
import { prepareMasterData } from '#app/master-data.ts'
import { listRequests } from '#core/approvals/contract/request.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { MAX_FOUND, searchRecords } from '#kernel/search.ts'
import { createView } from '#kernel/views.ts'
import { paths as crm } from '#subsystems/crm/web/paths.ts'
import { askQrRefund, getQrTransaction, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { paths as qr, transactionPath } from '#subsystems/qr/web/paths.ts'
import { paths as sys } from '#subsystems/sys/web/paths.ts'
import { qrWorld } from '../../../../test/qr.ts'

const world = qrWorld()
/** What a code is itself; the way of its money is asked for in the tests of the money trace. */
const find = async (text: string, as: string, language: 'vi' | 'en' = 'vi') =>
  ((await world.app.call(searchRecords, { text }, { as, language })).data ?? []).filter(({ path }) => !path.startsWith(crm.moneyTrace))
const codes = async (text: string, as: string) => (await find(text, as)).map(({ code }) => code)
/** The payment of a partner's reference, as an accountant of the head office sees it. */
async function payment(externalRef: string) {
  const [row] = (await world.search({ externalRef })).result
  if (!row) throw new Error(`no payment ${externalRef}`)
  return row
}

describe('payments', () => {
  it('are found by code, its beginning, and the reference of the partner', async () => {
    const { id, code } = await payment('SV-1')
    const found = await find(code.toLowerCase(), 'ketoan')
    expect(found).toMatchObject([{ code, path: transactionPath(id) }])
    expect(await codes('SV-1', 'ketoan')).toEqual([code])
    expect(await codes(code.slice(2), 'ketoan')).toEqual([code])
    const begun = await codes(code.slice(0, 10), 'ketoan')
    expect(begun).toContain(code)
    expect(begun.length).toBeLessThanOrEqual(MAX_FOUND)
    expect(begun.every((one) => one.startsWith(code.slice(0, 10)))).toBe(true)
    expect(await codes(code.slice(0, 5), 'ketoan')).toEqual([])
    expect(await codes('SV', 'ketoan')).toEqual([])
    expect(await codes(`${code.slice(0, -1)}%`, 'ketoan')).toEqual([])
  })

  it('of another office are not found by a teller, nor those of another province or partner', async () => {
    const foreign = await payment('BIDV-0')
    for (const text of [foreign.code, foreign.code.slice(2), 'BIDV-0']) {
      for (const as of ['giaodichvien', 'tinh01', 'doitac']) expect(await codes(text, as), `${as} ${text}`).toEqual([])
      expect(await codes(text, 'tinh79')).toEqual([foreign.code])
    }
    const beginning = foreign.code.slice(0, 10)
    expect(await codes(beginning, 'tinh48')).toEqual([])
    const seen = new Set((await world.search(world.lastDays, { as: 'giaodichvien' })).result.map(({ code }) => code))
    expect((await codes(beginning, 'giaodichvien')).filter((code) => !seen.has(code))).toEqual([])
  })

  it('name the shop, whose own data lie outside the scope, to staff of the partner', async () => {
    const [row] = (await world.search(world.lastDays, { as: 'doitac' })).result
    const [found] = await find(row?.code ?? '?', 'doitac')
    expect(found?.title).toContain(row?.merchantName ?? '?')
  })

  it('are not found without the right to open one', async () => {
    const { code } = await payment('VCB-0')
    expect(await codes(code, 'giaodichvien')).toEqual([code])
    const where = 'r.code = $1 and p.uri = $2'
    const values = ['TELLER', getQrTransaction.permission]
    const change = async (statement: string) => {
      await world.app.runtime.pool.query(statement, values)
      world.clock.advance(1001)
    }
    await change(`delete from iam.role_permission using iam.role r, iam.permission p where role_id = r.id and permission_id = p.id and ${where}`)
    expect(await codes(code, 'giaodichvien')).toEqual([])
    await change(`insert into iam.role_permission (role_id, permission_id) select r.id, p.id from iam.role r, iam.permission p where ${where}`)
  })

  it('say what they are in the language of the call', async () => {
    const [vi] = await find('SV-3', 'ketoan')
    const [en] = await find('SV-3', 'ketoan', 'en')
    expect(vi?.title).toContain('Thất bại')
    expect(en?.title).toContain('Failed')
  })
})

describe('requests for approval', () => {
  it('are found by the code of their subject, by who may see them', async () => {
    const { id, code } = await payment('BIDV-1')
    const { version } = (await world.app.call(getQrTransaction, { id }, { as: 'ketoan' })).data ?? { version: -1 }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const asked = await world.app.call(askQrRefund, { id, version, amount: '1000', reason: 'Khách trả hàng' }, { as: 'ketoan', headers })
    expect(asked.status, asked.message).toBe(200)
    const request = async (as: string) => (await find(code, as)).find(({ path }) => path.startsWith(crm.approvals))
    expect(await request('kiemsoat')).toMatchObject({ code, path: `${crm.approvals}?box=ALL&subjectCode=${code}` })
    expect(await request('tinh01')).toBeUndefined()
    expect(await request('giaodichvien')).toBeUndefined()
    expect(Object.keys(listRequests.filter.shape)).toEqual(expect.arrayContaining(['box', 'subjectCode']))
  })

  it('that wait are found by who asked and by what is asked for', async () => {
    const paths = async (text: string, as: string) => (await find(text, as)).map(({ path }) => path).filter((path) => path.startsWith(crm.approvals))
    expect(await paths('hoàn tiền', 'kiemsoat')).toHaveLength(1)
    const [request] = await find('hoan tien', 'kiemsoat')
    const [, maker = '?'] = request?.title.split(' · ') ?? []
    expect(await paths(maker, 'kiemsoat')).toHaveLength(1)
    expect(await paths('hoàn tiền', 'tinh01')).toEqual([])
    expect(await paths('hoàn tiền', 'giaodichvien')).toEqual([])
  })
})

describe('what opens in a list of something else', () => {
  it('merchants open the payments made to them, within the scope', async () => {
    const merchantName = (await payment('SV-1')).merchantName ?? '?'
    const { rows } = await world.app.runtime.pool.query<{ id: string }>('select id::text from merchants.merchant where name = $1', [merchantName])
    const merchants = async (as: string) => (await find(merchantName, as)).filter(({ group }) => group === 'Điểm bán')
    expect(await merchants('ketoan')).toContainEqual(expect.objectContaining({ title: merchantName, path: `${qr.transactions}?merchantId=${rows[0]?.id}` }))
    const foreign = (await world.search({ externalRef: 'BIDV-0' })).result[0]
    expect((await find(String(foreign?.merchantName), 'giaodichvien')).filter(({ title }) => title === foreign?.merchantName)).toEqual([])
  })

  it('units open payments, and users for who administers them, within the scope', async () => {
    const { rows } = await world.app.runtime.pool.query<{ id: string; code: string }>(
      "select id::text, code from organisation.unit where level = 'POST_OFFICE' and id = (select unit_id from iam.user_account where account = 'giaodichvien')",
    )
    const { id, code } = rows[0] ?? { id: '?', code: '?' }
    const units = async (as: string) => (await find(code, as)).filter(({ group }) => group === 'Đơn vị').map(({ path }) => path)
    expect(await units('giaodichvien')).toEqual([`${qr.transactions}?unitId=${id}`])
    expect(await units('admin')).toEqual([`${qr.transactions}?unitId=${id}`, `${sys.users}?unitId=${id}`])
    const other = await world.app.runtime.pool.query<{ code: string }>(
      "select code from organisation.unit where level = 'POST_OFFICE' and id <> $1 order by id desc",
      [id],
    )
    expect(await find(String(other.rows[0]?.code), 'giaodichvien')).toEqual([])
  })

  it('users, roles and policies open their lists, for who may see those and within the scope', async () => {
    expect(await find('giaodichvien', 'admin')).toContainEqual(expect.objectContaining({ code: 'giaodichvien', path: `${sys.users}?text=giaodichvien` }))
    expect(await codes('TELLER', 'admin')).toContain('TELLER')
    expect((await find('giao dich vien', 'admin')).map(({ path }) => path)).toContain(`${sys.roles}?text=TELLER`)
    for (const text of ['giaodichvien', 'TELLER']) for (const as of ['giaodichvien', 'ketoan', 'tinh01']) expect(await codes(text, as), as).toEqual([])
    const { pool } = world.app.runtime
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
    await pool.query(
      `insert into iam.role_permission (role_id, permission_id) select ur.role_id, p.id from iam.permission p, iam.user_role ur
        join iam.user_account u on u.id = ur.user_id where u.account = 'tinh01' and p.uri = $1`,
      [listUsers.permission],
    )
    world.clock.advance(1001)
    const { rows } = await pool.query("select from iam.user_account where account in ('tinh01', 'tinh79', 'admin')")
    expect(rows).toHaveLength(3)
    expect(await codes('tinh01', 'tinh01')).toEqual(['tinh01'])
    for (const text of ['tinh79', 'admin']) expect(await codes(text, 'tinh01'), text).toEqual([])
  })

  it('views of a list are found by name by who may use them', async () => {
    const view = { list: listQrTransactions.path, content: { filter: {}, days: {}, sort: null, size: 50 as const, columns: null } }
    const own = await world.app.call(createView, { ...view, name: 'Lỗi hôm nay', audience: 'PRIVATE' }, { as: 'ketoan' })
    expect(await find('loi hom', 'ketoan')).toMatchObject([
      { code: 'Lỗi hôm nay', title: '', group: 'Chế độ xem', path: `${qr.transactions}?_open=${own.data?.id}` },
    ])
    expect(await find('loi hom', 'kiemsoat')).toEqual([])
    await world.app.call(createView, { ...view, name: 'Lỗi chung', audience: 'ALL' }, { as: 'admin' })
    expect(await codes('lỗi chung', 'giaodichvien')).toEqual(['Lỗi chung'])
    await world.app.call(createView, { ...view, list: listParameters.path, name: 'Tham số chung', audience: 'ALL' }, { as: 'admin' })
    expect(await codes('tham so chung', 'admin')).toEqual(['Tham số chung'])
    expect(await codes('tham so chung', 'giaodichvien')).toEqual([])
  })
})

describe('master data', () => {
  beforeAll(() => prepareMasterData({ ...world.app.runtime, config: { ...world.app.runtime.config, demo: true } }))

  it('is found by code and by words without diacritics', async () => {
    expect(await find('INSTANT-transfer', 'admin')).toMatchObject([
      { code: 'payment.instant-transfer-cap', path: `${sys.globalParam}?text=payment.instant-transfer-cap` },
    ])
    expect(await find('id_document', 'admin')).toMatchObject([{ code: 'ID_DOCUMENT_TYPE', path: `${sys.globalList}?text=ID_DOCUMENT_TYPE` }])
    const [province] = await find('da nang', 'admin')
    expect(province).toMatchObject({ code: '48', path: `${sys.administrativeArea}?text=48` })
    expect(province?.title).toContain('Đà Nẵng')
  })

  it('stays with who administers it', async () => {
    for (const text of ['instant-transfer', 'id_document', 'da nang']) expect(await find(text, 'giaodichvien'), text).toEqual([])
  })
})

describe('what is asked', () => {
  it('needs a session and a text', async () => {
    expect((await world.app.call(searchRecords, { text: 'x' })).status).toBe(401)
    expect((await world.app.call(searchRecords, { text: '   ' }, { as: 'ketoan' })).status).toBe(422)
    for (const text of ['%', '_', "'", '́', '\\']) expect((await world.app.call(searchRecords, { text }, { as: 'admin' })).status, text).toBe(200)
    expect(await find('%%%%', 'admin')).toEqual([])
  })
})
