import { Button } from 'antd'
import { create } from 'zustand'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { AskedExport, myExports } from '#kernel/exports.ts'
import { SessionEndedError } from '../../api/api-error.ts'
import { download, saveFile } from '../../api/download.ts'
import { queryClient } from '../../api/query-client.ts'
import { reportError } from '../../api/report-error.ts'
import { queryKeyOf } from '../../api/use-query.ts'
import { shellText, useLanguage, useShellText } from '../../i18n.ts'
import { abandonSession } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { closeNotice, notify } from '../../shell/notices/notify.ts'
import { showBytes } from '../sizes.ts'

const LOGOUT_AFTER_MS = 1_500

/** Bytes received of each running download. */
const useDownloads = create<{ received: Readonly<Record<string, number>> }>(() => ({ received: {} }))

function setReceived(key: string, bytes: number | undefined): void {
  useDownloads.setState(({ received: { [key]: _, ...others } }) => ({ received: bytes === undefined ? others : { ...others, [key]: bytes } }))
}

function Progress({ id, onCancel }: { id: string; onCancel: () => void }) {
  const t = useShellText()
  const language = useLanguage()
  const bytes = useDownloads((state) => state.received[id] ?? 0)
  return (
    <div className="bt-download">
      <div className="bt-download-bar" role="progressbar" aria-label={t('list.exporting')} />
      <span className="bt-num">{t('list.exportingText', { size: showBytes(bytes, language) })}</span>
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}

export function refreshExports(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(myExports) })
}

/**
 * Downloads an export beside whatever else is done: progress and cancel stand in a notification that
 * outlives the tab. Resolves when it is over, however it ends.
 */
export async function runDownload<C extends Contract>(contract: C, input: RawInputOf<C>): Promise<void> {
  const key = crypto.randomUUID()
  const abort = new AbortController()
  setReceived(key, 0)
  notify({
    key,
    kind: 'info',
    title: shellText('list.exporting'),
    text: <Progress id={key} onCancel={() => abort.abort()} />,
    seconds: 0,
    onClose: () => abort.abort(),
  })
  try {
    const file = await download(contract, input, { signal: abort.signal, onProgress: ({ received }) => setReceived(key, received) })
    if ('deferred' in file) {
      if (!AskedExport.safeParse(file.deferred).success) throw new Error('an answer that is neither a file nor a job')
      closeNotice(key)
      refreshExports()
      notify({ kind: 'info', title: shellText('downloads.asked'), text: shellText('downloads.askedText') })
      return
    }
    saveFile(file)
    closeNotice(key)
    notify({ kind: 'success', title: shellText('list.exportDone', { name: file.name }) })
  } catch (error) {
    // Closing the notice counts as cancelling, so what happened is read first.
    const cancelled = abort.signal.aborted
    closeNotice(key)
    if (cancelled) notify({ kind: 'info', title: shellText('list.exportCancelled') })
    else if (error instanceof SessionEndedError) refuseDownload()
    else reportError(error, { command: true })
  } finally {
    setReceived(key, undefined)
  }
}

/** The product's words for a download the server no longer lets through; the session ends shortly after. */
function refuseDownload(): void {
  notify({ kind: 'error', title: shellText('session.downloadUnauthorized'), text: shellText('session.downloadUnauthorizedText') })
  setTimeout(() => useSession.getState().phase === 'ended' && abandonSession(), LOGOUT_AFTER_MS)
}
