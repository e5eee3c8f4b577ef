import { Button, Input, Popconfirm } from 'antd'
import { useId, useState } from 'react'
import { ruleText } from '#kernel/validation-texts.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { type Decision, decideRequest, type RequestDetail, withdrawRequest } from '../contract/request.ts'
import { words } from './words.ts'

/** Approve or reject for who may; withdraw for the maker; for others, why they may not. */
export function DecideForm({ request, onDone }: { request: RequestDetail; onDone: () => void }) {
  const labels = useLabels(words)
  const code = request.subjectCode
  if (request.mayDecide) return <Decide request={request} onDone={onDone} />
  return (
    <section className="bt-request-decide">
      <p>{labels.text(request.mayWithdraw ? 'ownRequest' : 'mayNot')}</p>
      {request.mayWithdraw && <Withdraw id={request.id} version={request.version} code={code} onDone={onDone} />}
    </section>
  )
}

function Withdraw({ id, version, code, onDone }: { id: string; version: number; code: string; onDone: () => void }) {
  const t = useShellText()
  const labels = useLabels(words)
  const command = useContractCommand(withdrawRequest, {
    invalidates: 'all',
    onSuccess: () => {
      notify({ kind: 'success', title: labels.text('withdrawnDone', { code }) })
      onDone()
    },
  })
  return (
    <div className="bt-request-buttons">
      <Popconfirm
        title={labels.text('withdrawConfirm')}
        okText={t('common.confirm')}
        cancelText={t('common.cancel')}
        onConfirm={() => command.mutate({ id, version })}
      >
        <Button danger loading={command.isPending}>
          {labels.text('withdraw')}
        </Button>
      </Popconfirm>
    </div>
  )
}

function Decide({ request, onDone }: { request: RequestDetail; onDone: () => void }) {
  const t = useShellText()
  const labels = useLabels(words)
  const language = useLanguage()
  const field = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { id, version, subjectCode: code } = request
  // A decision may change any record that is on the screen.
  const command = useContractCommand(decideRequest, {
    invalidates: 'all',
    onSuccess: ({ status }) => {
      notify({ kind: 'success', title: labels.text(status === 'APPROVED' ? 'approvedDone' : 'rejectedDone', { code }) })
      onDone()
    },
  })
  const send = (decision: Decision) => {
    const text = reason.trim()
    if (decision === 'REJECT' && text === '') return setMissing(true)
    command.mutate({ id, version, decision, ...(text === '' ? {} : { reason: text }) })
  }
  return (
    <section className="bt-request-decide">
      <label htmlFor={field}>{labels.text('reasonLabel')}</label>
      <Input.TextArea
        id={field}
        rows={2}
        maxLength={1000}
        value={reason}
        placeholder={labels.text('reasonHint')}
        status={missing ? 'error' : ''}
        aria-invalid={missing}
        aria-describedby={missing ? `${field}-error` : undefined}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      {missing && (
        <div id={`${field}-error`} role="alert" className="bt-negative">
          {ruleText('required', language)}
        </div>
      )}
      <div className="bt-request-buttons">
        <Button danger loading={command.isPending} onClick={() => send('REJECT')}>
          {labels.action('reject')}
        </Button>
        <Popconfirm title={labels.text('approveConfirm')} okText={t('common.confirm')} cancelText={t('common.cancel')} onConfirm={() => send('APPROVE')}>
          <Button type="primary" loading={command.isPending}>
            {labels.action('approve')}
          </Button>
        </Popconfirm>
      </div>
    </section>
  )
}
