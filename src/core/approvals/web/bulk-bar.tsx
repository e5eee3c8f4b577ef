import { Button, Checkbox } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { create } from 'zustand'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { BULK_MAX, type Decision, type listRequests } from '../contract/request.ts'
import './approvals.css'

/** Fetched when it is opened: the lists that show a badge only do without it. */
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type Row = RowOf<typeof listRequests>

/** The requests ticked in the inbox, by id. */
const useChosen = create<{ rows: ReadonlyMap<string, Row> }>(() => ({ rows: new Map() }))

function choose(row: Row, on: boolean): void {
  useChosen.setState(({ rows }) => {
    const next = new Map(rows)
    if (on && next.size < BULK_MAX) next.set(row.id, row)
    else next.delete(row.id)
    return { rows: next }
  })
}

const chooseNone = () => useChosen.setState({ rows: new Map() })

/** Ticks a request that the person may decide; nothing for the others. */
export function SelectRow({ row }: { row: Row }) {
  const labels = useLabels('approvals')
  const chosen = useChosen(({ rows }) => rows.has(row.id))
  if (!row.mayDecide) return null
  return <Checkbox checked={chosen} aria-label={labels.text('selectRow', { code: row.subjectCode })} onChange={({ target }) => choose(row, target.checked)} />
}

/** Decides the ticked requests together, after a look at what they are; then a result a row. */
export function BulkBar() {
  const labels = useLabels('approvals')
  const rows = useChosen((state) => state.rows)
  const [decision, setDecision] = useState<Decision | null>(null)
  if (rows.size === 0 && decision === null) return null
  return (
    <div className="bt-bulk">
      <span>{labels.text('chosen', { n: rows.size })}</span>
      <Button type="primary" onClick={() => setDecision('APPROVE')}>
        {labels.text('approve')}
      </Button>
      <Button danger onClick={() => setDecision('REJECT')}>
        {labels.text('reject')}
      </Button>
      {decision && (
        <Suspense>
          <BulkDialog decision={decision} rows={[...rows.values()]} onDone={chooseNone} onClose={() => setDecision(null)} />
        </Suspense>
      )}
    </div>
  )
}
