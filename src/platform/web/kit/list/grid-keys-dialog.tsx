import { Modal } from 'antd'
import { useShellText } from '../../i18n.ts'
import { traceScreen } from './trace-key.ts'

const KEYS = ['move', 'ends', 'page', 'open', 'tick', 'filters', 'trace', 'sort', 'resize', 'enter', 'help'] as const

/** The keys of a table. */
export default function GridKeysDialog({ open, onClose, ticks }: { open: boolean; onClose: () => void; ticks: boolean }) {
  const t = useShellText()
  return (
    <Modal title={t('grid.title')} open={open} onCancel={onClose} footer={null} width={520}>
      <dl className="bt-grid-keys">
        {KEYS.filter((key) => (ticks || key !== 'tick') && (key !== 'trace' || traceScreen() !== undefined)).map((key) => (
          <div key={key}>
            <dt>
              {t(`grid.keys.${key}`)
                .split(' ')
                .map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
            </dt>
            <dd>{t(`grid.does.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
