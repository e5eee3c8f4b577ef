import { useLabels } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import { traceMoney } from '../contract/trace.ts'
import { words } from './words.ts'

/** From a record to where its money is, for who has that screen. */
export function TraceLink({ code }: { code: string }) {
  const labels = useLabels(words)
  const entry = useScreenOf()(traceMoney.permission)
  if (!entry) return null
  return (
    <PageLink to={`${entry.screen.path}?${new URLSearchParams({ reference: code })}`} title={labels.text('traceOf', { code })}>
      {labels.text('trace')}
    </PageLink>
  )
}
