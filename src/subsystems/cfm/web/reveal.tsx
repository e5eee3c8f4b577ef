import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { revealLargeCash } from '../contract/large-cash.ts'
import { revealIdentity } from '../contract/orders.ts'
import { words } from './words.ts'

const ASKED = { 'cfm.order': revealIdentity, 'cfm.largeCash': revealLargeCash }

interface Props {
  entity: keyof typeof ASKED
  id: string
  /** Whose numbers: the code of an order, the name of a person. */
  of: string
  onClose: () => void
}

/** Identity numbers in full, once somebody has said what for. */
export default function Reveal({ entity, id, of, onClose }: Props) {
  const labels = useLabels(words)
  const [reason, setReason] = useState('')
  const contract = ASKED[entity]
  const command = useContractCommand(contract, { quiet: true })
  const look = () => reason.trim() !== '' && command.mutate({ id, reason })
  return (
    <Modal open title={labels.text('revealTitle', { of })} footer={null} width={480} onCancel={onClose}>
      {command.data ? (
        <FieldList schema={contract.output} value={command.data} entity={entity} fields={given(command.data)} />
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
          {command.error && <Alert type="error" showIcon role="alert" title={messageOf(command.error)} />}
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

type Numbers = OutputOf<typeof revealIdentity> | OutputOf<typeof revealLargeCash>

/** The numbers that there are. */
const given = (numbers: Numbers) => Object.entries(numbers).flatMap(([field, number]) => (number === null ? [] : [field as never]))
