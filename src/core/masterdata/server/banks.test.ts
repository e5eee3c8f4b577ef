import { BanksObject } from 'vietnam-qr-pay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findGlobalList, updateGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { activeBanks, BANKS, bankName } from './banks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('names banks by the name they have today', async () => {
  const name = (bin: string | null) => bankName(app.runtime.db, bin)
  expect(await name('970436')).toBe('Vietcombank')
  expect(await name('970449')).toBe('LPBank')
  expect(await name('970414')).toBe('MBV')
  expect(await name('970406')).toBe('Vikki Bank')
  expect(await name('000000')).toBe('000000')
  expect(await name(null)).toBeNull()
})

it('has every bank with a BIN that the package of VietQR knows', async () => {
  const bins = Object.values(BanksObject).flatMap(({ bin }) => (bin ? [bin] : []))
  expect([...(await activeBanks(app.runtime.db))].sort()).toEqual([...new Set(bins)].sort())
})

it('is amended on the screen of lists: another name shows at once, a locked bank keeps its name and takes no codes', async () => {
  const { data } = await app.call(findGlobalList, { code: BANKS }, { as: 'admin' })
  const { id = '', version = 0, name = '', entries = [] } = data ?? {}
  const changed = entries.map((entry) =>
    entry.key === '970436' ? { ...entry, value: 'Ngân hàng X' } : entry.key === '970418' ? { ...entry, status: 'LOCKED' as const } : entry,
  )
  expect((await app.call(updateGlobalList, { id, version, name, status: 'ACTIVE', entries: changed }, { as: 'admin' })).status).toBe(200)
  await app.runtime.db.transaction().execute(async (tx) => {
    expect(await bankName(tx, '970436')).toBe('Ngân hàng X')
    expect(await bankName(tx, '970418')).toBe('BIDV')
    const banks = await activeBanks(tx)
    expect([banks.has('970436'), banks.has('970418')]).toEqual([true, false])
  })
})
