import { Alert } from 'antd'
import { RecordHistory } from '#core/audit/web/public.ts'
import { findHolding, holdingMachine } from '#core/cash/contract/holdings.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { holdingActions } from './holding-actions.tsx'
import { Movements } from './movements.tsx'
import type { CashPaths } from './paths.ts'
import { words } from './words.ts'

const FIELDS = [
  'kind',
  'unitName',
  'balance',
  'fill',
  'ceiling',
  'floor',
  'ceilingPolicy',
  'holderName',
  'tellerName',
  'counting',
  'singleHanded',
  'accountCode',
  'updatedBy',
  'updatedAt',
] as const

/** One holding: what lies there, who answers for it, and what moved. */
function HoldingDetail({ actions }: { actions: ReturnType<typeof holdingActions> }) {
  const { id = '' } = useScreen().params
  const labels = useLabels(words)
  const query = useContractQuery(findHolding, { id }, { quiet: true })
  return (
    <DetailLayout
      query={query}
      head={({ code, name, status, blind }) => ({
        code,
        title: name,
        status: { machine: holdingMachine.name, value: status },
        banner: blind && <Alert type="info" showIcon title={labels.text('blind')} />,
      })}
      offers={{ actions, schema: findHolding.output, entity: 'cash.shifts.holding' }}
      aside={(holding) => <RecordHistory subjectType="cash.holding" subjectId={holding.id} />}
    >
      {(holding) => (
        <>
          <Section title={labels.text('facts')}>
            <FieldList entity="cash.shifts.holding" schema={findHolding.output} value={holding} fields={FIELDS} />
          </Section>
          {!holding.blind && (
            <Section title={labels.text('movements')}>
              <Movements rows={holding.movements} />
            </Section>
          )}
        </>
      )}
    </DetailLayout>
  )
}

export default (paths: CashPaths) => {
  const actions = holdingActions(paths)
  return () => <HoldingDetail actions={actions} />
}
