import { Button } from 'antd'
import { useState } from 'react'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { revisionMachine } from '#core/reconciliation/contract/machines.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from '../words.ts'
import { DocumentDiff } from './document-diff.tsx'
import { inForce, type Revision, type SetupProps } from './parts.ts'

/** Every revision, the newest first, each beside the one in force. */
export function Revisions({ setup, contracts }: SetupProps) {
  const labels = useLabels(words)
  const [shown, setShown] = useState<Revision>()
  const now = inForce(setup)
  const rows = [...setup.revisions].sort((a, b) => b.number - a.number)
  return (
    <Section title={labels.text('revisions')} folded={rows.length < 2}>
      <FieldTable
        schema={contracts.setups.detail.output.shape.revisions.element}
        rows={rows}
        rowKey={({ id }) => id}
        entity="reconciliation.setups.setup"
        fields={[
          'number',
          {
            field: 'status',
            label: 'revisionStatus',
            render: ({ status, pendingRequestId }) => {
              const tag = <StatusTag machine={revisionMachine.name} value={status} />
              return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
            },
          },
          'createdBy',
          'editedAt',
          'testedAt',
          'approvedBy',
          'approvedAt',
        ]}
        actions={(row) =>
          now !== undefined && row.id !== now.id ? (
            <Button type="link" size="small" aria-expanded={shown?.id === row.id} onClick={() => setShown(shown?.id === row.id ? undefined : row)}>
              {labels.text('compare')}
            </Button>
          ) : null
        }
      />
      {shown && now && (
        <DocumentDiff before={shown.number < now.number ? shown.document : now.document} after={shown.number < now.number ? now.document : shown.document} />
      )}
    </Section>
  )
}
