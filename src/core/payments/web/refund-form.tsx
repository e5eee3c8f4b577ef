import { Button, Drawer, Form } from 'antd'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { changesOf } from '#core/approvals/contract/changes.ts'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_TYPES } from '#core/approvals/contract/evidence.ts'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { DiffTable } from '#core/approvals/web/public.ts'
import { amountInWords } from '#kernel/amount-in-words.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { FileInfo } from '#kernel/files.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney, isMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { ApiError, reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { sends } from '#platform/web/kit/actions/confirm-keys.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { CheckedItem } from '#platform/web/kit/form/checked-item.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { focusFirstField, useErrorsInLanguage } from '#platform/web/kit/form/form-rules.ts'
import { useLeaveQuestion } from '#platform/web/kit/form/leave-question.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { RefusalAlert } from '#platform/web/kit/form/refusal-alert.tsx'
import { showRefused } from '#platform/web/kit/form/refusals.ts'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { paymentErrors } from '../contract/errors.ts'
import { REFUND_REASONS, RefundAmount, RefundPicture, refundPictures } from '../contract/refund.ts'
import type { TransactionContracts } from '../contract/transactions.ts'
import { ReasonFields, useReasonName } from './refund-reason.tsx'
import './refund.css'
import { words } from './words.ts'

interface Values {
  amount: string
  /** Of the list of reasons, where there is one. */
  reasonCode?: string
  reason?: string
  files?: FileInfo[]
}

type Transaction = OutputOf<TransactionContracts['detail']>

interface Props {
  contracts: TransactionContracts
  transaction: Transaction
}

const refundableOf = ({ amount, refunded }: Transaction) => formatMoney(parseMoney(amount) - parseMoney(refunded))

/** The same from a list, whose rows hold less than a refund needs to know. */
export function RefundOfRow({ row, ...props }: DialogProps<{ id: string }> & Pick<Props, 'contracts'>) {
  const query = useFormData(props.contracts.detail, { id: row.id })
  if (query.data) return <RefundForm {...props} row={query.data} />
  return (
    <Drawer title={props.title} open onClose={props.onClose} size={520}>
      <Waiting query={query} />
    </Drawer>
  )
}

