import { useLanguage } from '#platform/web/i18n.ts'
import { actionName, subjectName } from './action-words.ts'

/** An action in the person's language; what was written stands behind it. */
export function ActionText({ action }: { action: string }) {
  return <span title={action}>{actionName(action, useLanguage())}</span>
}

/** A kind of record in the person's language; what was written stands behind it. */
export function SubjectText({ type }: { type: string }) {
  return <span title={type}>{subjectName(type, useLanguage())}</span>
}
