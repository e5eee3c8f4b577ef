import type { ComponentProps } from 'react'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { cobDebtReport, getDebtLevels } from '../../contract/reports.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { paths } from '../paths.ts'
import { words } from './words.ts'

/** Which days the levels of age stand for, beside the tools of every report. */
function Tools(props: ComponentProps<typeof ReportTools>) {
  const labels = useLabels(words)
  const { data } = useContractQuery(getDebtLevels, {}, { quiet: true, staleTime: 60_000 })
  const levels = data?.levels.map(({ from, to }) => (to === null ? `> ${from - 1}` : to < from ? '–' : to === from ? String(to) : `${from}–${to}`)).join(' · ')
  return (
    <>
      {levels && <span className="bt-none">{labels.text('levels', { levels })}</span>}
      <ReportTools {...props} />
    </>
  )
}

export default reportScreen(cobDebtReport, {
  filters: [
    { range: ['from', 'to'], label: 'businessDate', days: 31 },
    'groupBy',
    { field: 'unitId', input: UnitSelect },
    { field: 'courierId', input: CourierSelect },
    { field: 'keyAccountId', input: KeyAccountSelect },
  ],
  columns: [
    'provinceName',
    'unitName',
    'route',
    'courierCode',
    'courierName',
    'keyAccountCode',
    'keyAccountName',
    'opening',
    'collected',
    'handedIn',
    'adjusted',
    'closing',
    'notDue',
    'late1',
    'late2',
    'late3',
    'late4',
    'late5',
    'late6',
    'overdue',
    'dueAmount',
    'onTimeAmount',
    'onTimeRate',
    'goal',
  ],
  drillPath: paths.detailReport,
  actions: Tools,
})
