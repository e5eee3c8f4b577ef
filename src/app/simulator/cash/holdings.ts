import { type HoldingInput, openHoldings } from '#core/cash/server/public.ts'
import { type DemoCashUnit, demoCashUnits } from '#core/organisation/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { openDemoAccounts } from './books.ts'
import { courierCode, tillCode, vaultCode } from './codes.ts'

const MILLION = 1_000_000_00n
/** Ceiling and floor of a vault, by the level of its unit. */
const VAULTS: Record<string, readonly [ceiling: bigint, floor: bigint]> = {
  HEAD_OFFICE: [20_000n * MILLION, 1_000n * MILLION],
  PROVINCE: [3_000n * MILLION, 200n * MILLION],
  POST_OFFICE: [600n * MILLION, 50n * MILLION],
}

/** Opens vaults, tills and couriers where the demo has cash; nothing in an organisation whose people were made before there was cash. */
export async function openDemoHoldings(tx: Tx): Promise<void> {
  const plan = demoCashUnits()
  const codes = plan.map(({ code }) => code)
  const units = await tx.selectFrom('organisation.unit').select(['id', 'code', 'name', 'level']).where('code', 'in', codes).execute()
  const people = await tx
    .selectFrom('iam.user_account as a')
    .innerJoin('organisation.staff as s', 's.id', 'a.staff_id')
    .select(['a.account', 's.id', 's.full_name as name'])
    .where('a.account', 'in', [...plan.map(({ keeper }) => keeper), ...plan.flatMap(({ courier }) => courier ?? [])])
    .execute()
  const person = new Map(people.map((one) => [one.account, one]))
  if (plan.some(({ keeper }) => !person.has(keeper))) return
  await openDemoAccounts(tx)
  const unit = new Map(units.map((one) => [one.code, one]))
  await openHoldings(
    tx,
    plan.flatMap((one) => holdingsOf(one, unit.get(one.code) as (typeof units)[number], (account) => person.get(account) as (typeof people)[number])),
  )
}

type Person = (account: string) => { id: string; name: string }

function holdingsOf({ code, keeper, tellers, courier }: DemoCashUnit, unit: { id: string; name: string; level: string }, person: Person): HoldingInput[] {
  const [ceiling, floor] = VAULTS[unit.level] as readonly [bigint, bigint]
  const at = { unitId: unit.id }
  return [
    { ...at, code: vaultCode(code), name: `Quỹ chính ${unit.name}`, kind: 'VAULT', staffId: person(keeper).id, ceiling, floor },
    ...tellers.map((_, n): HoldingInput => ({ ...at, code: tillCode(code, n), name: `Quầy ${n + 1} ${unit.name}`, kind: 'TILL', ceiling: 100n * MILLION })),
    ...(courier === undefined
      ? []
      : [{ ...at, code: courierCode(code), name: `${person(courier).name} (áp tải)`, kind: 'COURIER' as const, staffId: person(courier).id }]),
  ]
}
