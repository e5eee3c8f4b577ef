import { dayMachine } from '#core/cash/contract/day-close/machine.ts'
import { dayProgress } from '#core/cash/contract/day-close/progress.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from '../words.ts'

/** Where the day close of a unit stands, for whoever may see it; nothing for one without cash. All units of the screen share one call. */
export function DayBadge({ unitId }: { unitId: string }) {
  return usePermission(dayProgress.permission) ? <Badge unitId={unitId} /> : null
}

function Badge({ unitId }: { unitId: string }) {
  const labels = useLabels(words)
  const { data } = useContractQuery(dayProgress, { date: today() }, { quiet: true, staleTime: 60_000 })
  const found = data?.units.find((unit) => unit.unitId === unitId)
  if (found && found.daysLate > 0) return <span className="bt-tag bt-tone-failure">{labels.text('unitDayLate', { n: found.daysLate })}</span>
  return found?.status ? <StatusTag machine={dayMachine.name} value={found.status} /> : null
}
