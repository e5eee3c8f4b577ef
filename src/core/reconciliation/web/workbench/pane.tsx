import { Button, Input } from 'antd'
import { type KeyboardEvent, memo, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import { showDate } from '#kernel/dates.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { differs } from '../lines.tsx'
import { words } from '../words.ts'
import { type Chosen, sumsOf } from './bench.ts'
import { SIGNS, TONES } from './marks.ts'
import type { LineSort, Lines } from './use-lines.ts'

const ENTITY = 'reconciliation.sessions.line'
const MARKED = ['day', 'reference', 'amount', 'text'] as const

export interface PaneHandle {
  focus: () => void
  search: () => void
}

interface Props {
  ref: Ref<PaneHandle>
  side: Side
  /** What the side is called. */
  title: string
  lines: Lines
  /** The keys go here. */
  active: boolean
  cursor: number | undefined
  chosen: Chosen
  /** The line of the other side that these are compared with. */
  against: SessionLine | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onPick: (line: SessionLine, toggle: boolean) => void
  /** Said where there are no lines. */
  none: string
}

/** The lines of one side: a list that is walked with the keys, with what narrows it above. */
export function Pane({ ref, side, title, lines, active, cursor, chosen, against, onKeyDown, onFocus, onPick, none }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => list.current?.focus({ preventScroll: true }),
    search: () => box.current?.querySelector<HTMLInputElement>('input')?.focus(),
  }))
  useEffect(() => {
    if (cursor !== undefined) list.current?.querySelector(`[data-no="${cursor}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [cursor])
  const pick = useRef(onPick)
  pick.current = onPick
  return (
    <section ref={box} className="rec-pane" data-active={active || undefined} aria-label={title}>
      <header>
        <strong>{title}</strong>
        <span className="bt-num">
          {lines.total === null ? '…' : labels.text('lines', { n: showCount(lines.total, language) })}
          {lines.sum !== null && (
            <>
              {' · '}
              <MoneyText value={lines.sum} />
            </>
          )}
          <Without lines={lines} />
        </span>
        {chosen.size > 0 && (
          <span className="rec-pane-chosen bt-num">
            {labels.text('chosen', { n: showCount(chosen.size, language) })} <MoneyText value={sumsOf(chosen.values(), []).ours} />
          </span>
        )}
        <Pages lines={lines} />
      </header>
      <Narrow lines={lines} onDone={() => list.current?.focus()} />
      <Heads lines={lines} />
      <div
        ref={list}
        className="rec-pane-rows"
        role="listbox"
        tabIndex={0}
        aria-label={title}
        aria-multiselectable="true"
        aria-activedescendant={cursor === undefined ? undefined : `${side}${cursor}`}
        aria-busy={lines.busy}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {lines.query.data === undefined ? (
          <Waiting query={lines.query} />
        ) : lines.rows.length === 0 ? (
          // A list box has options, and says with one that there are none.
          <div role="option" aria-disabled="true" aria-selected="false" tabIndex={-1} className="bt-none rec-pane-none">
            {none}
          </div>
        ) : (
          lines.rows.map((line) => (
            <Row
              key={line.no}
              line={line}
              id={`${side}${line.no}`}
              at={line.no === cursor}
              chosen={chosen.has(line.no)}
              against={against && line.breakId !== null && line.breakId === against.breakId ? against : undefined}
              pick={pick}
            />
          ))
        )}
      </div>
    </section>
  )
}

/** Lines that the figures of the session leave out, where all lines are in sight. */
function Without({ lines: { rows, pages } }: { lines: Lines }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const n = rows.filter(({ state }) => state === 'NO_MONEY').length
  return n > 0 && pages === 1 ? `, ${labels.text('withoutMoney', { n: showCount(n, language) })}` : null
}

function Pages({ lines: { page, pages, setPage } }: { lines: Lines }) {
  const labels = useLabels(words)
  if (pages < 2) return null
  return (
    <span className="rec-pane-pages">
      <Button size="small" type="text" disabled={page === 1} aria-label={labels.text('pageBefore')} onClick={() => setPage(page - 1)}>
        ‹
      </Button>
      <span className="bt-num">
        {page}/{pages}
      </span>
      <Button size="small" type="text" disabled={page === pages} aria-label={labels.text('pageAfter')} onClick={() => setPage(page + 1)}>
        ›
      </Button>
    </span>
  )
}

/** Reference or text, amount and day that the lines must have. */
function Narrow({ lines: { filter, setFilter }, onDone }: { lines: Lines; onDone: () => void }) {
  const names = useNames(ENTITY)
  const name = (field: string) => names.field(ENTITY, field)
  return (
    <div className="rec-pane-filter">
      <Input
        size="small"
        allowClear
        aria-label={name('text')}
        placeholder={name('text')}
        defaultValue={filter.text}
        onChange={({ target }) => target.value === '' && setFilter({ ...filter, text: undefined })}
        onPressEnter={({ currentTarget }) => {
          setFilter({ ...filter, text: currentTarget.value.trim() })
          onDone()
        }}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <MoneyInput
        aria-label={name('amount')}
        placeholder={name('amount')}
        value={filter.amount}
        onChange={(amount) => setFilter({ ...filter, amount: amountOf(amount) })}
      />
      <DateInput aria-label={name('day')} value={filter.day} onChange={(day) => setFilter({ ...filter, day: day ?? undefined })} />
    </div>
  )
}

/** What is typed so far and is no amount yet narrows nothing. */
const amountOf = (text: string | undefined) => (text !== undefined && /^-?\d+(\.\d{1,2})?$/.test(text) ? text : undefined)

function Heads({ lines: { sort, setSort } }: { lines: Lines }) {
  const names = useNames(ENTITY)
  const head = (field: LineSort, className: string, short?: string) => (
    <button type="button" className={className} aria-label={names.field(ENTITY, field)} title={names.field(ENTITY, field)} onClick={() => setSort(field)}>
      {short ?? names.field(ENTITY, field)} {sort.field === field ? (sort.direction === 'asc' ? '↑' : '↓') : ''}
    </button>
  )
  return (
    <div className="rec-row rec-heads">
      <span />
      {head('no', 'bt-right', '#')}
      {head('day', '')}
      <span>{names.field(ENTITY, 'reference')}</span>
      <span>{names.field(ENTITY, 'counterName')}</span>
      {head('amount', 'bt-right')}
      <span />
    </div>
  )
}

interface RowProps {
  line: SessionLine
  id: string
  at: boolean
  chosen: boolean
  against: SessionLine | undefined
  pick: { current: (line: SessionLine, toggle: boolean) => void }
}

/** One line; drawn anew only when something of it has changed. */
const Row = memo(function Row({ line, id, at, chosen, against, pick }: RowProps) {
  const names = useNames('reconciliation.sessions.lineState')
  const marked = new Set<string>(MARKED.filter((field) => differs(field, line, against)))
  const { counterName, text, reference, sourceCode, documentNo } = line
  const words = [counterName, text].filter(Boolean).join(' · ')
  const state = names.enumValue('reconciliation.sessions.lineState', line.state)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list around it is focused and says which line one stands on
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
    <div
      id={id}
      data-no={line.no}
      className="rec-row"
      role="option"
      aria-selected={chosen}
      data-at={at || undefined}
      data-linked={against !== undefined || undefined}
      onClick={(event) => pick.current(line, event.ctrlKey || event.metaKey || (event.target as Element).closest('.rec-tick') !== null)}
    >
      <span className="rec-tick" aria-hidden="true">
        {chosen ? '☑' : '☐'}
      </span>
      <span className="bt-num bt-right">{line.no}</span>
      <span className="bt-num" title={showDate(line.day)} data-differs={marked.has('day') || undefined}>
        {showDate(line.day).slice(0, 5)}
      </span>
      <span className="bt-num rec-cut" title={reference} data-differs={marked.has('reference') || undefined}>
        {reference || documentNo || sourceCode || '—'}
      </span>
      <span className="rec-cut" title={words}>
        {words}
      </span>
      <span className="bt-right" data-differs={marked.has('amount') || undefined}>
        <MoneyText value={line.amount} />
      </span>
      <span className={`rec-state bt-tone-${TONES[line.state]}`} title={state} role="img" aria-label={state}>
        {SIGNS[line.state]}
      </span>
    </div>
  )
})
