import { expect, it } from 'vitest'
import { pressedOnce } from './pressed-once.ts'

it('sends the same once while it is under way, something else at once, and the same again afterwards', async () => {
  const sent: { input: object; answer: (text: string) => void; refuse: (error: Error) => void }[] = []
  const press = pressedOnce((input: object) => new Promise<string>((answer, refuse) => sent.push({ input, answer, refuse })))
  const first = press({ id: '1' })
  const again = press({ id: '1' })
  const other = press({ id: '2' })
  expect(sent.map(({ input }) => input)).toEqual([{ id: '1' }, { id: '2' }])
  sent[0]?.answer('done')
  expect([await first, await again]).toEqual(['done', 'done'])
  const third = press({ id: '1' })
  expect(sent).toHaveLength(3)
  sent[2]?.refuse(new Error('no'))
  await expect(third).rejects.toThrow('no')
  void press({ id: '1' })
  expect(sent).toHaveLength(4)
  sent[1]?.answer('other')
  expect(await other).toBe('other')
})
