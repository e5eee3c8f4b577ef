import { Alert, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { sumMoney } from '#kernel/money.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { confirmKeys } from '#platform/web/kit/actions/confirm-keys.ts'
import { useOnce } from '#platform/web/kit/actions/once.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import '../reconciliation.css'
import { words } from '../words.ts'
import type { SessionRow } from './parts.ts'

type Props = DialogProps<SessionRow> & { contracts: ReconciliationContracts }

/** What settling would post, and what stands in its way; another person agrees. */
export default function SettleDialog({ row, title, contracts, onClose }: Props) {
  const labels = useLabels(words)
  const t = useShellText()
  const { settle, settlementPreview } = contracts.sessions
  const query = useContractQuery(settlementPreview, { id: row.id }, { quiet: true })
  const command = useContractCommand(settle, { invalidates: [auditOf, requestsOf], quiet: true })
  const [reason, setReason] = useState('')
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const once = useOnce()
  const field = useId()
  const blocked = !query.data || query.data.blockers.length > 0 || reason.trim() === ''
  const send = async () => {
    setRefusals([])
    try {
      await command.mutateAsync({ id: row.id, version: row.version, reason: reason.trim() })
      notify({ kind: 'success', title, text: labels.text('asked') })
      onClose()
    } catch (error) {
      setRefusals(reasonsOf(error))
    }
  }
  return (
    <Modal
      open
      width={860}
      title={title}
      okText={labels.action('ask')}
      okButtonProps={{ disabled: blocked, title: 'Ctrl Enter' }}
      cancelText={t('common.back')}
      confirmLoading={command.isPending}
      onOk={() => void once(send)}
      onCancel={onClose}
      wrapProps={confirmKeys(() => !blocked && void once(send))}
    >
      {query.data ? (
        <>
          {query.data.blockers.map((text) => (
            <Alert key={text} type="error" showIcon title={text} className="bt-form-alert" />
          ))}
          {query.data.lines.length === 0 ? <p className="bt-none">{labels.text('settleNothing')}</p> : <Postings lines={query.data.lines} />}
          <Form.Item label={labels.text('settleReason')} htmlFor={field} required layout="vertical">
            <Input.TextArea id={field} rows={2} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Form.Item>
        </>
      ) : (
        <Waiting query={query} />
      )}
      {refusals.map((text) => (
        <Alert key={text} type="error" showIcon title={text} role="alert" />
      ))}
    </Modal>
  )
}

interface PostingsProps {
  lines: readonly { journal: string; accountCode: string; accountName: string; debit: string | null; credit: string | null }[]
}

/** The journals with both sides summed. */
function Postings({ lines }: PostingsProps) {
  const labels = useLabels(words)
  const t = useShellText()
  const sum = (side: 'debit' | 'credit') => sumMoney(lines.flatMap((line) => line[side] ?? []))
  return (
    <div className="bt-plain-table-scroll rec-postings">
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">{labels.text('journal')}</th>
            <th scope="col">{t('detail.account')}</th>
            <th scope="col">{t('detail.accountName')}</th>
            <th scope="col" className="bt-right">
              {t('detail.debit')}
            </th>
            <th scope="col" className="bt-right">
              {t('detail.credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a preview never change
            <tr key={at}>
              <td>{lines[at - 1]?.journal === line.journal ? null : line.journal}</td>
              <td className="bt-num">{line.accountCode}</td>
              <td>{line.accountName}</td>
              <td className="bt-right">{line.debit !== null && <MoneyText value={line.debit} />}</td>
              <td className="bt-right">{line.credit !== null && <MoneyText value={line.credit} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('list.sums')}
            </th>
            <td className="bt-right">
              <MoneyText value={sum('debit')} />
            </td>
            <td className="bt-right">
              <MoneyText value={sum('credit')} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
