import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { gatewayCall, gatewayWorld, report } from '../../../../test/payments.ts'
import { askReopening, checkPeriod, closePeriod, createPeriod, getPeriod, giveBackPeriod, submitPeriod } from '../contract/periods.ts'
import { beginMonth } from './months.ts'
import { figuresOf } from './snapshot.ts'

let app: TestApp
let unitId: string
let headId: string
let accounts: string[]
let today: string
const maker = { as: 'ketoan' } as const
const checker = { as: 'kiemsoat' } as const

beforeAll(async () => {
  app = await testApp()
  today = localDate(app.runtime.clock.now())
  const { db } = app.runtime
  unitId = (await db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()).id
  headId = (await db.selectFrom('organisation.unit').select('id').where('level', '=', 'HEAD_OFFICE').executeTakeFirstOrThrow()).id
  accounts = await db.transaction().execute((tx) =>
    openAccounts(tx, [
      { code: 'CUT-A', name: 'A', chart: 'BANK', class: 'ASSET' },
      { code: 'CUT-L', name: 'L', chart: 'CUSTOMER_SUSPENSE', class: 'LIABILITY' },
    ]),
  )
})
afterAll(() => app?.close())

let keys = 0
const journal = (businessDate: string, { occurredOn = businessDate, office = unitId }: { occurredOn?: string; office?: string | null } = {}) =>
  app.runtime.db.transaction().execute((tx) =>
    post(tx, {
      ...{ businessKey: `cutoff-${++keys}`, kind: 'TEST', service: 'GL', businessDate, occurredAt: new Date(`${occurredOn}T09:00:00+07:00`) },
      ...{ description: `Bút toán ${keys}`, sourceType: 'test', sourceId: String(keys), officeUnitId: office },
      entries: [
        { accountId: accounts[0] as string, side: 'D', amount: 100_00n },
        { accountId: accounts[1] as string, side: 'C', amount: 100_00n },
      ],
    }),
  )
const day = (back: number) => addDays(today, -back)
const made = async (startsOn: string, unit = unitId) =>
  (await app.call(createPeriod, { service: 'GL', unitId: unit, granularity: 'DAY', startsOn }, maker)).data as { id: string; version: number }
const detail = async (id: string) => {
  const { data } = await app.call(getPeriod, { id }, { as: 'admin' })
  if (!data) throw new Error('no period')
  return data
}
const step = async (contract: typeof checkPeriod | typeof submitPeriod | typeof closePeriod, id: string, who: { as: string }) =>
  app.call(contract, { id, version: (await detail(id)).version }, who)
const closed = async (id: string, { snapshot = true } = {}) => {
  for (const [contract, who] of [
    [checkPeriod, maker],
    [submitPeriod, maker],
    [closePeriod, checker],
  ] as const)
    expect(await step(contract, id, who)).toMatchObject({ status: 200 })
  if (snapshot) await runJobs(app)
}

test('a period closes by two people after its checks, keeps its figures, and takes no posting any more', async () => {
  await journal(day(40))
  await journal(day(40), { office: headId })
  const { id } = await made(day(40))
  await step(checkPeriod, id, maker)
  // Somebody with every right.
  await step(submitPeriod, id, { as: 'admin' })
  expect(await step(closePeriod, id, maker)).toMatchObject({ status: 403, code: '403' })
  expect(await step(closePeriod, id, { as: 'admin' })).toMatchObject({ status: 403, code: 'CUT-004' })
  expect(await step(closePeriod, id, checker)).toMatchObject({ status: 200 })
  await runJobs(app)
  const period = await detail(id)
  expect(period).toMatchObject({ status: 'CLOSED', submittedBy: 'admin', closedBy: 'kiemsoat', snapshotCode: `${period.code}/1` })
  // The journal of the head office is not the unit's.
  expect(period.snapshots).toMatchObject([{ journals: 1, entries: 2, debit: '100.00' }])
  await expect(journal(day(40))).rejects.toMatchObject({ definition: { code: 'LED-002' } })
  await journal(day(40), { office: headId })
  const span = { periodId: id, service: 'GL', unitId, from: day(40), to: day(40) }
  expect((await figuresOf(app.runtime.db, span)).hash).toBe(period.snapshots[0]?.hash)
})

