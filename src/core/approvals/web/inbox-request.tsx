import { useState } from 'react'
import type { Page, RowOf } from '#kernel/contract.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf } from '#platform/web/api/use-query.ts'
import { listRequests } from '../contract/request.ts'
import { RequestDrawer } from './request-drawer.tsx'

type Row = RowOf<typeof listRequests>

/** A request beside the inbox; after a decision the next one of the page comes that waits for the reader. */
export function InboxRequest({ row: { id }, onClose }: { row: Row; onClose: () => void }) {
  // As the page stood when the first was opened: what is decided leaves the list at once.
  const [queue] = useState(() => waitingAfter(id))
  const [at, setAt] = useState(-1)
  const next = () => (at + 1 < queue.length ? setAt(at + 1) : onClose())
  return <RequestDrawer id={queue[at] ?? id} onClose={onClose} onDecided={next} />
}

/** Ids of the requests to decide on the newest page in memory that holds one: those below it, then those above. */
function waitingAfter(id: string): string[] {
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKeyOf(listRequests) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => (query.state.data as Page<Row> | undefined)?.result ?? [])
  const rows = pages.find((page) => page.some((row) => row.id === id)) ?? []
  const place = rows.findIndex((row) => row.id === id)
  return [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))].flatMap((row) => (row.mayDecide ? row.id : []))
}
