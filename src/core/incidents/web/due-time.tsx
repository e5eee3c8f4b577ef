import { showTimestamp } from '#kernel/dates.ts'
import { useShellText } from '#platform/web/i18n.ts'

/** By when it is due; what is late stands out. Days and minutes: seconds do not matter here. */
export function DueTime({ dueAt, late }: { dueAt: string | null; late: boolean }) {
  const t = useShellText()
  if (dueAt === null) return <span className="bt-none">{t('common.none')}</span>
  return <span className={late ? 'bt-num incident-late' : 'bt-num'}>{showTimestamp(dueAt).slice(0, 16)}</span>
}
