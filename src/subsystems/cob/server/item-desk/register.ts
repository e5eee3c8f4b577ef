import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import {
  changeAmount,
  deliveryInfo,
  findItem,
  grantItem,
  holdItem,
  holdItems,
  itemHistory,
  listItems,
  refundItem,
  releaseItem,
  releaseItems,
} from '../../contract/items.ts'
import { askAmount, askRefund } from './approvals.ts'
import { deliveryOf, historyOf, itemDetail } from './detail.ts'
import { grant } from './grant.ts'
import { hold, release } from './holds.ts'
import { itemList } from './list.ts'

/** Items: who looks at them, and what people change by hand. */
export function registerItemDesk(on: Registrar, trace: MoneyTrace): void {
  on.list(listItems, itemList)
  on.query(findItem, (input, ctx) => itemDetail(input, ctx, trace))
  on.query(deliveryInfo, deliveryOf)
  on.query(itemHistory, historyOf)
  on.command(holdItem, hold)
  on.command(releaseItem, release)
  on.bulk(holdItems, async (row, { holdReason }, ctx) => void (await hold({ ...row, holdReason }, ctx)))
  on.bulk(releaseItems, async (row, { reason }, ctx) => void (await release({ ...row, reason }, ctx)))
  on.command(changeAmount, askAmount)
  on.command(refundItem, askRefund)
  on.command(grantItem, grant)
}
