/** Unknown payouts at counters: proposed there or on the workbench, one at a time; the evidence is the slip. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest, getRequest, withdrawRequest } from '#core/approvals/contract/request.ts'
import { claimPayable, payDesk, proposeResult } from '#core/cash/contract/counter/pay.ts'
import { localDate } from '#kernel/dates.ts'
import { uploadFile } from '#kernel/files.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { JobSchedule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, fetcherOf, payout, transfer } from '../../../../test/counter.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { by } from '../../../../test/outcomes.ts'
import { sendUpload } from '../../../../test/workbooks.ts'
import { serverModules } from '../../../app/modules.ts'
import type { Verdict } from '../contract/case.ts'
import { addEvidence, findCase, proposeVerdict, settleConflict } from '../contract/cases.ts'
import { OUTCOME_FILES } from '../contract/files.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

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

async function proposeAtCounter(slip: string, made: 'PAID' | 'NOT_PAID') {
  const { version } = await slipOf(slip)
  return it.call(proposeResult, { id: slip, version, made, reason: 'Đã xem camera và phiếu chi' }, { ...as('giaodichvien'), language: 'en' })
}
async function upload(name: string): Promise<string> {
  const headers = { ...(await it.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'en' }
  return (await sendUpload<{ uuid: string }>(it.app, uploadFile.path, { name, content: PNG }, headers, { kind: OUTCOME_FILES })).data?.uuid ?? ''
}
type BroughtKind = 'STATEMENT' | 'SLIP'
async function bring(code: string, kind: BroughtKind, finding: Verdict, change: object = {}) {
  const { id, version } = await caseOf(code)
  const brought = { id, version, kind, finding, on: localDate(new Date()), message: 'Phiếu chi và sổ quỹ', ...change }
  return it.call(addEvidence, brought, { ...by('ketoan'), language: 'en' })
}
async function proposeOnWorkbench(code: string, verdict: Verdict) {
  const { id, version } = await caseOf(code)
  return it.call(proposeVerdict, { id, version, verdict, note: 'Đã đối chiếu' }, { ...by('ketoan'), language: 'en' })
}
const provenBy = async (code: string, finding: Verdict) =>
  expect(await bring(code, 'SLIP', finding, { attachments: [await upload('phieu.png')] })).toMatchObject({ status: 200 })
const approve = (id: string, account = 'kiemsoat') =>
  it.call(decideRequest, { id, version: 0, decision: 'APPROVE', reason: 'Đồng ý' }, { ...by(account, 'O2O_CRM'), language: 'en' })

const pendingOf = async (code: string) => (await it.call(findCase, { id: (await caseOf(code)).id }, by('ketoan'))).data?.pendingRequestId
const claimOf = async (slip: string) => (await it.call(payDesk, {}, as('giaodichvien'))).data?.claims.find(({ id }) => id === slip)

test.each(['PAID', 'NOT_PAID'] as const)(
  'proposed at the counter (%s), nothing is proposed on the workbench, which shows it; decided, the case is closed',
  async (made) => {
    const { slip, code, order } = await unconfirmed()
    await provenBy(code, 'SUCCEEDED')
    const waiting = (await proposeAtCounter(slip, made)).data?.requestId ?? ''
    expect([await pendingOf(code), (await claimOf(slip))?.pendingRequestId]).toEqual([waiting, waiting])
    const refused = await proposeOnWorkbench(code, 'SUCCEEDED')
    expect(refused).toMatchObject({ status: 409, code: 'APR-013', data: { requestId: waiting } })
    expect(refused.message).toContain(`request ${waiting}`)
    expect(refused.message).toContain(made === 'PAID' ? '“Cash was handed over”' : '“No cash was handed over”')
    expect(await caseOf(code)).toMatchObject({ status: 'EVIDENCED', proposed_by: null })
    expect(await approve(waiting)).toMatchObject({ status: 200 })
    expect(await caseOf(code)).toMatchObject({ status: 'DECIDED', verdict: made === 'PAID' ? 'SUCCEEDED' : 'FAILED', next_inquiry_at: null })
    expect([(await slipOf(slip)).status, await orderOf(order)]).toEqual(made === 'PAID' ? ['PAID', 'PAID'] : ['RELEASED', 'SENT'])
  },
)

test.each(['SUCCEEDED', 'FAILED'] as const)(
  'proposed on the workbench (%s), nothing is proposed at the counter, which shows it; decided, its slip is ended',
  async (verdict) => {
    const { slip, code, order } = await unconfirmed()
    await provenBy(code, verdict)
    const waiting = (await proposeOnWorkbench(code, verdict)).data?.requestId ?? ''
    expect(await proposeAtCounter(slip, 'PAID')).toMatchObject({ status: 409, code: 'APR-013', data: { requestId: waiting } })
    expect((await claimOf(slip))?.pendingRequestId).toBe(waiting)
    expect(await approve(waiting)).toMatchObject({ status: 200 })
    expect(await caseOf(code)).toMatchObject({ status: 'DECIDED', verdict, resolved_by: 'PERSON', proposed_by: 'ketoan', decided_by: 'kiemsoat' })
    expect([(await slipOf(slip)).status, await orderOf(order)]).toEqual(verdict === 'SUCCEEDED' ? ['PAID', 'PAID'] : ['RELEASED', 'SENT'])
  },
)

test('of two opposite proposals at the same moment one stands; taken back, it makes way for the other', async () => {
  const { slip, code } = await unconfirmed()
  await provenBy(code, 'FAILED')
  const both = await Promise.all([proposeAtCounter(slip, 'PAID'), proposeOnWorkbench(code, 'FAILED')])
  expect(both.map(({ status, code: refusal }) => (status === 200 ? 200 : refusal)).toSorted()).toEqual([200, 'APR-013'])
  const { rows } = await it.runtime.pool.query("select count(*)::int as n from approvals.request where status = 'PENDING' and subject_code = $1", [code])
  expect(rows).toEqual([{ n: 1 }])
  const stands = both.findIndex(({ status }) => status === 200)
  const id = both[stands]?.data?.requestId ?? ''
  const taken = await it.call(withdrawRequest, { id, version: 0 }, stands === 0 ? as('giaodichvien') : by('ketoan', 'O2O_CRM'))
  expect(taken).toMatchObject({ status: 200 })
  expect(stands === 0 ? await proposeOnWorkbench(code, 'FAILED') : await proposeAtCounter(slip, 'PAID')).toMatchObject({ status: 200 })
})

test('a slip proves it where it can be seen, a statement line never does', async () => {
  const { code } = await unconfirmed()
  expect(await bring(code, 'STATEMENT', 'SUCCEEDED', { reference: 'FT1', statementAmount: '1000000' })).toMatchObject({ status: 200 })
  expect(await bring(code, 'SLIP', 'SUCCEEDED')).toMatchObject({ status: 200 })
  expect(await proposeOnWorkbench(code, 'SUCCEEDED')).toMatchObject({ status: 422, code: 'OUT-019' })
  expect(await caseOf(code)).toMatchObject({ reason: 'PAPER_ONLY', suggested: null })
  await provenBy(code, 'SUCCEEDED')
  expect(await caseOf(code)).toMatchObject({ reason: 'COUNTER_PAPER', suggested: 'SUCCEEDED' })
  const { data } = await proposeOnWorkbench(code, 'SUCCEEDED')
  // Whoever approves reads what the verdict stands on.
  const request = (await it.call(getRequest, { id: data?.requestId ?? '' }, { ...by('kiemsoat', 'O2O_CRM'), language: 'en' })).data
  expect(request?.subjectPath).toContain(`_case=${(await caseOf(code)).id}`)
  expect(request?.grounds.filter(({ source }) => source === 'ketoan').map(({ title, files }) => [title, files.length])).toEqual([
    ['Counter slip: Successful, hard', 1],
    ['Counter slip: Successful', 0],
    ['Statement line: Successful', 0],
  ])
})

test('whoever decides at the counter reads what the workbench knows of it', async () => {
  const { slip, code } = await unconfirmed()
  await provenBy(code, 'FAILED')
  const { data } = await proposeAtCounter(slip, 'PAID')
  const request = (await it.call(getRequest, { id: data?.requestId ?? '' }, { ...by('kiemsoat', 'O2O_CRM'), language: 'en' })).data
  expect(request?.grounds[0]).toMatchObject({ title: 'Counter slip: Failed, hard', source: 'ketoan', files: [{}] })
})

const sit = (account: string, staff: string | null) => owner().query('update iam.user_account set staff_id = $1 where account = $2', [staff, account])

test('the teller who paid does not decide it on the workbench either', async () => {
  const { slip, code } = await unconfirmed()
  await provenBy(code, 'SUCCEEDED')
  const request = (await proposeOnWorkbench(code, 'SUCCEEDED')).data?.requestId ?? ''
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
