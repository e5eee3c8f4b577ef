import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import type { RawInputOf, RowOf } from '#kernel/contract.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type TestPartner, testPartner } from '../../../../test/partners.ts'
import { addOutcomeCode, agreeOutcomeCode, findOutcomeCode, listOutcomeCodes } from '../contract/codes.ts'
import { changeConnection, createConnection, findConnection, listConnections, turnOffConnection, turnOnConnection } from '../contract/connections.ts'
import { findExchange, listExchanges } from '../contract/exchanges.ts'
import { partnerConnector } from './connector.ts'

let app: TestApp
let bank: TestPartner
const admin = { as: 'admin', clientId: 'O2O_CRM' } as const
const checker = { as: 'kiemsoat', clientId: 'O2O_CRM' } as const

beforeAll(async () => {
  app = await testApp()
  bank = await testPartner(app.runtime)
})
afterAll(async () => {
  await bank.simulator.close()
  await app.close()
})

let number = 0
const inquire = (partnerId = bank.id) =>
  partnerConnector(app.runtime).inquire(partnerId, { reference: `A${++number}`, amount: '1000.00', occurredAt: new Date() })
const decide = (id: string, as: typeof admin | typeof checker) =>
  app.call(decideRequest, { id, version: 0, decision: 'APPROVE' }, { ...as, headers: { 'idempotency-key': randomUUID() } })
const partnerId = async (code: string) =>
  (await app.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

async function codeRow(code: string): Promise<RowOf<typeof listOutcomeCodes>> {
  const { data } = await app.list(listOutcomeCodes, { filter: { partnerId: bank.id, text: code } }, admin)
  const row = data?.result.find((one) => one.code === code)
  if (!row) throw new Error(`no code ${code}`)
  return row
}

describe('a code that nobody has agreed on', () => {
  it('is UNKNOWN, waits in the list with what the partner said, and counts', async () => {
    bank.simulator.setRates({ unmapped: 1 })
    expect(await inquire()).toMatchObject({ verdict: 'UNKNOWN', fault: 'UNMAPPED', code: 'Z9' })
    await inquire()
    expect(await codeRow('Z9')).toMatchObject({ verdict: null, revision: 0, seen: 2, lastMessage: 'Mã nội bộ chưa công bố' })
    const { data } = await app.list(listOutcomeCodes, { filter: { agreed: 'NO' } }, admin)
    expect(data?.result.map(({ code }) => code)).toEqual(['Z9'])
  })

  it('means something when a second person agrees, and not before', async () => {
    const { id, version } = await codeRow('Z9')
    const asked = await app.call(agreeOutcomeCode, { id, version, verdict: 'FAILED', meaning: 'Bị từ chối', reason: 'Công văn của ngân hàng' }, admin)
    expect(asked.status).toBe(200)
    expect((await codeRow('Z9')).pendingRequestId).toBe(asked.data?.requestId)
    expect(await inquire()).toMatchObject({ verdict: 'UNKNOWN', fault: 'UNMAPPED' })
    const requestId = asked.data?.requestId as string
    expect((await decide(requestId, admin)).status).toBe(403)
    expect((await decide(requestId, checker)).status).toBe(200)
    await expect.poll(async () => (await inquire()).verdict).toBe('FAILED')
    bank.simulator.setRates({})
    const { data } = await app.call(findOutcomeCode, { id }, admin)
    expect(data).toMatchObject({
      verdict: 'FAILED',
      revisions: [{ revision: 1, verdict: 'FAILED', meaning: 'Bị từ chối', reason: 'Công văn của ngân hàng', proposedBy: 'admin', approvedBy: 'kiemsoat' }],
    })
  })

  it('is refused with the meaning that it has, and cannot be given one by a statement', async () => {
    const { id, version } = await codeRow('Z9')
    expect(await app.call(agreeOutcomeCode, { id, version, verdict: 'FAILED', meaning: 'Bị từ chối', reason: 'Như cũ' }, admin)).toMatchObject({
      status: 409,
      code: 'PRT-006',
    })
    const { pool } = app.runtime
    await expect(pool.query("update partner.outcome_code set verdict = 'SUCCEEDED', revision = 2 where id = $1", [id])).rejects.toThrow(/agreed/)
    await expect(pool.query('delete from partner.outcome_code_revision where code_id = $1', [id])).rejects.toThrow(/append-only/)
  })

  it('may be known before it comes, once', async () => {
    const input = { partnerId: bank.id, code: 'T1', verdict: 'PENDING', meaning: 'Chờ bù trừ', reason: 'Tài liệu kết nối' } as const
    expect((await app.call(addOutcomeCode, input, admin)).status).toBe(200)
    expect(await codeRow('T1')).toMatchObject({ verdict: null, seen: 0 })
    expect(await app.call(addOutcomeCode, input, admin)).toMatchObject({ status: 409, errors: [{ field: 'code', code: 'PRT-005' }] })
    expect(await app.call(addOutcomeCode, { ...input, partnerId: '999999' }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'partnerId', code: 'PRT-002' }],
    })
  })
})

