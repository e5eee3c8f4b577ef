import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { paths, policyPath } from '#subsystems/sys/web/paths.ts'
import { PolicyCreate } from './policy-form.tsx'

/** The form of a new policy on an address of its own; ends on the policy that was made. */
export default function PolicyCreateScreen() {
  let made: string | null = null
  return (
    <PolicyCreate
      onDone={(id) => {
        made = id
      }}
      onClose={() => openAddress(made === null ? paths.managePolicy : policyPath(made))}
    />
  )
}
