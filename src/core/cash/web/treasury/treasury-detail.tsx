import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { printTreasury } from '#core/cash/contract/treasury/steps.ts'
import { isTill, treasuryMachine, treasuryTopic } from '#core/cash/contract/treasury/transaction.ts'
import { findTreasury, listTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import { MoneySteps, TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { showMoney } from '#kernel/money.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { PrintButton } from '../shifts/print-button.tsx'
import { Counts } from './counts.tsx'
import { addressOf, type TreasuryPaths } from './paths.ts'
import { treasuryActions } from './treasury-actions.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findTreasury>

const actions = treasuryActions()

function TreasuryDetail({ id, paths }: { id: string; paths: TreasuryPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(findTreasury, { id }, { quiet: true })
  useLiveReads(treasuryTopic, findTreasury)
  useLiveReads(requestsTopic, findTreasury)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: findTreasury.output, entity: 'cash.treasury.transaction' }}
      head={(row) => ({
        code: row.code,
        status: { machine: treasuryMachine.name, value: row.status },
        ...(row.amount === null ? {} : { amount: { value: row.amount, currency: 'VND' } }),
        parties: { from: row.fromName, to: row.toName },
        banner: row.pendingRequestId !== null && <RequestBanner requestId={row.pendingRequestId} />,
        actions: (
          <>
            <TraceLink code={row.code} />
            {!isTill(row.kind) && row.sent !== null && <PrintButton contract={printTreasury} id={id} label={labels.text('printSlip')} />}
            <Neighbours list={listTreasury} id={id} path={(other) => addressOf(paths, other)} />
          </>
        ),
      })}
      aside={(row) => <History row={row} />}
    >
      {(row) => <Facts row={row} />}
    </DetailLayout>
  )
}

function Facts({ row }: { row: Detail }) {
  const t = useShellText()
  const labels = useLabels(words)
  const held = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => row[field] !== null && row[field] !== '')
  return (
    <>
      <Notes row={row} />
      <Section title={labels.text('groupTransaction')}>
        <FieldList
          entity="cash.treasury.transaction"
          schema={findTreasury.output}
          value={row}
          fields={[
            'kind',
            ...held(['fromUnit', 'fromHolding']),
            ...(row.bankName === null && row.fromUnitId !== row.toUnitId ? held(['toUnit']) : []),
            ...held(['toHolding', 'bankName', 'courierName', 'sealNumber', 'vehicle', 'bankReference']),
            'plannedOn',
            ...held(['dispatchedAt', 'dispatchedOn', 'receivedAt', 'receivedOn', 'receivedAmount', 'difference', 'settlement', 'settlementStaff', 'statement']),
            ...held(['purpose', 'endReason']),
            'createdBy',
            'createdAt',
          ]}
        />
      </Section>
      <Section title={labels.text('groupCounts')}>
        <Counts row={row} />
      </Section>
      <MoneySteps steps={row.trace} />
      {row.journals.length > 0 && (
        <Section title={t('detail.journal')}>
          <JournalTable journals={row.journals} />
        </Section>
      )}
      <RecordIncidents record={{ type: 'cash.treasury_transaction', id: row.id, code: row.code }} />
      <RequestHistory subjectType="cash.treasury_transaction" subjectId={row.id} />
      {row.attachments.length > 0 && (
        <Section title={labels.text('groupFiles')}>
          <FileList files={row.attachments} />
        </Section>
      )}
    </>
  )
}

/** What somebody has to look at. */
function Notes({ row }: { row: Detail }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const money = (amount: string | null) => showMoney(amount ?? '0', language, 0)
  const notes = [
    row.status === 'DISPATCHED' && row.counting && labels.text('countingYou'),
    row.status === 'DISPATCHED' && !row.counting && row.receivingName !== null && labels.text('counting', { name: row.receivingName }),
    row.transit === 'OVERDUE' && labels.text('overdue', { hours: row.transitHours ?? 0 }),
    row.status === 'DISCREPANCY' &&
      row.difference !== null &&
      labels.text('discrepancy', { received: money(row.receivedAmount), difference: money(row.difference) }),
    row.overCeiling && labels.text('overCeiling'),
    row.courierOver && labels.text('courierOver'),
    row.statement === 'WAITING' && labels.text('statementWaiting'),
  ].filter((note) => typeof note === 'string')
  if (notes.length === 0) return null
  return (
    <div className="cash-notes">
      {notes.map((note) => (
        <Alert key={note} showIcon type={row.counting || note === labels.text('statementWaiting') ? 'info' : 'warning'} title={note} />
      ))}
    </div>
  )
}

function History({ row: { timeline } }: { row: Detail }) {
  const t = useShellText()
  const labels = useLabels(words)
  const items = timeline.map(({ seq, status, at, by, note }) => ({
    key: String(seq),
    at,
    title: labels.enumValue('cash.treasury.status', status),
    by,
    note: note || null,
    tone: toneOf(treasuryMachine.name, status),
  }))
  return (
    <Section title={t('detail.timeline')}>
      <Timeline items={items} />
    </Section>
  )
}

/** Opened without a transaction: the code of one leads to it. */
function LookUp({ paths }: { paths: TreasuryPaths }) {
  const labels = useLabels(words)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const find = async (code: string) => {
    if (code.trim() === '') return
    setBusy(true)
    setRefusal(undefined)
    try {
      const { id } = await call(findTreasury, { code: code.trim() })
      openAddress(addressOf(paths, id))
    } catch (error) {
      setRefusal((error as { status?: number }).status === 404 ? labels.text('lookUpNone') : reasonsOf(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={labels.text('lookUp')}>
      <Input.Search
        autoFocus
        aria-label={labels.field('transaction', 'code')}
        placeholder={labels.field('transaction', 'code')}
        enterButton={<Button type="primary">{labels.text('lookUpButton')}</Button>}
        loading={busy}
        style={{ maxWidth: 420 }}
        onSearch={(code) => void find(code)}
      />
      {refusal && <Alert type="warning" showIcon title={refusal} role="alert" style={{ marginBlockStart: 12, maxWidth: 420 }} />}
    </Section>
  )
}

function TreasuryDetailScreen({ paths }: { paths: TreasuryPaths }) {
  const id = useAsked().get('id')
  return id && /^\d+$/.test(id) ? <TreasuryDetail key={id} id={id} paths={paths} /> : <LookUp paths={paths} />
}

export default (paths: TreasuryPaths) => () => <TreasuryDetailScreen paths={paths} />
