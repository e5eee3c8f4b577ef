import { Button, Segmented } from 'antd'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { words } from '../words.ts'
import { type Sums, VIEWS, type View } from './bench.ts'

export type Command = 'match' | 'unmatch' | 'undo' | 'next' | 'explain' | 'resolve' | 'assign' | 'clear' | 'help'

interface Props {
  /** What both sides are called. */
  titles: Readonly<Record<Side, string>>
  view: View
  onView: (view: View) => void
  counts: { ours: number; theirs: number }
  sums: Sums
  /** What can be done now; what cannot is not pressed in vain. */
  able: Readonly<Partial<Record<Command, boolean>>>
  onCommand: (command: Command) => void
  /** What the last press came to. */
  said: { text: string; bad: boolean } | undefined
}

const BUTTONS: readonly (readonly [Command, string, 'keyMatch' | 'keyNext' | 'keyExplain' | 'keyResolve' | 'keyAssign' | 'keyUnmatch' | 'keyUndo'])[] = [
  ['match', 'M', 'keyMatch'],
  ['next', 'N', 'keyNext'],
  ['explain', 'E', 'keyExplain'],
  ['resolve', 'R', 'keyResolve'],
  ['assign', 'A', 'keyAssign'],
  ['unmatch', 'U', 'keyUnmatch'],
  ['undo', 'Z', 'keyUndo'],
]

/** What is chosen on both sides, how far it lies apart, and what may be done with it; always in sight. */
export function BenchBar({ titles, view, onView, counts, sums, able, onCommand, said }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const side = (name: string, n: number, sum: string) => (
    <span>
      {name} ({showCount(n, language)}){' '}
      <b>
        <MoneyText value={sum} />
      </b>
    </span>
  )
  const even = sums.difference === '0.00'
  return (
    <div className="rec-bar">
      <Segmented
        size="small"
        aria-label={labels.text('view')}
        value={view}
        options={VIEWS.map((one) => ({ value: one, label: labels.text(`view_${one}`) }))}
        onChange={onView}
      />
      <span className="rec-bar-sums" role="status">
        {side(titles.OURS, counts.ours, sums.ours)}
        {side(titles.THEIRS, counts.theirs, sums.theirs)}
        <span className={counts.ours + counts.theirs === 0 ? undefined : even ? 'rec-even' : 'rec-uneven'}>
          {labels.text('difference')}{' '}
          <b>
            <MoneyText value={sums.difference} />
          </b>
        </span>
      </span>
      <span className="rec-said" data-bad={said?.bad || undefined} aria-live="polite">
        {said?.text}
      </span>
      <span className="rec-bar-buttons">
        {BUTTONS.map(([command, key, text]) => (
          <Button key={command} size="small" disabled={able[command] === false} aria-keyshortcuts={key} onClick={() => onCommand(command)}>
            {labels.text(text)} <kbd>{key}</kbd>
          </Button>
        ))}
        <Button size="small" type="text" aria-label={labels.text('keyHelp')} title={labels.text('keyHelp')} onClick={() => onCommand('help')}>
          <kbd>?</kbd>
        </Button>
      </span>
    </div>
  )
}
