import { Alert, Button, Form, Input, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { requestsOf } from '#core/approvals/contract/request.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { messageOf, reasonsOf } from '#platform/web/api/api-error.ts'
import { upload } from '#platform/web/api/upload.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { confirmKeys } from '#platform/web/kit/actions/confirm-keys.ts'
import { useOnce } from '#platform/web/kit/actions/once.ts'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { DropZone } from '#platform/web/kit/form/drop-zone.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import '../reconciliation.css'
import { words } from '../words.ts'
import type { SessionProps } from './parts.ts'

type Comparison = OutputOf<SessionProps['contracts']['breaks']['compareWorkbook']>
type Outcome = Comparison['rows'][number]['outcome']
const OUTCOMES: readonly Outcome[] = ['APPLY', 'STALE', 'INVALID', 'UNCHANGED']

/** A filled-in workbook: what it would change is shown first, then two people agree to all of it at once. */
export default function WorkbookDialog({ session, contracts, onClose }: SessionProps & { onClose: () => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  const { compareWorkbook, applyWorkbook, workbookResult } = contracts.breaks
  const [found, setFound] = useState<Comparison>()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const apply = useContractCommand(applyWorkbook, { invalidates: [requestsOf, contracts.breaks.list, contracts.sessions.detail], quiet: true })
  const once = useOnce()
  const field = useId()
  const compare = async ([file]: File[]) => {
    if (!file) return
    setRefusals([])
    setBusy(true)
    try {
      setFound(await upload(compareWorkbook, { sessionId: session.id }, file))
    } catch (error) {
      setRefusals([messageOf(error) ?? t('common.networkGone')])
    } finally {
      setBusy(false)
    }
  }
  const ready = found !== undefined && found.apply > 0 && reason.trim() !== '' && !sent
  const send = async () => {
    if (!found) return
    setRefusals([])
    try {
      const { requestId } = await apply.mutateAsync({ sessionId: session.id, uploadId: found.uploadId, reason: reason.trim() })
      notify({ kind: 'success', title: labels.text('workbookUp'), text: labels.text(requestId === null ? 'done' : 'asked') })
      setSent(true)
    } catch (error) {
      setRefusals(reasonsOf(error))
    }
  }
  return (
    <Modal
      open
      width={980}
      title={labels.text('workbookUp')}
      onCancel={onClose}
      mask={{ closable: false }}
      wrapProps={confirmKeys(() => ready && void once(send))}
      footer={[
        found && (
          <Button key="result" onClick={() => void runDownload(workbookResult, { sessionId: session.id, uploadId: found.uploadId })}>
            {labels.text('workbookResult')}
          </Button>
        ),
        <Button key="close" onClick={onClose}>
          {t(sent ? 'common.close' : 'common.back')}
        </Button>,
        found && !sent && (
          <Button key="send" type="primary" title="Ctrl Enter" disabled={!ready} loading={apply.isPending} onClick={() => void once(send)}>
            {labels.action('ask')}
          </Button>
        ),
      ]}
    >
      {found ? (
        <>
          <ComparedRows found={found} />
          {!sent && found.apply > 0 && (
            <Form.Item label={labels.text('resolveWhy')} htmlFor={field} required layout="vertical">
              <Input.TextArea id={field} rows={2} maxLength={500} aria-required value={reason} onChange={({ target }) => setReason(target.value)} />
            </Form.Item>
          )}
        </>
      ) : (
        <DropZone
          accept=".xlsx"
          disabled={busy}
          title={labels.text('workbookDrop')}
          hint={labels.text('workbookHint')}
          onFiles={(files) => void compare(files)}
        />
      )}
      {refusals.map((text) => (
        <Alert key={text} type="error" showIcon title={text} role="alert" className="bt-form-alert" />
      ))}
    </Modal>
  )
}

/** Row by row what the workbook would do, and why a row does nothing. */
function ComparedRows({ found }: { found: Comparison }) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.breaks.rowOutcome')
  const counts: Record<Outcome, number> = { APPLY: found.apply, UNCHANGED: found.unchanged, STALE: found.stale, INVALID: found.invalid }
  const [outcome, setOutcome] = useState<Outcome>(OUTCOMES.find((one) => counts[one] > 0) ?? 'APPLY')
  const word = (one: Outcome) => names.enumValue('reconciliation.breaks.rowOutcome', one)
  const rows = found.rows.filter((row) => row.outcome === outcome)
  return (
    <>
      <Segmented
        aria-label={labels.text('workbookRows')}
        value={outcome}
        options={OUTCOMES.map((one) => ({ value: one, label: `${word(one)} (${counts[one]})` }))}
        onChange={setOutcome}
      />
      <div className="bt-plain-table-scroll rec-scroll">
        {rows.length === 0 ? (
          <p className="bt-none">{labels.text('workbookNone')}</p>
        ) : (
          <table className="bt-plain-table bt-plain-table-read">
            <thead>
              <tr>
                <th scope="col">{labels.text('row')}</th>
                <th scope="col">{labels.text('reference')}</th>
                <th scope="col">{labels.text('resolveHow')}</th>
                <th scope="col">{labels.text('resolveWhy')}</th>
                <th scope="col" className="bt-right">
                  {labels.text('difference')}
                </th>
                <th scope="col">{labels.text('problem')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row}>
                  <td className="bt-num">{row.row}</td>
                  <td className="bt-num">{row.reference}</td>
                  <td>{row.resolution && labels.enumValue('reconciliation.breaks.resolution', row.resolution)}</td>
                  <td>{row.reason}</td>
                  <td className="bt-right">{row.difference !== null && <MoneyText value={row.difference} />}</td>
                  <td>{row.problem}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
