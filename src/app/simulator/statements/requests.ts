import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { Desk } from '../cash/desk.ts'

const REASONS = ['Đối tác chưa ghi nhận, đã gửi công văn đề nghị tra soát', 'Số tiền hai bên khác nhau, chờ biên bản của đối tác']

/**
 * Requests about transactions of open breaks of a configuration: one is with the second person, one still with who made it. What the world has no break
 * for is left out.
 */
export async function handleBreaks(desk: Desk, maker: string, requests: RequestContracts, setupId: string): Promise<void> {
  for (const [at, breakId] of (await openBreaks(desk, setupId)).entries()) {
    const { sessionId, items } = await desk.call(maker, requests.ofBreaks, { breakIds: [breakId] })
    const { id, version } = await desk.call(maker, requests.create, { kind: 'OTHER', sessionId, reason: REASONS[at] ?? '', items })
    if (at === 0) await desk.call(maker, requests.submit, { id, version, reason: 'Đề nghị theo dõi đến khi đối tác trả lời' })
  }
}

/** A payment that the partner does not know, and one that it knows with another amount. */
async function openBreaks({ runtime: { db } }: Desk, setupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .select((eb) => eb.fn.min('b.id').as('id'))
    .where('s.setup_id', '=', setupId)
    .where('s.status', '=', 'REVIEWING')
    .where('b.status', '=', 'OPEN')
    .where('b.kind', 'in', ['MISSING_THEIRS', 'AMOUNT'])
    .groupBy('b.kind')
    .orderBy('b.kind', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
