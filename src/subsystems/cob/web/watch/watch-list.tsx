import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { findWord, useLabels } from '#platform/web/i18n.ts'
import { act, bulk, show, visit } from '#platform/web/kit/actions/actions.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { cobIncidents } from '../../contract/incidents.ts'
import {
  getWatched,
  listWatched,
  runWatch,
  seeManyWatched,
  seeWatched,
  snoozeManyWatched,
  snoozeWatched,
  takeWatched,
  watchTopic,
} from '../../contract/watch.ts'
import { paths } from '../paths.ts'
import { WatchDrawer } from './watch-drawer.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listWatched>

const view = show(WatchDrawer)
const invalidates = [getWatched]
const isOpen = ({ status }: Row) => status !== 'CLOSED'

/** Until when several are put off. */
function Until({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const labels = useLabels(words)
  return (
    <>
      <p aria-hidden="true">{labels.field('watched', 'until')}</p>
      <DateInput aria-label={labels.field('watched', 'until')} fromToday value={value || undefined} onChange={(day) => onChange(day ?? '')} />
    </>
  )
}

/** What somebody is to look at, with the reason in words: new ones first. */
export default listScreen(listWatched, {
  live: watchTopic,
  filters: ['text', 'rule', 'status', { field: 'unitId', input: UnitSelect }, { range: ['from', 'to'], label: 'openedAt', days: 0 }, 'view'],
  nameOf: ({ subjectCode }) => subjectCode,
  columns: [
    { field: 'subjectCode', fixed: 'start', width: 150, opens: view },
    { field: 'rule', width: 220 },
    { field: 'reason', width: 360 },
    'status',
    'amount',
    'courierName',
    'unitName',
    'assigneeName',
    'openedAt',
    { field: 'seenBy', width: 130 },
    'snoozeUntil',
    { field: 'seenAt', hidden: true },
    { field: 'since', hidden: true },
    { field: 'openings', hidden: true },
    { field: 'snoozeNote', hidden: true },
    { field: 'closedAt', hidden: true },
    { field: 'courierCode', hidden: true },
  ],
  actions: [
    act(runWatch, {
      place: 'page',
      icon: <ReloadOutlined />,
      onDone: () => notify({ kind: 'info', title: findWord('cob.watch', ['texts', 'runAsked'], {}) ?? '' }),
    }),
    act(seeWatched, { key: 'see', invalidates }),
    act(snoozeWatched, { key: 'snooze', ask: ['until', 'note'], invalidates }),
    act(takeWatched, { key: 'take', invalidates, when: (row: Row) => isOpen(row) && row.assigneeName === null }),
    visit((row: Row) => `${paths.incidentCreate}?${new URLSearchParams({ codes: row.codes })}`, cobIncidents.create, {
      key: 'incident',
      when: (row) => isOpen(row) && row.codes !== '',
    }),
    visit((row: Row) => fill(paths.item, { id: row.itemId ?? '' }), listWatched, { key: 'item', when: ({ itemId }) => itemId !== null }),
    bulk(seeManyWatched, { key: 'seeMany' }),
    bulk(snoozeManyWatched, { key: 'snoozeMany', input: (until) => ({ until }), choose: Until, when: isOpen }),
  ],
})
