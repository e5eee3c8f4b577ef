import { Form } from 'antd'
import { changesOf } from '#core/approvals/contract/changes.ts'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_TYPES } from '#core/approvals/contract/evidence.ts'
import { DiffTable } from '#core/approvals/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { EndText } from '#platform/web/kit/value/timestamp.tsx'
import { CANCEL_REASONS, CancellationPicture, cancellationPictures } from '../contract/cancellation.ts'
import type { TransactionContracts } from '../contract/transactions.ts'
import { ReasonFields } from './refund-reason.tsx'
import './refund.css'
import { words } from './words.ts'

type Transaction = OutputOf<TransactionContracts['detail']>

/** What is cancelled and until when, what that changes, and why. */
export default function CancelFields({ record }: { record: Transaction; onClose?: never }) {
  const labels = useLabels(words)
  const { amount, fee, tax, feeOnTop, status, cancelUntil } = record
  const charged = { amount: parseMoney(amount), fee: parseMoney(fee ?? '0.00'), tax: parseMoney(tax ?? '0.00'), feeOnTop, status }
  const { before, after } = cancellationPictures(charged)
  return (
    <>
      <p>{labels.text('cancelText')}</p>
      <dl className="bt-fields bt-refund-facts">
        <div>
          <dt>{labels.field('transaction', 'amount')}</dt>
          <dd>
            <MoneyText value={amount} />
          </dd>
        </div>
        {cancelUntil !== null && (
          <div>
            <dt>{labels.field('transaction', 'cancelUntil')}</dt>
            <dd>
              <EndText value={cancelUntil} />
            </dd>
          </div>
        )}
      </dl>
      <DiffTable changes={changesOf(CancellationPicture, before, after)} entity="payments.cancellation" />
      <ReasonFields list={CANCEL_REASONS} entity="cancellation" />
      <Form.Item name="attachments" label={labels.field('cancellation', 'attachments')}>
        <FileInput kind={EVIDENCE_KIND} types={EVIDENCE_TYPES} maxBytes={EVIDENCE_BYTES} />
      </Form.Item>
    </>
  )
}
