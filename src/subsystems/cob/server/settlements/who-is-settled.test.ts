/** Which key accounts the hourly job settles on which day, and up to which: cycles, days without work, contracts that begin and end, accounts that may not be settled. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type KeyAccountWorld, keyAccountWorld } from '../../../../../test/key-accounts.ts'
import { proposeContractEnd, proposeKeyAccountStatus, submitKeyAccount } from '../../contract/key-accounts/changes.ts'
import { createKeyAccount } from '../../contract/key-accounts/key-accounts.ts'
import { listCodSettlements } from '../../contract/settlements.ts'
import { settlementSchedules } from './running.ts'

let it: KeyAccountWorld
/** Monday 1 March 2027; Wednesday the 3rd is a holiday. */
const FIRST = '2027-03-01'
const DAYS = Array.from({ length: 9 }, (_one, at) => addDays(FIRST, at))
/** An item a day from Friday before on, in turn the first and the last minute of its day. */
const ITEMS = Array.from({ length: 11 }, (_one, at) => `${addDays(FIRST, at - 3)}T${at % 2 === 0 ? '00:00:30' : '23:59:30'}+07:00`)

const send = () => ({ as: 'ketoan', ...it.COB, ...it.key() })
const status = async (id: string, to: 'ACTIVE' | 'SUSPENDED') => {
  it.must(await it.call(proposeKeyAccountStatus, { id, version: (await it.detail(id)).version, status: to, reason: 'Theo đề nghị' }, send()))
  await it.decided(id)
}
const daily = { '03-01': [3, '02-28'], '03-02': [1, '03-01'], '03-04': [2, '03-03'], '03-05': [1, '03-04'], '03-08': [3, '03-07'], '03-09': [1, '03-08'] }
const mondays = { '03-01': [3, '02-28'], '03-04': [3, '03-03'], '03-05': [1, '03-04'], '03-08': [3, '03-07'] }

interface Case {
  is: string
  contract?: object
  /** Changes it after it was opened. */
  make?: (id: string) => Promise<unknown>
  /** Before the job of a day. */
  on?: Record<string, (id: string) => Promise<unknown>>
  items?: readonly string[] | 'HANDED_IN'
  without?: 'CONTRACT'
  /** By month and day: how many items its statement has, and the last day whose items belong to it. */
  settled: Record<string, (number | string)[]>
}

const cases: Case[] = [
  { is: 'daily', settled: daily },
  { is: 'on Monday, Wednesday and Friday', contract: { cycle: 'MON_WED_FRI' }, settled: mondays },
  {
    is: 'on Tuesday and Saturday',
    contract: { cycle: 'WEEKDAYS', weekdays: ['2', '6'] },
    settled: { '03-01': [3, '02-28'], '03-02': [1, '03-01'], '03-08': [6, '03-07'], '03-09': [1, '03-08'] },
  },
  {
    is: 'two working days later',
    contract: { cycle: 'T_PLUS_N', cycleDays: 2 },
    settled: { '03-02': [1, '02-26'], '03-04': [3, '03-01'], '03-05': [1, '03-02'], '03-08': [2, '03-04'], '03-09': [1, '03-05'] },
  },
  { is: 'on the 6th, a Saturday', contract: { cycle: 'MONTHLY', monthDay: 6 }, settled: { '03-08': [10, '03-07'] } },
  {
    is: 'daily, while its account has just changed: what is made waits',
    make: (id) => it.owner("update cob.key_account set account_cooling_until = '2027-03-08T09:00:00+07:00' where id = $1", [id]),
    settled: daily,
  },
  {
    is: 'by its last contract, which has ended',
    make: async (id) => {
      const { version, contracts } = await it.detail(id)
      const end = { id, version, contractId: contracts[0]?.id ?? '', validTo: '2027-02-27', reason: 'Hết hạn' }
      it.must(await it.call(proposeContractEnd, end, send()))
      await it.decided(id)
    },
    settled: daily,
  },
  {
    is: 'from the day on which its contract begins',
    contract: { validFrom: '2027-03-04' },
    settled: { '03-04': [6, '03-03'], '03-05': [1, '03-04'], '03-08': [3, '03-07'], '03-09': [1, '03-08'] },
  },
  {
    is: 'from the first cycle of its contract on, which begins between two',
    contract: { cycle: 'MON_WED_FRI', validFrom: '2027-03-02' },
    settled: { '03-04': [6, '03-03'], '03-05': [1, '03-04'], '03-08': [3, '03-07'] },
  },
  {
    is: 'not while it is suspended, and of all of it once it is active again',
    make: (id) => status(id, 'SUSPENDED'),
    on: { '03-05': (id) => status(id, 'ACTIVE') },
    settled: { '03-05': [7, '03-04'], '03-08': [3, '03-07'], '03-09': [1, '03-08'] },
  },
  { is: 'not without a contract', without: 'CONTRACT', settled: {} },
  { is: 'not while it has nothing', items: [], settled: {} },
  { is: 'not for what waits at the operator', items: 'HANDED_IN', settled: {} },
]

