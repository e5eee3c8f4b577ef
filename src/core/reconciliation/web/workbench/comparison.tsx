import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { useSettled } from '#platform/web/kit/form/use-settled.ts'
import { Compared } from '../lines.tsx'
import type { SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'
import type { Chosen } from './bench.ts'

type Detail = OutputOf<SessionProps['contracts']['breaks']['detail']>
/** Whoever walks past a line does not ask for its break. */
const SETTLE_MS = 120

/** The break of the line that one stands on, once one stands still. */
export function useBreakOf(contracts: SessionProps['contracts'], line: SessionLine | undefined): Detail | undefined {
  const id = useSettled(line?.breakId ?? '', SETTLE_MS)
  const { data } = useContractQuery(contracts.breaks.detail, { id: id || '0' }, { quiet: true, enabled: id !== '', keepPrevious: false })
  return data !== undefined && data.id === line?.breakId ? data : undefined
}

/** The two lines that are held against each other: what is chosen, else those of the break. */
export function comparedLines(found: Detail | undefined, at: SessionLine | undefined, chosen: Record<Side, Chosen>): Record<Side, SessionLine | undefined> {
  const only = (side: Side) => (chosen[side].size === 1 ? [...chosen[side].values()][0] : undefined)
  if (only('OURS') && only('THEIRS')) return { OURS: only('OURS'), THEIRS: only('THEIRS') }
  const of = (side: Side) => {
    if (at?.side === side) return at
    const there = found?.lines.filter((line) => line.side === side) ?? []
    return there.find(({ reference }) => reference !== '' && reference === at?.reference) ?? there[0] ?? only(side)
  }
  return { OURS: of('OURS'), THEIRS: of('THEIRS') }
}

interface Props {
  found: Detail | undefined
  lines: Record<Side, SessionLine | undefined>
  at: SessionLine
}

/** Below the panes, once one stands on a line: why it is a break, and both lines field by field. */
export function Comparison({ found, lines, at }: Props) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.breaks.breakKind', 'reconciliation.sessions.lineState')
  const lead = found ? names.enumValue('reconciliation.breaks.breakKind', found.kind) : names.enumValue('reconciliation.sessions.lineState', at.state)
  return (
    <section className="rec-comparison" aria-label={labels.text('comparison')}>
      <p>
        <strong>{lead}</strong> {found?.explanation ?? (at.dueOn !== null ? labels.text('waitsUntil', { day: at.dueOn.split('-').reverse().join('/') }) : '')}
      </p>
      <div className="bt-plain-table-scroll">
        <Compared ours={lines.OURS} theirs={lines.THEIRS} />
      </div>
    </section>
  )
}
