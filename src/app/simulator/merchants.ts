import { createMerchants } from '#core/merchants/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import { fold } from '#kernel/text.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { chanceOf } from './dice.ts'
import { createDemoFees } from './fees.ts'
import { CHANNELS, PAYER_BANKS, SHOP_KINDS, SHOPS, type Shop } from './shops.ts'

/** Lets the demo's channels report, and opens the shops with their accounts, each at the post office of its district (its province where there is none). */
export async function createDemoMerchants(tx: Tx, now: Date): Promise<void> {
  const partners = await tx
    .selectFrom('organisation.partner')
    .select('id')
    .where(
      'code',
      'in',
      CHANNELS.map(({ partner }) => partner),
    )
    .execute()
  await enablePartners(
    tx,
    partners.map(({ id }) => id),
  )
  const plans = await createDemoFees(tx, now)
  const units = await tx
    .selectFrom('organisation.unit')
    .select(['id', 'code', 'address'])
    .where('code', 'in', [...new Set(SHOPS.flatMap((shop) => unitCodes(shop)))])
    .execute()
  const unitByCode = new Map(units.map((unit) => [unit.code, unit]))
  const chance = chanceOf(40)
  await createMerchants(
    tx,
    SHOPS.map((shop) => {
      const unit = unitCodes(shop)
        .map((code) => unitByCode.get(code))
        .find((found) => found !== undefined)
      if (!unit) throw new Error(`the demo organisation has no unit for the shop ${shop.code}`)
      return {
        code: shop.code,
        name: shop.name,
        address: `${1 + chance.below(200)} ${unit.address.replace(/^\d+ /, '')}`,
        phone: `09${chance.digits(8)}`,
        unitId: unit.id,
        feePlanId: plans.get(SHOP_KINDS[shop.kind].plan ?? '') ?? null,
        settlementBankBin: (PAYER_BANKS[chance.below(PAYER_BANKS.length)] ?? PAYER_BANKS[0]).bin,
        settlementAccount: chance.digits(12),
        settlementName: fold(shop.name).toUpperCase(),
      }
    }),
  )
}

/** Where a shop may belong, the nearest first. */
function unitCodes({ province, district }: Shop): string[] {
  return [`${province}0${district + 1}01`, `${province}0000`]
}
