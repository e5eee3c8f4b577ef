import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

it('gives as many places as there are, and the next to who waits longest', async () => {
  const slots = createSlots(2)
  const order: string[] = []
  const [first, second] = await Promise.all([slots.take(), slots.take()])
  const taken = async (name: string) => {
    const give = await slots.take()
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
  const give = await slots.take()
  const stop = new AbortController()
  const waiting = slots.take(stop.signal)
  stop.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  give()
  await slots.take()
})
