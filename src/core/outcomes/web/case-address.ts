import { pathOf } from '#platform/web/shell/routing/routing.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { ASKED_CASE } from '../contract/case.ts'

/** The whole address that opens a case for whoever it is sent to: the list shows it alone, and its drawer stands open. */
export function useCaseAddress(): (id: string, code: string) => string {
  const { address } = useScreen()
  return (id, code) => `${location.origin}${pathOf(address)}?${new URLSearchParams({ text: code, [ASKED_CASE]: id })}`
}
