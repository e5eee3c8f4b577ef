import { Modal } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import { words } from '../words.ts'

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

/** The keys of the workbench. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
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
    </Modal>
  )
}
