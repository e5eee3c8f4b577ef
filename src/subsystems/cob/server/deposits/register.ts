import type { Registrar } from '#platform/server/module.ts'
import { codDeposits } from './transactions.ts'

/** Deposits of COD money. */
export function registerDeposits(on: Registrar): void {
  codDeposits.register(on)
}
