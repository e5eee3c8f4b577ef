import { expect, test } from 'vitest'
import type { Runtime } from '#platform/server/module.ts'
import { PartnerQueue, type PartnerWork } from './queue.ts'

interface Busy {
  partner: string
  n: number
  ids: string[]
}

/** Work that is done when the test says so, of what is due in an array. */
function partners(due: PartnerWork[], { most = 2, refill = 1 } = {}) {
  const under = new Map<string, { done: () => void; failed: (error: Error) => void; leave: () => void }>()
  const logged: string[] = []
  const rounds: Busy[][] = []
  const log = { error: (_: unknown, words: string) => logged.push(words), warn: (_: unknown, words: string) => logged.push(words) }
  const state = { broken: false }
  const queue = new PartnerQueue({
    claim: async (busy) => {
      rounds.push(JSON.parse(busy) as Busy[])
      if (state.broken) throw new Error('no database')
      const free = new Map<string, number>((JSON.parse(busy) as Busy[]).map(({ partner, n }) => [partner, most - n]))
      const taken = due.filter(({ partnerId }) => {
        const left = free.get(partnerId) ?? most
        free.set(partnerId, left - 1)
        return left > 0
      })
      for (const one of taken) due.splice(due.indexOf(one), 1)
      return taken
    },
    work: ({ id }, leave) => new Promise<void>((done, failed) => under.set(id, { done, failed, leave })),
    refill,
    log: log as unknown as Runtime['log'],
    failures: { work: 'work failed', claim: 'claim failed' },
  })
  const end = (id: string, how: 'done' | 'failed' = 'done') => {
    const one = under.get(id)
    under.delete(id)
    one?.[how](new Error('broken'))
  }
  return { queue, under, logged, rounds, state, end, ids: () => [...under.keys()].toSorted() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const of = (partnerId: string, ...ids: string[]) => ids.map((id) => ({ id, partnerId }))

test('each partner gets so many at a time, a free place is taken by the next, and a claim knows what is under way', async () => {
  const { queue, rounds, end, ids } = partners([...of('1', 'a', 'b', 'c', 'd'), ...of('2', 'x')])
  expect(await queue.begin()).toBe(3)
  await settled()
  expect(ids()).toEqual(['a', 'b', 'x'])
  end('b')
  await settled()
  expect(ids()).toEqual(['a', 'c', 'x'])
  expect(rounds.at(-1)).toEqual([
    { partner: '1', n: 1, ids: ['a'] },
    { partner: '2', n: 1, ids: ['x'] },
  ])
})

test('a place that becomes free while a claim is under way is not forgotten', async () => {
  const { queue, end, ids } = partners(of('1', 'a', 'b', 'c', 'd'))
  await queue.begin()
  await settled()
  const round = queue.begin()
  end('a')
  end('b')
  await round
  await settled()
  expect(ids()).toEqual(['c', 'd'])
})

test('more is claimed once enough places are free, and with the last one in any case', async () => {
  const { queue, rounds, end } = partners(of('1', 'a', 'b', 'c', 'd', 'e', 'f', 'g'), { most: 5, refill: 3 })
  await queue.begin()
  await settled()
  end('a')
  end('b')
  await settled()
  expect(rounds).toHaveLength(1)
  end('c')
  await settled()
  expect(rounds).toHaveLength(2)
  for (const id of ['d', 'e', 'f', 'g']) end(id)
  await queue.idle()
  expect(rounds.at(-1)).toEqual([{ partner: '1', n: 0, ids: [] }])
})

test('work that has left its place makes room before it is done, once, and is waited for all the same', async () => {
  const { queue, rounds, under, end, ids } = partners(of('1', 'a', 'b', 'c', 'd'))
  await queue.begin()
  await settled()
  under.get('a')?.leave()
  await settled()
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(rounds.at(-1)).toEqual([{ partner: '1', n: 1, ids: ['b'] }])
  under.get('a')?.leave()
  end('a')
  await settled()
  expect(ids()).toEqual(['b', 'c'])
  let idle = false
  const waiting = queue.idle().then(() => {
    idle = true
  })
  under.get('b')?.leave()
  end('c')
  end('d')
  await settled()
  end('d')
  await settled()
  expect([idle, ids()]).toEqual([false, ['b']])
  end('b', 'failed')
  await waiting
})

test('what fails is logged and asks for nothing more; so is a claim that fails', async () => {
  const { queue, rounds, logged, state, end } = partners(of('1', 'a', 'b'), { most: 2 })
  await queue.begin()
  await settled()
  end('a', 'failed')
  await settled()
  expect(logged).toEqual(['work failed'])
  expect(rounds).toHaveLength(1)
  state.broken = true
  end('b')
  await queue.idle()
  expect(logged).toEqual(['work failed', 'claim failed'])
  state.broken = false
  expect(await queue.begin()).toBe(0)
})

test('stop starts no more and waits for what is under way', async () => {
  const { queue, end, ids } = partners(of('1', 'a', 'b', 'c'))
  await queue.begin()
  await settled()
  let stopped = false
  const stopping = queue.stop().then(() => {
    stopped = true
  })
  end('a')
  await settled()
  expect(stopped).toBe(false)
  expect(ids()).toEqual(['b'])
  end('b')
  await stopping
  expect(ids()).toEqual([])
  expect(await queue.begin()).toBe(0)
})
