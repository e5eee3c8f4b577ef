import { useState } from 'react'
import { usePermission } from '#platform/web/session/session-store.ts'
import { getJournal } from '../contract/accounts.ts'
import { JournalDrawer } from './journal-drawer.tsx'
import './ledger.css'

/** The number of a journal; for whoever may see accounts it opens both sides, and from there the record it is about. */
export function JournalLink({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  if (!usePermission(getJournal.permission)) return <span className="bt-num">{id}</span>
  return (
    <>
      <button type="button" className="ledger-open bt-num" onClick={() => setOpen(true)}>
        {id}
      </button>
      {open && <JournalDrawer id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
