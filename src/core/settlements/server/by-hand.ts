import { merchantsInScope, requireSettleable } from '#core/merchants/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { moneyText } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { settlementErrors } from '../contract/errors.ts'
import type { settleNow } from '../contract/settlements.ts'
import { closeCycle } from './closing.ts'
import { SETTLEMENT, settlements } from './records.ts'

/**
 * Closes the cycle of one merchant at once, with what was carried forward. Throws MER-020 while its account is cooling, STL-003 for a locked merchant,
 * STL-001 where there is nothing, STL-002 where it comes to nothing or less.
 */
export async function settle({ merchantId, reason }: InputOf<typeof settleNow>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session } = ctx
  const [merchant] = await merchantsInScope(ctx.scope, { ids: [merchantId] })
  if (!merchant) throw new AppError(errors.notFound)
  if (merchant.status === 'LOCKED') throw new AppError(settlementErrors.locked, { merchant: merchant.code })
  await requireSettleable(tx, merchantId, now)
  // Ends after this moment: what has just happened belongs to it.
  const until = new Date(now.getTime() + 1)
  const made = await closeCycle(tx, { merchantId, cycle: 'BY_HAND', until, minimum: 0n, by: session.account, at: now })
  if (!made) throw new AppError(settlementErrors.nothingOwed, { merchant: merchant.code })
  if (made.net <= 0n) throw new AppError(settlementErrors.notPositive, { merchant: merchant.code, amount: moneyText(made.net) })
  const row = await settlements.lock(tx, { id: made.id })
  const { version } = await settlements.save(tx, { by: session.account, at: now }, row, { step_note: reason })
  ctx.subject(SETTLEMENT, made.id, { after: { code: made.code, merchantId, net: row.net, status: row.status, stepNote: reason } })
  return { id: made.id, version }
}