const ids = new Map<string, string>()
beforeAll(async () => {
  it = await keyAccountWorld()
  it.clock.set(new Date('2027-02-20T08:00:00+07:00'))
  await it.owner("delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code = 'PUBLIC_HOLIDAY'")
  await it.owner(
    "insert into masterdata.global_list_entry (list_id, key, value, value_en, position) select id, '2027-03-03', 'Ngày nghỉ', 'Day off', 1 from masterdata.global_list where code = 'PUBLIC_HOLIDAY'",
  )
  for (const { is, contract, make, items = ITEMS, without } of cases) {
    const { id } = without ? await withoutContract() : await it.opened(contract)
    ids.set(is, id)
    const days = items === 'HANDED_IN' ? ITEMS : items
    await it.payables(
      id,
      days.map((day) => ({ cod: 100_000, collectedAt: new Date(day), ...(items === 'HANDED_IN' ? { money: 'HANDED_IN' } : {}) })),
    )
    await make?.(id)
  }
  for (const day of DAYS) {
    for (const { is, on } of cases) await on?.[day.slice(5)]?.(ids.get(is) as string)
    await hourly(day)
  }
})
afterAll(() => it?.end())

async function withoutContract(): Promise<{ id: string }> {
  const { id, version } = it.must(await it.call(createKeyAccount, it.draftOf() as never, send()))
  it.must(await it.call(submitKeyAccount, { id, version, reason: 'Mở mới' }, send()))
  await it.decided(id)
  return { id }
}

/** The job as its schedule starts it, some times a day. */
async function hourly(day: string): Promise<void> {
  const [schedule] = settlementSchedules
  if (!schedule) throw new Error('no schedule')
  for (const hour of ['00:10', '08:10', '23:10']) {
    const runtime = { ...it.runtime, clock: { now: () => new Date(`${day}T${hour}:00+07:00`) } }
    await runtime.db.transaction().execute((tx) => enqueue(tx, schedule.job, schedule.input as never))
    await runJobs({ runtime })
  }
}

describe('a key account is settled', () => {
  test.each(cases)('$is', async ({ is, settled }) => {
    const id = ids.get(is) as string
    const { data } = await it.list(
      listCodSettlements,
      { filter: { keyAccountId: id }, sort: { field: 'madeAt', direction: 'asc' } },
      { as: 'ketoan', ...it.COB },
    )
    const made = data?.result.map(({ madeAt, cycleDate, untilOn, items, status: now }) => [madeAt.slice(0, 16), cycleDate, untilOn, items, now])
    expect(made).toEqual(Object.entries(settled).map(([day, [items, until]]) => [`2027-${day}T00:10`, `2027-${day}`, `2027-${until}`, items, 'DRAFT']))
  })
})
