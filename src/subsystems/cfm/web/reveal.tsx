import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { type listOrders, revealIdentity } from '../contract/orders.ts'
import { words } from './words.ts'

/** Identity numbers in full, once somebody has said what for. */
export default function Reveal({ row: { id, code }, onClose }: DialogProps<Pick<RowOf<typeof listOrders>, 'id' | 'code'>>) {
  const labels = useLabels(words)
  const [reason, setReason] = useState('')
  const command = useContractCommand(revealIdentity, { quiet: true })
  const look = () => reason.trim() !== '' && command.mutate({ id, reason })
  return (
    <Modal open title={labels.text('revealTitle', { code })} footer={null} width={480} onCancel={onClose}>
      {command.data ? (
        <FieldList
          schema={revealIdentity.output}
          value={command.data}
          entity="cfm.order"
          fields={['senderIdentityNumber', ...given(command.data, 'receiverIdentityNumber'), ...given(command.data, 'payeeIdentityNumber')]}
        />
      ) : (
        <>
          <p>{labels.text('revealHint')}</p>
          <Input.TextArea
            autoFocus
            rows={2}
            maxLength={200}
            value={reason}
            aria-label={labels.text('revealReason')}
            placeholder={labels.text('revealReason')}
            onChange={({ target }) => setReason(target.value)}
          />
          {command.error && (
            <p role="alert" className="bt-note">
              {messageOf(command.error)}
            </p>
          )}
          <div style={{ marginBlockStart: 12, textAlign: 'end' }}>
            <Button type="primary" disabled={reason.trim() === ''} loading={command.isPending} onClick={look}>
              {labels.text('revealButton')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

const given = <F extends 'receiverIdentityNumber' | 'payeeIdentityNumber'>(numbers: Record<F, string | null>, field: F): F[] =>
  numbers[field] === null ? [] : [field]
