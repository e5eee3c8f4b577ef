import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { LineState, Side } from '#core/reconciliation/contract/machines.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'

/** Which lines the panes show. */
export const VIEWS = ['open', 'matched', 'all'] as const
export type View = (typeof VIEWS)[number]

/** The states of lines that a view shows; undefined for all. */
export const STATES: Readonly<Record<View, readonly LineStateName[] | undefined>> = {
  open: ['BREAK', 'PROPOSED', 'DECIDED', 'EXPECTED', 'CARRIED', 'NEW', 'NO_MONEY'],
  matched: ['MATCHED'],
  all: undefined,
}
type LineStateName = (typeof LineState)['options'][number]

export type Chosen = ReadonlyMap<number, SessionLine>
export const NONE: Chosen = new Map()
export const other = (side: Side): Side => (side === 'OURS' ? 'THEIRS' : 'OURS')

export interface Sums {
  ours: string
  theirs: string
  difference: string
}

const sumOf = (lines: Iterable<SessionLine>): bigint => {
  let sum = 0n
  for (const { amount, state } of lines) if (state !== 'NO_MONEY') sum += parseMoney(amount)
  return sum
}

/** What is chosen on both sides, and how far the two lie apart. */
export function sumsOf(ours: Iterable<SessionLine>, theirs: Iterable<SessionLine>): Sums {
  const [a, b] = [sumOf(ours), sumOf(theirs)]
  return { ours: formatMoney(a), theirs: formatMoney(b), difference: formatMoney(a - b) }
}

/** Where a step leads among the rows of a pane; the first row where one has been nowhere. */
export function stepped(rows: readonly SessionLine[], at: number | undefined, step: number): SessionLine | undefined {
  const index = rows.findIndex(({ no }) => no === at)
  return rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + step))]
}

/** Where one stands in a pane: the line, and those that were beside it then. */
export interface Held {
  no: number
  among: readonly SessionLine[]
}

/** The line that one stands on. One that has gone leaves its place to the next of those that were behind it, else to the nearest before; one that comes back has it again. */
export function stoodOn(rows: readonly SessionLine[], held: Held | undefined): SessionLine | undefined {
  if (!held) return undefined
  const now = new Map(rows.map((line) => [line.no, line]))
  const there = (line: Pick<SessionLine, 'no'>) => now.has(line.no)
  const index = held.among.findIndex(({ no }) => no === held.no)
  const found = there(held) ? held : (held.among.slice(index + 1).find(there) ?? held.among.slice(0, Math.max(index, 0)).findLast(there))
  return found && now.get(found.no)
}

/** The first line of the next break that waits for somebody, behind a line; undefined where the page holds no other. */
export function nextBreak(rows: readonly SessionLine[], at: number | undefined): SessionLine | undefined {
  const index = rows.findIndex(({ no }) => no === at)
  const here = rows[index]?.breakId
  return rows.slice(index + 1).find(({ breakId, state }) => breakId !== null && breakId !== here && state !== 'PROPOSED' && state !== 'DECIDED')
}

/**
 * The lines that M would match: what is chosen on each side. A side on which nothing is chosen gives the line that one stands on, where that
 * belongs to the break of the other side; undefined where one side has nothing to give.
 */
export function toMatch(chosen: Record<Side, Chosen>, at: Record<Side, SessionLine | undefined>): Record<Side, readonly SessionLine[]> | undefined {
  const breaks = (side: Side) =>
    new Set([...chosen[side].values(), ...(chosen[side].size === 0 && at[side] ? [at[side]] : [])].flatMap(({ breakId }) => breakId ?? []))
  const given = (side: Side): readonly SessionLine[] => {
    if (chosen[side].size > 0) return [...chosen[side].values()]
    const line = at[side]
    return line?.breakId != null && breaks(other(side)).has(line.breakId) ? [line] : []
  }
  const found = { OURS: given('OURS'), THEIRS: given('THEIRS') }
  return found.OURS.length > 0 && found.THEIRS.length > 0 ? found : undefined
}
