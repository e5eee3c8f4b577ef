import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlRules } from '#app/plugs/controls.ts'
import { getRequest, listRequests } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { isoLocal } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { askQrRefund, getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import type { TestApp, TestClock } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { by, type OutcomeWorld, outcomeWorld } from '../../../../test/outcomes.ts'
import type { TestPartner } from '../../../../test/partners.ts'
import { balances, type GatewayWorld } from '../../../../test/payments.ts'
import { FAULTS } from '../../../app/simulator/partner/fates.ts'
import { assignCase, inquireCase, inquireCases, listCases, settleConflict } from '../contract/cases.ts'
import { openOverdue } from './overdue.ts'

let all: OutcomeWorld
let it: TestApp
let clock: TestClock
let world: GatewayWorld
let bank: TestPartner

beforeAll(async () => {
  all = await outcomeWorld()
  ;({ it, clock, world, bank } = all)
})
afterAll(() => all.close())

const LARGE = '30000000'
const lost: OutcomeWorld['lost'] = (...given) => all.lost(...given)
const heard: OutcomeWorld['heard'] = (...given) => all.heard(...given)
const asked: OutcomeWorld['asked'] = () => all.asked()
const caseOf: OutcomeWorld['caseOf'] = (ref) => all.caseOf(ref)
const statusOf: OutcomeWorld['statusOf'] = (ref) => all.statusOf(ref)
const detailOf: OutcomeWorld['detailOf'] = (...given) => all.detailOf(...given)
const propose: OutcomeWorld['propose'] = (...given) => all.propose(...given)
const approve: OutcomeWorld['approve'] = (...given) => all.approve(...given)
const bring: OutcomeWorld['bring'] = (...given) => all.bring(...given)
const gateway: OutcomeWorld['gateway'] = (...given) => all.gateway(...given)

describe('a case', () => {
  test('opens with the report, and a final answer of the partner decides it and posts', async () => {
    const before = (await balances(it.runtime))['1388.VCB'] ?? '0.00'
    const ref = await lost()
    expect(await caseOf(ref)).toMatchObject({ status: 'OPEN', cause: 'UNKNOWN', amount: '150000.00', partner_verdict: null })
    expect((await detailOf(ref)).evidence).toMatchObject([{ kind: 'CALLBACK', finding: 'UNKNOWN', code: '68', hard: false }])
    bank.simulator.decide('VCB', ref, 'SUCCEEDED')
    await asked()
    expect(await caseOf(ref)).toMatchObject({ status: 'DECIDED', verdict: 'SUCCEEDED', resolved_by: 'INQUIRY', inquiries: 1, next_inquiry_at: null })
    expect(await statusOf(ref)).toBe('SUCCEEDED')
    expect(Number((await balances(it.runtime))['1388.VCB']) - Number(before)).toBe(150_000)
    const { evidence } = await detailOf(ref)
    expect(evidence[0]).toMatchObject({ kind: 'INQUIRY', finding: 'SUCCEEDED', hard: true, code: '00' })
    expect(JSON.parse(evidence[0]?.raw ?? '')).toMatchObject({ reference: ref })
  })

  test('is decided by no answer that goes wrong, whatever the number of tries', async () => {
    const refs = await Promise.all(FAULTS.map(() => lost()))
    try {
      for (const round of [1, 2, 3, 4, 5]) {
        bank.simulator.setRates(Object.fromEntries(FAULTS.map((fault) => [fault, 1 / FAULTS.length])))
        await it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = $1 where external_ref = any($2)', [clock.now(), refs])
        await asked()
        for (const ref of refs) expect(await caseOf(ref), `${ref} in round ${round}`).toMatchObject({ status: 'INQUIRING', inquiries: round, suggested: null })
      }
    } finally {
      bank.simulator.setRates({})
    }
    for (const ref of refs) {
      expect(await statusOf(ref)).toBe('UNKNOWN')
      expect(await propose(ref, 'FAILED')).toMatchObject({ status: 422, code: 'OUT-001' })
    }
    await it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = null where external_ref = any($1)', [refs])
  }, 60_000)

  test('opens for what is still being processed after its time, and closes with the report of the channel', async () => {
    const early = await lost({ outcome: { status: 'PROCESSING', code: '09', message: 'under way' } })
    const occurredAt = isoLocal(new Date(clock.now().getTime() - 20 * 60_000))
    const late = await lost({ outcome: { status: 'PROCESSING', code: '09', message: 'under way' }, channel: 'QR', occurredAt })
    await it.runtime.db.transaction().execute((tx) => enqueue(tx, openOverdue, {}))
    await runJobs(it)
    await expect(caseOf(early)).rejects.toThrow()
    expect(await caseOf(late)).toMatchObject({ status: 'OPEN', cause: 'OVERDUE' })
    expect(await statusOf(late)).toBe('PROCESSING')
    expect(await heard(late, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await caseOf(late)).toMatchObject({ status: 'DECIDED', verdict: 'SUCCEEDED', resolved_by: 'REPORT', partner_verdict: 'SUCCEEDED' })
    expect(await heard(early, 'FAILED', '51')).toMatchObject({ status: 200 })
  })

  test('is asked about again at once, but not twice in a moment', async () => {
    const ref = await lost({ amount: LARGE })
    bank.simulator.decide('VCB', ref, 'NOT_FOUND')
    await asked()
    const { id, version } = await caseOf(ref)
    const again = await it.call(inquireCase, { id, version }, { ...by('ketoan'), language: 'en' })
    expect(again).toMatchObject({ status: 409, code: 'OUT-002' })
    clock.advance(31_000)
    expect(await it.call(inquireCases, { rows: [{ id, version }] }, by('ketoan'))).toMatchObject({ data: { results: [{ id }] } })
    await asked()
    expect(await caseOf(ref)).toMatchObject({ status: 'INQUIRING', inquiries: 2 })
    const user = await it.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', 'ketoan').executeTakeFirstOrThrow()
    const now = await caseOf(ref)
    expect(await it.call(assignCase, { id, version: now.version, userId: user.id }, by('ketoan'))).toMatchObject({ status: 200 })
    const mine = await it.list(listCases, { filter: { mine: true } }, by('ketoan'))
    expect(mine.data?.result.map(({ externalRef }) => externalRef)).toContain(ref)
  })
})

test('a partner without a connection is not asked: the list says so, and nobody is told that it is', async () => {
  const ref = await lost({}, world.bidv)
  const { id, version } = await caseOf(ref)
  const { data } = await it.list(listCases, { filter: { text: ref } }, by('ketoan'))
  expect(data?.result).toMatchObject([{ nextInquiry: 'NO_CONNECTION', nextInquiryAt: null }])
  const refused = await it.call(inquireCase, { id, version }, { ...by('ketoan'), language: 'en' })
  expect(refused).toMatchObject({ status: 409, code: 'OUT-020', message: expect.stringContaining('not connected') })
  expect(await caseOf(ref)).toMatchObject({ version, status: 'OPEN' })
})

describe('a verdict of two people', () => {
  test('needs hard evidence, another person, and ends the transaction', async () => {
    const ref = await lost({ amount: LARGE })
    expect(await bring(ref, 'PHONE', 'FAILED')).toMatchObject({ status: 200 })
    expect(await propose(ref, 'FAILED')).toMatchObject({ status: 422, code: 'OUT-001' })
    expect(await caseOf(ref)).toMatchObject({ status: 'EVIDENCED', suggested: null, reason: 'PAPER_ONLY' })
    bank.simulator.decide('VCB', ref, 'FAILED')
    await asked()
    expect(await caseOf(ref)).toMatchObject({ status: 'EVIDENCED', suggested: 'FAILED', reason: 'INQUIRY_FAILED' })
    expect(await statusOf(ref)).toBe('UNKNOWN')
    const proposed = await propose(ref, 'FAILED')
    expect(proposed).toMatchObject({ status: 200 })
    expect(await caseOf(ref)).toMatchObject({ status: 'PROPOSED', proposed_by: 'ketoan' })
    const requestId = proposed.data?.requestId ?? ''
    expect(await approve(requestId, 'ketoan')).toMatchObject({ status: 403, code: 'APR-001' })
    expect(await statusOf(ref)).toBe('UNKNOWN')
    expect(await approve(requestId)).toMatchObject({ status: 200 })
    expect(await statusOf(ref)).toBe('FAILED')
    expect(await caseOf(ref)).toMatchObject({ status: 'DECIDED', verdict: 'FAILED', resolved_by: 'PERSON', proposed_by: 'ketoan', decided_by: 'kiemsoat' })
    expect((await detailOf(ref)).proposals).toMatchObject([{ verdict: 'FAILED', proposalStatus: 'ACCEPTED', evidence: 3, proposedBy: 'ketoan' }])
    expect(await verifyLedger(it.runtime.db)).toEqual([])
  })

  test('is out of date once more comes to light, and has to be proposed again', async () => {
    const ref = await lost({ amount: LARGE })
    await bring(ref, 'STATEMENT', 'SUCCEEDED')
    const page = async () => (await it.call(getQrTransaction, { id: (await caseOf(ref)).transaction_id }, by('ketoan'))).data
    expect(await page()).toMatchObject({ pendingRequestId: null, unresolved: { state: 'OPEN', caseId: (await caseOf(ref)).id } })
    // The case is the operator's own: its partner is told nothing of it.
    const { partner_id: partner } = await caseOf(ref)
    await it.runtime.database.owner.query("update iam.user_account set partner_id = $1 where account = 'doitac'", [partner])
    const partners = await it.call(getQrTransaction, { id: (await caseOf(ref)).transaction_id }, { as: 'doitac' })
    expect(partners).toMatchObject({ status: 200, data: { unresolved: null } })
    const { data } = await propose(ref, 'SUCCEEDED')
    expect(await page()).toMatchObject({ pendingRequestId: data?.requestId })
    expect(await bring(ref, 'SLIP', 'SUCCEEDED')).toMatchObject({ status: 200 })
    const ended = await it.call(getRequest, { id: data?.requestId ?? '' }, { ...by('ketoan', 'O2O_CRM'), language: 'en' })
    expect(ended.data).toMatchObject({ status: 'EXPIRED', decisionReason: 'More evidence has come since it was proposed' })
    const { data: notices } = await it.call(listNotifications, {}, { as: 'ketoan' })
    expect(notices?.items.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(new RegExp(`^Yêu cầu của bạn không còn hiệu lực: .* ${(await caseOf(ref)).code} .*đề nghị`)),
    )
    // What came afterwards is not what it stood on.
    expect(ended.data?.grounds.map(({ title }) => title)).toEqual([expect.stringMatching(/^Statement line/), expect.stringMatching(/^Partner/)])
    expect(await caseOf(ref)).toMatchObject({ status: 'EVIDENCED', proposed_by: null })
    expect(await approve(data?.requestId ?? '')).toMatchObject({ status: 409, code: 'SYS-409' })
    expect(await statusOf(ref)).toBe('UNKNOWN')
    expect((await detailOf(ref)).proposals).toMatchObject([{ proposalStatus: 'STALE', evidence: 2 }])
    const again = await propose(ref, 'SUCCEEDED')
    expect(await approve(again.data?.requestId ?? '')).toMatchObject({ status: 200 })
    expect(await statusOf(ref)).toBe('SUCCEEDED')
    expect(await page()).toMatchObject({ pendingRequestId: null, unresolved: null })
  })

  test('is given back when it is rejected, and an inquiry that brings nothing leaves it as it is', async () => {
    const ref = await lost({ amount: LARGE })
    await bring(ref, 'STATEMENT', 'SUCCEEDED')
    const first = await propose(ref, 'SUCCEEDED')
    expect(await approve(first.data?.requestId ?? '', 'kiemsoat', 'REJECT')).toMatchObject({ status: 200 })
    expect(await caseOf(ref)).toMatchObject({ status: 'EVIDENCED', proposed_by: null })
    const second = await propose(ref, 'SUCCEEDED')
    bank.simulator.decide('VCB', ref, 'NOT_FOUND')
    await it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = $1 where external_ref = $2', [clock.now(), ref])
    await asked()
    expect(await caseOf(ref)).toMatchObject({ status: 'PROPOSED', inquiries: 1 })
    expect(await approve(second.data?.requestId ?? '')).toMatchObject({ status: 200 })
    expect((await detailOf(ref)).proposals).toMatchObject([{ proposalStatus: 'ACCEPTED' }, { proposalStatus: 'REJECTED', endNote: 'Đồng ý' }])
  })

  test('is decided by the higher tier where the evidence contradicts itself', async () => {
    const ref = await lost({ amount: LARGE })
    await bring(ref, 'STATEMENT', 'SUCCEEDED')
    await bring(ref, 'SLIP', 'FAILED')
    expect(await caseOf(ref)).toMatchObject({ suggested: 'SUCCEEDED', contradicted: true })
    const { data } = await propose(ref, 'SUCCEEDED')
    const { rows } = await it.runtime.pool.query('select tier, decide_permission from approvals.request where id = $1', [data?.requestId])
    expect(rows).toEqual([{ tier: 2, decide_permission: 'payments/contradicted-outcomes/approve' }])
    expect(await approve(data?.requestId ?? '')).toMatchObject({ status: 200 })
  })

  test('comes too late once the channel has said it itself; what waits for it ends', async () => {
    const ref = await lost({ amount: LARGE })
    await bring(ref, 'STATEMENT', 'FAILED')
    const { data } = await propose(ref, 'FAILED')
    expect(await heard(ref, 'FAILED', '51')).toMatchObject({ status: 200 })
    expect(await caseOf(ref)).toMatchObject({ status: 'DECIDED', resolved_by: 'REPORT' })
    expect(await approve(data?.requestId ?? '')).toMatchObject({ status: 409, code: 'APR-005' })
    await it.runtime.db.transaction().execute((tx) => enqueue(tx, openOverdue, {}))
    await runJobs(it)
    const { data: page } = await it.list(listRequests, { filter: { box: 'MINE' } }, by('ketoan', 'O2O_CRM'))
    expect(page?.result.find(({ id }) => id === data?.requestId)).toMatchObject({ status: 'EXPIRED' })
    expect(await bring(ref, 'PHONE', 'FAILED')).toMatchObject({ status: 200 })
    expect(await caseOf(ref)).toMatchObject({ conflict_at: null })
  })
})

describe('a report that contradicts what was decided', () => {
  test('changes no state, is kept as it came and once, alarms, and holds the settlement until two people have settled it', async () => {
    const ref = await lost()
    bank.simulator.decide('VCB', ref, 'FAILED')
    await asked()
    expect(await statusOf(ref)).toBe('FAILED')
    const before = await it.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', ref).executeTakeFirstOrThrow()
    const body = { status: 'SUCCEEDED', code: '00', message: 'paid after all', occurredAt: isoLocal(clock.now()) }
    for (const _ of [1, 2])
      expect(await gateway(world.vcb, `/${ref}/outcome`, body)).toMatchObject({ status: 409, code: 'PAY-009', data: { status: 'FAILED' } })
    expect(await it.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', ref).executeTakeFirstOrThrow()).toEqual(before)
    const detail = await detailOf(ref)
    expect(detail).toMatchObject({ status: 'DECIDED', verdict: 'FAILED', conflict: true })
    const told = detail.evidence.filter(({ kind, finding }) => kind === 'CALLBACK' && finding === 'SUCCEEDED')
    expect(told.map(({ raw }) => raw)).toEqual([JSON.stringify(body)])
    const held = () => it.runtime.pool.query('select transaction_id from outcome.settlement_hold where transaction_id = $1', [before.id])
    expect((await held()).rows).toHaveLength(1)
    const rule = controlRules.find(({ code }) => code === 'OUTCOME_CONFLICT')
    expect((await rule?.query(it.runtime.db, clock.now()))?.map(({ subject }) => subject)).toContain(before.code)
    const settled = await it.call(
      settleConflict,
      { id: detail.id, version: detail.version, decision: 'RELEASE', note: 'Đối tác xác nhận báo nhầm' },
      by('ketoan'),
    )
    expect(settled).toMatchObject({ status: 200 })
    expect(await approve(settled.data?.requestId ?? '')).toMatchObject({ status: 200 })
    expect((await held()).rows).toEqual([])
    expect(await detailOf(ref)).toMatchObject({ conflict: false, conflictSettledBy: 'kiemsoat', verdict: 'FAILED' })
  })

  test('opens a case of its own where nobody doubted the outcome', async () => {
    const ref = await lost({ outcome: { status: 'SUCCEEDED', code: '00', message: 'done' } })
    expect(await heard(ref, 'FAILED', '51')).toMatchObject({ status: 409, code: 'PAY-009' })
    expect(await caseOf(ref)).toMatchObject({ status: 'DECIDED', cause: 'CONTRADICTED', verdict: 'SUCCEEDED', conflict_settled_at: null })
    expect((await detailOf(ref)).conflict).toBe(true)
    // Until it is settled nobody gives the money back.
    const { transaction_id: id } = await caseOf(ref)
    const refund = async () => {
      const { version } = await it.runtime.db.selectFrom('payment.transaction').select('version').where('id', '=', id).executeTakeFirstOrThrow()
      return it.call(askQrRefund, { id, version, amount: '1000', reason: 'Khách trả hàng' }, by('ketoan'))
    }
    expect(await refund()).toMatchObject({ status: 409, code: 'PAY-019' })
    const { id: caseId, version } = await caseOf(ref)
    const settled = await it.call(settleConflict, { id: caseId, version, decision: 'RELEASE', note: 'Đối tác báo nhầm' }, by('ketoan'))
    expect(await approve(settled.data?.requestId ?? '')).toMatchObject({ status: 200 })
    expect(await refund()).toMatchObject({ status: 200 })
    expect(await heard(ref, 'PROCESSING', '09')).toMatchObject({ status: 409 })
    expect((await detailOf(ref)).evidence).toHaveLength(1)
  })
})
