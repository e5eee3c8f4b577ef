import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { findAuditEntry } from '../contract/audit.ts'
import { Changes } from './changes.tsx'
import { ActionText, ActorText, SubjectText } from './names.tsx'
import { words } from './words.ts'

/** In words, and as the log has it: the log is evidence. */
function Written({ as, name }: { as: string; name: ReactNode }) {
  return (
    <>
      {name}
      <div className="audit-written">{as}</div>
    </>
  )
}

/** One entry of the audit log: who, when, what changed, and whether it is as it was written. */
export function EntryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const labels = useLabels(words)
  const query = useContractQuery(findAuditEntry, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('entryTitle', { id })} size={720} onClose={onClose}>
      {(data) => (
        <>
          <FieldList
            entity="audit.entry"
            schema={findAuditEntry.output}
            value={data}
            fields={[
              'at',
              { field: 'actor', render: ({ actor }) => <Written as={actor} name={<ActorText actor={actor} />} /> },
              'actorName',
              { field: 'action', render: ({ action }) => <Written as={action} name={<ActionText action={action} />} /> },
              { field: 'subjectType', render: ({ subjectType }) => <Written as={subjectType} name={<SubjectText type={subjectType} />} /> },
              'subjectId',
              'ip',
              'traceId',
            ]}
          />
          <Alert
            className="audit-seal"
            showIcon
            type={data.genuine ? 'success' : 'error'}
            title={
              data.genuine
                ? `${labels.text('genuine')}, ${data.sealedBlock === null ? labels.text('unsealed') : labels.text('sealed', { block: data.sealedBlock })}`
                : labels.text('tampered')
            }
          />
          <Changes changes={data.changes} />
        </>
      )}
    </RecordDrawer>
  )
}
