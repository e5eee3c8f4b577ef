import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { Desk } from '../cash/desk.ts'

/**
 * Requests about transactions of open breaks of a configuration: an outcome that the statement shows is with the second person, a payment that the
 * partner does not know is still with who made the request. What the world has no break for is left out.
 */
export async function handleBreaks(desk: Desk, maker: string, requests: RequestContracts, setupId: string): Promise<void> {
  const [unknown, missing] = [await openBreak(desk, setupId, 'STATUS'), await openBreak(desk, setupId, 'MISSING_THEIRS')]
  if (unknown) {
    const made = await request(desk, maker, requests, unknown, { outcome: 'SUCCEEDED' }, 'Sao kê của đối tác đã ghi nhận khoản tiền')
    if (made) await desk.call(maker, requests.submit, { ...made, reason: 'Đề nghị ghi nhận kết quả theo sao kê' })
  }
  if (missing) await request(desk, maker, requests, missing, {}, 'Đối tác chưa ghi nhận, đã gửi công văn đề nghị tra soát')
}

async function openBreak({ runtime: { db } }: Desk, setupId: string, kind: 'STATUS' | 'MISSING_THEIRS'): Promise<string | undefined> {
  const row = await db
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .select('b.id')
    .where('s.setup_id', '=', setupId)
    .where('s.status', '=', 'REVIEWING')
    .where('b.status', '=', 'OPEN')
    .where('b.kind', '=', kind)
    .orderBy('b.id')
    .executeTakeFirst()
  return row?.id
}

async function request(desk: Desk, maker: string, requests: RequestContracts, breakId: string, more: { outcome?: 'SUCCEEDED' }, reason: string) {
  const { sessionId, codes } = await desk.call(maker, requests.ofBreaks, { breakIds: [breakId] })
  const [code] = codes
  if (code === undefined) return undefined
  const { id, version } = await desk.call(maker, requests.create, {
    ...{ kind: more.outcome ? ('OUTCOME' as const) : ('OTHER' as const), sessionId, reason },
    items: [{ code, breakId, ...more }],
  })
  return { id, version }
}
