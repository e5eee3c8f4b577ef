import { Modal } from 'antd'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { words } from '../words.ts'
import { SIGNS, TONES } from './marks.ts'

const KEYS = [
  ['J K ↓ ↑', 'keyMove'],
  ['Space', 'keyChoose'],
  ['Shift+↓ ↑', 'keyChooseOn'],
  ['Tab', 'keyOther'],
  ['M', 'keyMatch'],
  ['U', 'keyUnmatch'],
  ['Z', 'keyUndo'],
  ['N', 'keyNext'],
  ['E Enter', 'keyExplain'],
  ['R', 'keyResolve'],
  ['A', 'keyAssign'],
  ['X', 'keyClear'],
  ['/', 'keySearch'],
  ['?', 'keyHelp'],
  ['Esc', 'keyLeave'],
] as const

const STATES = Object.keys(SIGNS) as SessionLine['state'][]

/** The keys of the workbench, and what the marks at the end of its lines say. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.sessions.lineState')
  return (
    <Modal open title={labels.text('keysTitle')} footer={null} width={520} onCancel={onClose}>
      <dl className="bt-grid-keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{labels.text(does)}</dd>
          </div>
        ))}
      </dl>
      <h3>{labels.text('marksTitle')}</h3>
      <dl className="bt-grid-keys rec-marks">
        {STATES.map((state) => (
          <div key={state}>
            <dt className={`rec-state bt-tone-${TONES[state]}`}>{SIGNS[state]}</dt>
            <dd>{names.enumValue('reconciliation.sessions.lineState', state)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
