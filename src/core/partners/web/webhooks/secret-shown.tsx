import { Button, Modal } from 'antd'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { words } from '../words.ts'
import '../partners.css'

interface Shown {
  label: string
  secret: string
}

function SecretShown({ row: { label, secret }, onClose }: DialogProps<Shown>) {
  const labels = useLabels(words)
  const t = useShellText()
  return (
    <Modal
      open
      title={labels.text('secretTitle', { name: label })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('common.noted')}
        </Button>
      }
    >
      <p>{labels.text('secretText')}</p>
      <p className="webhook-secret">
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
    </Modal>
  )
}

/** A key is shown once: the window stays until somebody says that it is written down. */
export const showSecret = show(SecretShown)
