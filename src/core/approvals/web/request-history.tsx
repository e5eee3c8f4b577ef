import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { requestMachine, requestsOf, requestsTopic } from '../contract/request.ts'
import { RequestDrawer } from './request-drawer.tsx'
import './approvals.css'
import { words } from './words.ts'

/** The requests about one record, newest first; nothing when there never was one. */
export function RequestHistory({ subjectType, subjectId }: { subjectType: string; subjectId: string }) {
  const labels = useLabels(words)
  const [open, setOpen] = useState<string | null>(null)
  const query = useContractQuery(requestsOf, { subjectType, subjectId }, { quiet: true })
  useLiveRead(requestsTopic, query)
  if (!query.data || query.data.length === 0) return null
  return (
    <Section title={labels.text('requests')}>
      <ul className="bt-requests">
        {query.data.map((request) => (
          <li key={request.id}>
            <StatusTag machine={requestMachine.name} value={request.status} />
            <button type="button" className="bt-request-open" onClick={() => setOpen(request.id)}>
              {labels.enumValue('approvals.kind', request.kind)}
            </button>
            {request.moneyImpact && <MoneyText value={request.moneyImpact} />}
            <span>{labels.text('askedBy', { name: request.makerName })}</span>
            <TimestampText value={request.askedAt} />
            {request.checkerName && <span>{labels.text('decidedBy', { name: request.checkerName })}</span>}
            {request.checkerName && request.decidedAt && <TimestampText value={request.decidedAt} />}
            {request.decisionReason && <span>{request.decisionReason}</span>}
          </li>
        ))}
      </ul>
      <RequestDrawer id={open} onClose={() => setOpen(null)} />
    </Section>
  )
}
