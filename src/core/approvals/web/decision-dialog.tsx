import { Alert, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { RequiredText } from '#kernel/primitives.ts'
import { ApiError, messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { confirmKeys } from '#platform/web/kit/actions/confirm-keys.ts'
import { useMissing } from '#platform/web/kit/form/field-rules.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { decideRequest, type RequestDetail, reasonNeeded, withdrawRequest } from '../contract/request.ts'
import type { Decide } from './decide-buttons.tsx'
import { words } from './words.ts'

const Reason = RequiredText(1000)

interface Props {
  request: RequestDetail
  decide: Decide
  onDone: () => void
  onClose: () => void
}

const TEXTS = {
  APPROVE: { title: 'approveTitle', text: 'approveConfirm', done: 'approvedDone' },
  REJECT: { title: 'rejectTitle', text: 'rejectConfirm', done: 'rejectedDone' },
  WITHDRAW: { title: 'withdrawTitle', text: 'withdrawConfirm', done: 'withdrawnDone' },
} as const

/** Said by the server for good: the same request is not sent again. */
const FINAL = [403, 404, 409]

/** The last look before a decision: what, how much, to whom; a reason where one is needed. Enter confirms, except in the reason; Escape leaves. */
export function DecisionDialog({ request, decide, onDone, onClose }: Props) {
  const t = useShellText()
  const labels = useLabels(words)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { send, refusal, busy, ended, forget } = useDecision(request, decide, () => {
    onClose()
    onDone()
  })
  const { title, text } = TEXTS[decide]
  const named = { kind: labels.enumValue('approvals.kind', request.kind), code: request.subjectCode }
  const box = useRef<HTMLDivElement>(null)
  const focusFirst = () => box.current?.querySelector<HTMLElement>(decide === 'REJECT' ? 'textarea' : '.ant-modal-footer .ant-btn-primary')?.focus()
  const submit = () => {
    const typed = reason.trim()
    if (decide === 'REJECT' && reasonNeeded(decide, typed)) {
      setMissing(true)
      return focusFirst()
    }
    send(typed === '' ? undefined : typed)
  }
  return (
    <Modal
      open
      width={480}
      title={labels.text(title, named)}
      okText={decide === 'WITHDRAW' ? labels.text('withdraw') : labels.action(decide === 'APPROVE' ? 'approve' : 'reject')}
      okButtonProps={{ danger: decide !== 'APPROVE', disabled: ended }}
      cancelText={t('common.back')}
      confirmLoading={busy}
      mask={{ closable: false }}
      afterOpenChange={(opened) => opened && focusFirst()}
      onOk={submit}
      onCancel={() => !busy && onClose()}
      wrapProps={confirmKeys(() => !ended && submit())}
      modalRender={(modal) => <div ref={box}>{modal}</div>}
    >
      <Facts request={request} />
      <p>{labels.text(decide === 'APPROVE' && request.moneyImpact !== null ? 'approveMoneyConfirm' : text)}</p>
      <Form layout="vertical">
        <Form.Item
          label={labels.text('reasonLabel')}
          htmlFor="decision-reason"
          required={decide === 'REJECT'}
          {...(missing ? { validateStatus: 'error' as const, help: <ReasonMissing label={labels.text('reasonLabel')} /> } : {})}
        >
          <Input.TextArea
            id="decision-reason"
            rows={2}
            maxLength={1000}
            value={reason}
            aria-invalid={missing}
            onChange={(event) => {
              setReason(event.target.value)
              setMissing(false)
              forget()
            }}
          />
        </Form.Item>
      </Form>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
    </Modal>
  )
}

function ReasonMissing({ label }: { label: string }) {
  return <span role="alert">{useMissing()(label, Reason)}</span>
}

/** Sends the decision once; `refusal` lasts until another try, `ended` says that none would do better. */
function useDecision(request: RequestDetail, decide: Decide, onDone: () => void) {
  const labels = useLabels(words)
  const options = {
    // A decision may change any record that is on the screen.
    invalidates: 'all' as const,
    quiet: true,
    onSuccess: () => {
      notify({ kind: 'success', title: labels.text(TEXTS[decide].done, { code: request.subjectCode }) })
      onDone()
    },
  }
  const decision = useContractCommand(decideRequest, options)
  const withdrawal = useContractCommand(withdrawRequest, options)
  const command = decide === 'WITHDRAW' ? withdrawal : decision
  const { error } = command
  const ended = error instanceof ApiError && FINAL.includes(error.status)
  const send = (reason: string | undefined) => {
    const input = { id: request.id, version: request.version, ...(reason === undefined ? {} : { reason }) }
    if (decide === 'WITHDRAW') withdrawal.mutate(input)
    else decision.mutate({ ...input, decision: decide })
  }
  return { send, busy: command.isPending, refusal: messageOf(error), ended, forget: () => error && !ended && command.reset() }
}

/** Amount and beneficiary once more, where money moves. */
function Facts({ request }: { request: RequestDetail }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const { moneyImpact, beneficiary, makerName, limitLeft } = request
  return (
    <dl className="bt-fields bt-decision-facts">
      {moneyImpact !== null && (
        <div>
          <dt>{labels.field('request', 'moneyImpact')}</dt>
          <dd>
            <strong className="bt-decision-money">
              <MoneyText value={moneyImpact} />
            </strong>
            <div>{amountInWords(moneyImpact.replace('-', ''), language)}</div>
          </dd>
        </div>
      )}
      {limitLeft !== null && (
        <div>
          <dt>{labels.field('request', 'limitLeft')}</dt>
          <dd>
            <MoneyText value={limitLeft} />
          </dd>
        </div>
      )}
      {beneficiary !== null && (
        <div>
          <dt>{labels.field('request', 'beneficiary')}</dt>
          <dd>{beneficiary}</dd>
        </div>
      )}
      <div>
        <dt>{labels.field('request', 'makerName')}</dt>
        <dd>{makerName}</dd>
      </div>
    </dl>
  )
}
