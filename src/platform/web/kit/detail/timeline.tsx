import type { ReactNode } from 'react'
import type { Tone } from '#kernel/machine.ts'
import { useShellText } from '../../i18n.ts'
import { TimestampText } from '../value/timestamp.tsx'
import '../kit.css'

export interface TimelineItem {
  key: string
  at: string
  title: ReactNode
  /** Who: a person, a channel, the system. */
  by?: ReactNode
  note?: ReactNode
  tone?: Tone
}

/** What happened to a record: given as it happened, shown with the newest on top. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  const t = useShellText()
  if (items.length === 0) return <p className="bt-none">{t('detail.noTimeline')}</p>
  return (
    <ol className="bt-timeline">
      {items.toReversed().map(({ key, at, title, by, note, tone = 'neutral' }) => (
        <li key={key} className={`bt-tone-${tone}`}>
          <div className="bt-timeline-title">{title}</div>
          <div className="bt-timeline-facts">
            <TimestampText value={at} />
            {by && <span>{by}</span>}
          </div>
          {note && <div className="bt-timeline-note">{note}</div>}
        </li>
      ))}
    </ol>
  )
}
