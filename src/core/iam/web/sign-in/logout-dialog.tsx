import { Modal } from 'antd'
import { useState } from 'react'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { signOut } from '#platform/web/session/session.ts'
import { words } from './words.ts'

/** Asks before the session is ended. */
export default function LogoutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await signOut()
  }
  return (
    <Modal
      open={open}
      title={t('common.notice')}
      okText={t('common.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => void leave()}
      onCancel={onClose}
      width={440}
    >
      <p>{labels.text('logoutConfirm')}</p>
    </Modal>
  )
}
