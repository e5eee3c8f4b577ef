import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { policyPath } from '#subsystems/sys/web/paths.ts'
import { PolicyEdit } from './policy-form.tsx'

/** The form of a draft on an address of its own; ends on the policy. */
export default function PolicyEditScreen() {
  const { id = '' } = useScreen().params
  return <PolicyEdit id={id} onClose={() => openAddress(policyPath(id))} />
}
