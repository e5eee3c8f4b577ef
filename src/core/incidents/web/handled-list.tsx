import { type ComponentType, useEffect, useState } from 'react'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import incidentList from './incident-list.tsx'

/** The list as it is opened for what is being handled: everything that has not ended, what is due first on top. Another view is chosen as in the list itself. */
export default (contracts: IncidentContracts): ComponentType => {
  const List = incidentList(contracts)
  return Object.assign(
    () => {
      const { tabId, address } = useScreen()
      const [asked, setAsked] = useState(address.includes('?'))
      useEffect(() => {
        if (asked) return
        replaceAddress(tabId, `${address}?${new URLSearchParams({ view: 'OPEN', sort: 'dueAt' })}`, true)
        setAsked(true)
      }, [asked, address, tabId])
      return asked ? <List /> : null
    },
    { entity: List.entity, actions: List.actions },
  )
}
