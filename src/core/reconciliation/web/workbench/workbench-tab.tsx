import { useEffect, useRef, useState } from 'react'
import { breaksTopic, type Side, sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { isOwn, type SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'
import { other, sumsOf, type View } from './bench.ts'
import { BenchBar } from './bench-bar.tsx'
import { benchKeys } from './bench-keys.ts'
import { Comparison, comparedLines, useBreakOf } from './comparison.tsx'
import { Pane, type PaneHandle } from './pane.tsx'
import { useBench } from './use-bench.tsx'
import { useCursor } from './use-cursor.ts'
import { useLines } from './use-lines.ts'
import '../reconciliation.css'

const SIDES: readonly Side[] = ['OURS', 'THEIRS']

/** Both sides beside each other, walked and matched with the keys. */
export function WorkbenchTab(props: SessionProps) {
  const { session, contracts } = props
  const labels = useLabels(words)
  const titles = { OURS: labels.text('ours'), THEIRS: labels.text(isOwn(session) ? 'otherSide' : 'theirs') }
  const [view, setView] = useState<View>('open')
  const lines = { OURS: useLines(contracts, session.id, 'OURS', view), THEIRS: useLines(contracts, session.id, 'THEIRS', view) }
  useLiveReads(sessionsTopic, contracts.sessions.lines)
  useLiveReads(breaksTopic, contracts.sessions.lines)
  const cursor = useCursor(lines)
  const { side, chosen } = cursor
  const panes = { OURS: useRef<PaneHandle>(null), THEIRS: useRef<PaneHandle>(null) }
  const bar = useRef<HTMLDivElement>(null)
  const bench = useBench(props, cursor, () => panes[side].current?.focus())
  const at = cursor.lineAt(side)
  const found = useBreakOf(contracts, at)
  const compared = comparedLines(found, at, chosen)
  const focus = (of: Side) => panes[of].current?.focus()
  useEffect(() => panes.OURS.current?.focus(), [panes.OURS])
  const onKeyDown = benchKeys({
    cursor,
    command: bench.command,
    focus,
    search: () => panes[side].current?.search(),
    leave: () => bar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus(),
  })
  return (
    <div className="rec-bench">
      <div ref={bar}>
        <BenchBar
          view={view}
          onView={setView}
          chosen={chosen.OURS.size + chosen.THEIRS.size}
          sums={sumsOf(chosen.OURS.values(), chosen.THEIRS.values())}
          able={bench.able}
          onCommand={bench.command}
          said={bench.said}
        />
      </div>
      <div className="rec-panes">
        {SIDES.map((one) => (
          <Pane
            key={one}
            ref={panes[one]}
            side={one}
            title={titles[one]}
            lines={lines[one]}
            active={side === one}
            cursor={cursor.cursor[one]}
            chosen={chosen[one]}
            against={compared[other(one)]}
            none={labels.text(one === 'OURS' && session.oursAsOf === null ? 'notMatched' : 'paneNone')}
            onKeyDown={onKeyDown}
            onFocus={() => {
              cursor.setSide(one)
              if (cursor.cursor[one] === undefined) cursor.stand(one, lines[one].rows[0])
            }}
            onPick={(line, toggle) => {
              cursor.setSide(one)
              cursor.stand(one, line)
              if (toggle) cursor.toggle(one, line)
            }}
          />
        ))}
      </div>
      {at && <Comparison found={found} lines={compared} at={at} />}
      {bench.dialogs}
    </div>
  )
}
