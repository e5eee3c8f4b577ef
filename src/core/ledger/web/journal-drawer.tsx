import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { getJournal } from '../contract/accounts.ts'
import { words } from './words.ts'

/** A journal with both sides, the journals that it reverses or is reversed by, and the way to the record it is about. */
export function JournalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const labels = useLabels(words)
  const [shown, setShown] = useState(id)
  const query = useContractQuery(getJournal, { id: shown }, { quiet: true })
  const link = (words: 'reverses' | 'reversedBy', other: string | null) =>
    other !== null && (
      <button type="button" className="ledger-open" onClick={() => setShown(other)}>
        {labels.text(words, { id: other })}
      </button>
    )
  return (
    <RecordDrawer query={query} title={labels.text('journalOf', { id: shown })} onClose={onClose}>
      {(journal) => (
        <>
          <FieldList
            entity="ledger.journal"
            schema={getJournal.output}
            value={journal}
            fields={[{ field: 'kindName', label: 'kind' }, 'service', 'businessDate', 'occurredAt', 'recordedAt', 'businessKey']}
          />
          <p className="ledger-links">
            {journal.recordPath && <PageLink to={journal.recordPath}>{labels.text('openRecord')}</PageLink>}
            {link('reverses', journal.reversesJournalId)}
            {link('reversedBy', journal.reversedByJournalId)}
          </p>
          <JournalTable journals={[journal]} />
        </>
      )}
    </RecordDrawer>
  )
}
