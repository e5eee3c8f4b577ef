import type { ComponentType } from 'react'
import type { MerchantPaths } from './paths.ts'

/** A part of the page of a merchant. */
export type MerchantPart = ComponentType<{ id: string }>

/** What a sub-system says that stamps the screens. */
export interface MerchantOptions extends MerchantPaths {
  /** What it shows of the money that a merchant is owed, and where a settlement stands. */
  money?: { owed(): Promise<MerchantPart>; settlement(id: string): string }
}
