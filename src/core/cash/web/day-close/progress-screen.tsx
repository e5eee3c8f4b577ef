import { Progress } from 'antd'
import { useState } from 'react'
import { daysTopic } from '#core/cash/contract/day-close/days.ts'
import { dayMachine } from '#core/cash/contract/day-close/machine.ts'
import { dayProgress, remindUnits, UnitProgress } from '#core/cash/contract/day-close/progress.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageTools } from '#platform/web/shell/frame/page-tools.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import type { DayPaths } from './paths.ts'
import { words } from './words.ts'
import './day-close.css'

/** A late unit as it stands on a date. */
interface Late extends UnitProgress {
  date: string
}
interface All {
  date: string
  unitIds: string[]
}

const remindOne = act<typeof remindUnits, Late>(remindUnits, { key: 'remind', toInput: (_, { date, unitId }) => ({ date, unitIds: [unitId] }) })
const remindAll = act<typeof remindUnits, All>(remindUnits, { key: 'remindAll', toInput: (_, { date, unitIds }) => ({ date, unitIds }) })

/** What is behind comes first: the longest, then what nobody can close yet. */
const byLateness = (one: UnitProgress, other: UnitProgress) =>
  Number(other.openSince !== null) - Number(one.openSince !== null) || other.daysLate - one.daysLate || other.blockers - one.blockers

function ProgressScreen({ paths }: { paths: DayPaths }) {
  const asked = useAsked()
  const [date, setDate] = useState(asked.get('date') ?? today())
  const [unitId, setUnitId] = useState(asked.get('unitId') ?? undefined)
  const query = useContractQuery(dayProgress, { date, ...(unitId ? { unitId } : {}) }, { quiet: true, keepPrevious: true })
  useLiveReads(daysTopic, dayProgress)
  const labels = useLabels(words)
  return (
    <ActionHost entity="cash.day-close.unitProgress" schema={UnitProgress} nameOf={({ unitName }: UnitProgress) => unitName}>
      <div className="bt-progress-head">
        <div className="bt-progress-date">
          <DateInput value={date} onChange={(day) => day && setDate(day)} aria-label={labels.text('date')} />
        </div>
        <div className="bt-progress-unit">
          <UnitSelect value={unitId} onChange={(id) => setUnitId((id as string | undefined) ?? undefined)} aria-label={labels.text('unit')} />
        </div>
        {query.data && <Done progress={query.data} />}
      </div>
      {(query.error || !query.data) && <Waiting query={query} />}
      {query.data && <Units progress={query.data} date={date} paths={paths} />}
    </ActionHost>
  )
}

type Answer = OutputOf<typeof dayProgress>

function Done({ progress: { closed, all } }: { progress: Answer }) {
  const labels = useLabels(words)
  const done = labels.text('closedOf', { closed: String(closed), all: String(all) })
  return (
    <>
      <strong className="bt-num">{done}</strong>
      <div className="bt-progress-bar">
        <Progress percent={all === 0 ? 0 : Math.floor((closed * 100) / all)} showInfo={false} aria-label={done} />
      </div>
    </>
  )
}

function Units({ progress: { units }, date, paths }: { progress: Answer; date: string; paths: DayPaths }) {
  const labels = useLabels(words)
  const late = units.filter(({ openSince }) => openSince !== null)
  return (
    <>
      <PageTools>{late.length > 0 && <ActionButton action={remindAll} row={{ date, unitIds: late.map(({ unitId }) => unitId) }} />}</PageTools>
      <div className="bt-section">
        <FieldTable
          entity="cash.day-close.unitProgress"
          schema={UnitProgress}
          rows={units.toSorted(byLateness)}
          rowKey={({ unitId }) => unitId}
          fields={[
            { field: 'unitName', render: ({ unitName, openDayId, dayId }) => <Unit name={unitName} dayId={openDayId ?? dayId} paths={paths} /> },
            'parentName',
            {
              field: 'status',
              render: ({ status }) =>
                status === null ? <span className="bt-none">{labels.text('notOpened')}</span> : <StatusTag machine={dayMachine.name} value={status} />,
            },
            'openSince',
            'daysLate',
            'blockers',
            'closedAt',
            'remindedAt',
          ]}
          actions={(row) => row.openSince !== null && <ActionButton action={remindOne} row={{ ...row, date }} />}
        />
      </div>
    </>
  )
}

function Unit({ name, dayId, paths }: { name: string; dayId: string | null; paths: DayPaths }) {
  return dayId === null ? name : <PageLink to={fill(paths.day, { id: dayId })}>{name}</PageLink>
}

export default (paths: DayPaths) => () => <ProgressScreen paths={paths} />