test('what stands in the way is named with its owner, and refuses the submission', async () => {
  const { id } = await made(day(30))
  const later = await made(day(29))
  const { data } = await step(checkPeriod, later.id, maker)
  expect(data).toMatchObject({ blockers: 1 })
  const { blocking, checks } = await detail(later.id)
  expect(blocking).toMatchObject([{ check: 'EARLIER_PERIOD', count: 1, label: expect.stringContaining('chưa chốt') }])
  expect(checks.map(({ check }) => check)).toEqual(['EARLIER_PERIOD', 'SOUND_BOOKS', 'PENDING_APPROVALS'])
  expect(await step(submitPeriod, later.id, maker)).toMatchObject({ status: 409, code: 'CUT-003', message: expect.stringContaining('Còn 1 việc chặn kỳ') })
  expect(await detail(later.id)).toMatchObject({ status: 'CHECKING' })
  await closed(id)
  expect(await step(submitPeriod, later.id, maker)).toMatchObject({ status: 200 })
  expect(await app.call(giveBackPeriod, { id: later.id, version: (await detail(later.id)).version, note: 'Thiếu chứng từ' }, checker)).toMatchObject({
    status: 200,
  })
  expect(await detail(later.id)).toMatchObject({ status: 'CHECKING', note: 'Thiếu chứng từ', submittedBy: null })
  await closed(later.id)
})

test('reopening takes two and a reason; closing again shows what has changed, and what came late is listed', async () => {
  await journal(day(20))
  const { id } = await made(day(20))
  const ask = async () => app.call(askReopening, { id, version: (await detail(id)).version, reason: 'Bổ sung bút toán' }, maker)
  await closed(id, { snapshot: false })
  expect(await ask()).toMatchObject({ status: 409, code: 'CUT-005' })
  await runJobs(app)
  await journal(day(19), { occurredOn: day(20) })
  expect((await detail(id)).late).toMatchObject([{ businessDate: day(19), amount: '100.00' }])
  const { data } = await ask()
  expect(await ask()).toMatchObject({ status: 409, code: 'APR-004' })
  await expect(journal(day(20))).rejects.toMatchObject({ definition: { code: 'LED-002' } })
  const decision = { id: data?.requestId ?? '', version: 0, decision: 'APPROVE' } as const
  const decided = (who: { as: string }) => app.call(decideRequest, decision, { ...who, headers: { 'idempotency-key': randomUUID() } })
  expect(await decided(maker)).toMatchObject({ status: 403, code: 'APR-001' })
  expect(await decided(checker)).toMatchObject({ status: 200 })
  expect(await detail(id)).toMatchObject({ status: 'REOPENED', note: 'Bổ sung bút toán' })
  expect(await ask()).toMatchObject({ status: 409, code: 'CUT-007' })
  await journal(day(20))
  await closed(id)
  const { snapshots, lines } = await detail(id)
  expect(snapshots.map(({ journals }) => journals)).toEqual([2, 1])
  expect(snapshots[0]?.hash).not.toBe(snapshots[1]?.hash)
  expect(lines).toMatchObject([
    { debitBefore: '100.00', debit: '200.00', debitChange: '100.00' },
    { creditBefore: '100.00', credit: '200.00', creditChange: '100.00' },
  ])
})

test('what names a day of the period as its own is late for it, whenever it happened', async () => {
  const { vcb } = await gatewayWorld(app.runtime)
  const { data } = await app.call(createPeriod, { service: 'QR', unitId: headId, granularity: 'DAY', startsOn: day(50) }, maker)
  const { id = '' } = data ?? {}
  await closed(id)
  const body = report({ amount: '70000', occurredAt: `${day(15)}T10:00:00+07:00` })
  expect(await gatewayCall(app.app, vcb, '/og-001/v1/transactions', body)).toMatchObject({ status: 200, data: { lateOf: null } })
  expect((await detail(id)).late).toEqual([])
  // As a counter reports it whose day had ended.
  await app.runtime.database.owner.query('update payment.transaction set late_of = $2 where external_ref = $1', [body.externalRef, day(50)])
  expect((await detail(id)).late).toMatchObject([{ businessDate: day(15) }])
})

