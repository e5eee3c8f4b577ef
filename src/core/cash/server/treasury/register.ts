import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import { settleTreasury } from '../../contract/treasury/approval.ts'
import {
  callOffReceipt,
  confirmDeposit,
  dispatchTreasury,
  printTreasury,
  receiveTreasury,
  returnTreasury,
  startReceipt,
  submitTreasury,
} from '../../contract/treasury/steps.ts'
import { suggestReplenishment } from '../../contract/treasury/suggestion.ts'
import { confirmTill, handOverTill, refuseTill, tillMovementsOf } from '../../contract/treasury/till.ts'
import {
  cancelTreasury,
  createTreasury,
  findTreasury,
  listTreasury,
  treasuryBanks,
  treasuryCouriers,
  treasuryUnits,
  updateTreasury,
} from '../../contract/treasury/transactions.ts'
import { isBlind } from '../blind.ts'
import type { Forecast } from '../forecast/forecast.ts'
import { findPerson } from '../people.ts'
import { banks, couriers, units } from './choices.ts'
import { detail } from './detail.ts'
import { dispatch } from './dispatch.ts'
import { cancel, create, update } from './draft.ts'
import { treasuryList } from './list.ts'
import { callOff, deposited, receive, start, takeBack } from './receipt.ts'
import { submit } from './release.ts'
import { proposeSettlement } from './settlement.ts'
import { printSlip } from './slip.ts'
import { suggest } from './suggestion.ts'
import { confirm, handOver, refuse, tillMovements } from './till.ts'

export function registerTreasury(on: Registrar, forecasts: readonly Forecast[], trace: MoneyTrace): void {
  on.list(listTreasury, treasuryList)
  on.query(findTreasury, (input, ctx) => detail(input, ctx, trace))
  on.query(treasuryUnits, units)
  on.query(treasuryCouriers, couriers)
  on.query(treasuryBanks, banks)
  on.query(suggestReplenishment, (input, ctx) => suggest(input, ctx, forecasts))
  on.command(createTreasury, create)
  on.command(updateTreasury, update)
  on.command(cancelTreasury, cancel)
  on.command(submitTreasury, submit)
  on.command(dispatchTreasury, dispatch)
  on.command(startReceipt, start)
  on.command(callOffReceipt, callOff)
  on.command(receiveTreasury, receive)
  on.command(confirmDeposit, deposited)
  on.command(returnTreasury, takeBack)
  on.command(settleTreasury, proposeSettlement)
  on.command(printTreasury, printSlip)
  on.command(handOverTill, handOver)
  on.command(confirmTill, confirm)
  on.command(refuseTill, refuse)
  on.query(tillMovementsOf, async ({ shiftId }, { scope, runtime: { db }, session }) => {
    // Between vault and till: who counts either is told of neither.
    const shift = await scope
      .selectFrom('cash.shift as s')
      .innerJoin('cash.holding as v', (join) => join.onRef('v.unit_id', '=', 's.unit_id').on('v.kind', '=', 'VAULT'))
      .select('s.id')
      .where('s.id', '=', shiftId)
      .where((eb) => eb.not(eb.or([isBlind('s.till_id', session.userId), isBlind('v.id', session.userId)])))
      .executeTakeFirst()
    if (!shift) return []
    return tillMovements(db, shiftId, { userId: session.userId, staffId: (await findPerson(db, session.userId))?.staffId ?? null })
  })
}
