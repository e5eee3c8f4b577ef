import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { type listLines, revealLine } from '#core/payouts/contract/lines.ts'
import type { RowOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { words } from './words.ts'

/** An identity number in full, once somebody has said what for. */
export default function Reveal({ row, onClose }: DialogProps<RowOf<typeof listLines>>) {
  const labels = useLabels(words)
  const names = useNames('payouts.line')
  const [reason, setReason] = useState('')
  const command = useContractCommand(revealLine, { quiet: true })
  const { data } = command
  const title = names.field('payouts.line', 'reason')
  return (
    <Modal open title={labels.text('revealTitle', { of: row.name })} footer={null} width={480} onCancel={onClose}>
      {data ? (
        <FieldList
          schema={revealLine.output}
          value={data}
          entity="payouts.line"
          fields={['identityNumber', ...(data.receiverIdentity === null ? [] : (['receiverIdentity'] as const))]}
        />
      ) : (
        <>
          <p>{labels.text('revealHint')}</p>
          <Input.TextArea
            autoFocus
            rows={2}
            maxLength={200}
            value={reason}
            aria-label={title}
            placeholder={title}
            onChange={({ target }) => setReason(target.value)}
          />
          {command.error && <Alert type="error" showIcon role="alert" title={messageOf(command.error)} />}
          <div style={{ marginBlockStart: 12, textAlign: 'end' }}>
            <Button type="primary" disabled={reason.trim() === ''} loading={command.isPending} onClick={() => command.mutate({ id: row.id, reason })}>
              {labels.action('reveal')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
