import { Alert } from 'antd'
import { RecordHistory } from '#core/audit/web/public.ts'
import { listHolds } from '#core/disbursement/contract/holds.ts'
import { listItems } from '#core/disbursement/contract/items.ts'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { JournalLink } from '#core/ledger/web/public.ts'
import { ASKED_CASE, outcomePermissions } from '#core/outcomes/contract/case.ts'
import { settlementMachine, settlementsTopic } from '#core/settlements/contract/machine.ts'
import { findSettlement, listSettlements } from '#core/settlements/contract/settlements.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, wantLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { EndText } from '#platform/web/kit/value/timestamp.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import { movementsAddress, type SettlementPaths, settlementAddress, settlementsAddress } from './paths.ts'
import { settlementActions } from './settlement-actions.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findSettlement>
const ENTITY = 'settlements.settlement'
const SUBJECT = 'settlement.settlement'

// States of transfers are shown here in the words of their own module.
wantLabels([itemMachine.name])

function SettlementDetail({ paths }: { paths: SettlementPaths }) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findSettlement, { id }, { quiet: true })
  useLiveRead(settlementsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: settlementActions, schema: findSettlement.output, entity: SUBJECT }}
      head={(settlement) => ({
        code: settlement.code,
        status: { machine: settlementMachine.name, value: settlement.status },
        title: settlement.merchantName,
        amount: { value: settlement.net, currency: 'VND' },
        banner: (
          <>
            <Conflicts transfers={settlement.transfers} />
            <Banner settlement={settlement} paths={paths} />
          </>
        ),
        actions: <Neighbours list={listSettlements} id={id} path={(other) => settlementAddress(paths, other)} />,
      })}
      aside={() => <RecordHistory subjectType={SUBJECT} subjectId={id} />}
    >
      {(settlement) => <Facts settlement={settlement} paths={paths} />}
    </DetailLayout>
  )
}

/** Transfers whose outcome a later report contradicts: what stands here may not be so. */
function Conflicts({ transfers }: Pick<Detail, 'transfers'>) {
  const labels = useLabels(words)
  const cases = useScreenOf()(outcomePermissions.see)?.screen.path
  return transfers.map(
    ({ id, reference, conflictCaseId }) =>
      conflictCaseId !== null && (
        <Alert
          key={id}
          type="error"
          showIcon
          title={labels.text('conflictNote', { reference })}
          action={cases && <PageLink to={`${cases}?${new URLSearchParams({ [ASKED_CASE]: conflictCaseId })}`}>{labels.text('toCase')}</PageLink>}
        />
      ),
  )
}

/** Why it is not paid, and where it went. */
function Banner({ settlement: { code, waits, coolingUntil, status, holdReason, mergedInto, net }, paths }: { settlement: Detail; paths: SettlementPaths }) {
  const labels = useLabels(words)
  const holds = useScreenOf()(listHolds.permission)?.screen.path
  const warning =
    waits === 'COOLING' && coolingUntil !== null
      ? labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })
      : waits !== null
        ? labels.text('waitsNote', { reason: labels.enumValue('settlements.waits', waits) })
        : status === 'HELD'
          ? labels.text('heldNote', { reason: holdReason })
          : undefined
  if (warning !== undefined) {
    const link = status === 'HELD' && holds !== undefined && <PageLink to={`${holds}?${new URLSearchParams({ text: code })}`}>{labels.text('toHold')}</PageLink>
    return <Alert type="warning" showIcon title={warning} action={link || undefined} />
  }
  if (mergedInto !== null) {
    const link = <PageLink to={settlementAddress(paths, mergedInto.id)}>{mergedInto.code}</PageLink>
    return <Alert type="info" showIcon title={labels.text('mergedNote', { code: mergedInto.code })} action={link} />
  }
  return status === 'CARRIED' ? <Alert type="info" showIcon title={labels.text(net.startsWith('-') ? 'lossNote' : 'carriedNote')} /> : null
}

function Facts({ settlement, paths }: { settlement: Detail; paths: SettlementPaths }) {
  const labels = useLabels(words)
  const shown = { entity: ENTITY, schema: findSettlement.output, value: settlement } as const
  const given = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => settlement[field] !== null && settlement[field] !== '')
  const { code, merchantId, merchantName, movements, merged } = settlement
  return (
    <>
      <Section
        title={labels.text('groupSums')}
        extra={movements > 0 && <PageLink to={movementsAddress(paths, { settlement: code })}>{labels.text('showMovements', { n: movements })}</PageLink>}
      >
        <FieldList {...shown} fields={['payments', 'gross', 'fee', 'tax', 'refunds', 'cancellations', 'other', 'movementsNet', 'carried', 'net']} />
      </Section>
      <Section title={labels.text('groupCycle')} extra={<PageLink to={settlementsAddress(paths, merchantId)}>{labels.text('allOfMerchant')}</PageLink>}>
        <FieldList
          {...shown}
          fields={[
            { field: 'merchantName', render: () => <PageLink to={paths.merchant(merchantId)}>{merchantName}</PageLink> },
            'merchantCode',
            'unitName',
            'cycle',
            ...given(['fromAt']),
            { field: 'untilAt', render: ({ untilAt }) => <EndText value={untilAt} /> },
            'closedAt',
            'closedBy',
            ...given(['stepNote', 'paidAt']),
          ]}
        />
      </Section>
      <Section title={labels.text('groupAccount')}>
        <FieldList
          {...shown}
          fields={['accountNumber', 'accountName', { field: 'bankName', render: () => `${settlement.bankName} (${settlement.bankBin})` }]}
        />
      </Section>
      {merged.length > 0 && (
        <Section title={labels.text('groupMerged')}>
          <FieldTable
            schema={findSettlement.output.shape.merged.element}
            rows={merged}
            rowKey={(one) => one.id}
            entity={ENTITY}
            fields={[{ field: 'code', render: (one) => <PageLink to={settlementAddress(paths, one.id)}>{one.code}</PageLink> }, 'net']}
          />
        </Section>
      )}
      <Transfers settlement={settlement} paths={paths} />
    </>
  )
}

/** Its transfers, the newest first, and what they have booked. */
function Transfers({ settlement: { transfers, journals }, paths }: { settlement: Detail; paths: SettlementPaths }) {
  const labels = useLabels(words)
  const follows = usePermission(listItems.permission)
  return (
    <>
      <Section title={labels.text('groupTransfers')}>
        {transfers.length === 0 ? (
          <p className="bt-none">{labels.text('noTransfers')}</p>
        ) : (
          <FieldTable
            schema={findSettlement.output.shape.transfers.element}
            rows={transfers}
            rowKey={({ id }) => id}
            entity="settlements.transfer"
            fields={[
              { field: 'reference', render: ({ reference }) => (follows ? <PageLink to={paths.transfer(reference)}>{reference}</PageLink> : reference) },
              { field: 'status', render: ({ status }) => <StatusTag machine={itemMachine.name} value={status} /> },
              'amount',
              'batchCode',
              'accountNumber',
              'accountName',
              'partnerReference',
              'note',
              'updatedAt',
            ]}
          />
        )}
      </Section>
      {journals.length > 0 && (
        <Section title={labels.text('groupJournals')}>
          <FieldTable
            schema={findSettlement.output.shape.journals.element}
            rows={journals}
            rowKey={({ id }) => id}
            entity="settlements.journal"
            fields={[{ field: 'id', render: ({ id }) => <JournalLink id={id} /> }, 'description', 'amount', 'businessDate', 'recordedAt']}
          />
        </Section>
      )}
    </>
  )
}

export default (paths: SettlementPaths) => () => <SettlementDetail paths={paths} />
