import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { absolute, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import type { Resolution } from '../../contract/machines.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import { type BreakAction, plugOf, type ReconciliationParts } from '../plug.ts'
import { type Chosen, weigh } from '../sessions/hand-match.ts'
import { factsOf, type Held, type LineOfBreak, numbersOf, sizeOf } from './records.ts'

export const resolutionWords = (resolution: Resolution) => ({ vi: vi.enums.resolution[resolution], en: en.enums.resolution[resolution] })

/** What a sub-system does with its records for a resolution. */
export function actionOf({ plugs }: ReconciliationParts, { session }: Pick<Held, 'session'>, resolution: Resolution): BreakAction | undefined {
  if (resolution !== 'CREATE' && resolution !== 'OUTCOME' && resolution !== 'REFUND') return undefined
  return plugOf(plugs, session.plug).actions[resolution]
}

/** The last day on which a break may still be carried forward: so many working days after its own. */
export async function lastCarryDay(db: Queryable, { row, document }: Pick<Held, 'row' | 'document'>): Promise<string> {
  const off = await holidays(db)
  let day = row.day
  for (let left = document.carryDays; left > 0; left -= 1) day = nextWorkday(day, off)
  return day
}

/** Whether a settlement books what the two sides differ by: where it does not, a match costs nothing. */
export const posts = ({ plugs }: ReconciliationParts, { session }: Pick<Held, 'session'>): boolean =>
  session.partner_id !== null && plugOf(plugs, session.plug).accounts !== undefined

/** RCB-004 where an amount may not be written off by the configuration. */
function overLimit({ row, document }: Pick<Held, 'row' | 'document'>, amount: Hundredths): AppError | undefined {
  const limit = parseMoney(document.writeOffLimit)
  return amount > limit ? new AppError(breakErrors.overWriteOff, { reference: row.reference, amount: moneyText(amount), limit: moneyText(limit) }) : undefined
}

/** RCB-004 where lines lie too far apart to be matched: what is left between them beyond the fee that is known is written off with the settlement. */
export async function whyNotMatched(parts: ReconciliationParts, db: Queryable, held: Held, lines: Chosen): Promise<AppError | undefined> {
  if (!posts(parts, held)) return undefined
  const { difference } = await weigh(db, held.session, held.document, lines)
  return overLimit(held, absolute(difference))
}

/** Why a resolution does not fit a break; undefined where it does. RCB-002 to RCB-009. */
export async function whyNot(
  parts: ReconciliationParts,
  db: Queryable,
  held: Held,
  lines: readonly LineOfBreak[],
  resolution: Resolution,
  now: Date,
): Promise<AppError | undefined> {
  const { row, session, document } = held
  const { reference } = row
  const has = (side: 'O' | 'T') => numbersOf(lines, side).length > 0
  const refusal = (error: keyof typeof breakErrors, params = {}) => new AppError(breakErrors[error], { reference, ...params })
  switch (resolution) {
    case 'MATCH': {
      if (!has('O') || !has('T')) return refusal('bothSides')
      return whyNotMatched(parts, db, held, { ours: numbersOf(lines, 'O'), theirs: numbersOf(lines, 'T') })
    }
    case 'WRITE_OFF':
    case 'ADJUST': {
      if (!plugOf(parts.plugs, session.plug).accounts) return refusal('noPosting')
      const amount = sizeOf(row)
      if (amount === 0n) return refusal('noDifference')
      return resolution === 'WRITE_OFF' ? overLimit(held, amount) : undefined
    }
    case 'CARRY':
      return localDate(now) > (await lastCarryDay(db, held)) ? refusal('carryOver', { days: document.carryDays }) : undefined
    case 'DISPUTE':
      return session.partner_id === null ? refusal('noPartner') : undefined
    default:
      return actionOf(parts, held, resolution)?.fits(factsOf(held, lines)) ? undefined : refusal('cannotAct', { resolution: resolutionWords(resolution) })
  }
}

/** As `whyNot`; throws the refusal, and RCB-007 for an outcome that is not named. */
export async function assertFits(
  parts: ReconciliationParts,
  tx: Tx,
  held: Held,
  lines: readonly LineOfBreak[],
  wanted: { resolution: Resolution; outcome?: 'SUCCEEDED' | 'FAILED' | undefined },
  now: Date,
): Promise<void> {
  const refusal =
    (await whyNot(parts, tx, held, lines, wanted.resolution, now)) ?? (await actionOf(parts, held, wanted.resolution)?.lacks?.(tx, factsOf(held, lines)))
  if (refusal) throw refusal
  if (wanted.resolution === 'OUTCOME' && wanted.outcome === undefined) throw new AppError(breakErrors.outcomeNeeded)
}
