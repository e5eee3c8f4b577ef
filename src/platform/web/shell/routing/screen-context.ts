import { createContext, useContext, useMemo } from 'react'

/** What the page of a tab knows of itself. */
export interface ScreenFacts {
  tabId: string
  /** Module of the manifest: the namespace of the labels. */
  module: string
  /** Permission uri of the screen, ending in its action. */
  permission: string
  /** Key under `screens` of the module's labels. */
  title: string
  /** Full path and query of the tab, the page's own state included. */
  address: string
  params: Readonly<Record<string, string>>
}

export const ScreenContext = createContext<ScreenFacts | null>(null)

export function useScreen(): ScreenFacts {
  const facts = useContext(ScreenContext)
  if (!facts) throw new Error('useScreen stands inside a screen only')
  return facts
}

/** What the address of the page asks for behind its "?". */
export function useAsked(): URLSearchParams {
  const { address } = useScreen()
  return useMemo(() => new URLSearchParams(address.split('?')[1]), [address])
}
