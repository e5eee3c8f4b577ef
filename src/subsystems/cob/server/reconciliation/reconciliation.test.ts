/** Both desks of cash on delivery over what really happens: collected against handed in, deposits against the statement of the bank. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { en } from '#core/reconciliation/labels/breaks/en.ts'
import { vi } from '#core/reconciliation/labels/breaks/vi.ts'
import { addDays, isoLocal, localDate, showDate, startOfDay } from '#kernel/dates.ts'
import { type TestApp, testApp, testClock } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected } from '../../../../../test/cob.ts'
import { gatewayCall } from '../../../../../test/payments.ts'
import { ReconciliationClerk } from '../../../../../test/reconciliation.ts'
import { MoneyState } from '../../contract/machines.ts'
import { codBankReconciliation, ldpReconciliation } from '../../contract/reconciliation.ts'

const HOUR_MS = 3_600_000

/** A Monday some weeks back; nothing here depends on holidays. */
const monday = (() => {
  const today = localDate(new Date())
  return addDays(today, -28 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
})()
const day = (n: number) => addDays(monday, n)
const at = (on: string, hour: number) => new Date(startOfDay(on).getTime() + hour * HOUR_MS)
const clock = testClock(at(day(4), 20))

let app: TestApp
let world: CobWorld
let items: { code: string; id: string }[]
beforeAll(async () => {
  app = await testApp({ clock })
  await sql`delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code = 'PUBLIC_HOLIDAY'`.execute(
    app.runtime.database.db,
  )
  world = await cobWorld(app)
  items = await collected(
    app,
    world,
    [350_000, 200_000, 100_000, 80_000].map((amount) => ({ amount: String(amount), at: at(day(0), 9) })),
  )
})
afterAll(() => app?.close())

let made = 0
/** A deposit that a wallet or a bank has taken. */
async function deposit(on: string, item: { code: string } | undefined, amount: number, status = 'SUCCEEDED'): Promise<string> {
  const externalRef = `NOP${++made}`
  const reply = await gatewayCall(
    app.app,
    world.other,
    '/og-001/v1/transactions',
    {
      ...{ externalRef, service: 'COD', type: 'COLLECTION', channel: 'WALLET', kind: 'WALLET', courier: 'BT-HN', items: [item?.code] },
      ...{ amount: String(amount), currency: 'VND', occurredAt: isoLocal(at(on, 10)) },
      outcome: { status, code: '00', message: 'Ngân hàng báo', ...(status === 'SUCCEEDED' ? { evidence: { bankReference: randomUUID().slice(0, 12) } } : {}) },
    },
    { at: clock.now() },
  )
  expect(reply).toMatchObject({ status: 200 })
  return externalRef
}

const document = (more: object) => SetupDocument.parse({ fee: {}, ...more })

test('each money state has words beside its line', () => {
  for (const { enums } of [vi, en]) expect(MoneyState.options.filter((state) => !Object.hasOwn(enums.lineStatus, state))).toEqual([])
})

test('what was collected on a day is matched with what was handed in of it; the rest is missing, short or late, and agrees when it has come', async () => {
  const [whole, part, none, late] = items
  await deposit(day(1), whole, 350_000)
  await deposit(day(1), part, 150_000)
  await deposit(day(4), late, 80_000)
  const clerk = new ReconciliationClerk(app, ldpReconciliation, 'PP_COB')
  const setupId = await clerk.setup({
    ...{ code: 'LDP', name: 'Phát, nộp COD', plug: 'COD_LDP' },
    document: document({ rules: [{ name: 'Mã bưu gửi', keys: ['REFERENCE'], windowDays: 1 }], expectedDays: 1 }) as never,
  })
  const id = await clerk.session(setupId, day(0), day(0))
  await clerk.match(id)
  const kinds = async () => new Map((await clerk.breaks(id)).map(({ reference, kind }) => [reference, kind]))
  expect(await kinds()).toEqual(
    new Map([
      [part?.code, 'AMOUNT'],
      [none?.code, 'MISSING_THEIRS'],
      [late?.code, 'DATE'],
    ]),
  )
  expect(await clerk.detail(id)).toMatchObject({ status: 'REVIEWING', oursSum: '730000.00', theirsSum: '580000.00' })
  // They hand in what is missing: the session is matched again, and only what was late stays.
  await deposit(day(1), part, 50_000)
  await deposit(day(1), none, 100_000)
  await clerk.match(id)
  expect(await kinds()).toEqual(new Map([[late?.code, 'DATE']]))
  expect(await clerk.detail(id)).toMatchObject({ oursSum: '730000.00', theirsSum: '730000.00' })
})

test('deposits through a bank agree with its statement, whose line confirms one that waits for it', async () => {
  const more = await collected(
    app,
    world,
    [120_000, 60_000, 45_000].map((amount) => ({ amount: String(amount), at: at(day(2), 9) })),
  )
  const references = [await deposit(day(3), more[0], 120_000), await deposit(day(3), more[1], 60_000), await deposit(day(3), more[2], 45_000, 'PROCESSING')]
  const moneyOf = async () =>
    (
      await app.runtime.db
        .selectFrom('cob.item')
        .select('money_state')
        .where('id', '=', more[2]?.id ?? '')
        .executeTakeFirstOrThrow()
    ).money_state
  expect(await moneyOf()).toBe('COLLECTED')
  const clerk = new ReconciliationClerk(app, codBankReconciliation, 'PP_COB')
  const setupId = await clerk.setup({
    ...{ code: 'COD-VCB', name: 'Nộp COD qua VCB', plug: 'COD', partnerId: world.other.partnerId },
    document: document({
      format: {
        ...{ kind: 'CSV', delimiter: ';', header: { find: ['Ngày', 'Số tiền'] } },
        columns: ['day', 'reference', 'amount'].map((field, place) => ({ field, by: { name: ['Ngày', 'Mã tham chiếu', 'Số tiền'][place] } })),
      },
      rules: [{ name: 'Mã tham chiếu', keys: ['REFERENCE'] }],
      expectedDays: 0,
    }) as never,
  })
  const rows = (amounts: readonly number[]) =>
    Buffer.from(['Ngày;Mã tham chiếu;Số tiền', ...amounts.map((amount, n) => `${showDate(day(3))};${references[n]};${amount}`)].join('\r\n'))
  const id = await clerk.session(setupId, day(3), day(3))
  await clerk.upload(id, { name: 'sao-ke.csv', content: rows([120_000, 60_000, 45_000]) })
  await clerk.match(id)
  const [waiting, ...others] = await clerk.breaks(id)
  expect([waiting?.kind, waiting?.reference, others]).toEqual(['STATUS', references[2], []])
  await clerk.ask(codBankReconciliation.breaks.resolve, {
    rows: [{ id: waiting?.id ?? '', version: waiting?.version ?? 0 }],
    ...{ resolution: 'OUTCOME', outcome: 'SUCCEEDED', reason: 'Sao kê có dòng tiền' },
  })
  const { request_id: requestId } = await app.runtime.db
    .selectFrom('approvals.pending')
    .select('request_id')
    .where('subject_type', '=', 'reconciliation.break')
    .where('subject_id', '=', waiting?.id ?? '')
    .executeTakeFirstOrThrow()
  await clerk.decide(requestId as string)
  expect(await moneyOf()).toBe('PAYABLE')
  await clerk.match(id)
  expect(await clerk.breaks(id)).toMatchObject([{ reference: references[2] }])
  expect(await clerk.detail(id)).toMatchObject({ oursSum: '225000.00', theirsSum: '225000.00', breaksOpen: 0 })
})
