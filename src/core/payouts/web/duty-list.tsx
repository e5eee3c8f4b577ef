import { listDuties, recordReport } from '#core/payouts/contract/duties.ts'
import { paidReport, unpaidReport } from '#core/payouts/contract/reports.ts'
import type { RowOf } from '#kernel/contract.ts'
import { daysBetween } from '#kernel/dates.ts'
import type { Tone } from '#kernel/machine.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act, visit } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { DateText } from '#platform/web/kit/value/timestamp.tsx'
import type { PayoutPaths } from './paths.ts'
import { MonthInput, ProgrammeSelect } from './selects.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listDuties>

const TONES: Readonly<Record<Row['listState'], Tone>> = { NONE: 'neutral', OPEN: 'neutral', DUE: 'attention', LATE: 'failure', DONE: 'success' }
const state = (value: Row['listState']) => (value === 'NONE' ? '—' : <StatusTag machine="payouts.dutyState" value={value} tone={TONES[value]} />)

/** How many days are left until a deadline, or how late what it is for is or was. */
function DueDay({ due, open, doneOn }: { due: string | null; open: boolean; doneOn: string | null }) {
  const labels = useLabels(words)
  if (due === null) return '—'
  const end = open || doneOn === null ? today() : doneOn
  const days = daysBetween(due, end)
  const said = days > 0 ? labels.text(open ? 'daysLate' : 'cameLate', { days }) : open ? labels.text(days === 0 ? 'dueToday' : 'daysLeft', { days: -days }) : ''
  return (
    <>
      <DateText value={due} /> {said !== '' && <small className={days > 0 ? 'bt-negative' : 'bt-none'}>{said}</small>}
    </>
  )
}

const isOpen = (value: Row['listState']) => value === 'OPEN' || value === 'DUE' || value === 'LATE'

/** From the first day of the month until its report is due, or today. */
function reportAddress(path: string, { programmeId, monthStart, reportDue }: Row): string {
  const to = [reportDue ?? today(), today()].sort()[0] as string
  return `${path}?${new URLSearchParams({ programmeId, from: monthStart < to ? monthStart : to, to })}`
}

/** What is due with payers, month by month: list and money to us, the report of paid and unpaid to them. */
export default (paths: PayoutPaths) =>
  listScreen(listDuties, {
    filters: ['text', { field: 'programmeId', input: ProgrammeSelect }, { field: 'month', input: MonthInput }, 'listState', 'moneyState', 'reportState'],
    columns: [
      { field: 'month', width: 96, fixed: 'start' },
      { field: 'programmeName', width: 188 },
      {
        field: 'listDue',
        width: 200,
        render: ({ listDue, listState, moneyState, cameOn }) => <DueDay due={listDue} open={isOpen(listState) || isOpen(moneyState)} doneOn={cameOn} />,
      },
      { field: 'listState', width: 112, render: ({ listState }) => state(listState) },
      { field: 'moneyState', width: 112, render: ({ moneyState }) => state(moneyState) },
      { field: 'missing', width: 124 },
      {
        field: 'reportDue',
        width: 200,
        render: ({ reportDue, reportState, sentOn }) =>
          // Nothing is reported before a list was approved.
          reportState === 'NONE' ? <DateText value={reportDue} /> : <DueDay due={reportDue} open={isOpen(reportState)} doneOn={sentOn} />,
      },
      { field: 'reportState', width: 124, render: ({ reportState }) => state(reportState) },
      'sentOn',
      'reference',
      { field: 'lines', width: 92 },
      { field: 'total', width: 136 },
      { field: 'paid', width: 136 },
      { field: 'unpaid', width: 136 },
      'cameOn',
      'partnerName',
    ],
    nameOf: ({ programmeName, month }) => `${programmeName} ${month}`,
    actions: [
      act<typeof recordReport, Row>(recordReport, {
        key: 'recordReport',
        ask: ['sentOn', 'reference', 'note'],
        values: () => ({ sentOn: today() }),
        toInput: (values, { programmeId, month }) => ({ ...values, programmeId, month }),
        when: ({ reportState }) => reportState !== 'NONE',
      }),
      visit<Row>((row) => reportAddress(paths.paidReport, row), paidReport, { key: 'paidReport' }),
      visit<Row>((row) => reportAddress(paths.unpaidReport, row), unpaidReport, { key: 'unpaidReport' }),
    ],
  })
