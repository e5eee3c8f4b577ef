import { useState } from 'react'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { RecordIncidents } from '#core/incidents/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { findManualJournal, ManualLine, manualMachine } from '../contract/manual.ts'
import { reverseManual } from './actions.ts'
import { JournalDrawer } from './journal-drawer.tsx'
import type { LedgerPaths } from './paths.ts'
import { words } from './words.ts'
import './ledger.css'

function ManualDetail({ paths }: { paths: LedgerPaths }) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findManualJournal, { id }, { quiet: true })
  // Somebody else decides while the maker looks on.
  useLiveReads(requestsTopic, findManualJournal)
  return (
    <DetailLayout
      query={query}
      head={({ code, status, amount, pendingRequestId }) => ({
        code,
        status: { machine: manualMachine.name, value: status },
        amount: { value: amount, currency: 'VND' },
        banner: pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />,
      })}
      offers={{ actions: [reverseManual], schema: findManualJournal.output, entity: 'ledger.manualJournal' }}
      aside={(manual) => <RecordHistory subjectType="ledger.manual_journal" subjectId={manual.id} />}
    >
      {(manual) => <Facts manual={manual} paths={paths} />}
    </DetailLayout>
  )
}

function Facts({ manual, paths }: { manual: OutputOf<typeof findManualJournal>; paths: LedgerPaths }) {
  const labels = useLabels(words)
  const [journal, setJournal] = useState<string | null>(null)
  const open = (id: string | null) =>
    id === null ? (
      <span className="bt-none">{labels.text('notPosted')}</span>
    ) : (
      <button type="button" className="ledger-open bt-num" onClick={() => setJournal(id)}>
        {id}
      </button>
    )
  return (
    <>
      <Section title={labels.text('entryLines')}>
        <FieldTable
          schema={ManualLine}
          rows={manual.lines}
          rowKey={({ line }) => line}
          entity="ledger.manualLine"
          fields={[
            {
              field: 'accountCode',
              render: ({ accountId, accountCode }) => (
                <PageLink className="bt-num" to={fill(paths.account, { id: accountId })}>
                  {accountCode}
                </PageLink>
              ),
            },
            'accountName',
            'side',
            'amount',
          ]}
        />
      </Section>
      <Section title={labels.text('ledgerJournals')}>
        <FieldList
          entity="ledger.manualJournal"
          schema={findManualJournal.output}
          value={manual}
          fields={[
            'businessDate',
            'unitName',
            'reason',
            'createdBy',
            'createdAt',
            'postedBy',
            { field: 'journalId', render: ({ journalId }) => open(journalId) },
            ...(manual.reversalJournalId === null
              ? []
              : [{ field: 'reversalJournalId' as const, render: ({ reversalJournalId }: OutputOf<typeof findManualJournal>) => open(reversalJournalId) }]),
          ]}
        />
      </Section>
      <RequestHistory subjectType="ledger.manual_journal" subjectId={manual.id} />
      <RecordIncidents record={{ type: 'ledger.manual_journal', id: manual.id, code: manual.code }} />
      {journal !== null && <JournalDrawer id={journal} onClose={() => setJournal(null)} />}
    </>
  )
}

export default (paths: LedgerPaths) => () => <ManualDetail paths={paths} />
