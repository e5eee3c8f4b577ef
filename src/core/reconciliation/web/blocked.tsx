import { useLabels } from '#platform/web/i18n.ts'
import { words } from './words.ts'

/** Says that a session cannot be confirmed, whatever is matched, and why. */
export function Blocked({ reason }: { reason: string | null }) {
  const labels = useLabels(words)
  if (reason === null) return null
  return (
    <span className="bt-tag bt-tone-failure" title={reason}>
      {labels.text('blockedByGap')}
    </span>
  )
}
