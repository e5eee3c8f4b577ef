import { sql } from 'kysely'
import { isTaxCode } from '#core/merchants/contract/tax-code.ts'
import { createMerchants } from '#core/merchants/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type Chance, chanceOf } from './dice.ts'
import { createDemoFees } from './fees.ts'
import { CHANNELS, PAYER_BANKS, SHOP_KINDS, SHOPS, type Shop } from './shops.ts'
import { bankName } from './transfers.ts'

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
  const communes = await communesOf(tx)
  // Beside the other one, so that addresses and accounts stay as they have been.
  const identity = chanceOf(41)
  await createMerchants(
    tx,
    SHOPS.map((shop) => {
      const unit = unitCodes(shop)
        .map((code) => unitByCode.get(code))
        .find((found) => found !== undefined)
      if (!unit) throw new Error(`the demo organisation has no unit for the shop ${shop.code}`)
      const address = `${1 + chance.below(200)} ${unit.address.replace(/^\d+ /, '')}`
      const phone = `09${chance.digits(8)}`
      const bank = PAYER_BANKS[chance.below(PAYER_BANKS.length)] ?? PAYER_BANKS[0]
      const account = chance.digits(12)
      const { name: legalName, kind, line } = legalOf(shop)
      const legal = { name: legalName, kind, taxCode: taxCode(identity), representative: personName(identity), businessLine: line, provinceCode: shop.province }
      return {
        legal: { ...legal, communeCode: communes.get(shop.province) ?? null, cycle: SHOP_KINDS[shop.kind].plan ? 'T0' : 'T1' },
        code: shop.code,
        name: shop.name,
        address,
        phone,
        unitId: unit.id,
        feePlanId: plans.get(SHOP_KINDS[shop.kind].plan ?? '') ?? null,
        settlementBankBin: bank.bin,
        settlementAccount: account,
        settlementName: bankName(bank.bin, account),
      }
    }),
  )
}

/** Where a shop may belong, the nearest first. */
function unitCodes({ province, district }: Shop): string[] {
  return [`${province}0${district + 1}01`, `${province}0000`]
}

/** A commune of today of each province. */
async function communesOf(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ province: string; code: string }>`
    select distinct on (parent_code) parent_code as province, code from masterdata.administrative_area
     where level = 'COMMUNE' and parent_level = 'PROVINCE' and status = 'ACTIVE' and valid_to is null order by parent_code, code`.execute(tx)
  return new Map(rows.map(({ province, code }) => [province, code]))
}

const LINES: Partial<Record<Shop['kind'], string>> = {
  ...{ pho: 'FOOD', coffee: 'FOOD', grocery: 'GROCERY', minimart: 'GROCERY', pharmacy: 'PHARMACY', dental: 'PHARMACY' },
  ...{ fashion: 'FASHION', phone: 'ELECTRONICS', petrol: 'FUEL', hotel: 'TRANSPORT', salon: 'SERVICE' },
}
const COMPANIES = ['minimart', 'phone', 'petrol', 'hotel', 'builder', 'dental']

/** Large shops are companies, the others households. */
function legalOf({ name, kind }: Shop): { name: string; kind: string; line: string } {
  const company = COMPANIES.includes(kind)
  return { name: `${company ? 'Công ty TNHH' : 'Hộ kinh doanh'} ${name}`, kind: company ? 'ENTERPRISE' : 'HOUSEHOLD', line: LINES[kind] ?? 'OTHER' }
}

/** Ten digits with their check. */
function taxCode(chance: Chance): string {
  for (;;) {
    const nine = `01${chance.digits(7)}`
    for (let check = 0; check <= 9; check += 1) if (isTaxCode(`${nine}${check}`)) return `${nine}${check}`
  }
}

const NAMES = ['Nguyễn Thị Hạnh', 'Trần Văn Lâm', 'Lê Minh Tâm', 'Phạm Thu Hà', 'Hoàng Đức Long', 'Vũ Thị Mai', 'Đặng Quốc Việt', 'Bùi Thanh Thuỷ'] as const
const personName = (chance: Chance) => NAMES[chance.below(NAMES.length)] as string
