import { Button, Segmented } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { words } from '../words.ts'
import { type Sums, VIEWS, type View } from './bench.ts'

export type Command = 'match' | 'unmatch' | 'undo' | 'next' | 'explain' | 'resolve' | 'assign' | 'clear' | 'help'

interface Props {
  view: View
  onView: (view: View) => void
  /** Lines that are chosen on both sides. */
  chosen: number
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

/** How far apart lies what is chosen on both sides, and what may be done with it; always in sight. */
export function BenchBar({ view, onView, chosen, sums, able, onCommand, said }: Props) {
  const labels = useLabels(words)
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
        <span className={chosen === 0 ? undefined : even ? 'rec-even' : 'rec-uneven'}>
          {labels.text('difference')}{' '}
          <b>
            <MoneyText value={sums.difference} />
          </b>
        </span>
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
      <span className="rec-said" data-bad={said?.bad || undefined} aria-live="polite">
        {said?.text}
      </span>
    </div>
  )
}
