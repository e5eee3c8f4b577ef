import { Input, Modal } from 'antd'
import { useState } from 'react'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { sumMoney } from '#kernel/money.ts'
import { call } from '#platform/web/api/call.ts'
import { reportError } from '#platform/web/api/report-error.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { MoneyText } from '#platform/web/kit/money.tsx'
import { StatusTag } from '#platform/web/kit/status-tag.tsx'
import { type Decision, decideRequests, type listRequests, requestMachine } from '../contract/request.ts'
import { refreshAll } from './decide-form.tsx'

type Row = RowOf<typeof listRequests>
type Result = OutputOf<typeof decideRequests>

interface Props {
  decision: Decision
  rows: readonly Row[]
  /** Something was decided: the ticks are used up. */
  onDone: () => void
  onClose: () => void
}

/** Decides the given requests together, after a look at what they are; then a result a row. */
export default function BulkDialog({ decision, rows, onDone, onClose }: Props) {
  const t = useShellText()
  const labels = useLabels('approvals')
  // What was ticked when the dialog opened: its results stay on the screen when the ticks are gone.
  const [asked] = useState(rows)
  const [reason, setReason] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const text = reason.trim()
      const requests = asked.map(({ id, version }) => ({ id, version }))
      setResult(await call(decideRequests, { requests, decision, ...(text === '' ? {} : { reason: text }) }))
      onDone()
    } catch (error) {
      reportError(error, { command: true })
    }
    setBusy(false)
    refreshAll()
  }
  const approve = decision === 'APPROVE'
  return (
    <Modal
      open
      width={640}
      title={labels.text(approve ? 'bulkApprove' : 'bulkReject')}
      okText={result ? t('common.close') : labels.text(approve ? 'approve' : 'reject')}
      okButtonProps={{ danger: !approve && !result, disabled: !approve && !result && reason.trim() === '' }}
      cancelText={t('common.cancel')}
      cancelButtonProps={{ hidden: result !== null }}
      confirmLoading={busy}
      onOk={() => (result ? onClose() : void send())}
      onCancel={onClose}
    >
      <p role="status">
        {result ? labels.text('bulkDone', { done: result.done, refused: result.refused }) : labels.text('chosen', { n: asked.length })}{' '}
        {!result && <MoneyText value={sumMoney(asked.flatMap(({ moneyImpact }) => moneyImpact ?? []))} />}
      </p>
      <table className="bt-bulk-rows">
        <tbody>
          {asked.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.subjectCode}</th>
              <td>{row.makerName}</td>
              <td>
                <BulkResult row={row} result={result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!result && (
        <Input.TextArea
          rows={2}
          maxLength={1000}
          value={reason}
          aria-label={labels.text('reasonLabel')}
          placeholder={labels.text(approve ? 'reasonLabel' : 'reasonHint')}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Modal>
  )
}

function BulkResult({ row, result }: { row: Row; result: Result | null }) {
  const own = result?.results.find(({ id }) => id === row.id)
  if (!own) return <MoneyText value={row.moneyImpact} />
  return own.status ? <StatusTag machine={requestMachine.name} value={own.status} /> : <span className="bt-negative">{own.message}</span>
}
