import { showDate, showTimestamp } from '#kernel/dates.ts'

/** An instant as DD/MM/YYYY HH:mm:ss in Vietnamese time. */
export function TimestampText({ value }: { value: string | null | undefined }) {
  if (!value) return <span className="bt-none">—</span>
  return (
    <time className="bt-num" dateTime={value}>
      {showTimestamp(value)}
    </time>
  )
}

/** A day as DD/MM/YYYY. */
export function DateText({ value }: { value: string | null | undefined }) {
  if (!value) return <span className="bt-none">—</span>
  return (
    <time className="bt-num" dateTime={value}>
      {showDate(value)}
    </time>
  )
}
