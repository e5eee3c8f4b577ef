import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import type { suggestReplenishment } from '../../contract/treasury/suggestion.ts'
import { isBlind } from '../blind.ts'
import { counterDates } from '../business-date.ts'
import { type Forecast, payoutsDue } from '../forecast/forecast.ts'
import { countedBy, holdingsOf, unitName } from './record.ts'

const DONG = 100n
/** Cash moves in bundles: suggestions are rounded up to whole millions. */
const BUNDLE = 1_000_000n * DONG
const roundedUp = (amount: Hundredths) => ((amount + BUNDLE - 1n) / BUNDLE) * BUNDLE

const least = (one: Hundredths, other: Hundredths): Hundredths => [one, other].sort((a, b) => (a < b ? -1 : 1))[0] as Hundredths

/** What a vault should get or give so that tomorrow's payouts leave its floor, and nothing lies over its ceiling. Pure. */
export function suggestionOf({ expected, floor, ceiling }: { expected: Hundredths; floor: Hundredths; ceiling: Hundredths | null }) {
  if (expected < floor) {
    const wanted = roundedUp(floor - expected)
    // Bundles never take it over its ceiling.
    const most = ceiling === null ? wanted : ceiling - expected
    return { kind: 'REPLENISHMENT' as const, amount: least(wanted, most) }
  }
  if (ceiling !== null && expected > ceiling) {
    const wanted = roundedUp(expected - ceiling)
    const most = expected - floor
    return { kind: 'REMITTANCE' as const, amount: least(wanted, most) }
  }
  return null
}

export async function suggest(
  { unitId }: InputOf<typeof suggestReplenishment>,
  ctx: RequestContext,
  forecasts: readonly Forecast[],
): Promise<OutputOf<typeof suggestReplenishment>> {
  const { runtime, scope, now, session } = ctx
  const { db } = runtime
  const own = await scope.selectFrom('cash.holding as h').select('h.id').where('h.unit_id', '=', unitId).where('h.kind', '=', 'VAULT').executeTakeFirst()
  if (!own) throw new AppError(errors.notFound)
  const [vault] = await holdingsOf(db, { ids: [own.id] })
  if (!vault) throw new AppError(treasuryErrors.noVault, { unit: await unitName(db, unitId) })
  const day = (await counterDates(db, [unitId], localDate(now))).get(unitId) as string
  const forDay = addDays(day, 1)
  const [moving, due, above, hidden] = await Promise.all([
    movingOf(db, vault.id),
    payoutsDue(db, forecasts, [unitId], forDay),
    vaultAbove(db, unitId),
    isHidden(db, session.userId, vault.id),
  ])
  const [balance, floor, ceiling] = [parseMoney(vault.balance), parseMoney(vault.floor), vault.ceiling === null ? null : parseMoney(vault.ceiling)]
  const expected = balance + moving.incoming - moving.outgoing - due
  const suggested = suggestionOf({ expected, floor, ceiling })
  const shown = (amount: Hundredths) => (hidden ? null : formatMoney(amount))
  return {
    unitId,
    unitName: await unitName(db, unitId),
    holdingName: vault.name,
    forDay,
    balance: shown(balance),
    ceiling: vault.ceiling,
    floor: vault.floor,
    incoming: shown(moving.incoming),
    outgoing: shown(moving.outgoing),
    payoutsDue: formatMoney(due),
    expected: shown(expected),
    kind: hidden ? null : (suggested?.kind ?? null),
    amount: hidden || suggested === null ? null : formatMoney(suggested.amount),
    counterUnitId: above?.id ?? null,
    counterUnit: above?.name ?? null,
  }
}

/** What is on its way to a vault, and what was approved to leave it. */
async function movingOf(db: Queryable, vaultId: string): Promise<{ incoming: Hundredths; outgoing: Hundredths }> {
  const row = await db
    .selectFrom('cash.treasury_transaction as t')
    .select((eb) => [
      eb.fn
        .sum<string | null>('t.amount')
        .filterWhere('t.to_holding_id', '=', vaultId)
        .filterWhere('t.status', 'in', ['APPROVED', 'DISPATCHED'])
        .as('incoming'),
      eb.fn.sum<string | null>('t.amount').filterWhere('t.from_holding_id', '=', vaultId).filterWhere('t.status', '=', 'APPROVED').as('outgoing'),
    ])
    .where((eb) => eb.or([eb('t.to_holding_id', '=', vaultId), eb('t.from_holding_id', '=', vaultId)]))
    .where('t.status', 'in', ['APPROVED', 'DISPATCHED'])
    .executeTakeFirst()
  return { incoming: parseMoney(row?.incoming ?? '0'), outgoing: parseMoney(row?.outgoing ?? '0') }
}

/** The nearest unit above that keeps a vault. */
async function vaultAbove(db: Queryable, unitId: string): Promise<{ id: string; name: string } | undefined> {
  let current = await db.selectFrom('organisation.unit_directory').select(['id', 'name', 'parent_id']).where('id', '=', unitId).executeTakeFirst()
  while (current?.parent_id) {
    const parent = await db.selectFrom('organisation.unit_directory').select(['id', 'name', 'parent_id']).where('id', '=', current.parent_id).executeTakeFirst()
    const [vault] = await holdingsOf(db, { vaultsOf: [current.parent_id] })
    if (vault?.status === 'ACTIVE' && parent) return { id: parent.id as string, name: parent.name as string }
    current = parent
  }
  return undefined
}

/** The reader counts the vault, or a bag that has left it or is on its way to it. */
async function isHidden(db: Queryable, userId: string, vaultId: string): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`
    select ${isBlind('h.id', userId)} or exists (select from cash.treasury_transaction t where t.to_holding_id = h.id and ${countedBy(userId)}) as hidden
      from cash.holding h where h.id = ${vaultId}`.execute(db)
  return rows[0]?.hidden === true
}
