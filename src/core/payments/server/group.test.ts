import { expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import type { Runtime } from '#platform/server/module.ts'
import { inGroup } from './group.ts'

const runtime = { log: { warn: () => {}, error: () => {} } } as unknown as Runtime
const failure = (code: string) => Object.assign(new Error(code), { code })

test.each(['40001', '40P01', '23505'])('a conflict (%s) runs again', async (code) => {
  let runs = 0
  const run = async (items: readonly string[]) => {
    runs += 1
    if (runs < 3) throw failure(code)
    return items.map((item) => `${item} done`)
  }
  expect(await inGroup(runtime, ['a', 'b'], run, (why) => why)).toEqual(['a done', 'b done'])
  expect(runs).toBe(3)
})

test.each([
  ['22003', 'value'],
  ['23514', 'value'],
  ['23505', 'conflict'],
])('one item that the database always refuses with %s is answered as %s, and costs the others nothing', async (code, why) => {
  const run = async (items: readonly string[]) => {
    if (items.includes('bad')) throw failure(code)
    return items.map((item) => `${item} done`)
  }
  expect(await inGroup(runtime, ['a', 'bad', 'b'], run, (reason) => reason)).toEqual(['a done', why, 'b done'])
})

test('other failures are thrown', async () => {
  const broken = new AppError({ code: 'X-001', status: 500, vi: 'x', en: 'x' })
  await expect(
    inGroup(
      runtime,
      ['a'],
      () => Promise.reject(broken),
      () => 'poison',
    ),
  ).rejects.toBe(broken)
})
