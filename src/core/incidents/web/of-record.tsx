import { incidentMachine, incidentsTopic } from '#core/incidents/contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLive } from '#platform/web/live/live.ts'
import { usePermission, useSession } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { DueTime } from './due-time.tsx'
import { CreateFields } from './forms.tsx'
import { created } from './incident-actions.tsx'
import './incidents.css'
import { words } from './words.ts'

export interface OfRecord {
  type: string
  id: string
  code: string
  /** Which customer is likely to report it; left out where staff do. */
  reporter?: string
}

/** Beside what the page itself is for: not its primary button. */
const open = (contracts: IncidentContracts, record: OfRecord) => ({
  ...create(contracts.create, () => <CreateFields contracts={contracts} />, {
    size: 720,
    values: () => ({
      subjectCode: record.code,
      ...(record.reporter === undefined
        ? { channel: 'INTERNAL', reporterKind: 'STAFF', reporterName: useSession.getState().user?.fullName }
        : { channel: 'COUNTER', reporterKind: 'CUSTOMER', reporterName: record.reporter }),
    }),
    invalidates: [contracts.ofRecord],
    onDone: (output) => created(contracts, output),
  }),
  primary: false,
})

interface Props {
  contracts: IncidentContracts
  record: OfRecord
  /** Another desk takes such records now. */
  over?: boolean
}

/** The incidents about one record, on its own screen, and a new one with the record filled in; of a desk that takes it no more what there is. */
export function IncidentsOf({ contracts, record, over = false }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const sees = usePermission(contracts.permissions.see)
  const query = useContractQuery(contracts.ofRecord, { subjectType: record.type, subjectId: record.id }, { quiet: true, enabled: sees })
  useLive(incidentsTopic, () => void query.refetch())
  if (!sees || !query.data || (over && query.data.length === 0)) return null
  const row = contracts.ofRecord.output.element
  return (
    <ActionHost entity="incidents.incident" schema={row} nameOf={({ code }: { code: string }) => code}>
      <Section title={over ? `${labels.text('groupOfRecord')}: ${contracts.name[language]}` : labels.text('groupOfRecord')}>
        {query.data.length === 0 ? (
          <p className="bt-none">{labels.text('noneOfRecord')}</p>
        ) : (
          <FieldTable
            entity="incidents.similar"
            schema={row}
            rows={query.data}
            rowKey={({ id }) => id}
            fields={[
              { field: 'code', render: ({ id, code }) => <PageLink to={incidentAddress(contracts, id)}>{code}</PageLink> },
              'categoryName',
              { field: 'status', render: ({ status }) => <StatusTag machine={incidentMachine.name} value={status} /> },
              'assigneeName',
              { field: 'dueAt', render: ({ dueAt, late }) => <DueTime dueAt={dueAt} late={late} /> },
              'createdAt',
            ]}
          />
        )}
        {!over && <ActionButton action={open(contracts, record)} />}
      </Section>
    </ActionHost>
  )
}
