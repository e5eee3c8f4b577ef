import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the tools of a screen go: the end of the line with its title. */
export const ToolsPlace = createContext<HTMLElement | null>(null)

/** What may be done on a screen, in one line with its title. */
export function PageTools({ children }: { children: ReactNode }) {
  const place = useContext(ToolsPlace)
  return place && createPortal(children, place)
}
