import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { streamFile, uploadFile } from '#kernel/files.ts'
import { requestOf } from '../../../../test/app.ts'
import { by, type OutcomeWorld, outcomeWorld } from '../../../../test/outcomes.ts'
import { sendUpload } from '../../../../test/workbooks.ts'
import { addEvidence } from '../contract/cases.ts'
import { OUTCOME_FILES } from '../contract/files.ts'
import { outcomesReport } from '../contract/report.ts'

/** What it takes to be a picture: its first bytes. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let all: OutcomeWorld
let from: string
beforeAll(async () => {
  all = await outcomeWorld()
  from = addDays(localDate(all.clock.now()), -2)
})
afterAll(() => all.close())

const LARGE = '30000000'
const HOUR_MS = 3_600_000
async function decided(ref: string) {
  const { data } = await all.propose(ref, 'SUCCEEDED')
  expect(await all.approve(data?.requestId ?? '')).toMatchObject({ status: 200 })
}
async function report(filter: object = {}, as = 'ketoan') {
  const input = { searchSdi: { from, to: localDate(all.clock.now()), ...filter }, pageInfo: { currentPage: 1, pageSize: 50 as const } }
  const { data, message } = await all.it.call(outcomesReport, input, by(as))
  if (!data) throw new Error(message)
  return data
}

test('counts what decided cases, how long that took and what is open, by partner and channel', async () => {
  const inquired = await all.lost({ outcome: { status: 'UNKNOWN', code: '68', message: 'timed out' } })
  all.bank.simulator.decide('VCB', inquired, 'SUCCEEDED')
  await all.asked()
  const [onStatement, onFile, told, contradicted] = [await all.lost({ amount: LARGE }), await all.lost({ amount: LARGE }), await all.lost(), await all.lost()]
  await all.heard(told, 'SUCCEEDED')
  await all.heard(contradicted, 'FAILED', '51')
  await all.heard(contradicted, 'SUCCEEDED')
  await all.bring(onStatement, 'STATEMENT', 'SUCCEEDED')
  await decided(onStatement)
  all.bank.simulator.decide('VCB', onFile, 'SUCCEEDED')
  await all.it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = $1 where external_ref = $2', [all.clock.now(), onFile])
  await all.asked()
  await decided(onFile)
  const occurredAt = isoLocal(new Date(all.clock.now().getTime() - 2 * HOUR_MS))
  const open = await all.lost({ amount: '70000', channel: 'QR', occurredAt }, all.world.bidv)
  all.clock.advance(1_000)
  const { result, totals, groups } = await report()
  expect(result).toHaveLength(2)
  const ofVcb = result.find(({ channel }) => channel === 'BANK')
  expect(ofVcb).toMatchObject({
    opened: 5,
    decided: 5,
    byReport: 2,
    byInquiry: 1,
    byStatement: 1,
    byPerson: 1,
    open: 0,
    openAmount: '0.00',
    oldest: null,
    contradicted: 1,
  })
  const ofBidv = result.find(({ channel }) => channel === 'QR')
  expect(ofBidv).toMatchObject({ opened: 1, decided: 0, median: null, p95: null, open: 1, openAmount: '70000.00', oldest: 2 })
  expect(totals).toMatchObject({ opened: 6, decided: 5, open: 1, openAmount: '70000.00', contradicted: 1 })
  expect(groups.map(({ row }) => row.partnerName).sort()).toEqual([ofVcb?.partnerName, ofBidv?.partnerName].sort())
  expect((await report({ channel: 'QR' })).result).toHaveLength(1)
  expect((await report({ partnerId: all.world.vcb.partnerId })).result).toHaveLength(1)
  // The figures in between are those of the minutes: one in two, and nineteen in twenty.
  const cases = Array.from({ length: 10 }, (_, n) => n + 1)
  for (const minutes of cases)
    await all.it.runtime.database.owner.query(
      `insert into outcome.outcome_case (transaction_id, business_date, code, external_ref, service, type, channel, direction, amount, occurred_at, opened_at, cause, status,
         verdict, resolved_by, decided_by, decided_at, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
       select t.id, t.business_date, t.code, t.external_ref, t.service, t.type, 'SDK', t.direction, t.amount, t.occurred_at, $2, 'UNKNOWN', 'DECIDED',
         'SUCCEEDED', 'INQUIRY', 'system', $3, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
       from payment.transaction t where t.external_ref = $1`,
      [
        await all.lost({ outcome: { status: 'SUCCEEDED', code: '00', message: 'done' } }),
        new Date(all.clock.now().getTime() - minutes * 60_000),
        all.clock.now(),
      ],
    )
  all.clock.advance(1_000)
  const [timed] = (await report({ channel: 'SDK' })).result
  expect(timed).toMatchObject({ decided: 10, median: 6, p95: 10 })
  expect(await all.statusOf(open)).toBe('UNKNOWN')
  expect(await verifyLedger(all.it.runtime.db)).toEqual([])
})

test('evidence keeps its pictures, read by who sees the case', async () => {
  const ref = await all.lost({ merchantCode: 'M-HCM' })
  const headers = { ...(await all.it.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'en' }
  const sent = await sendUpload<{ uuid: string }>(all.it.app, uploadFile.path, { name: 'phieu.png', content: PNG }, headers, { kind: OUTCOME_FILES })
  const uuid = sent.data?.uuid ?? ''
  expect(await all.bring(ref, 'SLIP', 'SUCCEEDED', [uuid])).toMatchObject({ status: 200 })
  const { evidence } = await all.detailOf(ref)
  expect(evidence[0]).toMatchObject({ kind: 'SLIP', hard: false, files: [{ uuid, name: 'phieu.png' }] })
  const fetched = async (as: string) => (await all.it.app.inject({ ...requestOf(streamFile, { uuid }), headers: await all.it.headersOf(as) })).statusCode
  expect([await fetched('kiemsoat'), await fetched('giaodichvien')]).toEqual([200, 404])
  // What somebody says of tomorrow is not evidence.
  const { id, version } = await all.caseOf(ref)
  const on = addDays(localDate(all.clock.now()), 1)
  const tomorrow = await all.it.call(addEvidence, { id, version, kind: 'PHONE', finding: 'FAILED', on, message: 'Sẽ trả' }, by('ketoan'))
  expect(tomorrow).toMatchObject({ status: 422, errors: [{ field: 'on', code: 'OUT-003' }] })
  // Once: a picture that belongs to one piece of evidence is not taken for another.
  expect(await all.bring(ref, 'SLIP', 'FAILED', [uuid])).toMatchObject({ status: 409, code: 'FIL-005' })
})

test('a verdict on a statement line that somebody typed is decided by the higher tier, unless the statement is attached', async () => {
  const headers = { ...(await all.it.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'en' }
  const tierWith = async (attachments: string[]) => {
    const ref = await all.lost({ amount: LARGE })
    expect(await all.bring(ref, 'STATEMENT', 'SUCCEEDED', attachments)).toMatchObject({ status: 200 })
    const { data } = await all.propose(ref, 'SUCCEEDED')
    const { rows } = await all.it.runtime.pool.query('select tier from approvals.request where id = $1', [data?.requestId])
    return rows[0]?.tier
  }
  expect(await tierWith([])).toBe(2)
  const sent = await sendUpload<{ uuid: string }>(all.it.app, uploadFile.path, { name: 'sao-ke.png', content: PNG }, headers, { kind: OUTCOME_FILES })
  expect(await tierWith([sent.data?.uuid ?? ''])).toBe(1)
})

test('a typed statement line is a note without its reference and amount; another amount is refused', async () => {
  const ref = await all.lost({ amount: LARGE })
  const typed = async (change: object) => {
    const { id, version } = await all.caseOf(ref)
    const line = { id, version, kind: 'STATEMENT', finding: 'SUCCEEDED', on: localDate(all.clock.now()), message: 'Có tiền về', ...change } as const
    return all.it.call(addEvidence, line, { ...by('ketoan'), language: 'en' })
  }
  for (const change of [{}, { reference: 'FT77' }, { amount: LARGE }]) expect(await typed(change)).toMatchObject({ status: 200 })
  expect(await all.caseOf(ref)).toMatchObject({ suggested: null, reason: 'PAPER_ONLY', statement_verdict: null, paper_verdict: 'SUCCEEDED' })
  expect(await all.propose(ref, 'SUCCEEDED')).toMatchObject({ status: 422, code: 'OUT-001' })
  const before = (await all.detailOf(ref)).evidence.length
  expect(await typed({ reference: 'FT77', amount: '29000000' })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'OUT-018' }] })
  expect((await all.detailOf(ref)).evidence).toHaveLength(before)
  expect(await typed({ reference: 'FT77', amount: LARGE })).toMatchObject({ status: 200 })
  expect((await all.detailOf(ref)).evidence[0]).toMatchObject({ hard: true, reference: 'FT77', amount: '30000000.00' })
  expect(await all.propose(ref, 'SUCCEEDED')).toMatchObject({ status: 200 })
})
