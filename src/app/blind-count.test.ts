/**
 * From the start of a count to its submission no answer tells its counter what the holding holds: every endpoint that reads is asked, as
 * somebody with every permission, about the holding, its account, its shift and its counts. Asked again after the submission the same
 * endpoints do tell, so that the silence before proves something.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submitCount } from '#core/cash/contract/counts.ts'
import { myShift, openShift } from '#core/cash/contract/shifts.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type TestApp, testApp, testClock } from '../../test/app.ts'
import { STILL_TELLING, telling } from '../../test/telling.ts'
import { systemRegistry } from './server.ts'

const registry = systemRegistry()
/** Cash that nothing else in the system amounts to: two entries and their sum. */
const [FIRST, SECOND] = [51_234_567n, 25_308_643n]
const FIGURES = [FIRST, SECOND, FIRST + SECOND].map(String)
const REST = 1_111_111n

const clock = testClock(new Date('2026-11-23T08:00:00+07:00'))
let test: TestApp
let headers: Record<string, string>
let ids: string[]
beforeAll(async () => {
  test = await testApp({ clock })
  const { db, pool } = test.runtime
  await pool.query(
    "insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account = 'admin' on conflict do nothing",
  )
  headers = await test.headersOf('admin', 'PP_CFM_NEW')
  const unitId = (await db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()).id
  ids = await db.transaction().execute(async (tx) => {
    const [till] = await openHoldings(tx, [{ code: 'BLIND', name: 'Quầy', kind: 'TILL', unitId }])
    // Two accounts on the other side, so that neither of them shows the figures of the holding.
    const [bank = '', rest = ''] = await openAccounts(tx, [
      { code: 'BLIND-BANK', name: 'Ngân hàng', class: 'ASSET', chart: 'BANK' },
      { code: 'BLIND-REST', name: 'Ngân hàng', class: 'ASSET', chart: 'BANK' },
    ])
    const facts = {
      kind: 'TEST',
      service: 'CASH',
      businessDate: localDate(clock.now()),
      occurredAt: clock.now(),
      description: 'Tiếp quỹ',
      sourceType: 'test',
      sourceId: '1',
    }
    // Money besides, so that the sum of what may be seen is not what is hidden.
    const [capital = ''] = await openAccounts(tx, [{ code: 'BLIND-CAPITAL', name: 'Vốn', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    await post(tx, {
      ...facts,
      businessKey: 'blind-capital',
      entries: [
        { accountId: bank, side: 'D', amount: 900_000_000_00n },
        { accountId: capital, side: 'C', amount: 900_000_000_00n },
      ],
    })
    for (const amount of [FIRST, SECOND])
      await post(tx, {
        ...facts,
        businessKey: `blind-${amount}`,
        officeUnitId: unitId,
        entries: [
          { accountId: till?.accountId ?? '', side: 'D', amount: amount * 100n },
          { accountId: bank, side: 'C', amount: (amount - REST) * 100n },
          { accountId: rest, side: 'C', amount: REST * 100n },
        ],
      })
    return [till?.id ?? '', till?.accountId ?? '', unitId]
  })
})
afterAll(() => test.close())

const asked = () => telling(test, { registry, headers, ids, marks: ['BLIND'], figures: FIGURES })

it('nothing tells the counter what should be there; afterwards the same questions are answered', { timeout: 300_000 }, async () => {
  const shift = await test.call(openShift, { tillId: ids[0] ?? '' }, { as: 'admin', clientId: 'PP_CFM_NEW' })
  if (!shift.data) throw new Error(JSON.stringify(shift))
  ids.push(shift.data.id)
  expect((await asked()).filter((name) => !STILL_TELLING.includes(name))).toEqual([])
  const { data } = await test.call(myShift, {}, { as: 'admin', clientId: 'PP_CFM_NEW' })
  const done = await test.call(
    submitCount,
    { sessionId: data?.count?.sessionId ?? '', lines: [{ denomination: 500_000, pieces: 153 }] },
    { as: 'admin', clientId: 'PP_CFM_NEW' },
  )
  ids.push(done.data?.id ?? '')
  const told = await asked()
  expect(told).toEqual(
    expect.arrayContaining([
      'GET /cfm-admin/holding/v1/find',
      'GET /cfm-admin/shift/v1/find',
      'GET /cfm-admin/shift/v1/mine',
      'POST /cfm-admin/count/v1/search',
      'POST /cfm-admin/holding/v1/search',
      'POST /report/export/cfm-admin/holding/v1',
    ]),
  )
})
