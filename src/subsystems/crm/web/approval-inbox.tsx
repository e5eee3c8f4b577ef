import { useState } from 'react'
import { listRequests, requestsTopic } from '#core/approvals/contract/request.ts'
import { DelegationsButton, RequestDrawer, useBulkDecisions } from '#core/approvals/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'

type Row = RowOf<typeof listRequests>

/** The subject's code opens the request beside the list, so that one may go on to the next. */
function OpenRequest({ row }: { row: Row }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bt-request-open bt-num" onClick={() => setOpen(true)}>
        {row.subjectCode}
      </button>
      <RequestDrawer id={open ? row.id : null} onClose={() => setOpen(false)} />
    </>
  )
}

export default listScreen(listRequests, {
  live: requestsTopic,
  toolbar: DelegationsButton,
  useBulkActions: useBulkDecisions,
  filters: [
    'box',
    'status',
    'kind',
    { range: ['from', 'to'], label: 'askedAt', days: 0 },
    { range: ['amountFrom', 'amountTo'], label: 'amount' },
    'subjectCode',
  ],
  columns: [
    { field: 'subjectCode', fixed: 'start', render: (row) => <OpenRequest row={row} /> },
    { field: 'kind', width: 190 },
    { field: 'moneyImpact', width: 176 },
    'status',
    'reason',
    'makerName',
    'askedAt',
    'expiresAt',
    'unitName',
    'checkerName',
    'decidedAt',
    { field: 'tier', hidden: true },
    { field: 'rowImpact', hidden: true },
  ],
})
