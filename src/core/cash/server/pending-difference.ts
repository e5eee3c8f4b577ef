import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { differenceMachine } from '../contract/differences.ts'

export const DIFFERENCE = 'cash.pending_difference'

export const differences = defineRecord({
  table: DIFFERENCE,
  scoped: true,
  machine: differenceMachine,
  picture: ({ source_code, status, amount, settlement, settlement_staff_name }) => ({
    ...{ sourceCode: source_code, status, amount, settlement, settlementStaff: settlement_staff_name },
  }),
})

/** Why requests about what a count has found are ended: a payout that was unknown then turned out to be made, and the figure is another one. */
export const PAYOUT_MADE = 'PAYOUT_MADE'
export const endedByPayout = {
  [PAYOUT_MADE]: {
    vi: 'Một khoản chi chưa rõ kết quả đã được xác định là đã chi, nên chênh lệch không còn như khi đề nghị',
    en: 'A payout of unknown outcome was found to have been made, so the difference is no longer what the request was about',
  },
}

interface Arisen {
  sourceType: 'cash.count' | 'cash.treasury_transaction'
  sourceId: string
  sourceCode: string
  holdingId: string
  unitId: string
  /** Below zero: short. */
  amount: string
  /** YYYY-MM-DD */
  aroseOn: string
}

/** Keeps a shortage or surplus that was just posted to a pending account, so that somebody decides about it. Answers its id. */
export async function keepPending(
  tx: Tx,
  { by, at }: Stamp,
  { sourceType, sourceId, sourceCode, holdingId, unitId, amount, aroseOn }: Arisen,
): Promise<string> {
  const stamps = { created_by: by, created_at: at, updated_by: by, updated_at: at }
  const source = { source_type: sourceType, source_id: sourceId, source_code: sourceCode, holding_id: holdingId, unit_id: unitId }
  // The trigger fills in where the unit stands.
  const { id } = await tx
    .insertInto(DIFFERENCE)
    .values({ ...source, amount, arose_on: aroseOn, head_unit_id: unitId, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
