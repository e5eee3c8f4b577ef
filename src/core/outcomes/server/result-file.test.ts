import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRequest } from '#core/approvals/contract/request.ts'
import { streamFile } from '#kernel/files.ts'
import { requestOf } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { by, type OutcomeWorld, outcomeWorld } from '../../../../test/outcomes.ts'
import { type Aoa, sendUpload, workbook } from '../../../../test/workbooks.ts'
import { importResults } from '../contract/result-file.ts'

let all: OutcomeWorld
beforeAll(async () => {
  all = await outcomeWorld()
})
afterAll(() => all.close())

const HEADER = ['Mã tham chiếu đối tác', 'Số tiền', 'Mã kết quả', 'Diễn giải', 'Số giao dịch của đối tác', 'Mã đối tác']
const AMOUNT = 150_000
const LARGE = 30_000_000

let files = 0
const fileOf = (rows: Aoa) => ({ name: `ket-qua-${++files}.xlsx`, content: workbook([HEADER, ...rows]) })
async function upload(file: { name: string; content: Buffer }, as = 'ketoan') {
  const reply = await sendUpload(all.it.app, importResults.upload.path, file, { ...(await all.it.headersOf(as, 'PP_CFM')), 'accept-language': 'en' })
  await runJobs(all.it)
  return reply
}
const state = async (id: string) => (await all.it.call(importResults.state, { id }, by('ketoan'))).data
/** The file up to its end. */
async function imported(rows: Aoa, file = fileOf(rows)) {
  const { data, code, message } = await upload(file)
  if (!data) throw new Error(`${code} ${message}`)
  const { id } = data
  await all.it.call(importResults.start, { id, version: (await state(id))?.version ?? 0, mode: 'GOOD' }, by('ketoan'))
  await runJobs(all.it)
  return state(id)
}
/** What is wrong with each row. */
async function problems(rows: Aoa): Promise<Record<number, string>> {
  const { data, code, message } = await upload(fileOf(rows))
  if (!data) throw new Error(`${code} ${message}`)
  const page = await all.it.call(importResults.rows, { id: data.id, bad: true, page: 1 }, { ...by('ketoan'), language: 'en' })
  return Object.fromEntries(
    (page.data?.result ?? []).map(({ number, problems: own }) => [number, own.map(({ field, message }) => `${field}: ${message}`).join('; ')]),
  )
}
const requestOn = async (ref: string) => (await all.detailOf(ref)).pendingRequestId ?? ''

