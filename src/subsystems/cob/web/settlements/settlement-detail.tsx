import { Alert, Button, Pagination } from 'antd'
import { useState } from 'react'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { listHolds } from '#core/disbursement/contract/holds.ts'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { JournalLink } from '#core/ledger/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { fetchFile, saveFile } from '#platform/web/api/download.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, wantLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { usePageItems } from '#platform/web/kit/list/page-items.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import {
  codSettlementMachine,
  codSettlementsTopic,
  downloadCodStatement,
  findCodSettlement,
  listCodSettlements,
  listSettlementLines,
} from '../../contract/settlements.ts'
import { codRunPath, itemPath, keyAccountPath, settlementPath, settlementsOfPath } from '../paths.ts'
import { IncidentLink } from './incident-link.tsx'
import { settlementActions } from './settlement-actions.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findCodSettlement>
const ENTITY = 'cob.settlements.settlement'
const SIZE = 15

// States of transfers are shown here in the words of their own module.
wantLabels([itemMachine.name])

export default () => {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findCodSettlement, { id }, { quiet: true })
  useLiveRead(codSettlementsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: settlementActions, schema: findCodSettlement.output, entity: ENTITY }}
      head={(one) => ({
        code: one.code,
        status: { machine: codSettlementMachine.name, value: one.status },
        title: one.keyAccountName,
        amount: { value: one.net, currency: 'VND' },
        banner: <Banner one={one} />,
        actions: (
          <>
            <Files id={id} />
            <Neighbours list={listCodSettlements} id={id} path={settlementPath} />
          </>
        ),
      })}
      aside={() => <RecordHistory subjectType="cob.settlement" subjectId={id} />}
    >
      {(one) => <Facts one={one} />}
    </DetailLayout>
  )
}

/** The statement on paper and as a spreadsheet. */
function Files({ id }: { id: string }) {
  const labels = useLabels(words)
  const fetch = async (format: 'pdf' | 'xlsx', title: string) => {
    try {
      saveFile(await fetchFile(downloadCodStatement, { id, format }))
    } catch (error) {
      notify({ kind: 'error', title, text: messageOf(error) })
    }
  }
  return (['pdf', 'xlsx'] as const).map((format) => {
    const title = labels.text(format === 'pdf' ? 'printPdf' : 'downloadXlsx')
    return (
      <Button key={format} onClick={() => void fetch(format, title)}>
        {title}
      </Button>
    )
  })
}

/** Why it is not paid, and where it went. */
function Banner({ one: { code, waits, coolingUntil, status, holdReason, mergedInto, stepNote, pendingRequestId } }: { one: Detail }) {
  const labels = useLabels(words)
  const holds = useScreenOf()(listHolds.permission)?.screen.path
  if (pendingRequestId !== null && status === 'CHECKED') return <RequestBanner requestId={pendingRequestId} />
  if (waits === 'COOLING' && coolingUntil !== null)
    return <Alert type="warning" showIcon title={labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })} />
  if (waits !== null) return <Alert type="warning" showIcon title={labels.text('waitsNote', { reason: labels.enumValue('cob.settlements.waits', waits) })} />
  if (status === 'HELD') {
    const link = holds && <PageLink to={`${holds}?${new URLSearchParams({ text: code })}`}>{labels.text('toHold')}</PageLink>
    return <Alert type="warning" showIcon title={labels.text('heldNote', { reason: holdReason })} action={link} />
  }
  // Who withdraws a statement says why; a transfer that did not go leaves no note.
  if (status === 'FAILED')
    return <Alert type="error" showIcon title={stepNote === '' ? labels.text('failedNote') : labels.text('withdrawnNote', { reason: stepNote })} />
  if (mergedInto !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={labels.text('mergedNote', { code: mergedInto.code })}
        action={<PageLink to={settlementPath(mergedInto.id)}>{mergedInto.code}</PageLink>}
      />
    )
  if (status === 'CARRIED') return <Alert type="info" showIcon title={labels.text('carriedNote')} />
  if (status === 'RELEASED') return <Alert type="warning" showIcon title={labels.text('releasedNote', { reason: stepNote })} />
  return null
}

