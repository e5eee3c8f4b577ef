/** Unknown payouts at counters: decided there or on the workbench, each ends the other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { claimPayable, proposeResult } from '#core/cash/contract/counter/pay.ts'
import { localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { JobSchedule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, fetcherOf, payout, transfer } from '../../../../test/counter.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { by } from '../../../../test/outcomes.ts'
import { serverModules } from '../../../app/modules.ts'
import type { Verdict } from '../contract/case.ts'
import { addEvidence, findCase, proposeVerdict, settleConflict } from '../contract/cases.ts'

let it: TestApp
let world: CounterWorld
const CFM = 'PP_CFM_NEW' as const

beforeAll(async () => {
  it = await testApp()
  world = await counterWorld(it)
  await owner().query('update iam.user_account set staff_id = $1, unit_id = $2 where account = $3', [world.hanoi.staffId, world.hanoi.unitId, 'giaodichvien'])
  await world.openShift(world.hanoi)
  expect(await world.send(transfer(world.hanoi, { amount: '499000000', receiver: { name: 'Quỹ đầu ngày' } }))).toMatchObject({ status: 200 })
})
afterAll(() => it?.close())

const owner = () => it.runtime.database.owner
const as = (account: string) => ({ as: account, clientId: CFM, headers: { 'idempotency-key': crypto.randomUUID() } })
const one = async (query: string, values: unknown[]) => (await it.runtime.pool.query(query, values)).rows[0]

/** A payout that a teller has claimed in the portal and nobody has confirmed in time. */
async function unconfirmed() {
  const { data } = await world.send(transfer(world.hanoi))
  const code = data?.transactionCode ?? ''
  const line = { kind: 'MONEY_ORDER_PAYOUT', code, to: 'RECEIVER', amount: '1000000', payee: fetcherOf(code), secret: data?.told?.secret ?? '' }
  const claim = (await it.call(claimPayable, line as never, as('giaodichvien'))).data?.claim
  if (!claim) throw new Error('no claim')
  await owner().query("update cash.slip set updated_at = now() - interval '6 minutes' where id = $1", [claim.id])
  const { job, input } = serverModules.flatMap(({ schedules = [] }) => schedules).find((found) => found.job.name === 'cfm.age-claims') as JobSchedule
  await it.runtime.db.transaction().execute((tx) => enqueue(tx, job, input as never))
  await runJobs(it)
  return { order: code, slip: claim.id, code: claim.code }
}
const caseOf = (code: string) => one('select * from outcome.outcome_case where code = $1', [code])
const slipOf = (id: string) => one('select status, version from cash.slip where id = $1', [id])
const orderOf = async (code: string) => (await one('select status from cash.money_order where code = $1', [code])).status

async function proposedAtCounter(slip: string, made: 'PAID' | 'NOT_PAID'): Promise<string> {
  const { version } = await slipOf(slip)
  const { data, message } = await it.call(proposeResult, { id: slip, version, made, reason: 'Đã xem camera và phiếu chi' }, as('giaodichvien'))
  if (!data) throw new Error(message)
  return data.requestId
}
async function proposedOnWorkbench(code: string, verdict: Verdict): Promise<string> {
  const { id, version } = await caseOf(code)
  const brought = { id, version, kind: 'STATEMENT', finding: verdict, on: localDate(new Date()), message: 'Biên bản kiểm quỹ và sổ quỹ' } as const
  expect(await it.call(addEvidence, brought, by('ketoan'))).toMatchObject({ status: 200 })
  const { data, message } = await it.call(proposeVerdict, { id, version: (await caseOf(code)).version, verdict, note: 'Đã đối chiếu' }, by('ketoan'))
  if (!data) throw new Error(message)
  return data.requestId
}
const approve = (id: string, account = 'kiemsoat') =>
  it.call(decideRequest, { id, version: 0, decision: 'APPROVE', reason: 'Đồng ý' }, { ...by(account, 'O2O_CRM'), language: 'en' })