describe('a result file of a partner', () => {
  test('proposes a verdict for each line, on the line as hard evidence; another person decides', async () => {
    const paid = await all.lost()
    const failed = await all.lost({ amount: String(LARGE) })
    const file = fileOf([
      [paid, AMOUNT, '00', 'Thành công', 'FT001', null],
      [failed, LARGE, '51', null, null, 'VCB'],
    ])
    expect(await imported([], file)).toMatchObject({ status: 'DONE', summary: { proposals: 2, contradictions: 0 } })
    for (const [ref, verdict] of [
      [paid, 'SUCCEEDED'],
      [failed, 'FAILED'],
    ] as const) {
      expect(await all.caseOf(ref)).toMatchObject({ status: 'PROPOSED', proposed_by: 'ketoan', suggested: verdict })
      expect(await all.statusOf(ref)).toBe('UNKNOWN')
      const { evidence, proposals } = await all.detailOf(ref)
      expect(evidence[0]).toMatchObject({ kind: 'RESULT_FILE', finding: verdict, hard: true, source: 'ketoan', files: [{ name: file.name }] })
      expect(JSON.parse(evidence[0]?.raw ?? '')).toMatchObject({ file: file.name, externalRef: ref, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(proposals).toMatchObject([{ verdict, proposalStatus: 'OPEN', proposedBy: 'ketoan' }])
    }
    // The checker imports no files: the request says which line of which one it stands on.
    const { data: asked } = await all.it.call(getRequest, { id: await requestOn(paid) }, { ...by('kiemsoat', 'O2O_CRM'), language: 'en' })
    expect(asked?.grounds[0]).toMatchObject({ text: expect.stringContaining(`${file.name}, line 2 · 00 · FT001`), files: [] })
    expect(await all.approve(await requestOn(paid), 'ketoan')).toMatchObject({ status: 403, code: 'APR-001' })
    expect(await all.approve(await requestOn(paid))).toMatchObject({ status: 200 })
    expect(await all.statusOf(paid)).toBe('SUCCEEDED')
    expect(await all.approve(await requestOn(failed))).toMatchObject({ status: 200 })
    expect(await all.statusOf(failed)).toBe('FAILED')
    // The file is read by who imports such, and by nobody for whom it is only a number.
    const uuid = (await all.detailOf(paid)).evidence.find(({ kind }) => kind === 'RESULT_FILE')?.files[0]?.uuid ?? ''
    const fetched = async (as: string) => (await all.it.app.inject({ ...requestOf(streamFile, { uuid }), headers: await all.it.headersOf(as) })).statusCode
    expect(await fetched('ketoan')).toBe(200)
    expect(await fetched('giaodichvien')).toBe(404)
  })

  test('is taken once, whatever it is called', async () => {
    const file = fileOf([[await all.lost(), AMOUNT, '00', null, null, null]])
    expect(await imported([], file)).toMatchObject({ status: 'DONE' })
    expect(await upload({ ...file, name: 'khac.xlsx' })).toMatchObject({ status: 409, code: 'OUT-013' })
  })

  test('is refused where two lines are of the same transaction, with and without the code of the partner', async () => {
    const ref = await all.lost()
    const { code } = await all.caseOf(ref)
    expect(
      await problems([
        [ref, AMOUNT, '00', null, null, null],
        [ref, AMOUNT, '00', null, null, 'VCB'],
      ]),
    ).toEqual({ 3: `externalRef: Line 2 of the file is about ${code} already` })
  })

  test('says of each line what is wrong with it, and changes nothing', async () => {
    const other = await all.lost()
    const twice = await all.lost()
    await all.lost({ externalRef: twice }, all.world.bidv)
    const decided = await all.lost()
    await all.heard(decided, 'FAILED', '51')
    const repeated = await all.lost()
    const unmapped = await all.lost()
    const pending = await all.lost()
    expect(
      await problems([
        ['NOWHERE', AMOUNT, '00', null, null, null],
        [other, AMOUNT + 1, '00', null, null, null],
        [twice, AMOUNT, '00', null, null, null],
        [decided, AMOUNT, '51', null, null, null],
        [unmapped, AMOUNT, 'Q7', null, null, null],
        [pending, AMOUNT, '09', null, null, null],
        [repeated, AMOUNT, '00', null, null, null],
        [repeated, AMOUNT, '51', null, null, null],
      ]),
    ).toEqual({
      2: 'externalRef: There is no unresolved transaction NOWHERE',
      3: 'amount: The amount differs from that of the transaction (150,000)',
      4: `partnerCode: Several partners have the reference ${twice}; fill in the partner code`,
      5: `null: The outcome of ${(await all.caseOf(decided)).code} has been decided`,
      6: 'code: Nobody has agreed on what code Q7 of VCB means; add it on the screen of partner result codes, then import again',
      7: 'code: Code 09 is not a final result',
      9: 'externalRef: Same as row 8',
    })
    for (const ref of [other, unmapped, pending, repeated]) expect(await all.caseOf(ref)).toMatchObject({ status: 'OPEN' })
    expect(await problems([[twice, AMOUNT, '00', null, null, 'vcb']])).toEqual({})
  })

  test('that says more makes a proposal stale, and what contradicts a decision alarms and changes no state', async () => {
    const proposed = await all.lost({ amount: String(LARGE) })
    await all.bring(proposed, 'STATEMENT', 'SUCCEEDED')
    const { data } = await all.propose(proposed, 'SUCCEEDED')
    const decided = await all.lost()
    await all.heard(decided, 'FAILED', '51')
    const done = await imported([
      [proposed, LARGE, '51', null, null, null],
      [decided, AMOUNT, '00', null, null, null],
    ])
    expect(done).toMatchObject({ status: 'DONE', summary: { proposals: 1, contradictions: 1 } })
    expect(await all.approve(data?.requestId ?? '')).toMatchObject({ status: 409 })
    expect((await all.detailOf(proposed)).proposals).toMatchObject([
      { verdict: 'FAILED', proposalStatus: 'OPEN' },
      { verdict: 'SUCCEEDED', proposalStatus: 'STALE' },
    ])
    // Evidence on both sides: the higher tier decides.
    const { rows } = await all.it.runtime.pool.query('select tier from approvals.request where id = $1', [await requestOn(proposed)])
    expect(rows).toEqual([{ tier: 2 }])
    expect(await all.statusOf(decided)).toBe('FAILED')
    expect(await all.detailOf(decided)).toMatchObject({ conflict: true, verdict: 'FAILED' })
  })

  test('needs the right to import and the right to propose', async () => {
    expect(await upload(fileOf([[await all.lost(), AMOUNT, '00', null, null, null]]), 'giaodichvien')).toMatchObject({ status: 403 })
  })
})
