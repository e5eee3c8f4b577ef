/** What becomes of a list whose last day is over, and the file that tells its payer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { requestOf } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { sheetRows } from '../../../../test/workbooks.ts'
import { controlRules } from '../../../app/plugs/controls.ts'
import { listLines } from '../contract/lines.ts'
import { RETURNED_FILE } from '../contract/returned.ts'
import { discardVersion, openVersion, payoutVersions } from '../contract/versions.ts'
import { closeLists } from './due.ts'
import { claimLine, releaseLine } from './public.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

const maker = { as: 'ketoan', clientId: 'PP_CFM' } as const
const yesterday = () => addDays(localDate(world.clock.now()), -1)
/** As time would; only an approved update changes the days of a list. */
const lastDay = async (id: string, day: string) => {
  const { owner } = world.runtime.database
  await owner.query("select set_config('payout.changing', $1, false)", [id])
  await owner.query('update payout.list set pay_until = $2 where id = $1', [id, day])
  await owner.query("select set_config('payout.changing', '', false)")
}
async function runDue(): Promise<void> {
  await world.runtime.db.transaction().execute((tx) => enqueue(tx, closeLists, {}))
  await runJobs(world)
}
const overdue = async (code: string) => {
  const rule = controlRules.find((one) => one.code === 'PAYOUT_LIST_OVERDUE')
  return (await rule?.query(world.runtime.db, world.clock.now()))?.filter(({ subject }) => subject === code) ?? []
}
const inTx = <T>(work: (tx: Parameters<typeof claimLine>[0]) => Promise<T>) => world.runtime.db.transaction().execute(work)

describe('a list whose last day is over', () => {
  it('is closed by the job: what is unpaid goes back or is carried over as its programme says, once, and its money with it', async () => {
    const back = await world.approved(await world.programme('RETURN'), [world.person(100_000), world.person(200_000)])
    const on = await world.approved(await world.programme('CARRY'), [world.person(400_000)])
    const open = await world.approved(await world.programme('RETURN'), [world.person(800_000)])
    await world.pay(back, [0])
    for (const id of [back, on]) await lastDay(id, yesterday())
    await lastDay(open, localDate(world.clock.now()))
    const funds = Number((await world.detail(open)).funds)
    await runDue()
    await runDue()
    expect(await world.detail(back)).toMatchObject({ status: 'CLOSED', balance: '0.00', paid: '100000.00', returned: '200000.00' })
    expect((await world.lines(back)).map(({ status }) => status)).toEqual(['PAID', 'RETURNED'])
    expect(await world.detail(on)).toMatchObject({ status: 'CLOSED', balance: '0.00', returned: '400000.00' })
    expect((await world.lines(on)).map(({ status }) => status)).toEqual(['CARRIED'])
    expect(await world.detail(open)).toMatchObject({ status: 'APPROVED', balance: '800000.00' })
    expect(Number((await world.detail(open)).funds) - funds).toBe(600_000)
    const audit = await world.runtime.pool.query("select from platform.audit_entry where action = 'payouts.closeDue' and subject_id = $1", [back])
    expect(audit.rowCount).toBe(1)
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('stays open, with an alert, while somebody is being paid or a change waits', async () => {
    const id = await world.approved(await world.programme('RETURN'), [world.person(100_000)])
    const { code } = await world.detail(id)
    const [line] = await world.lines(id)
    await inTx((tx) => claimLine(tx, [world.claim(line?.id ?? '')]))
    await lastDay(id, yesterday())
    await runDue()
    expect((await world.detail(id)).status).toBe('PAYING')
    expect(await overdue(code)).toMatchObject([{ subject: code, amount: '100000.00', link: expect.stringContaining(id) }])
    await inTx((tx) => releaseLine(tx, [line?.id ?? ''], { by: 'probe', at: world.clock.now() }))
    const version = await world.call(openVersion, { listId: id, reason: 'Công văn' }, maker)
    expect(await world.close_(id)).toMatchObject({ status: 409, code: 'PYL-029' })
    await runDue()
    expect((await world.detail(id)).status).toBe('PAYING')
    const [waiting] = (await world.call(payoutVersions, { listId: id }, maker)).data ?? []
    await world.call(discardVersion, { id: version.data?.id ?? '', version: waiting?.version ?? 0 }, maker)
    await runDue()
    expect(await world.detail(id)).toMatchObject({ status: 'CLOSED', returned: '100000.00' })
    expect(await overdue(code)).toEqual([])
  })
})

describe('a list that cannot be closed', () => {
  it('holds up no other, and the alert says what the job met', async () => {
    const { owner } = world.runtime.database
    const [broken, sound] = [
      await world.approved(await world.programme('RETURN'), [world.person(100_000)]),
      await world.approved(await world.programme('RETURN'), [world.person(200_000)]),
    ]
    await lastDay(broken, addDays(yesterday(), -1))
    await lastDay(sound, yesterday())
    await owner.query(`alter table payout.list add constraint probe check (id <> ${broken} or status <> 'CLOSED') not valid`)
    await expect(runDue()).rejects.toThrow()
    expect((await world.detail(sound)).status).toBe('CLOSED')
    const { code } = await world.detail(broken)
    expect(await overdue(code)).toMatchObject([{ label: { vi: expect.stringContaining('SYS-500'), en: expect.stringContaining('SYS-500') } }])
    await owner.query('alter table payout.list drop constraint probe')
    await runDue()
    expect((await world.detail(broken)).status).toBe('CLOSED')
  })
})

describe('the file for the payer', () => {
  it('holds the lines that came back of that list, and no others', async () => {
    const people = [world.person(100_000), world.person(250_000), world.person(300_000)]
    const id = await world.approved(await world.programme('RETURN'), people)
    await world.pay(id, [1])
    await world.close_(id)
    const { payload, ...request } = requestOf(listLines.export, RETURNED_FILE(id))
    const headers = { ...(await world.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'vi' }
    const file = await world.app.inject({ ...request, payload: payload as object, headers })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const [titles, ...all] = sheetRows(file.rawPayload)
    const rows = all.slice(0, -1)
    expect(all.at(-1)?.[6]).toMatch(/^400[.,]?000/)
    expect(titles?.slice(0, 3)).toEqual(['STT', 'Mã người hưởng', 'Họ tên'])
    expect(rows.map((row) => [row[1], row[6], row[7]])).toEqual(
      [people[0], people[2]].map((person) => [person?.beneficiaryCode, expect.stringMatching(/^[13]00[.,]?000/), 'Đã hoàn']),
    )
    // Nobody's number in full leaves the house.
    expect(JSON.stringify(rows)).not.toContain(String(people[0]?.identityNumber))
  })
})
