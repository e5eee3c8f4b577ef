import { afterAll, beforeAll, expect } from 'vitest'
import type { OutputOf, RawInputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, type TestClock, testApp, testClock } from './app.ts'
import { gatewayCall, gatewayWorld, report, type TestChannel } from './payments.ts'

export type Search = RawInputOf<typeof listQrTransactions>
export type Filter = Search['searchSdi']

export interface QrWorld {
  readonly app: TestApp
  clock: TestClock
  today: string
  /** Ninety days, today included: everything there is. */
  lastDays: { from: string; to: string }
  /** The moment of the payments of a day, so many days ago. */
  moment(daysAgo: number): string
  /** One page of 100, or as asked; throws what the server refused. */
  search(filter: Filter, options?: Partial<Omit<Search, 'searchSdi'>> & { as?: string }): Promise<OutputOf<typeof listQrTransactions>>
}

/** Sorted references of a page. */
export const refs = (page: { result: { externalRef: string }[] }): string[] => page.result.map((row) => row.externalRef).sort()

/** Reports as a channel would, in one signed batch; every line must be taken. */
async function feed(test: TestApp, channel: TestChannel, lines: Parameters<typeof report>[0][]): Promise<void> {
  const body = lines.map((line) => JSON.stringify(report(line))).join('\n')
  const { data } = await gatewayCall<{ created: number; results: unknown[] }>(test.app, channel, '/og-002/v1/transactions/batch', body)
  expect(data?.created, JSON.stringify(data?.results)).toBe(lines.length)
}

/**
 * The whole system for the tests of one file, with 30 payments that came through the gateway.
 * Hanoi (the teller's office): 20 by VCB over 20 days, 1,000,000 đồng and up; 3 by Sao Việt, one of them unknown, one failed.
 * Ho Chi Minh City: 5 by BIDV, 2 by Sao Việt.
 */
export function qrWorld(): QrWorld {
  const clock = testClock()
  const today = localDate(clock.now())
  let test: TestApp | undefined
  const moment = (daysAgo: number) => isoLocal(new Date(startOfDay(addDays(today, -daysAgo)).getTime() + 1_000))
  const world: QrWorld = {
    get app() {
      if (!test) throw new Error('the app is there inside of tests only')
      return test
    },
    clock,
    today,
    lastDays: { from: addDays(today, -89), to: today },
    moment,
    async search(filter, { as = 'ketoan', ...rest } = {}) {
      const reply = await world.app.call(listQrTransactions, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 100 }, ...rest }, { as })
      if (!reply.data) throw new Error(`${reply.status} ${reply.code} ${JSON.stringify(reply.errors)}`)
      return reply.data
    },
  }
  beforeAll(async () => {
    test = await testApp({ clock })
    const { vcb, saoviet, bidv } = await gatewayWorld(test.runtime)
    const numbered = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i))
    await feed(
      test,
      vcb,
      numbered(20, (i) => ({ externalRef: `VCB-${i}`, amount: String(1_000_000 + i * 1000), channel: i % 2 === 0 ? 'BANK' : 'APP', occurredAt: moment(i) })),
    )
    const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } as const
    const failed = { status: 'FAILED', code: '51', message: 'Số dư không đủ' } as const
    const anh = { name: 'Đặng Thị Ánh', account: '9704001111', bankBin: '970436' }
    await feed(test, saoviet, [
      { externalRef: 'SV-1', amount: '20000', channel: 'WALLET', occurredAt: moment(1), payer: anh },
      { externalRef: 'SV-2', amount: '30000', channel: 'WALLET', occurredAt: moment(2), outcome: unknown },
      { externalRef: 'SV-3', amount: '40000', channel: 'WALLET', occurredAt: moment(3), outcome: failed },
      { externalRef: 'SV-4', merchantCode: 'M-HCM', amount: '50000', occurredAt: moment(1) },
      { externalRef: 'SV-5', merchantCode: 'M-HCM', amount: '60000', occurredAt: moment(40) },
    ])
    const payer = (i: number) => ({ name: 'LE VAN 50% OFF', account: `88${i}AB`, bankBin: '970418' })
    await feed(
      test,
      bidv,
      numbered(5, (i) => ({ externalRef: `BIDV-${i}`, merchantCode: 'M-HCM', amount: String(500_000 + i), occurredAt: moment(i), payer: payer(i) })),
    )
  })
  afterAll(() => test?.close())
  return world
}
