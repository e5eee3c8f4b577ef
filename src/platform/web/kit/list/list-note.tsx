import { Button } from 'antd'
import { isForbidden, messageOf } from '../../api/api-error.ts'
import { useShellText } from '../../i18n.ts'

/** What a list says when it has no rows: nothing found, not allowed, or not loaded. */
export function ListNote({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = useShellText()
  if (!error) {
    return (
      <div className="bt-note">
        <strong>{t('common.empty')}</strong>
        <span>{t('list.emptyHint')}</span>
      </div>
    )
  }
  const forbidden = isForbidden(error)
  return (
    <div className="bt-note" role="alert">
      <strong>{forbidden ? t('list.forbiddenTitle') : t('list.loadFailed')}</strong>
      <span>{messageOf(error)}</span>
      {!forbidden && (
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
