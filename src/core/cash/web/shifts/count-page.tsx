import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { myCount, type submitCount } from '../../contract/counts.ts'
import { CountSheet } from './count-sheet.tsx'
import type { CashPaths } from './paths.ts'
import './shifts.css'
import { words } from './words.ts'

/** The count that the person has begun, whatever it is of. */
function CountPage({ paths }: { paths: CashPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(myCount, {}, { quiet: true })
  const [done, setDone] = useState<OutputOf<typeof submitCount> | null>(null)
  if (!query.data) return <Waiting query={query} />
  const { count } = query.data
  if (count)
    return (
      <article className="cash-day">
        <CountSheet count={count} onDone={setDone} />
      </article>
    )
  return (
    <article className="cash-day">
      <p className="bt-none">{labels.text(done ? 'countDone' : 'noCount')}</p>
      {done && <PageLink to={fill(paths.count, { id: done.id })}>{done.code}</PageLink>}
      <PageLink to={paths.holdings}>{labels.text('toHoldings')}</PageLink>
    </article>
  )
}

export default (paths: CashPaths) => () => <CountPage paths={paths} />