test('the periods of a month are set up by themselves: one a service, and as the month before', async () => {
  const { db } = app.runtime
  const month = `${today.slice(0, 7)}-01`
  const before = `${addDays(month, -1).slice(0, 7)}-01`
  expect(await app.call(createPeriod, { service: 'GL', unitId, granularity: 'MONTH', startsOn: before }, maker)).toMatchObject({ status: 200 })
  const ofMonth = () => db.selectFrom('cutoff.period').select(['code', 'unit_id']).where('granularity', '=', 'MONTH').where('starts_on', '=', month).execute()
  await beginMonth(app.runtime, ['GL', 'QR'])
  const set = await ofMonth()
  expect(set.map(({ unit_id }) => unit_id).sort()).toEqual([headId, headId, unitId].sort())
  expect(set.map(({ code }) => code)).toContain(`GL-010101-${month.slice(0, 7).replace('-', '')}`)
  await beginMonth(app.runtime, ['GL', 'QR'])
  expect(await ofMonth()).toHaveLength(set.length)
})

test('nothing is set up twice, closed before it has ended, or of a service that is none', async () => {
  const { id } = await made(today)
  expect(await app.call(createPeriod, { service: 'GL', unitId, granularity: 'DAY', startsOn: today }, maker)).toMatchObject({ status: 409, code: 'CUT-001' })
  expect(await app.call(createPeriod, { service: 'NOWHERE', unitId, granularity: 'DAY', startsOn: today }, maker)).toMatchObject({
    status: 422,
    code: 'CUT-006',
  })
  await step(checkPeriod, id, maker)
  expect(await step(submitPeriod, id, maker)).toMatchObject({ status: 409, code: 'CUT-002' })
})

test('of 64 submissions and 64 closings at the same moment one each wins', async () => {
  const { id } = await made(day(10))
  await step(checkPeriod, id, maker)
  const rush = async (contract: typeof submitPeriod | typeof closePeriod, who: { as: string }) => {
    const { version } = await detail(id)
    const replies = await Promise.all(Array.from({ length: 64 }, () => app.call(contract, { id, version }, who)))
    return replies.filter(({ status }) => status === 200).length
  }
  expect(await rush(submitPeriod, maker)).toBe(1)
  expect(await rush(closePeriod, checker)).toBe(1)
  await runJobs(app)
  expect((await detail(id)).snapshots).toHaveLength(1)
})

test('postings that run while the period closes are in its figures or refused', async () => {
  const { id } = await made(day(9))
  await step(checkPeriod, id, maker)
  await step(submitPeriod, id, maker)
  const postings = Promise.allSettled(Array.from({ length: 40 }, () => journal(day(9))))
  expect(await step(closePeriod, id, checker)).toMatchObject({ status: 200 })
  const stored = (await postings).filter(({ status }) => status === 'fulfilled').length
  await runJobs(app)
  expect((await detail(id)).snapshots).toMatchObject(stored === 0 ? [{ journals: 0 }] : [{ journals: stored }])
})

test('the database holds the two people and the snapshots', async () => {
  const { pool: owner } = app.runtime
  await expect(owner.query("update cutoff.period set closed_by = submitted_by where status = 'CLOSED'")).rejects.toThrow(/two_people/)
  await expect(owner.query('update cutoff.snapshot set journals = 0')).rejects.toThrow(/kept as it was taken/)
  await expect(owner.query('delete from cutoff.snapshot_line')).rejects.toThrow(/kept as it was taken/)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from cutoff.snapshot where debit <> credit`.execute(app.runtime.db)
  expect(rows).toEqual([{ n: 0 }])
})
