import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRequests } from '#core/approvals/contract/request.ts'
import { localDate } from '#kernel/dates.ts'
import { findTasks } from '#kernel/home.ts'
import { parseListState } from '#platform/web/kit/list/list-state.ts'
import { allScreens, screenOf } from '#platform/web/shell/routing/routing.ts'
import { sendList } from '../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../test/refunds.ts'
import { webManifests } from './manifests.ts'
import { serverModules } from './modules.ts'

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld()
})
afterAll(() => test?.close())

const tasks = async (as: string) => (await test.call(findTasks, {}, { as })).data ?? []
const countOf = async (as: string, key: string) => (await tasks(as)).find((task) => task.key === key)?.count
const offered = serverModules.flatMap((module) => module.tasks ?? [])

it('says what waits for each person, by what they may see', async () => {
  await test.asked(await test.pay({ amount: '100000' }), '40000')
  await test.runtime.pool.query(
    `insert into platform.job (name, input, state, max_tries, timeout_seconds, ended_at) values ('x.y', '{}', 'FAILED', 1, 60, now())`,
  )
  expect([await countOf('kiemsoat', 'approvals.toDecide'), await countOf('kiemsoat', 'approvals.mine')]).toEqual([1, 0])
  expect([await countOf('ketoan', 'approvals.toDecide'), await countOf('ketoan', 'approvals.mine')]).toEqual([0, 1])
  expect([await countOf('admin', 'jobs.failed'), await countOf('ketoan', 'jobs.failed')]).toEqual([1, undefined])
  const due = async (as: string, key: string) => (await tasks(as)).find((task) => task.key === key)?.deadline
  const [first] = (await sendList(test.app, listRequests, { filter: { box: 'TO_DECIDE' } }, { headers: await test.headersOf('kiemsoat') })).data?.result ?? []
  expect(await due('kiemsoat', 'approvals.toDecide')).toBe(first?.expiresAt)
  expect([await due('ketoan', 'approvals.toDecide'), await due('admin', 'jobs.failed')]).toEqual([null, null])
  expect((await test.call(findTasks, {})).status).toBe(401)
})

it('counts what the list shows that its address leads to, and has a screen for each', async () => {
  const screens = allScreens(webManifests)
  expect(new Set(offered.map(({ key }) => key)).size).toBe(offered.length)
  for (const as of ['admin', 'kiemsoat', 'ketoan']) {
    for (const { key, permission, query, count } of await tasks(as)) {
      const { list } = offered.find((task) => task.key === key) ?? {}
      if (!list) throw new Error(`no task ${key}`)
      expect(screenOf(screens, permission), key).toBeDefined()
      const days = 'from' in list.filter.shape ? [{ from: 'from', to: 'to', days: 7 }] : []
      const { filter } = parseListState(query, list, days, localDate(new Date()))
      const shown = await sendList(test.app, list, { filter: filter as never }, { headers: await test.headersOf(as) })
      expect(shown.data?.totalRecord, `${key} of ${as}`).toBe(count)
    }
  }
})
