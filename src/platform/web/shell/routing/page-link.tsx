import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { openAddress } from './navigation.ts'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  /** Address of a page of the portal, from '/'. */
  to: string
}

const isPlain = (event: MouseEvent) => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/**
 * A link to a page of the portal: a plain press stays in this window, everything else is the browser's. It does not ask where the
 * portal stands: the links of all open pages, hidden ones too, would be drawn again with each change of the address.
 */
export function PageLink({ to, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        openAddress(to)
      }}
    />
  )
}
