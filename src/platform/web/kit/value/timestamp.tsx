import { dayEndedAt, showDate, showTimestamp } from '#kernel/dates.ts'
import { useShellText } from '../../i18n.ts'

interface Props {
  value: string | null | undefined
}

/** An instant as DD/MM/YYYY HH:mm:ss in Vietnamese time. */
export const TimestampText = ({ value }: Props) => timeText(value, showTimestamp)

/** A day as DD/MM/YYYY. */
export const DateText = ({ value }: Props) => timeText(value, showDate)

/** When a time is over: midnight as the end of the day before, which is what people call it. */
export function EndText({ value }: { value: string }) {
  const t = useShellText()
  return timeText(value, (iso) => {
    const day = dayEndedAt(iso)
    return day === undefined ? showTimestamp(iso) : t('common.endOf', { date: showDate(day) })
  })
}

function timeText(value: Props['value'], show: (value: string) => string) {
  if (!value) return <span className="bt-none">—</span>
  return (
    <time className="bt-num" dateTime={value}>
      {show(value)}
    </time>
  )
}
