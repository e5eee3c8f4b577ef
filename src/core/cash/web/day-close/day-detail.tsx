import { Alert } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { daysTopic, findDay, printDay } from '#core/cash/contract/day-close/days.ts'
import { dayMachine } from '#core/cash/contract/day-close/machine.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { PrintButton } from '../shifts/print-button.tsx'
import { Checklist } from './checklist.tsx'
import { dayActions } from './day-actions.tsx'
import { Closes, Figures } from './figures.tsx'
import type { DayPaths } from './paths.ts'
import { words } from './words.ts'
import './day-close.css'

const FIELDS = ['unitName', 'businessDate', 'openedAt', 'submittedBy', 'submittedAt', 'closedBy', 'closedAt', 'closedLate', 'singleHanded'] as const

function DayDetail({ paths }: { paths: DayPaths }) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findDay, { id }, { quiet: true })
  const labels = useLabels(words)
  useLiveReads(daysTopic, findDay)
  return (
    <DetailLayout
      query={query}
      head={({ unitCode, unitName, businessDate, status, blind, pendingRequestId }) => ({
        code: `${unitCode} ${showDate(businessDate)}`,
        title: unitName,
        status: { machine: dayMachine.name, value: status },
        actions: status === 'CLOSED' && !blind && <PrintButton contract={printDay} id={id} label={labels.text('printDay')} />,
        banner: pendingRequestId !== null ? <RequestBanner requestId={pendingRequestId} /> : blind && <Blind />,
      })}
      offers={{ actions: dayActions, schema: findDay.output, entity: 'cash.day-close.day' }}
      aside={(day) => <RecordHistory subjectType="cash.day_close" subjectId={day.id} />}
    >
      {(day) => <Facts day={day} paths={paths} />}
    </DetailLayout>
  )
}

function Blind() {
  return <Alert type="info" showIcon title={useLabels(words).text('blind')} />
}

function Facts({ day, paths }: { day: OutputOf<typeof findDay>; paths: DayPaths }) {
  const labels = useLabels(words)
  const { daysBelow, closedBelow, unitId, businessDate, checks, figures } = day
  return (
    <>
      <Section title={labels.text('facts')}>
        <FieldList entity="cash.day-close.day" schema={findDay.output} value={day} fields={FIELDS} />
        {daysBelow > 0 && (
          <p>
            <PageLink to={`${paths.dayProgress}?${new URLSearchParams({ date: businessDate, unitId })}`}>
              {labels.text('below', { closed: String(closedBelow), all: String(daysBelow) })}
            </PageLink>
          </p>
        )}
      </Section>
      {checks.length > 0 && (
        <Section title={labels.text('checklist')}>
          <Checklist day={day} />
        </Section>
      )}
      <Closes day={day} />
      {figures && <Figures figures={figures} />}
      <RequestHistory subjectType="cash.day_close" subjectId={day.id} />
    </>
  )
}

export default (paths: DayPaths) => () => <DayDetail paths={paths} />
