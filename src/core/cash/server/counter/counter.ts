import { sql } from 'kysely'
import type { ReportedLine, UnitPlace } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { counterErrors } from '../../contract/counter/counter.ts'
import { counterDates } from '../business-date.ts'
import { type HeldShift, heldShifts } from '../open-shifts.ts'

/** A till as a report from it needs to know it. */
export interface CounterTill extends UnitPlace {
  id: string
  code: string
  unitId: string
  unitName: string
  accountId: string
  status: string
  /** False for the vault of an office that is single-handed no more: only facts of that time name it. */
  serves: boolean
}

/** Where a report comes from, with the open shift of its teller, wherever that is. */
export interface AtCounter {
  till: CounterTill
  tellerStaffId: string
  shift: HeldShift | undefined
}

type CounterLine = ReportedLine<{ channel: string; teller: string; till: string }>

interface Known {
  partners: ReadonlySet<string>
  tills: ReadonlyMap<string, CounterTill>
  tellers: ReadonlyMap<string, { id: string; unitId: string | null; status: string }>
  /** By teller. */
  shifts: ReadonlyMap<string, HeldShift>
}

/**
 * The counter that each line names, or why it cannot be: five statements at most for all of them. Open shifts are held until
 * the commit.
 */
export async function countersOf(tx: Tx, lines: readonly CounterLine[]): Promise<(AppError | AtCounter)[]> {
  const [partners, tills, tellers] = await Promise.all([
    tx
      .selectFrom('organisation.partner')
      .select('id')
      .where('kind', '=', 'OWN')
      .where('id', 'in', [...new Set(lines.map(({ partnerId }) => partnerId))])
      .execute(),
    tillsByCode(tx, [...new Set(lines.map(({ facts }) => facts.till))]),
    tx
      .selectFrom('organisation.staff')
      .select(['id', 'code', 'unit_id as unitId', 'status'])
      .where('code', 'in', [...new Set(lines.map(({ facts }) => facts.teller))])
      .execute(),
  ])
  const shifts = await heldShifts(
    tx,
    tellers.map(({ id }) => id),
  )
  const known: Known = {
    partners: new Set(partners.map(({ id }) => id)),
    tills,
    tellers: new Map(tellers.map(({ code, ...teller }) => [code, teller])),
    shifts,
  }
  return lines.map((line) => counterOf(line, known))
}

async function tillsByCode(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, CounterTill>> {
  const { rows } = await sql<CounterTill>`
    select h.id, h.code, h.unit_id as "unitId", u.name as "unitName", h.account_id as "accountId", h.status, h.kind = 'TILL' or w.single_handed as serves, h.head_unit_id as "headUnitId", h.province_unit_id as "provinceUnitId",
      h.district_unit_id as "districtUnitId", h.office_unit_id as "officeUnitId"
    from cash.holding h join organisation.unit u on u.id = h.unit_id left join cash.unit_state w on w.unit_id = h.unit_id
    where h.code = any(${codes}::text[]) and (h.kind = 'TILL' or h.kind = 'VAULT' and w.served_counter)
  `.execute(tx)
  return new Map(rows.map((till) => [till.code, till]))
}

function counterOf({ facts, partnerId, language, fact }: CounterLine, { partners, tills, tellers, shifts }: Known): AppError | AtCounter {
  if (facts.channel !== 'COUNTER') return refusedField('channel', counterErrors.notCounter, language)
  if (!partners.has(partnerId)) return new AppError(counterErrors.notOwnChannel)
  const till = tills.get(facts.till)
  if (!till || !(till.serves || fact)) return refusedField('till', counterErrors.tillUnknown, language, { till: facts.till })
  const teller = tellers.get(facts.teller)
  if (!teller) return refusedField('teller', counterErrors.tellerUnknown, language, { teller: facts.teller })
  // Who has left or moved to another unit since is no reason against what happened before.
  if (!fact && teller.status !== 'ACTIVE') return refusedField('teller', counterErrors.tellerInactive, language, { teller: facts.teller })
  if (!fact && teller.unitId !== till.unitId) return refusedField('teller', counterErrors.tellerElsewhere, language, { teller: facts.teller, till: facts.till })
  return { till, tellerStaffId: teller.id, shift: shifts.get(teller.id) }
}

/** For `businessDates` of a payment service: counter work counts for the business date of its unit. */
export async function counterBusinessDates(tx: Tx, asked: readonly { unitId: string; day: string }[]): Promise<string[]> {
  const dates = asked.map(({ day }) => day)
  for (const [day, places] of Map.groupBy(asked.keys(), (at) => asked[at]?.day as string)) {
    const units = places.map((at) => asked[at]?.unitId as string)
    const found = await counterDates(tx, units, day)
    for (const at of places) dates[at] = found.get(asked[at]?.unitId as string) ?? day
  }
  return dates
}
