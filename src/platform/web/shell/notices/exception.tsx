import { useShellText } from '../../i18n.ts'
import { CopyButton } from '../../kit/value/copy-button.tsx'
import { openAddress, openWindow } from '../routing/navigation.ts'
import './exception.css'

/** 'scope': the person holds the right, and would need the scope of the whole system to use it. */
type Kind = '403' | 'scope' | '404' | '500' | 'chunk'

interface Props {
  kind: Kind
  /** A sentence more on what happened. */
  note?: string
  /** Something for the support desk, to be copied. */
  detail?: string
  onRetry?: () => void
}

const WORDS = { '403': '403', scope: 'Scope', '404': '404', '500': '500', chunk: 'Chunk' } as const
const CODES: Partial<Record<Kind, string>> = { scope: '403' }

/** The pages 403, 404, 500 and 'the screen could not be loaded', inside a tab or on their own. */
export function ExceptionView({ kind, note, detail, onRetry }: Props) {
  const t = useShellText()
  const which = WORDS[kind]
  return (
    <div className="bt-exception" role={kind === '404' ? undefined : 'alert'}>
      {kind !== 'chunk' && (
        <div className="bt-exception-code" aria-hidden="true">
          {CODES[kind] ?? kind}
        </div>
      )}
      <h1>{t(`exception.title${which}`)}</h1>
      {note && <p>{note}</p>}
      <p>{t(`exception.text${which}`)}</p>
      {detail && (
        <p className="bt-exception-detail">
          <code>{detail}</code>
          <CopyButton text={detail} />
        </p>
      )}
      <div className="bt-exception-actions">
        {kind === 'chunk' && (
          <>
            <button type="button" className="bt-button bt-button-primary" onClick={() => window.location.reload()}>
              {t('common.reload')}
            </button>
            <button type="button" className="bt-button" onClick={() => openWindow(window.location.pathname + window.location.search)}>
              {t('tabs.newWindow')}
            </button>
          </>
        )}
        {onRetry && (
          <button type="button" className={kind === '500' ? 'bt-button bt-button-primary' : 'bt-button'} onClick={onRetry}>
            {t('common.retry')}
          </button>
        )}
        {kind !== 'chunk' && (
          <button type="button" className={onRetry ? 'bt-button' : 'bt-button bt-button-primary'} onClick={() => openAddress('/')}>
            {t('exception.toHome')}
          </button>
        )}
      </div>
    </div>
  )
}