test.each(['PAID', 'NOT_PAID'] as const)('decided at the counter (%s), its case is closed and what waited for a verdict ends', async (made) => {
  const { slip, code, order } = await unconfirmed()
  expect(await caseOf(code)).toMatchObject({ status: 'OPEN', cause: 'UNKNOWN' })
  const waiting = await proposedOnWorkbench(code, 'SUCCEEDED')
  expect(await approve(await proposedAtCounter(slip, made))).toMatchObject({ status: 200 })
  expect(await caseOf(code)).toMatchObject({ status: 'DECIDED', verdict: made === 'PAID' ? 'SUCCEEDED' : 'FAILED', next_inquiry_at: null })
  expect([(await slipOf(slip)).status, await orderOf(order)]).toEqual(made === 'PAID' ? ['PAID', 'PAID'] : ['RELEASED', 'SENT'])
  expect(await approve(waiting)).toMatchObject({ status: 409 })
  const { data } = await it.call(findCase, { id: (await caseOf(code)).id }, by('ketoan'))
  expect(data?.proposals).toMatchObject([{ proposalStatus: 'STALE' }])
})

test.each(['SUCCEEDED', 'FAILED'] as const)(
  'decided on the workbench (%s), its slip is ended and what waited at the counter comes too late',
  async (verdict) => {
    const { slip, code, order } = await unconfirmed()
    const waiting = await proposedAtCounter(slip, 'PAID')
    expect(await approve(await proposedOnWorkbench(code, verdict))).toMatchObject({ status: 200 })
    expect(await caseOf(code)).toMatchObject({ status: 'DECIDED', verdict, resolved_by: 'PERSON', proposed_by: 'ketoan', decided_by: 'kiemsoat' })
    expect([(await slipOf(slip)).status, await orderOf(order)]).toEqual(verdict === 'SUCCEEDED' ? ['PAID', 'PAID'] : ['RELEASED', 'SENT'])
    expect(await approve(waiting)).toMatchObject({ status: 409 })
  },
)

const sit = (account: string, staff: string | null) => owner().query('update iam.user_account set staff_id = $1 where account = $2', [staff, account])

test('the teller who paid does not decide it on the workbench either', async () => {
  const { slip, code } = await unconfirmed()
  const request = await proposedOnWorkbench(code, 'SUCCEEDED')
  const { staff_id } = await one("select staff_id from iam.user_account where account = 'kiemsoat'", [])
  await sit('giaodichvien', null)
  await sit('kiemsoat', world.hanoi.staffId)
  expect(await approve(request)).toMatchObject({ status: 409, code: 'OUT-014' })
  expect((await slipOf(slip)).status).toBe('UNKNOWN')
  await sit('kiemsoat', staff_id)
  await sit('giaodichvien', world.hanoi.staffId)
  expect(await approve(request)).toMatchObject({ status: 200 })
})

test('what contradicts their own payment is neither asked nor decided by the teller who made it', async () => {
  const { data } = await world.send(transfer(world.hanoi))
  const secret = data?.told?.secret ?? ''
  const failed = payout(world.hanoi, data?.transactionCode ?? '', { secret, outcome: { status: 'FAILED', code: '51', message: 'Không giao' } })
  await world.send(failed)
  expect(await world.outcome(failed.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409, code: 'PAY-009' })
  const settle = async () => {
    const { id, version } = await one('select id, version from outcome.outcome_case where external_ref = $1', [failed.externalRef])
    return it.call(settleConflict, { id, version, decision: 'RELEASE', note: 'Đã hỏi bưu cục' }, by('ketoan'))
  }
  const own = async (account: string, act: () => Promise<unknown>) => {
    const { staff_id } = await one('select staff_id from iam.user_account where account = $1', [account])
    await sit('giaodichvien', null)
    await sit(account, world.hanoi.staffId)
    expect(await act()).toMatchObject({ status: 409, code: 'OUT-014' })
    await sit(account, staff_id)
    await sit('giaodichvien', world.hanoi.staffId)
  }
  await own('ketoan', settle)
  const asked = await settle()
  expect(asked).toMatchObject({ status: 200 })
  const requestId = asked.data?.requestId ?? ''
  await own('kiemsoat', () => approve(requestId))
  expect(await approve(requestId)).toMatchObject({ status: 200 })
})
