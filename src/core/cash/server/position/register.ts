import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import { cashMovements, cashPosition } from '../../contract/position/position.ts'
import type { Forecast } from '../forecast/forecast.ts'
import { movements } from './movements.ts'
import { position } from './position.ts'

export function registerPosition(on: Registrar, forecasts: readonly Forecast[], words: LedgerWords): void {
  on.query(cashPosition, (input, ctx) => position(input, ctx, forecasts))
  on.query(cashMovements, (input, ctx) => movements(input, ctx, words))
}
