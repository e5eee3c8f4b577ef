import type { ReactNode } from 'react'

const MOST = 99

/** A number at the corner of an icon; nothing for 0. For the eye: who listens hears it from the button's name. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="bt-count">
      {children}
      {count > 0 && (
        <span className="bt-count-number bt-num" aria-hidden="true">
          {count > MOST ? `${MOST}+` : count}
        </span>
      )}
    </span>
  )
}
