import { Alert, Button } from 'antd'
import { probe, useConnection } from '../api/connection.ts'
import { useShellText } from '../i18n.ts'

/** The server does not answer: says so, tries again by itself, and at once when asked. */
export function OfflineBanner() {
  const t = useShellText()
  const online = useConnection((state) => state.online)
  if (online) return null
  return (
    <Alert
      className="bt-offline"
      type="warning"
      banner
      title={t('connection.offline')}
      action={
        <Button size="small" onClick={() => void probe()}>
          {t('connection.retryNow')}
        </Button>
      }
    />
  )
}
