import { Skeleton } from 'antd'
import { useShellText } from '../../i18n.ts'
import { useTrouble } from './chunks.ts'
import { openWindow } from './navigation.ts'

/** Stands in a screen's place until its script is there. Another window has the new version when this one's is gone from the server. */
export function ScreenComing({ path, address }: { path: string; address: string }) {
  const t = useShellText()
  const trouble = useTrouble((state) => state.paths.has(path))
  return (
    <>
      {trouble && (
        <div className="bt-note" role="status">
          <strong>{t('exception.chunkRetrying')}</strong>
          <span>{t('exception.chunkRetryingText')}</span>
          <button type="button" className="bt-button" onClick={() => openWindow(address)}>
            {t('tabs.newWindow')}
          </button>
        </div>
      )}
      <Skeleton active className="bt-page-skeleton" />
    </>
  )
}
