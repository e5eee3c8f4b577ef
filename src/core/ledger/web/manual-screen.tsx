import { Form } from 'antd'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_TYPES } from '#core/approvals/contract/evidence.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney, isMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { createManualJournal, listManualJournals, manualMachine } from '../contract/manual.ts'
import { ManualAccountSelect } from './account-select.tsx'
import { reverseManual } from './actions.ts'
import type { LedgerPaths } from './paths.ts'
import { words } from './words.ts'
import './ledger.css'

const LINE = [{ field: 'accountId', input: <ManualAccountSelect /> }, 'side', 'amount'] as const

function Fields() {
  const labels = useLabels(words)
  return (
    <>
      <Pair>
        <Field name="businessDate" />
        <Field name="unitId">
          <UnitSelect placeholder={labels.text('ownUnit')} />
        </Field>
      </Pair>
      <Field name="reason" />
      <RowTable name="lines" title={labels.text('entryLines')} entity="ledger.manualLine" columns={LINE} start={(rows) => ({ side: rows === 0 ? 'D' : 'C' })} />
      <Totals />
      <Field name="attachments">
        <FileInput kind={EVIDENCE_KIND} types={EVIDENCE_TYPES} maxBytes={EVIDENCE_BYTES} />
      </Field>
    </>
  )
}

/** Both sides as they are typed, and what they differ by. */
function Totals() {
  const labels = useLabels(words)
  const language = useLanguage()
  const lines = (Form.useWatch('lines') ?? []) as { side?: string; amount?: string }[]
  const sum = (of: string) => lines.reduce((total, { side, amount = '' }) => total + (side === of && isMoney(amount) ? parseMoney(amount) : 0n), 0n)
  const [debit, credit] = [sum('D'), sum('C')]
  const show = (value: bigint) => showMoney(formatMoney(value), language)
  return (
    <p className="ledger-totals" role="status">
      <span className="bt-num">{labels.text('debitTotal', { debit: show(debit), credit: show(credit) })}</span>
      {debit !== credit && (
        <strong className="bt-num bt-negative">{labels.text('unbalanced', { difference: show(debit > credit ? debit - credit : credit - debit) })}</strong>
      )}
    </p>
  )
}

/** Journals by hand; `paths` say where their pages stand. */
export default function manualScreen(paths: LedgerPaths) {
  return listScreen(listManualJournals, {
    filters: [
      { range: ['from', 'to'], label: 'businessDate', days: 0 },
      'text',
      'status',
      { field: 'unitId', input: UnitSelect },
      { range: ['amountFrom', 'amountTo'], label: 'amount' },
    ],
    columns: [
      { field: 'code', fixed: 'start', width: 150 },
      'businessDate',
      'amount',
      {
        field: 'status',
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={manualMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      'reason',
      'unitName',
      'createdBy',
      'createdAt',
      'postedBy',
    ],
    detailPath: ({ id }) => fill(paths.manualJournal, { id }),
    nameOf: ({ code }) => code,
    actions: [
      create(createManualJournal, Fields, {
        size: 920,
        values: () => ({ businessDate: today(), lines: [{ side: 'D' }, { side: 'C' }] }),
        onDone: ({ id }) => openAddress(fill(paths.manualJournal, { id })),
      }),
      reverseManual,
    ],
  })
}
