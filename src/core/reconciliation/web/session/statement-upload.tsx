import { Alert, Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { PIECE_BYTES, STATEMENT_BYTES } from '#core/reconciliation/contract/statements.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { upload } from '#platform/web/api/upload.ts'
import { readAgain } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { DropZone } from '#platform/web/kit/form/drop-zone.tsx'
import { showBytes } from '#platform/web/kit/sizes.ts'
import { words } from '../words.ts'
import type { SessionProps } from './parts.ts'

const ENDINGS = '.xlsx,.xls,.csv,.txt,.sta,.mt940,.940,.xml,.html,.htm'

interface Sending {
  name: string
  share: number
}

/** A statement of any format, sent in pieces so that a large one can be watched and stopped. */
export function StatementUpload({ session, contracts }: SessionProps) {
  const labels = useLabels(words)
  const t = useShellText()
  const language = useLanguage()
  const { beginStatement, sendPiece, finishStatement, detail, list } = contracts.sessions
  const [sending, setSending] = useState<Sending>()
  const [refusal, setRefusal] = useState<string>()
  const abort = useRef<AbortController>(null)
  const send = async (file: File, { signal }: AbortController) => {
    const { id: statementId, pieces } = await call(beginStatement, { sessionId: session.id, fileName: file.name, bytes: file.size }, { signal })
    for (let number = 0; number < pieces; number++) {
      const piece = new File([file.slice(number * PIECE_BYTES, (number + 1) * PIECE_BYTES)], file.name)
      const onSent = (share: number) => setSending({ name: file.name, share: (number + share) / pieces })
      await upload(sendPiece, { statementId, number: String(number) }, piece, { signal, onSent })
    }
    await call(finishStatement, { statementId }, { signal })
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    setRefusal(undefined)
    if (file.size > STATEMENT_BYTES) return setRefusal(t('files.tooLarge', { name: file.name, max: showBytes(STATEMENT_BYTES, language) }))
    if (file.size === 0) return setRefusal(labels.text('fileEmpty', { name: file.name }))
    const control = new AbortController()
    abort.current = control
    setSending({ name: file.name, share: 0 })
    try {
      await send(file, control)
    } catch (error) {
      if (!control.signal.aborted) setRefusal(messageOf(error) ?? t('common.networkGone'))
    } finally {
      setSending(undefined)
      readAgain(detail, list)
    }
  }
  return (
    <div className="rec-upload">
      {sending ? (
        <div className="rec-task" role="status">
          <strong>{sending.name}</strong>
          <Progress percent={Math.floor(sending.share * 100)} aria-label={t('files.sending')} />
          <Button size="small" onClick={() => abort.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </div>
      ) : (
        <DropZone
          compact
          accept={ENDINGS}
          disabled={session.task !== null}
          title={labels.text('statementDrop')}
          hint={labels.text('statementHint', { size: showBytes(STATEMENT_BYTES, language) })}
          onFiles={(files) => void take(files)}
        />
      )}
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" closable={{ onClose: () => setRefusal(undefined) }} />}
    </div>
  )
}
