import { expect, it } from 'vitest'
import { errors } from '#kernel/errors.ts'
import { createSlots } from './slots.ts'

it('gives as many places as there are, and the next to who waits longest', async () => {
  const slots = createSlots(2)
  const order: string[] = []
  const [first, second] = await Promise.all([slots.take(''), slots.take('')])
  const taken = async (name: string) => {
    const give = await slots.take('')
    order.push(name)
    return give
  }
  const third = taken('third')
  const fourth = taken('fourth')
  await Promise.resolve()
  expect(order).toEqual([])
  first()
  first()
  ;(await third)()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
  second()
})

it('forgets who gave up waiting', async () => {
  const slots = createSlots(1)
  const give = await slots.take('')
  const stop = new AbortController()
  const waiting = slots.take('', stop.signal)
  stop.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  give()
  await slots.take('')
})

it('gives none to whoever is gone before they ask', async () => {
  const slots = createSlots(1)
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(slots.take('', gone)).rejects.toThrow('gone')
  const give = await slots.take('')
  const waiting = slots.take('', gone)
  give()
  await expect(waiting).rejects.toThrow('gone')
})

it('of one person, so many hold a place only: the others of theirs wait and let everybody else by', async () => {
  const slots = createSlots(3, 2)
  const order: string[] = []
  const take = async (who: string) => {
    const give = await slots.take(who)
    order.push(who)
    return give
  }
  const greedy = Array.from({ length: 6 }, () => take('greedy'))
  const first = await (greedy[0] as Promise<() => void>)
  await greedy[1]
  // A place is free, and not for them.
  const one = await take('one')
  expect(order).toEqual(['greedy', 'greedy', 'one'])
  const two = take('two')
  const three = take('three')
  one()
  ;(await two)()
  ;(await three)()
  expect(order).toEqual(['greedy', 'greedy', 'one', 'two', 'three'])
  first()
  await greedy[2]
  expect(order.at(-1)).toBe('greedy')
  expect(order).toHaveLength(6)
})

it('of those who wait, whoever holds fewest is next', async () => {
  const slots = createSlots(2)
  const [first] = await Promise.all([slots.take('a'), slots.take('a')])
  const order: string[] = []
  const waiting = ['a', 'b'].map((who) => slots.take(who).then(() => order.push(who)))
  first()
  await waiting[1]
  expect(order).toEqual(['b'])
})

it('of one person, so many wait only; what is beyond is refused, and others may wait', async () => {
  const slots = createSlots(1, 1, 2)
  const give = await slots.take('greedy')
  const waiting = ['greedy', 'greedy', 'one'].map((who) => slots.take(who).then((release) => release()))
  await expect(slots.take('greedy')).rejects.toThrow(errors.tooManyAtOnce.code)
  give()
  await Promise.all(waiting)
})
