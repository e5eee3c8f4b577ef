/** What happened elsewhere is asked for again where it is shown; what was refused is left alone until the person asks. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { followRead, followReads, queryKeyOf, readAgain } from './use-query.ts'

const read = defineQuery({ path: '/test/v1/detail', permission: SIGNED_IN, summary: { vi: 'Chi tiết', en: 'Details' }, input: {}, output: z.object({}) })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queryClient.clear()
})

async function shown(status: number | undefined) {
  const ask = vi.fn(async () => {
    if (status === undefined) return {}
    throw new ApiError({ code: 'X', status, message: 'x' })
  })
  const observer = new QueryObserver(queryClient, { queryKey: queryKeyOf(read, {}), queryFn: ask, meta: { quiet: true }, retry: false })
  stops.push(observer.subscribe(() => undefined))
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  return { ask, result: () => observer.getCurrentResult() }
}

it.each([
  [undefined, 3],
  [500, 3],
  [403, 1],
  [404, 1],
])('answered %s it has been asked for %s times after two events', async (status, times) => {
  const { ask, result } = await shown(status)
  followReads(read)
  await vi.waitFor(() => expect(result().isFetching).toBe(false))
  followRead(result())
  await vi.waitFor(() => expect(result().isFetching).toBe(false))
  expect(ask).toHaveBeenCalledTimes(times)
})

it('what was refused is asked for again by a command of one’s own', async () => {
  const { ask } = await shown(404)
  readAgain(read)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
})
