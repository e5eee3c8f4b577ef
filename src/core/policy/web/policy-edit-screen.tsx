import { fill } from '#kernel/language.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { PolicyEdit } from './policy-form.tsx'
import type { PolicyPaths } from './policy-paths.ts'

/** The form of a draft on an address of its own; ends on the policy. */
function PolicyEditScreen({ detail }: PolicyPaths) {
  const { id = '' } = useScreen().params
  return <PolicyEdit id={id} onClose={() => openAddress(fill(detail, { id }))} />
}

export default (paths: PolicyPaths) => () => <PolicyEditScreen {...paths} />
