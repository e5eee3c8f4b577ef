import { sql } from 'kysely'
import type { KeepsOpen } from '#core/merchants/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { settlementErrors } from '../contract/errors.ts'

/** A merchant stays open while anything of its settlements has not come to its end. Throws STL-005, STL-006 or STL-007; no cycle of it is closed until the commit. */
export const unsettled: KeepsOpen = async (tx, { id, code: merchant }) => {
  const { rows } = await sql<{ settlement: string | null; dispute: string | null; movements: number }>`select * from settlement.keeps_open(${id})`.execute(tx)
  const { settlement, dispute, movements } = rows[0] as (typeof rows)[number]
  if (settlement !== null) throw new AppError(settlementErrors.notEnded, { merchant, settlement })
  if (dispute !== null) throw new AppError(settlementErrors.inDispute, { merchant, reference: dispute })
  if (movements > 0) throw new AppError(settlementErrors.movementsOpen, { merchant, count: movements })
}
