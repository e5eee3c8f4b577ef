import { Alert, Drawer, Skeleton } from 'antd'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldList } from '#platform/web/kit/field-list.tsx'
import { findAuditEntry } from '../contract/audit.ts'
import { Changes } from './changes.tsx'

/** One entry of the audit log: who, when, what changed, and whether it is as it was written. */
export function EntryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const labels = useLabels('audit')
  const { data } = useContractQuery(findAuditEntry, { id })
  return (
    <Drawer open size={720} onClose={onClose} title={labels.text('entryTitle', { id })}>
      {data ? (
        <>
          <FieldList
            module="audit"
            entity="entry"
            schema={findAuditEntry.output}
            value={data}
            fields={['at', 'actor', 'actorName', 'action', 'subjectType', 'subjectId', 'ip', 'traceId']}
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
          <Changes changes={data.changes} subjectType={data.subjectType} />
        </>
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}
