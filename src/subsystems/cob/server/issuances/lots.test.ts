import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, showDate } from '#kernel/dates.ts'
import { type IssuanceWorld, issuanceWorld } from '../../../../../test/issuances.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { cancelIssuance, listIssuances, replaceIssuanceLines, updateIssuance } from '../../contract/issuances/lots.ts'

let world: IssuanceWorld
let electricity: string
beforeAll(async () => {
  world = await issuanceWorld()
  electricity = await world.customer('EVN')
})
afterAll(() => world?.close())

describe('lines of a lot', () => {
  it('come from a file; each wrong row is named with what is wrong with it', async () => {
    const id = await world.made(electricity)
    const taken = world.line({ reference: 'DANG-THU' })
    const other = await world.made(electricity, [taken])
    const rows = [
      world.line(),
      world.line({ amount: '50000001' }),
      world.line({ office: 'KHONG-CO' }),
      world.line({ dueOn: addDays(world.today(), -1) }),
      world.line({ reference: 'DANG-THU' }),
      world.line({ amount: '1000.5' }),
    ]
    const sent = await world.upload(id, rows.map(world.asRow))
    await runJobs(world)
    const lot = await world.detail(other)
    expect(await world.reasons(sent.data?.id ?? '')).toEqual({
      3: ['amount: Số tiền 50.000.001 đồng vượt mức tối đa 50.000.000 đồng của một khoản nhờ thu'],
      4: ['office: Không có bưu cục “KHONG-CO” đang hoạt động thuộc đơn vị của lô'],
      5: [`dueOn: Hạn thu ${showDate(addDays(world.today(), -1))} đã qua`],
      6: [`reference: Mã tham chiếu DANG-THU của khách hàng này đang được thu ở lô ${lot.code}`],
      7: [expect.stringContaining('amount: ')],
    })
    expect(await world.detail(id)).toMatchObject({ lineCount: 0, total: '0.00', fileName: null })
  })

  it('take the place of those that the lot had, and the file is named', async () => {
    const id = await world.made(electricity, [world.line()])
    const [first, second] = [world.line({ amount: '200000' }), world.line({ amount: '300000' })]
    const sent = await world.upload(id, [first, second].map(world.asRow))
    await runJobs(world)
    expect(await world.start(sent.data?.id ?? '')).toMatchObject({ status: 'DONE', summary: { lines: 2 } })
    expect(await world.detail(id)).toMatchObject({ lineCount: 2, total: '500000.00', fileName: 'nhờ thu.xlsx' })
    expect((await world.linesOf(id)).map(({ reference, status }) => [reference, status])).toEqual([
      [first.reference, 'NEW'],
      [second.reference, 'NEW'],
    ])
  })

  it('do not take the place of lines that came after the file', async () => {
    const id = await world.made(electricity, [world.line()])
    const sent = await world.upload(id, [world.asRow(world.line())])
    await runJobs(world)
    const { version } = await world.detail(id)
    const later = [world.line(), world.line()]
    expect(await world.call(replaceIssuanceLines, { id, version, lines: later }, world.maker)).toMatchObject({ status: 200 })
    expect(await world.start(sent.data?.id ?? '')).toMatchObject({ status: 'READY', problem: { code: 'COB-321' } })
    expect((await world.detail(id)).lineCount).toBe(2)
  })

  it('come by a call, all or none, each fault at its field', async () => {
    const twice = world.line()
    const reply = await world.create(electricity, [twice, { ...world.line(), reference: twice.reference }, world.line({ amount: '60000000' })])
    expect(reply).toMatchObject({ status: 422, code: 'COB-305' })
    expect(reply.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['lines.1.reference', 'COB-305'],
      ['lines.2.amount', 'COB-303'],
    ])
    const { data } = await world.list(listIssuances, { filter: { text: 'Cước điện' } }, world.maker)
    expect(data?.result.every(({ lineCount, total }) => (lineCount === 0) === (total === '0.00'))).toBe(true)
  })

  it('are refused for a customer who is not active', async () => {
    expect(await world.create(await world.customer('NGUNG', 'SUSPENDED'), [world.line()])).toMatchObject({ status: 422, code: 'COB-301' })
  })
})

describe('approval of a lot', () => {
  it('is asked for with lines only, and freezes them', async () => {
    const empty = await world.made(electricity)
    expect(await world.submit(empty)).toMatchObject({ status: 422, code: 'COB-308' })
    const id = await world.made(electricity, [world.line()])
    expect(await world.submit(id)).toMatchObject({ status: 200 })
    const { version, status, submittedBy } = await world.detail(id)
    expect([status, submittedBy]).toEqual(['SUBMITTED', 'ketoan'])
    expect(await world.call(replaceIssuanceLines, { id, version, lines: [world.line()] }, world.maker)).toMatchObject({ status: 409, code: 'COB-307' })
    expect(await world.call(updateIssuance, { id, version, name: 'Tên khác' }, world.maker)).toMatchObject({ status: 409, code: 'COB-307' })
    expect(await world.upload(id, [world.asRow(world.line())])).toMatchObject({ status: 409, code: 'COB-307' })
  })

  it('is given by somebody else; nobody approves what they made or submitted', async () => {
    const id = await world.made(electricity, [world.line()])
    await world.submit(id)
    expect((await world.decide(id, 'ketoan')).status).toBe(403)
    const created = await world.create(electricity, [world.line()], 'admin')
    const own = created.data?.id ?? ''
    await world.submit(own)
    expect(await world.decide(own, 'admin')).toMatchObject({ status: 403, code: 'COB-318' })
    expect(await world.decide(id)).toMatchObject({ status: 200 })
    expect(await world.detail(id)).toMatchObject({ status: 'ISSUED', issuedBy: 'kiemsoat' })
  })

  it('is refused when the lines are not as they were submitted', async () => {
    const id = await world.made(electricity, [world.line()])
    await world.submit(id)
    await world.runtime.database.owner.query("update cob.issuance_line set note = 'khác' where issuance_id = $1", [id])
    expect(await world.decide(id)).toMatchObject({ status: 409, code: 'COB-309' })
    expect((await world.detail(id)).status).toBe('SUBMITTED')
  })

  it('gives a rejected lot back as a draft', async () => {
    const id = await world.made(electricity, [world.line()])
    await world.submit(id)
    expect(await world.decide(id, 'kiemsoat', 'REJECT')).toMatchObject({ status: 200 })
    const { status, version } = await world.detail(id)
    expect(status).toBe('DRAFT')
    expect(await world.call(cancelIssuance, { id, version, reason: 'Khách rút' }, world.maker)).toMatchObject({ status: 200 })
    expect((await world.linesOf(id)).map((line) => line.status)).toEqual(['CANCELLED'])
  })
})
