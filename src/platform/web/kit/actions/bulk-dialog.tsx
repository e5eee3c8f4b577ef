import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { BulkOutput } from '#kernel/contract.ts'
import { messageOf } from '../../api/api-error.ts'
import { useShellText } from '../../i18n.ts'
import type { BulkAction } from './action.ts'
import type { ActionWords } from './action-words.ts'
import { useOnce } from './once.ts'

interface Props {
  action: BulkAction<unknown>
  words: ActionWords
  nameOf: (row: unknown) => string
  rows: readonly unknown[]
  idOf: (row: unknown) => string
  /** Rows that were done: their ticks are used up. */
  onDone: (rows: readonly unknown[]) => void
  onClose: () => void
}

type Results = ReadonlyMap<string, BulkOutput['results'][number]>

/** Asks once more, with a reason where one is wanted, then shows what became of each row; those that were refused can be tried again. */
export default function BulkDialog({ action, words, nameOf, rows, idOf, onDone, onClose }: Props) {
  const t = useShellText()
  // What was ticked when the dialog opened: its results stay on the screen when the ticks are gone.
  const [asked] = useState(rows)
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<Results>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isDone = (row: unknown) => results.get(idOf(row))?.code === null
  const open = asked.filter((row) => !isDone(row))
  const finished = results.size > 0
  const once = useOnce()
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const output = await action.run(open, reason.trim())
      const next = new Map([...results, ...output.results.map((one) => [one.id, one] as const)])
      setResults(next)
      onDone(open.filter((row) => next.get(idOf(row))?.code === null))
    } catch (error) {
      // Without an answer it is not known what was done; trying again does nothing twice, each row goes by its version.
      setFailure(messageOf(error))
    }
    setBusy(false)
  }
  const missing = action.reason === 'needed' && reason.trim() === ''
  const failed = asked.filter((row) => results.get(idOf(row))?.code).length
  return (
    <Modal
      open
      width={720}
      title={words.title}
      onCancel={() => !busy && onClose()}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose} disabled={busy}>
          {finished ? t('common.close') : t('common.cancel')}
        </Button>,
        open.length > 0 && (
          <Button key="send" type="primary" danger={action.danger} loading={busy} disabled={missing} onClick={() => void once(send)}>
            {finished ? t('bulk.retry', { n: open.length }) : words.label}
          </Button>
        ),
      ]}
    >
      <p role="status">
        {finished ? t('bulk.result', { done: asked.length - open.length, failed }) : t('bulk.chosen', { n: asked.length })}{' '}
        {!finished && action.summary?.(asked)}
      </p>
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="bt-form-alert" />}
      <div className="bt-bulk-rows">
        <table>
          <tbody>
            {asked.map((row) => (
              <tr key={idOf(row)}>
                <th scope="row">{nameOf(row)}</th>
                {action.facts.map((fact, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an action never change their places
                  <td key={at}>{fact(row)}</td>
                ))}
                <td>
                  <Outcome result={results.get(idOf(row))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {action.reason && open.length > 0 && (
        <Input.TextArea
          rows={2}
          maxLength={1000}
          value={reason}
          aria-label={t('bulk.reason')}
          placeholder={t(action.reason === 'needed' ? 'bulk.reasonNeeded' : 'bulk.reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Modal>
  )
}

function Outcome({ result }: { result: BulkOutput['results'][number] | undefined }) {
  const t = useShellText()
  if (!result) return null
  return result.code === null ? (
    <span className="bt-bulk-done">
      <CheckCircleFilled aria-hidden /> {t('bulk.done')}
    </span>
  ) : (
    <span className="bt-negative">
      <CloseCircleFilled aria-hidden /> {result.message}
    </span>
  )
}
