import type { InputOf, OutputOf } from '#kernel/contract.ts'
import type { cashMovements, cashPosition } from '../../contract/position/position.ts'

export type Position = OutputOf<typeof cashPosition>

/** What a figure has opened beside the page. */
export interface Shown {
  movements?: InputOf<typeof cashMovements> & { unitName?: string }
  suggestion?: { unitId: string; title: string }
}
