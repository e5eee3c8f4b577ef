import { Alert } from 'antd'
import { RecordHistory } from '#core/audit/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { findShift, printShift, shiftMachine } from '../../contract/shifts.ts'
import { CountTable } from './count-table.tsx'
import { Handovers } from './handovers.tsx'
import { Movements } from './movements.tsx'
import type { CashPaths } from './paths.ts'
import { PrintButton } from './print-button.tsx'
import { shiftActions } from './shift-actions.tsx'
import { UnknownPayouts } from './unknown-payouts.tsx'
import { words } from './words.ts'

const FIELDS = ['tellerName', 'tillCode', 'unitName', 'businessDate', 'openedAt', 'closedAt', 'moneyIn', 'moneyOut', 'balance', 'abandoned'] as const

/** One shift: its counts side by side and what moved between them. */
function ShiftDetail({ paths }: { paths: CashPaths }) {
  const { id = '' } = useScreen().params
  const labels = useLabels(words)
  const query = useContractQuery(findShift, { id }, { quiet: true })
  return (
    <DetailLayout
      query={query}
      head={({ code, status, tellerName, blind }) => ({
        code,
        title: tellerName,
        status: { machine: shiftMachine.name, value: status },
        banner: blind && <Alert type="info" showIcon title={labels.text('blind')} />,
        actions: status === 'CLOSED' && <PrintButton contract={printShift} id={id} label={labels.text('printShift')} />,
      })}
      offers={{ actions: shiftActions(paths), schema: findShift.output, entity: 'cash.shifts.shift' }}
      aside={(shift) => <RecordHistory subjectType="cash.shift" subjectId={shift.id} />}
    >
      {(shift) => (
        <>
          <Section title={labels.text('shiftFacts')}>
            <FieldList entity="cash.shifts.shift" schema={findShift.output} value={shift} fields={FIELDS} />
          </Section>
          <Section title={labels.text('counts')}>
            <CountTable counts={shift.counts} paths={paths} />
          </Section>
          <UnknownPayouts rows={shift.payouts} />
          <Handovers shift={shift} kind="TILL_ISSUE" />
          {!shift.blind && (
            <Section title={labels.text('movementsOfShift')}>
              <Movements rows={shift.movements} />
            </Section>
          )}
        </>
      )}
    </DetailLayout>
  )
}

export default (paths: CashPaths) => () => <ShiftDetail paths={paths} />
