import type { ComponentType } from 'react'
import type { MerchantPaths } from './paths.ts'

/** What a sub-system says that stamps the screens. */
export interface MerchantOptions extends MerchantPaths {
  /** What it shows of the money that a merchant is owed, and where a settlement stands. */
  money?: { Owed: ComponentType<{ id: string }>; settlement(id: string): string }
}
