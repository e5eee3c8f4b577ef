import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { words } from './words.ts'

/** What somebody has to know before anything else. */
export function Notes({ row, contracts }: { row: OutputOf<IncidentContracts['detail']>; contracts: IncidentContracts }) {
  const labels = useLabels(words)
  const time = (at: string) => showTimestamp(at).slice(11, 16)
  const paused = row.clocks.findLast(({ kind, state }) => kind === 'RESOLUTION' && state === 'PAUSED')?.intervals.at(-1)?.endedAt
  const notes: { type: 'info' | 'warning'; text: ReactNode; key: string }[] = []
  if (row.mergedInto)
    notes.push({
      key: 'merged',
      type: 'info',
      text: (
        <>
          {labels.text('mergedNote')} <PageLink to={incidentAddress(contracts, row.mergedInto.id)}>{row.mergedInto.code}</PageLink>
        </>
      ),
    })
  if (row.heldBy !== null && row.heldUntil !== null) {
    const facts = { name: row.heldBy, time: time(row.heldUntil) }
    notes.push(
      row.heldByOther
        ? { key: 'held', type: 'warning', text: labels.text('heldBySomebody', facts) }
        : { key: 'held', type: 'info', text: labels.text('heldByYou', facts) },
    )
  }
  if (row.status === 'WAITING_PARTNER' && paused)
    notes.push({ key: 'paused', type: 'info', text: labels.text('paused', { at: showTimestamp(paused).slice(0, 16), name: row.partnerName ?? '' }) })
  if (row.status === 'APPROVED' && row.actionResult && row.actionResult.state !== 'DONE') {
    const { code, state } = row.actionResult
    notes.push(
      state === 'FAILED'
        ? { key: 'failed', type: 'warning', text: labels.text('actionFailed', { code }) }
        : { key: 'underWay', type: 'info', text: labels.text('actionUnderWay', { code }) },
    )
  }
  if (row.late) notes.push({ key: 'late', type: 'warning', text: labels.text('lateNote') })
  if (notes.length === 0) return null
  return (
    <div className="incident-notes">
      {notes.map(({ key, type, text }) => (
        <Alert key={key} showIcon type={type} title={text} />
      ))}
    </div>
  )
}