/** Asks for a refund: amount and reason first, then what it would change, then it goes to the checker. */
export default function RefundForm({ contracts, row: transaction, title, onClose }: DialogProps<Transaction> & Pick<Props, 'contracts'>) {
  const formId = useId()
  // All of this stands outside the drawer: what is inside is made anew when its page is left and come back to.
  const labels = useLabels(words)
  const t = useShellText()
  const [form] = Form.useForm<Values>()
  const [checked, setChecked] = useState<Values | null>(null)
  /** What no field shows. */
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const { leave, question } = useLeaveQuestion(form, onClose)
  // A second click comes before the button has been drawn anew.
  const sending = useRef(false)
  const command = useContractCommand(contracts.askRefund, {
    quiet: true,
    invalidates: [contracts.detail, contracts.list, requestsOf],
    onSuccess: () => {
      notify({ kind: 'success', title: labels.text('refundAsked'), text: labels.text('refundAskedText') })
      onClose()
    },
  })
  const close = () => {
    if (!sending.current) leave()
  }
  const send = () => {
    if (!checked || sending.current) return
    sending.current = true
    setRefusals([])
    const { id, version } = transaction
    command.mutate(
      {
        id,
        version,
        amount: checked.amount,
        reasonCode: checked.reasonCode,
        reason: checked.reason?.trim(),
        attachments: (checked.files ?? []).map(({ uuid }) => uuid),
      },
      {
        onError: (error) => {
          sending.current = false
          if (!(error instanceof ApiError) || error.fields.length === 0) return setRefusals(reasonsOf(error))
          setRefusals(showRefused(form, error.fields))
          setChecked(null)
        },
      },
    )
  }
  const submitByKey = (event: KeyboardEvent) => {
    // What opens over the drawer, as the question before it is left, has keys of its own.
    if (!sends(event) || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (checked) send()
    else form.submit()
  }
  const edit = () => {
    setRefusals([])
    setChecked(null)
  }
  return (
    <Drawer
      title={title}
      open
      onClose={close}
      onKeyDown={submitByKey}
      afterOpenChange={(opened) => opened && focusFirstField(document.getElementById(formId))}
      size={520}
      footer={
        <div className="bt-form-buttons">
          <Button onClick={checked ? edit : close}>{t('common.back')}</Button>
          {checked ? (
            <Button key="send" type="primary" loading={command.isPending} onClick={send} autoFocus title="Ctrl Enter">
              {labels.action('ask')}
            </Button>
          ) : (
            <Button key="next" type="primary" htmlType="submit" form={formId} title="Ctrl Enter">
              {labels.text('refundNext')}
            </Button>
          )}
        </div>
      }
    >
      <div>
        {question}
        <div hidden={checked !== null}>
          <Fields id={formId} form={form} transaction={transaction} onReady={setChecked} />
        </div>
        {refusals.length > 0 && <RefusalAlert texts={refusals} error={command.error} className="bt-refund-error" />}
        {checked && <Confirmation transaction={transaction} values={checked} />}
      </div>
    </Drawer>
  )
}

type FieldsProps = Pick<Props, 'transaction'> & {
  id: string
  form: ReturnType<typeof Form.useForm<Values>>[0]
  onReady: (values: Values) => void
}

function Fields({ id, form, transaction, onReady }: FieldsProps) {
  const refundable = refundableOf(transaction)
  const labels = useLabels(words)
  useErrorsInLanguage(form)
  const overRest = (value: unknown) => {
    if (typeof value !== 'string' || !isMoney(value) || parseMoney(value) <= parseMoney(refundable)) return undefined
    const now = currentLanguage()
    return fill(paymentErrors.refundTooMuch[now], { refundable: showMoney(refundable, now, 0) })
  }
  return (
    <Form id={id} form={form} layout="vertical" scrollToFirstError={{ focus: true, block: 'center' }} onFinish={onReady}>
      <dl className="bt-fields bt-refund-facts">
        <div>
          <dt>{labels.field('transaction', 'amount')}</dt>
          <dd>
            <MoneyText value={transaction.amount} />
          </dd>
        </div>
        <div>
          <dt>{labels.field('refund', 'refundable')}</dt>
          <dd className="bt-refund-rest">
            <MoneyText value={refundable} />
            {/* Before the field: the way on from there by keyboard does not lead over it. */}
            <Button
              size="small"
              onClick={() => {
                form.setFieldValue('amount', refundable)
                void form.validateFields(['amount']).catch(() => undefined)
              }}
            >
              {labels.text('refundAll')}
            </Button>
          </dd>
        </div>
      </dl>
      <CheckedItem name="amount" label={labels.field('refund', 'amount')} schema={RefundAmount} check={overRest}>
        <MoneyInput />
      </CheckedItem>
      <ReasonFields list={REFUND_REASONS} entity="refund" />
      <Form.Item name="files" label={labels.field('refund', 'attachments')}>
        <FileInput kind={EVIDENCE_KIND} types={EVIDENCE_TYPES} maxBytes={EVIDENCE_BYTES} />
      </Form.Item>
    </Form>
  )
}

interface ConfirmationProps extends Pick<Props, 'transaction'> {
  values: Values
}

/** What the checker will see, before it is sent. */
function Confirmation({ transaction, values }: ConfirmationProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const reasonName = useReasonName(REFUND_REASONS, values.reasonCode)
  const { amount, fee, tax, refunded, status, feeOnTop } = transaction
  const charged = { amount: parseMoney(amount), fee: parseMoney(fee ?? '0.00'), tax: parseMoney(tax ?? '0.00'), feeOnTop }
  const { before, after } = refundPictures({ ...charged, refunded: parseMoney(refunded), status }, parseMoney(values.amount))
  return (
    <>
      <dl className="bt-fields bt-refund-facts">
        <div>
          <dt>{labels.field('refund', 'amount')}</dt>
          <dd>
            <MoneyText value={formatMoney(parseMoney(values.amount))} />
            <div className="bt-refund-words">{amountInWords(values.amount, language)}</div>
          </dd>
        </div>
        <div>
          <dt>{labels.field('refund', 'reason')}</dt>
          <dd>{[reasonName, values.reason?.trim()].filter(Boolean).join(': ')}</dd>
        </div>
        {(values.files?.length ?? 0) > 0 && (
          <div>
            <dt>{labels.field('refund', 'attachments')}</dt>
            <dd>{values.files?.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
      </dl>
      <DiffTable changes={changesOf(RefundPicture, before, after)} entity="payments.refund" />
      <p>{labels.text('refundConfirm')}</p>
    </>
  )
}
