import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { pathOf } from '#platform/web/shell/routing/routing.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { ASKED_CASE } from '../contract/case.ts'
import { CaseDrawer } from './case-drawer.tsx'

/** The case that the address asks for, opened over its list; closing it leaves the list as it is. */
export function AskedCase() {
  const { tabId, address } = useScreen()
  const asked = useAsked()
  const id = asked.get(ASKED_CASE)
  if (id === null || !/^\d{1,18}$/.test(id)) return null
  const close = () => {
    const kept = new URLSearchParams(asked)
    kept.delete(ASKED_CASE)
    replaceAddress(tabId, kept.size > 0 ? `${pathOf(address)}?${kept}` : pathOf(address))
  }
  return <CaseDrawer row={{ id }} title="" onClose={close} />
}
