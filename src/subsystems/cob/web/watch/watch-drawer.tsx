import { RecordHistory } from '#core/audit/web/public.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { ITEM_SUBJECT } from '../../contract/items.ts'
import { getWatched, watchTopic } from '../../contract/watch.ts'
import { words } from './words.ts'

const ENTITY = 'cob.watch.watched'

/** Why something is watched, who looks after it, and what was reported about it. */
export function WatchDrawer({ row: { id, subjectCode }, onClose }: DialogProps<{ id: string; subjectCode: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(getWatched, { id }, { quiet: true })
  useLiveReads(watchTopic, getWatched)
  return (
    <RecordDrawer query={query} title={subjectCode} size={860} onClose={onClose}>
      {(row) => {
        const held = <F extends keyof typeof row>(fields: readonly F[]) => fields.filter((field) => row[field] !== null && row[field] !== '')
        return (
          <>
            <Section title={labels.text('groupWatched')}>
              <FieldList
                entity={ENTITY}
                schema={getWatched.output}
                value={row}
                fields={[
                  'rule',
                  'reason',
                  'status',
                  ...held(['amount', 'courierCode', 'courierName']),
                  'unitName',
                  'since',
                  'openedAt',
                  'openings',
                  ...held(['assigneeName', 'seenBy', 'seenAt', 'snoozeUntil', 'snoozeNote', 'closedAt']),
                ]}
              />
            </Section>
            {row.itemId !== null && <RecordIncidents record={{ type: ITEM_SUBJECT, id: row.itemId, code: row.subjectCode }} />}
            <RecordHistory subjectType="cob.watch" subjectId={id} />
          </>
        )
      }}
    </RecordDrawer>
  )
}
