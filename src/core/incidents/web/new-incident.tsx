import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { CreateFields } from './forms.tsx'
import { created } from './incident-actions.tsx'

export interface NewIncidentProps {
  contracts: IncidentContracts
  /** None: it is a part of its page. */
  onClose?: never
}

/** A new incident about nothing that is known yet. */
export default function NewIncident({ contracts }: NewIncidentProps) {
  if (!usePermission(contracts.permissions.create)) return null
  const open = create(contracts.create, () => <CreateFields contracts={contracts} />, {
    size: 720,
    values: () => ({ channel: 'PHONE', reporterKind: 'CUSTOMER' }),
    onDone: (output) => created(contracts, output),
  })
  return (
    <ActionHost entity="incidents.incident" schema={contracts.ofRecord.output.element} nameOf={({ code }: { code: string }) => code}>
      <ActionButton action={{ ...open, primary: false }} />
    </ActionHost>
  )
}
