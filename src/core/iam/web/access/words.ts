import { defineLabels, useNames } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/vi.ts'

export const words = defineLabels<typeof vi>('iam')

/** What an action of a permission is called; one that has no words keeps its own. */
export function useActionLabel(): (action: string) => string {
  const names = useNames('iam.action')
  return (action) => names.enumValue('iam.action', action)
}
