import { useLabels } from '#platform/web/i18n.ts'

/** What an action of a permission is called; one that has no words keeps its own. */
export function useActionLabel(): (action: string) => string {
  const names = useLabels('iam')
  return (action) => names.enumValue('iam.action', action)
}
