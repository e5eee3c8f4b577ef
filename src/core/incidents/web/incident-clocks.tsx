import { IncidentClock } from '#core/incidents/contract/shapes.ts'
import type { Tone } from '#kernel/machine.ts'
import { type Labels, useLabels } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import type { vi } from '../labels/vi.ts'
import { DueTime } from './due-time.tsx'
import { words } from './words.ts'

/** '3 giờ 20 phút' */
export function duration(labels: Labels<typeof vi>, minutes: number): string {
  const size = Math.abs(minutes)
  const hours = Math.floor(size / 60)
  const rest = size % 60
  return [hours > 0 && labels.text('hours', { n: hours }), (rest > 0 || hours === 0) && labels.text('minutes', { n: rest })].filter(Boolean).join(' ')
}

const CLOCK_TONES: Record<IncidentClock['state'], Tone> = { RUNNING: 'moving', PAUSED: 'unknown', MET: 'success', BREACHED: 'failure', STOPPED: 'neutral' }

/** What may be used of working time, and what is left of it. */
export function Clocks({ clocks }: { clocks: readonly IncidentClock[] }) {
  const labels = useLabels(words)
  return (
    <FieldTable
      entity="incidents.clock"
      schema={IncidentClock}
      rows={clocks}
      rowKey={({ kind, intervals }) => `${kind} ${intervals[0]?.startedAt}`}
      fields={[
        { field: 'kind', render: ({ kind, partnerName }) => [labels.enumValue('incidents.clockKind', kind), partnerName].filter(Boolean).join(': ') },
        {
          field: 'state',
          render: ({ state }) => <span className={`bt-tag bt-tone-${CLOCK_TONES[state]}`}>{labels.enumValue('incidents.clockState', state)}</span>,
        },
        { field: 'dueAt', render: ({ dueAt, state }) => <DueTime dueAt={dueAt} late={state === 'BREACHED'} /> },
        { field: 'used', render: ({ used, allowed }) => `${duration(labels, used)} / ${duration(labels, allowed)}` },
        {
          field: 'left',
          render: ({ left, state }) =>
            state === 'MET' || state === 'STOPPED' ? '' : left < 0 ? labels.text('lateBy', { n: duration(labels, left) }) : duration(labels, left),
        },
      ]}
    />
  )
}
