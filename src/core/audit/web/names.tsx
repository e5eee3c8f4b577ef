import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { auditNames } from '../contract/audit.ts'
import { words } from './words.ts'

/** What actions and kinds of records are called; undefined until the server has answered. */
export function useAuditNames() {
  const { data, error } = useContractQuery(auditNames, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true })
  return data ?? (error ? { actions: {}, subjects: {} } : undefined)
}

/** An action in the person's language; what was written stands behind it. */
export function ActionText({ action }: { action: string }) {
  const names = useAuditNames()
  return <span title={action}>{names && (names.actions[action] ?? action)}</span>
}

/** A kind of record in the person's language; what was written stands behind it. */
export function SubjectText({ type }: { type: string }) {
  const names = useAuditNames()
  return <span title={type}>{names && (names.subjects[type] ?? type)}</span>
}

/** Who acted, by name where there is one, else the account or the code; what was written stands behind it. */
export function ActorText({ actor, name = null }: { actor: string; name?: string | null }) {
  const labels = useLabels(words)
  const code = actor === 'system' ? labels.text('system') : actor.replace(/^(user|partner):/, '')
  return <span title={actor}>{name ?? code}</span>
}