describe('a connection', () => {
  const facts = async (code: string): Promise<RawInputOf<typeof createConnection>> => ({
    partnerId: await partnerId(code),
    baseUrl: 'https://api.partner.example/v1',
    clientId: 'portal',
    secret: 'a-key-of-more-than-thirty-two-characters',
    operations: ['INQUIRE'],
    tryTimeoutMs: 1000,
    deadlineMs: 3000,
    tries: 2,
    failuresToOpen: 5,
    openSeconds: 30,
    maxAnswerKb: 64,
  })

  it('is off until two people have turned it on, and goes off at once', async () => {
    const input = { ...(await facts('BIDV')), baseUrl: bank.simulator.addressOf(bank.code) }
    const made = await app.call(createConnection, input, admin)
    expect(made.status).toBe(200)
    const id = made.data?.id as string
    expect(await inquire(input.partnerId)).toMatchObject({ verdict: 'UNKNOWN', fault: 'SWITCHED_OFF', sent: false })
    const asked = await app.call(turnOnConnection, { id, version: 0, reason: 'Đã nghiệm thu' }, admin)
    const requestId = asked.data?.requestId as string
    expect((await decide(requestId, admin)).status).toBe(403)
    expect((await decide(requestId, checker)).status).toBe(200)
    const { data } = await app.call(findConnection, { id }, admin)
    expect(data).toMatchObject({ status: 'ON', keyMark: expect.stringMatching(/^[0-9a-f]{12}$/), exchanges: [{ fault: 'SWITCHED_OFF' }] })
    expect(JSON.stringify(data)).not.toContain(input.secret)
    // On, it is not changed.
    const { partnerId: _, secret, ...change } = input
    const version = data?.version as number
    expect(await app.call(changeConnection, { id, version, ...change, tries: 3 }, admin)).toMatchObject({ status: 409, code: 'SYS-410' })
    expect((await app.call(turnOffConnection, { id, version, reason: 'Đối tác bảo trì' }, admin)).status).toBe(200)
    expect((await app.call(changeConnection, { id, version: version + 1, ...change, tries: 3 }, admin)).status).toBe(200)
    await expect.poll(async () => (await inquire(input.partnerId)).fault).toBe('SWITCHED_OFF')
  })

  it('that was changed after it was submitted is not turned on', async () => {
    const input = await facts('CTG')
    const id = (await app.call(createConnection, input, admin)).data?.id as string
    const asked = await app.call(turnOnConnection, { id, version: 0, reason: 'Đã nghiệm thu' }, admin)
    const { partnerId: _, secret, ...change } = input
    expect((await app.call(changeConnection, { id, version: 0, ...change, baseUrl: 'https://elsewhere.example' }, admin)).status).toBe(200)
    expect(await decide(asked.data?.requestId as string, checker)).toMatchObject({ status: 409, code: 'APR-005' })
  })

  it.each([
    ['a query', { baseUrl: 'https://api.partner.example/v1?key=1' }, 'baseUrl'],
    ['a user', { baseUrl: 'https://me@api.partner.example' }, 'baseUrl'],
    ['a short key', { secret: 'short' }, 'secret'],
    ['no operation', { operations: [] }, 'operations'],
    ['time limits that contradict each other', { tryTimeoutMs: 5000, deadlineMs: 1000 }, 'deadlineMs'],
  ] as const)('is refused with %s', async (_what, wrong, field) => {
    const refused = await app.call(createConnection, { ...(await facts('VBA')), ...wrong } as RawInputOf<typeof createConnection>, admin)
    expect(refused).toMatchObject({ status: 422, errors: [{ field }] })
  })

  it('is one a partner', async () => {
    expect(await app.call(createConnection, { ...(await facts('VCB')) }, admin)).toMatchObject({
      status: 409,
      errors: [{ field: 'partnerId', code: 'PRT-001' }],
    })
  })

  it('shows whether its partner answers', async () => {
    const other = await testPartner(app.runtime, { code: 'MB', settings: { failures_to_open: 1, tries: 1 } })
    other.simulator.decide('MB', `A${number + 1}`, 'SUCCEEDED')
    await inquire(other.id)
    other.simulator.failNext('notJson')
    await inquire(other.id)
    await other.simulator.close()
    const { data } = await app.list(listConnections, { filter: { circuit: 'OPEN' } }, admin)
    expect(data?.result).toMatchObject([{ partnerCode: 'MB', status: 'ON', circuit: 'OPEN', calls: 2, unanswered: 1, lastFault: 'UNREADABLE' }])
    const found = await app.call(findConnection, { id: data?.result[0]?.id as string }, admin)
    expect(found.data).toMatchObject({ failures: 1, openings: 1, health: [{ operation: 'INQUIRE', calls: 2, unknown: 1 }] })
  })
})

it('what was asked and answered is found by its reference, without secrets, and stays', async () => {
  const { account, ...rest } = { account: '0011001234567', bankBin: '970436', accountName: 'NGUYEN VAN AN', content: 'CHI TRA', amount: '5000.00' }
  const paid = await partnerConnector(app.runtime).payout(bank.id, { reference: 'OUT1', account, ...rest })
  const { data } = await app.list(listExchanges, { filter: { reference: 'OUT1' } }, admin)
  expect(data?.result).toMatchObject([{ id: paid.exchangeId, operation: 'PAYOUT', partnerCode: 'VCB', sent: true }])
  const found = await app.call(findExchange, { id: paid.exchangeId }, admin)
  expect(JSON.parse(found.data?.request ?? '')).toMatchObject({ reference: 'OUT1', amount: '5000.00', account: '***4567' })
  const { pool } = app.runtime
  await expect(pool.query("update partner.exchange set verdict = 'FAILED' where id = $1", [paid.exchangeId])).rejects.toThrow(/kept as it was/)
  await expect(pool.query('delete from partner.exchange where id = $1', [paid.exchangeId])).rejects.toThrow(/kept as it was/)
})
