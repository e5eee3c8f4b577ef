import type { z } from 'zod'
import { confirmTill, handOverTill, refuseTill, TillMovement, tillMovementsOf } from '#core/cash/contract/treasury/till.ts'
import { type TillKind, treasuryTopic } from '#core/cash/contract/treasury/transaction.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { findShift } from '../../contract/shifts.ts'
import { PiecesGrid } from '../treasury/pieces-grid.tsx'
import { CASH_READS } from './count-sheet.tsx'
import { words } from './words.ts'

const ENTITY = 'cash.shifts.handover'
const invalidates = [tillMovementsOf, ...CASH_READS]

const confirm = act<typeof confirmTill, TillMovement>(confirmTill, { key: 'confirm', when: ({ mayConfirm }) => mayConfirm, invalidates })
const refuse = act<typeof refuseTill, TillMovement>(refuseTill, {
  key: 'refuse',
  danger: true,
  ask: ['reason'],
  when: ({ status }) => status === 'DISPATCHED',
  invalidates,
})

function Pieces() {
  return (
    <Field name="pieces">
      <PiecesGrid />
    </Field>
  )
}

/** A shift as its cash is handed over. */
const Shift = findShift.output.pick({ id: true, status: true })
type Shift = z.output<typeof Shift>

/** The float goes to a till that is open; a till gives back also after its closing count. */
const OFFERS: Record<TillKind, Action<Shift>> = {
  TILL_ISSUE: handOver('TILL_ISSUE', { key: 'issue', states: ['OPEN'] }),
  TILL_RETURN: handOver('TILL_RETURN', { key: 'giveBack', states: ['OPEN', 'COUNTED'] }),
}

function handOver(kind: TillKind, { key, states }: { key: string; states: readonly Shift['status'][] }): Action<Shift> {
  return act<typeof handOverTill, Shift>(handOverTill, {
    key,
    size: 560,
    ask: Pieces,
    values: () => ({ pieces: [] }),
    toInput: (values, { id }) => ({ ...values, kind, shiftId: id }),
    when: ({ status }) => states.includes(status),
    invalidates,
  })
}

/** What went between vault and till in a shift, and who still has to confirm it; nothing where the reader may not see it. */
export function Handovers({ shift, kind }: { shift: Shift; kind: TillKind }) {
  const labels = useLabels(words)
  const seen = usePermission(tillMovementsOf.permission)
  const { data = [] } = useContractQuery(tillMovementsOf, { shiftId: shift.id }, { quiet: true, enabled: seen })
  useLiveReads(treasuryTopic, tillMovementsOf)
  if (!seen) return null
  return (
    <ActionHost entity={ENTITY} schema={Shift} nameOf={() => ''}>
      <Section title={labels.text('handovers')} extra={<ActionButton action={OFFERS[kind]} row={{ id: shift.id, status: shift.status }} />}>
        {data.length === 0 ? <p className="bt-none">{labels.text('noHandovers')}</p> : <Made rows={data} />}
      </Section>
    </ActionHost>
  )
}

function Made({ rows }: { rows: readonly TillMovement[] }) {
  return (
    <ActionHost entity={ENTITY} schema={TillMovement} nameOf={({ code }: TillMovement) => code}>
      <FieldTable
        schema={TillMovement}
        rows={rows}
        rowKey={({ id }) => id}
        entity={ENTITY}
        fields={['code', 'kind', 'amount', 'status', 'givenBy', 'givenAt', 'takenBy', 'takenAt']}
        actions={(row) => (
          <>
            <ActionButton action={confirm} row={row} />
            <ActionButton action={refuse} row={row} />
          </>
        )}
      />
    </ActionHost>
  )
}
