import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { findDay } from '#core/cash/contract/day-close/days.ts'
import { DayRun, FigureChange } from '#core/cash/contract/day-close/days.ts'
import {
  AcknowledgedFigure,
  CountFigure,
  type DayFigures,
  HoldingFigure,
  itemCode,
  KindFigure,
  LateFigure,
  LateUnitFigure,
  TransitFigure,
} from '#core/cash/contract/day-close/figures.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import type { FieldSpec } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { MoneyStatement } from '#platform/web/kit/detail/money-statement.tsx'
import { words } from './words.ts'

interface PartProps<S extends z.ZodObject> {
  title: string
  note?: ReactNode
  schema: S
  rows: readonly z.output<S>[]
  rowKey: (row: z.output<S>) => string
  fields: readonly FieldSpec<S>[]
}

/** A table of the sheet; nothing where it has no row. */
function Part<S extends z.ZodObject>({ title, note, rows, ...table }: PartProps<S>) {
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      {note}
      <FieldTable entity="cash.day-close.day" rows={rows} {...table} />
    </Section>
  )
}

/** What came in and went out, and what was left where. */
export function Figures({ figures }: { figures: DayFigures }) {
  const labels = useLabels(words)
  const { opening, received, paid, closing } = figures
  return (
    <>
      <Section title={labels.text('statement')}>
        <div className="bt-day-statement">
          <MoneyStatement
            title={labels.text('currency')}
            lines={[
              { label: labels.text('opening'), value: opening },
              { label: labels.text('received'), value: received },
              { label: labels.text('paid'), value: paid === '0.00' ? paid : `-${paid}` },
              { label: labels.text('closing'), value: closing, total: true },
            ]}
          />
        </div>
      </Section>
      <Part
        title={labels.text('holdings')}
        schema={HoldingFigure}
        rows={figures.holdings}
        rowKey={({ code }) => code}
        fields={['code', 'name', 'opening', 'received', 'paid', 'closing', 'ceiling']}
      />
      <Part title={labels.text('receipts')} schema={KindFigure} rows={figures.receipts} rowKey={({ kind }) => kind} fields={['kind', 'count', 'amount']} />
      <Part title={labels.text('payments')} schema={KindFigure} rows={figures.payments} rowKey={({ kind }) => kind} fields={['kind', 'count', 'amount']} />
      <Part
        title={labels.text('counts')}
        schema={CountFigure}
        rows={figures.counts}
        rowKey={({ code }) => code}
        fields={['code', 'holding', 'counted', 'ledgerBalance', 'variance', 'countedBy', 'countedAt']}
      />
      <Part
        title={labels.text('transit')}
        schema={TransitFigure}
        rows={figures.transit}
        rowKey={({ code }) => code}
        fields={['code', 'fromUnit', 'toUnit', 'amount', 'dispatchedAt']}
      />
      <Part
        title={labels.text('late')}
        note={<p className="bt-none">{labels.text('lateText')}</p>}
        schema={LateFigure}
        rows={figures.late}
        rowKey={({ journalId }) => journalId}
        fields={['occurredAt', 'kind', 'description', 'amount']}
      />
      <Part
        title={labels.text('lateUnits')}
        note={<p className="bt-none">{labels.text('lateUnitsText')}</p>}
        schema={LateUnitFigure}
        rows={figures.lateUnits}
        rowKey={({ unitCode, businessDate }) => `${unitCode} ${businessDate}`}
        fields={['unitName', 'businessDate', 'reason', 'namedBy', 'arrivedAt']}
      />
      <Part
        title={labels.text('acknowledged')}
        schema={AcknowledgedFigure}
        rows={figures.acknowledged}
        rowKey={({ item }) => item}
        fields={[{ field: 'item', render: ({ item }) => <span className="bt-num">{itemCode(item)}</span> }, 'note', 'acknowledgedBy', 'acknowledgedAt']}
      />
    </>
  )
}

/** Against the last close, and every close there was. */
export function Closes({ day: { changes, runs } }: { day: OutputOf<typeof findDay> }) {
  const labels = useLabels(words)
  return (
    <>
      <Part
        title={labels.text('changes')}
        schema={FigureChange}
        rows={changes}
        rowKey={({ figure }) => figure}
        fields={['figure', 'before', 'after', 'difference']}
      />
      <Part
        title={labels.text('runs')}
        schema={DayRun}
        rows={runs}
        rowKey={({ run }) => String(run)}
        fields={['run', 'closedAt', 'submittedBy', 'closedBy', 'received', 'paid', 'closing']}
      />
    </>
  )
}