function Facts({ one }: { one: Detail }) {
  const labels = useLabels(words)
  const shown = { entity: ENTITY, schema: findCodSettlement.output, value: one } as const
  const given = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => one[field] !== null && one[field] !== '')
  return (
    <>
      <Section title={labels.text('groupConclusion')}>
        <FieldList {...shown} fields={['items', 'cod', 'postage', 'fee', 'tax', 'deductions', 'carried', 'net']} />
      </Section>
      <Section title={labels.text('groupItems')}>
        <Lines id={one.id} />
      </Section>
      {one.deducted.length > 0 && (
        <Section title={labels.text('groupDeducted')}>
          <FieldTable
            schema={findCodSettlement.output.shape.deducted.element}
            rows={one.deducted}
            rowKey={({ id }) => id}
            entity="cob.settlements.deducted"
            fields={['itemCode', 'reason', 'amount', 'owed', 'at']}
          />
        </Section>
      )}
      <Section title={labels.text('groupCycle')} extra={<PageLink to={settlementsOfPath(one.keyAccountId)}>{labels.text('allOfKeyAccount')}</PageLink>}>
        <FieldList
          {...shown}
          fields={[
            { field: 'keyAccountName', render: () => <PageLink to={keyAccountPath(one.keyAccountId)}>{one.keyAccountName}</PageLink> },
            ...(['keyAccountCode', 'taxCode', 'contractNumber', 'dateBasis', 'cycleDate', 'untilOn', 'unitName'] as const),
            { field: 'runCode', render: () => <PageLink to={codRunPath(one.runId)}>{one.runCode}</PageLink> },
            ...(['runStatus', 'madeBy', 'madeAt'] as const),
            ...given(['checkedBy', 'stepNote', 'paidAt', 'mailedAt']),
          ]}
        />
      </Section>
      <Section title={labels.text('groupAccount')}>
        <FieldList {...shown} fields={['accountNumber', 'accountName', { field: 'bankName', render: () => `${one.bankName} (${one.bankBin})` }]} />
      </Section>
      {one.merged.length > 0 && (
        <Section title={labels.text('groupMerged')}>
          <FieldTable
            schema={findCodSettlement.output.shape.merged.element}
            rows={one.merged}
            rowKey={({ id }) => id}
            entity={ENTITY}
            fields={[{ field: 'code', render: ({ id, code }) => <PageLink to={settlementPath(id)}>{code}</PageLink> }, 'net']}
          />
        </Section>
      )}
      <Transfers one={one} />
    </>
  )
}

/** Its items with what each is charged, a page at a time. */
function Lines({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const items = usePageItems()
  const { data } = useContractQuery(listSettlementLines, { searchSdi: { settlementId: id }, pageInfo: { currentPage: page, pageSize: SIZE } }, { quiet: true })
  if (!data) return null
  return (
    <>
      <FieldTable
        schema={listSettlementLines.row}
        rows={data.result}
        rowKey={(row) => row.id}
        entity="cob.settlements.line"
        fields={[
          { field: 'itemCode', render: (row) => <PageLink to={itemPath(row.itemId)}>{row.itemCode}</PageLink> },
          ...(['part', 'acceptedAt', 'deliveredAt', 'receiverName', 'cod', 'postage', 'fee', 'tax', 'net'] as const),
        ]}
        actions={(row) => <IncidentLink code={row.itemCode} />}
      />
      {data.totalRecord > SIZE && (
        <Pagination size="small" current={page} total={data.totalRecord} pageSize={SIZE} showSizeChanger={false} itemRender={items} onChange={setPage} />
      )}
    </>
  )
}

/** Its transfers, the newest first, and what was booked. */
function Transfers({ one: { transfers, journals } }: { one: Detail }) {
  const labels = useLabels(words)
  return (
    <>
      <Section title={labels.text('groupTransfers')}>
        {transfers.length === 0 ? (
          <p className="bt-none">{labels.text('noTransfers')}</p>
        ) : (
          <FieldTable
            schema={findCodSettlement.output.shape.transfers.element}
            rows={transfers}
            rowKey={({ id }) => id}
            entity="cob.settlements.transfer"
            fields={[
              'reference',
              { field: 'status', render: ({ status }) => <StatusTag machine={itemMachine.name} value={status} /> },
              ...(['amount', 'batchCode', 'accountNumber', 'accountName', 'partnerReference', 'updatedAt'] as const),
            ]}
          />
        )}
      </Section>
      {journals.length > 0 && (
        <Section title={labels.text('groupJournals')}>
          <FieldTable
            schema={findCodSettlement.output.shape.journals.element}
            rows={journals}
            rowKey={({ id }) => id}
            entity="cob.settlements.journal"
            fields={[{ field: 'id', render: ({ id }) => <JournalLink id={id} /> }, 'description', 'amount', 'businessDate', 'recordedAt']}
          />
        </Section>
      )}
    </>
  )
}
