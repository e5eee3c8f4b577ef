import { fill } from '#kernel/language.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PolicyCreate } from './policy-form.tsx'
import type { PolicyPaths } from './policy-paths.ts'

/** The form of a new policy on an address of its own; ends on the policy that was made. */
function PolicyCreateScreen({ list, detail }: PolicyPaths) {
  let made: string | null = null
  return (
    <PolicyCreate
      onDone={(id) => {
        made = id
      }}
      onClose={() => openAddress(made === null ? list : fill(detail, { id: made }))}
    />
  )
}

export default (paths: PolicyPaths) => () => <PolicyCreateScreen {...paths} />
