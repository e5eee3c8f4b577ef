import { describe, expect, it } from 'vitest'
import { searchMerchants } from '#core/merchants/contract/merchant.ts'
import { listMerchants } from '#core/merchants/contract/merchants.ts'
import { listSettlements } from '#core/settlements/contract/settlements.ts'
import { listAccounts } from '#core/vietqr/contract/accounts.ts'
import { createCode, listCodes } from '#core/vietqr/contract/codes.ts'
import { sumMoney } from '#kernel/money.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { qrReturnReport } from '#subsystems/qr/contract/reports.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrWorld, refs, type Search } from '../../../../../test/qr.ts'

const world = qrWorld()
const { lastDays, search } = world

describe('scope', () => {
  const sees = async (account: string) => refs(await search(lastDays, { as: account }))
  const hanoi = [...Array.from({ length: 20 }, (_, i) => `VCB-${i}`), 'SV-1', 'SV-2', 'SV-3'].sort()
  const hcm = [...Array.from({ length: 5 }, (_, i) => `BIDV-${i}`), 'SV-4', 'SV-5'].sort()

  it('head office: everything', async () => {
    for (const account of ['admin', 'ketoan', 'kiemsoat']) expect(await sees(account), account).toEqual([...hanoi, ...hcm].sort())
  })

  it('a province manager: the own province; a teller: the own office; a partner: what came through its own channel', async () => {
    expect(await sees('tinh01')).toEqual(hanoi)
    expect(await sees('tinh79')).toEqual(hcm)
    expect(await sees('tinh48')).toEqual([])
    expect(await sees('giaodichvien')).toEqual(hanoi)
    expect(await sees('doitac')).toEqual(['SV-1', 'SV-2', 'SV-3', 'SV-4', 'SV-5'])
    expect(await sees('doitac.anphat')).toEqual([])
  })

  it('holds for every way of asking', async () => {
    const [foreign] = (await search({ externalRef: 'BIDV-0' })).result
    expect(refs(await search({ code: foreign?.code }, { as: 'tinh01' }))).toEqual([])
    expect(refs(await search({ externalRef: 'BIDV-0' }, { as: 'doitac' }))).toEqual([])
    const head = await world.app.runtime.pool.query<{ id: string }>("select id from organisation.unit where level = 'HEAD_OFFICE'")
    expect(refs(await search({ ...lastDays, unitId: head.rows[0]?.id }, { as: 'tinh01' }))).toEqual(hanoi)
  })

  it('bounds the sums and the merchants to choose from as well', async () => {
    const page = await search(lastDays, { as: 'tinh79' })
    expect(page.sums.amount).toBe(sumMoney(page.result.map((row) => row.amount)))
    const options = async (account: string) => (await world.app.call(searchMerchants, {}, { as: account })).data?.map(({ code }) => code).sort()
    expect(await options('ketoan')).toEqual(['M-HANOI', 'M-HCM'])
    expect(await options('tinh79')).toEqual(['M-HCM'])
    expect(await options('giaodichvien')).toEqual(['M-HANOI'])
    expect(await options('doitac')).toEqual(['M-HANOI', 'M-HCM'])
    expect(await options('doitac.anphat')).toEqual([])
  })
})

/** Takes a permission from a role for a while, as an administrator would; sessions look again within a second. */
async function withoutRight(role: string, uri: string, work: () => Promise<void>): Promise<void> {
  const change = async (statement: string) => {
    await world.app.runtime.pool.query(statement, [role, uri])
    world.clock.advance(1001)
  }
  await change(
    'delete from iam.role_permission using iam.role r, iam.permission p where role_id = r.id and permission_id = p.id and r.code = $1 and p.uri = $2',
  )
  await work()
  await change('insert into iam.role_permission (role_id, permission_id) select r.id, p.id from iam.role r, iam.permission p where r.code = $1 and p.uri = $2')
}

describe('rights', () => {
  const input: Search = { searchSdi: lastDays, pageInfo: { currentPage: 1, pageSize: 15 } }

  it('nobody without a session', async () => {
    expect((await world.app.call(listQrTransactions, input)).status).toBe(401)
    expect((await world.app.call(listQrTransactions.export, { searchSdi: lastDays })).status).toBe(401)
    expect((await world.app.call(searchMerchants, {})).status).toBe(401)
  })

  it('merchants are for whoever sees a screen that filters by them', async () => {
    const list = 'pp-qr/quanlygiaodich/danhsachgiaodich/view'
    const others = [
      qrDailyReport.permission,
      qrReturnReport.permission,
      listSettlements.permission,
      listMerchants.permission,
      listCodes.permission,
      createCode.permission,
      listAccounts.permission,
    ]
    const asked = async () => (await world.app.call(searchMerchants, {}, { as: 'giaodichvien' })).status
    const without = (uris: readonly string[], status: number): Promise<void> => {
      const [uri, ...rest] = uris
      return uri === undefined ? asked().then((answer) => expect(answer).toBe(status)) : withoutRight('TELLER', uri, () => without(rest, status))
    }
    await without(others, 200)
    await without([list, ...others], 403)
  })

  it('looking and taking away are two rights', async () => {
    await withoutRight('TELLER', 'pp-qr/quanlygiaodich/danhsachgiaodich/export', async () => {
      expect((await world.app.call(listQrTransactions, input, { as: 'giaodichvien' })).status).toBe(200)
      expect((await world.app.call(listQrTransactions.export, { searchSdi: lastDays }, { as: 'giaodichvien' })).status).toBe(403)
    })
    await withoutRight('TELLER', 'pp-qr/quanlygiaodich/danhsachgiaodich/view', async () => {
      expect((await world.app.call(listQrTransactions, input, { as: 'giaodichvien' })).status).toBe(403)
    })
  })
})
