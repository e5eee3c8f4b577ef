import { showDate, showTimestamp } from '#kernel/dates.ts'

interface Props {
  value: string | null | undefined
}

/** An instant as DD/MM/YYYY HH:mm:ss in Vietnamese time. */
export const TimestampText = ({ value }: Props) => timeText(value, showTimestamp)

/** A day as DD/MM/YYYY. */
export const DateText = ({ value }: Props) => timeText(value, showDate)

function timeText(value: Props['value'], show: (value: string) => string) {
  if (!value) return <span className="bt-none">—</span>
  return (
    <time className="bt-num" dateTime={value}>
      {show(value)}
    </time>
  )
}
