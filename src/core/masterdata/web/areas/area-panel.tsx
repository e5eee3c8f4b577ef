import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { findArea, traceArea } from '#core/masterdata/contract/areas/area.ts'
import type { SuccessionKind } from '#core/masterdata/contract/areas/area-kinds.ts'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { ActionButton, RecordActions } from '#platform/web/kit/actions/action-host.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { changeArea, editArea, endArea, linkArea, unlinkArea } from './area-actions.tsx'
import '#platform/web/kit/detail/browse.css'
import './areas.css'
import { words } from '../words.ts'

type Area = OutputOf<typeof findArea>
type Placed = Area['uses'][number]

interface Props {
  id: string
  onOpen: (id: string) => void
}

/** One area: what it is, the other uses of its code, what it came from and became, and what may be done with it. */
export function AreaPanel({ id, onOpen }: Props) {
  const query = useContractQuery(findArea, { id }, { keepPrevious: true, quiet: true })
  const { data: area, isPlaceholderData } = query
  if (!area) return <Waiting query={query} />
  return (
    <article className="bt-stack" aria-busy={isPlaceholderData}>
      <Head area={area} />
      <Facts area={area} />
      <Origins area={area} onOpen={onOpen} />
      <Trace key={area.id} area={area} onOpen={onOpen} />
      <Uses area={area} onOpen={onOpen} />
    </article>
  )
}

interface PartProps {
  area: Area
  onOpen: (id: string) => void
}

const HEAD_ACTIONS = [editArea, changeArea, endArea]

function Head({ area }: { area: Area }) {
  const language = useLanguage()
  return (
    <header className="bt-record-head">
      <h2>{language === 'en' ? area.fullNameEn : area.fullName}</h2>
      <span className="bt-copyable">
        <span className="bt-num">{area.code}</span>
        <CopyButton text={area.code} />
      </span>
      <StatusTag machine={statusMachine.name} value={area.status} />
      <span className="bt-grow" />
      <RecordActions record={area} actions={HEAD_ACTIONS} />
    </header>
  )
}

/** What does not apply is left out: no district since the reform, no last day of what is in force. */
function Facts({ area }: { area: Area }) {
  const labels = useLabels(words)
  const place = (['districtName', 'provinceName'] as const).filter((field) => area[field] !== null)
  // The heading is in the reader's language.
  const otherName = useLanguage() === 'en' ? 'fullName' : 'fullNameEn'
  const fields = [otherName, 'level', 'kind', ...place, 'validFrom', ...(area.validTo === null ? [] : (['validTo'] as const))] as const
  return (
    <Section title={labels.text('areaFacts')}>
      <FieldList schema={findArea.output} value={area} entity="masterdata.area" fields={fields} />
    </Section>
  )
}

/** One step back and one forth, with the words of the source where it writes a name differently. */
function Origins({ area, onOpen }: PartProps) {
  const labels = useLabels(words)
  return (
    <>
      {area.predecessors.length > 0 && (
        <Section title={labels.text('areaPredecessors')}>
          <Links links={area.predecessors} onOpen={onOpen} />
        </Section>
      )}
      {/* A district became nothing by itself: its communes did, which the look-up below follows. */}
      {area.validTo !== null && (area.level !== 'DISTRICT' || area.successors.length > 0) && (
        <Section title={labels.text('areaSuccessors')} extra={<ActionButton action={linkArea} row={area} />}>
          <Links links={area.successors} onOpen={onOpen} old={area} />
          {area.gap && <p className="bt-none">{area.gap.note || labels.enumValue('masterdata.gapReason', area.gap.reason)}</p>}
          {area.successors.length === 0 && !area.gap && <p className="bt-none">{labels.text('areaNone')}</p>}
        </Section>
      )}
    </>
  )
}

/** `old`: the area whose successors they are, and which may lose them. */
function Links({ links, onOpen, old }: { links: Area['successors']; onOpen: (id: string) => void; old?: Area }) {
  return (
    <ul className="area-list">
      {links.map(({ area, kind, recordedAs, note }) => (
        <li key={area.id}>
          <AreaLine area={area} onOpen={onOpen} />
          <SuccessionTag kind={kind} />
          {old && <ActionButton action={unlinkArea} row={{ oldId: old.id, newId: area.id, oldName: old.fullName, newName: area.fullName }} />}
          {(recordedAs || note) && <small>{[recordedAs, note].filter(Boolean).join(' · ')}</small>}
        </li>
      ))}
    </ul>
  )
}

const REFORM_EVE = '2025-06-30'

/** Across any number of changes: what stands there on another day. */
function Trace({ area, onOpen }: PartProps) {
  const labels = useLabels(words)
  const today = localDate(new Date())
  const [asOf, setAsOf] = useState(area.validTo !== null && area.validTo < today ? today : REFORM_EVE)
  return (
    <Section
      title={labels.text('traceTitle')}
      extra={<span className="area-day">{<DateInput value={asOf} allowClear={false} onChange={(day) => setAsOf(day ?? today)} />}</span>}
    >
      <TraceResult id={area.id} asOf={asOf} onOpen={onOpen} />
    </Section>
  )
}

export function TraceResult({ id, asOf, onOpen }: Props & { asOf: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(traceArea, { id, asOf }, { keepPrevious: true, quiet: true })
  const { data } = query
  if (!data) return <Waiting query={query} />
  if (data.length === 0) return <p className="bt-none">{labels.text('traceNone')}</p>
  return (
    <ul className="area-list">
      {data.map(({ succession, ...area }) => (
        <li key={area.id}>
          <AreaLine area={area} onOpen={onOpen} />
          {area.id !== id && <SuccessionTag kind={succession} />}
        </li>
      ))}
    </ul>
  )
}

/** Every area that the code ever meant; one use alone needs no list. */
function Uses({ area, onOpen }: PartProps) {
  const labels = useLabels(words)
  if (area.uses.length < 2) return null
  return (
    <Section title={labels.text('areaUses', { code: area.code })}>
      <ul className="area-list">
        {area.uses.map((use) => (
          <li key={use.id} aria-current={use.id === area.id}>
            <AreaLine area={use} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Name with place and period; leads to the area. */
function AreaLine({ area, onOpen }: { area: Placed; onOpen: (id: string) => void }) {
  const labels = useLabels(words)
  const place = [area.districtName, area.provinceName].filter(Boolean).join(', ')
  const to = area.validTo ? showDate(area.validTo) : labels.text('areaNow')
  return (
    <span className="area-line">
      <span className="bt-num">{area.code}</span>
      <Button type="link" size="small" onClick={() => onOpen(area.id)}>
        {area.fullName}
      </Button>
      {place && <span>{place}</span>}
      <small className="bt-num">{labels.text('areaPeriod', { from: showDate(area.validFrom), to })}</small>
    </span>
  )
}

function SuccessionTag({ kind }: { kind: SuccessionKind }) {
  const labels = useLabels(words)
  const tag = (
    <span className={`bt-tag bt-tone-${kind === 'WHOLE' ? 'success' : kind === 'PART' ? 'attention' : 'neutral'}`}>
      {labels.enumValue('masterdata.succession', kind)}
    </span>
  )
  return kind === 'MAIN' ? <Tooltip title={labels.text('mainHint')}>{tag}</Tooltip> : tag
}
