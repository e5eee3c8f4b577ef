import { Skeleton } from 'antd'
import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { auditOf } from '../contract/audit.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { ActionText, ActorText } from './names.tsx'
import { words } from './words.ts'

/** What happened to one record, newest first, each with its changes; for who may read the audit log, nothing for others. */
export function RecordHistory({ subjectType, subjectId }: { subjectType: string; subjectId: string }) {
  const labels = useLabels(words)
  const allowed = usePermission(auditOf.permission)
  const [open, setOpen] = useState<string | null>(null)
  const { data, error } = useContractQuery(auditOf, { subjectType, subjectId }, { enabled: allowed, quiet: true })
  if (!allowed || error) return null
  const items = data?.map(({ id, at, actor, actorName, action }) => ({
    key: id,
    at,
    title: (
      <button type="button" className="bt-request-open" onClick={() => setOpen(id)}>
        <ActionText action={action} />
      </button>
    ),
    by: <ActorText actor={actor} name={actorName} />,
  }))
  return (
    <Section title={labels.text('historyTitle')}>
      {!items ? <Skeleton active title={false} /> : items.length === 0 ? <p>{labels.text('historyNone')}</p> : <Timeline items={items.toReversed()} />}
      {open !== null && <EntryDrawer id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
