import { Alert } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList, type FieldSpec } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { findCount, printCount, varianceMachine } from '../../contract/counts.ts'
import { countActions } from './count-actions.tsx'
import type { CashPaths } from './paths.ts'
import { PrintButton } from './print-button.tsx'
import './shifts.css'
import { textOf, UnknownPayouts } from './unknown-payouts.tsx'
import { words } from './words.ts'

const Line = findCount.output.shape.lines.element

/** One count: what was counted, what the ledger said, and what became of the difference. */
function CountDetail({ paths }: { paths: CashPaths }) {
  const { id = '' } = useScreen().params
  const labels = useLabels(words)
  const query = useContractQuery(findCount, { id }, { quiet: true })
  return (
    <DetailLayout
      query={query}
      head={({ code, varianceStatus, holdingCode, pendingRequestId, blind }) => ({
        code,
        title: holdingCode,
        ...(varianceStatus ? { status: { machine: varianceMachine.name, value: varianceStatus } } : {}),
        banner: blind ? (
          <Alert type="info" showIcon title={labels.text('blind')} />
        ) : (
          pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />
        ),
        actions: !blind && <PrintButton contract={printCount} id={id} label={labels.text('printCount')} />,
      })}
      offers={{ actions: countActions, schema: findCount.output, entity: 'cash.shifts.count' }}
      aside={(count) => <RecordHistory subjectType="cash.count" subjectId={count.id} />}
    >
      {(count) => (
        <>
          <Section title={labels.text('countFacts')}>
            <FieldList
              entity="cash.shifts.count"
              schema={findCount.output}
              value={count}
              fields={[
                'counted',
                'ledgerBalance',
                'variance',
                ...(count.varianceLeft === null || count.varianceLeft === count.variance ? [] : (['varianceLeft'] as const)),
                'reason',
                'holdingCode',
                'unitName',
                'businessDate',
                'countedAt',
                'counterName',
                ...(count.witnessName === null ? [] : (['witnessName'] as const)),
                ...linksOf(count, paths),
                'accountVersion',
                ...(count.varianceStatus ? (['varianceReason', 'varianceNote', 'explainedBy', 'decidedBy'] as const) : []),
              ]}
            />
          </Section>
          <UnknownPayouts rows={count.payouts} text={textOf(count)} />
          {!count.blind && (
            <Section title={labels.text('sheet')}>
              <div className="cash-sheet">
                <FieldTable
                  schema={Line}
                  rows={count.lines}
                  rowKey={({ denomination }) => denomination}
                  entity="cash.shifts.countLine"
                  fields={['denomination', 'pieces', 'amount']}
                />
              </div>
            </Section>
          )}
          <RequestHistory subjectType="cash.count" subjectId={count.id} />
        </>
      )}
    </DetailLayout>
  )
}

/** The shift it belongs to and the count it replaces, where there are. */
function linksOf({ shiftId, shiftCode, recountOfId, recountOf }: OutputOf<typeof findCount>, paths: CashPaths): FieldSpec<typeof findCount.output>[] {
  return [
    ...(shiftId === null ? [] : [{ field: 'shiftCode' as const, render: () => <PageLink to={fill(paths.shift, { id: shiftId })}>{shiftCode}</PageLink> }]),
    ...(recountOfId === null
      ? []
      : [{ field: 'recountOf' as const, render: () => <PageLink to={fill(paths.count, { id: recountOfId })}>{recountOf}</PageLink> }]),
  ]
}

export default (paths: CashPaths) => () => <CountDetail paths={paths} />
