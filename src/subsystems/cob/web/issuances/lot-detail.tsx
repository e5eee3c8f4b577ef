import { useState } from 'react'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { listIssuanceLines } from '../../contract/issuances/lines.ts'
import { findIssuance, listIssuances } from '../../contract/issuances/lots.ts'
import { issuancesTopic, lineMachine, lotMachine } from '../../contract/issuances/machines.ts'
import { issuancePath } from '../paths.ts'
import { LineDrawer } from './line-drawer.tsx'
import { lotActions } from './lot-actions.tsx'
import { linesAddress } from './paths.ts'
import { words } from './words.ts'

type Lot = OutputOf<typeof findIssuance>
type Line = RowOf<typeof listIssuanceLines>

/** One lot: what it holds, how far it has come, and its first lines. */
export default function LotDetail() {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findIssuance, { id }, { quiet: true })
  useLiveRead(issuancesTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: lotActions, schema: findIssuance.output, entity: 'cob.issuances.lot' }}
      head={(lot) => ({
        code: lot.code,
        status: { machine: lotMachine.name, value: lot.status },
        title: lot.name,
        amount: { value: lot.total, currency: 'VND' },
        banner: lot.pendingRequestId !== null && <RequestBanner requestId={lot.pendingRequestId} />,
        actions: <Neighbours list={listIssuances} id={id} path={issuancePath} />,
      })}
      aside={(lot) => <RecordHistory subjectType="cob.issuance" subjectId={lot.id} />}
    >
      {(lot) => <Facts lot={lot} />}
    </DetailLayout>
  )
}

function Facts({ lot }: { lot: Lot }) {
  const labels = useLabels(words)
  const held = (fields: readonly Extract<keyof Lot, string>[]) => fields.filter((field) => lot[field] !== null && lot[field] !== '')
  return (
    <>
      <Section title={labels.text('groupLot')}>
        <FieldList
          entity="cob.issuances.lot"
          schema={findIssuance.output}
          value={lot}
          fields={[
            ...([
              'keyAccountName',
              'keyAccountCode',
              'unitName',
              'lineCount',
              'total',
              'collected',
              'collectedLines',
              'openLines',
              'createdBy',
              'createdAt',
            ] as const),
            ...held(['submittedBy', 'submittedAt', 'issuedBy', 'issuedAt', 'closedAt', 'fileName', 'note', 'hash']),
          ]}
        />
      </Section>
      {lot.states.length > 0 && (
        <Section title={labels.text('groupStates')}>
          <FieldTable
            entity="cob.issuances.lot"
            schema={findIssuance.output.shape.states.element}
            rows={lot.states}
            rowKey={({ status }) => status}
            fields={[
              {
                field: 'status',
                render: ({ status }) => (
                  <PageLink to={linesAddress(lot.id, status)}>
                    <StatusTag machine={lineMachine.name} value={status} />
                  </PageLink>
                ),
              },
              'lines',
              'amount',
            ]}
          />
        </Section>
      )}
      {lot.lineCount > 0 && <Lines lot={lot} />}
      <RequestHistory subjectType="cob.issuance" subjectId={lot.id} />
    </>
  )
}

/** The first lines of the lot, each with its visits; the others are a list of their own. */
function Lines({ lot }: { lot: Lot }) {
  const labels = useLabels(words)
  const allowed = usePermission(listIssuanceLines.permission)
  const [open, setOpen] = useState<Line | null>(null)
  const query = useContractQuery(
    listIssuanceLines,
    { searchSdi: { issuanceId: lot.id }, pageInfo: { currentPage: 1, pageSize: 15 }, sort: { field: 'code', direction: 'asc' } },
    { quiet: true, enabled: allowed },
  )
  useLiveRead(issuancesTopic, query)
  const { data } = query
  if (!allowed || !data) return null
  const rows = data.result as readonly Line[]
  const more = data.totalRecord > rows.length ? labels.text('firstLines', { n: rows.length, lines: data.totalRecord }) : labels.text('showLines')
  return (
    <Section title={labels.text('groupLines')} extra={<PageLink to={linesAddress(lot.id)}>{more}</PageLink>}>
      {/* A wide table moves within its section and widens nothing. */}
      <div style={{ overflowX: 'auto', contain: 'inline-size' }}>
        <FieldTable
          entity="cob.issuances.line"
          schema={listIssuanceLines.row}
          rows={rows}
          rowKey={({ id }) => id}
          fields={[
            {
              field: 'code',
              render: (line) => (
                <button type="button" className="bt-request-open bt-num" onClick={() => setOpen(line)}>
                  {line.code}
                </button>
              ),
            },
            'reference',
            'payerName',
            'amount',
            'dueOn',
            'status',
            'courierName',
            'attempts',
            'unitName',
          ]}
        />
      </div>
      {open && <LineDrawer row={open} title={open.code} onClose={() => setOpen(null)} />}
    </Section>
  )
}
