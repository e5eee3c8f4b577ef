import { type DemoCashUnit, demoCashUnits } from '#core/organisation/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Database } from '#platform/server/database/db.ts'
import { courierCode, tillCode, vaultCode } from './codes.ts'

export interface Till {
  id: string
  code: string
  teller: string
  /** Staff code and id of the teller. */
  tellerCode: string
  tellerId: string
}

/** A unit that keeps cash, as the simulator knows it. */
export interface Place extends Pick<DemoCashUnit, 'code' | 'keeper' | 'checker' | 'single'> {
  unitId: string
  vaultId: string
  tills: readonly Till[]
  courier: { account: string; staffId: string; holdingId: string } | undefined
  /** Who agrees to variances. */
  approver: string
}

/** The places of the demo, head office first; none where it was made before there was cash. */
export async function placesOf(db: Database): Promise<Place[]> {
  const units = new Map((await db.selectFrom('organisation.unit').select(['id', 'code']).execute()).map(({ code, id }) => [code, id]))
  const holdings = new Map((await db.selectFrom('cash.holding').select(['id', 'code']).execute()).map(({ code, id }) => [code, id]))
  const people = await db
    .selectFrom('iam.user_account as a')
    .innerJoin('organisation.staff as s', 's.id', 'a.staff_id')
    .select(['a.account', 's.id', 's.code'])
    .execute()
  const person = new Map(people.map((one) => [one.account, one]))
  const plan = demoCashUnits()
  if (plan.some(({ code }) => !holdings.has(vaultCode(code)))) return []
  return plan.map(({ code, keeper, tellers, courier, checker, single = false }) => ({
    ...{ code, keeper, checker, single, unitId: units.get(code) as string, vaultId: holdings.get(vaultCode(code)) as string },
    // One who works alone has the vault for a till.
    tills: (single ? [keeper] : tellers).map((teller, n) => {
      const { id: tellerId, code: tellerCode } = person.get(teller) as { id: string; code: string }
      const till = single ? vaultCode(code) : tillCode(code, n)
      return { id: holdings.get(till) as string, code: till, teller, tellerCode, tellerId }
    }),
    courier:
      courier === undefined ? undefined : { account: courier, staffId: person.get(courier)?.id ?? '', holdingId: holdings.get(courierCode(code)) as string },
    approver: checker.startsWith('tinh') ? 'kiemsoat' : checker,
  }))
}

const NOTES = [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200] as const

/** An amount in đồng as a bundle of notes, the large ones first. */
export function notesOf(amount: number): { denomination: (typeof NOTES)[number]; pieces: number }[] {
  let left = amount
  const lines = NOTES.map((denomination) => {
    const pieces = Math.floor(left / denomination)
    left -= pieces * denomination
    return { denomination, pieces }
  })
  if (left !== 0) throw new Error(`${amount} đồng cannot be laid out in notes`)
  return lines.filter(({ pieces }) => pieces > 0)
}

/** What lies in a holding, in đồng. */
export async function cashIn(db: Database, holdingId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('cash.holding as h')
    .innerJoin('ledger.account as a', 'a.id', 'h.account_id')
    .select('a.balance')
    .where('h.id', '=', holdingId)
    .executeTakeFirstOrThrow()
  return Number(parseMoney(balance) / 100n)
}
