import { expect, it } from 'vitest'
import { onlyOnce } from './once.ts'

it('does what is asked for twice before it has ended one time, and again afterwards, also after a failure', async () => {
  const once = onlyOnce()
  let calls = 0
  let end: () => void = () => undefined
  const work = () =>
    new Promise<void>((resolve) => {
      calls += 1
      end = resolve
    })
  const first = once(work)
  await once(work)
  expect(calls).toBe(1)
  end()
  await first
  await expect(once(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  const third = once(work)
  end()
  await third
  expect(calls).toBe(2)
})
