import { probe, useConnection } from '../../api/connection.ts'
import { useShellText } from '../../i18n.ts'

/** The server does not answer: says so, tries again by itself, and at once when asked. */
export function OfflineBanner() {
  const t = useShellText()
  const online = useConnection((state) => state.online)
  if (online) return null
  return (
    <div className="bt-offline" role="alert">
      <span>{t('connection.offline')}</span>
      <button type="button" className="bt-button" onClick={() => void probe()}>
        {t('connection.retryNow')}
      </button>
    </div>
  )
}
