import { Alert, Button } from 'antd'
import { useState } from 'react'
import { RequestBanner } from '#core/approvals/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { findCount, startCount, type submitCount } from '../../contract/counts.ts'
import { findShift, myShift, openShift, printShift, shiftMachine } from '../../contract/shifts.ts'
import { countActions } from './count-actions.tsx'
import { CASH_READS, CountSheet } from './count-sheet.tsx'
import { CountTable } from './count-table.tsx'
import { Handovers } from './handovers.tsx'
import { Movements } from './movements.tsx'
import type { CashPaths } from './paths.ts'
import { PrintButton } from './print-button.tsx'
import './shifts.css'
import { UnknownPayouts } from './unknown-payouts.tsx'
import { words } from './words.ts'

type Day = OutputOf<typeof myShift>
type Counted = OutputOf<typeof submitCount>

/** A teller's day: open a till with a blind count, see what moves, count at the end, explain, print. */
function MyShift({ paths }: { paths: CashPaths }) {
  const query = useContractQuery(myShift, {}, { quiet: true })
  const [counted, setCounted] = useState<Counted | null>(null)
  const { data } = query
  if (!data) return <Waiting query={query} />
  const { shift, count, last, counts, payouts, movements } = data
  const unsettled = counts.find(({ varianceStatus }) => varianceStatus === 'OPEN' || varianceStatus === 'PENDING')
  if (count)
    return (
      <article className="cash-day">
        <CountSheet count={count} onDone={setCounted} />
      </article>
    )
  return (
    <article className="cash-day">
      {counted && <Result counted={counted} />}
      {unsettled && <Variance countId={unsettled.id} />}
      {shift ? <Running shift={shift} counts={counts} /> : <Begin day={data} />}
      <UnknownPayouts rows={payouts} />
      {!shift && last && <Last last={last} />}
      {(shift ?? last) && (
        <>
          <Counts counts={counts} paths={paths} />
          {shift && shift.status !== 'OPENING' && <Handovers shift={shift} kind="TILL_RETURN" />}
          {shift && <Moved movements={movements} />}
        </>
      )}
    </article>
  )
}

/** What the count found, as soon as it may be known. */
function Result({ counted: { variance, counted } }: { counted: Counted }) {
  const labels = useLabels(words)
  const even = variance === '0.00'
  return (
    <Alert
      type={even ? 'success' : 'warning'}
      showIcon
      role="status"
      title={labels.text(even ? 'even' : 'uneven')}
      description={
        <>
          {labels.text('counted')} <MoneyText value={counted} />
          {!even && (
            <>
              {' · '}
              {labels.field('count', 'variance')} <MoneyText value={variance} />
            </>
          )}
        </>
      }
    />
  )
}

/** A difference that the shift waits for: explained here and now, then seen, and taken back if need be, until somebody decides. */
function Variance({ countId }: { countId: string }) {
  const labels = useLabels(words)
  const { data: count } = useContractQuery(findCount, { id: countId }, { quiet: true })
  const [explain] = countActions
  if (!count || !explain) return null
  if (count.pendingRequestId !== null) return <RequestBanner requestId={count.pendingRequestId} />
  return (
    <ActionHost entity="cash.shifts.count" schema={findCount.output} nameOf={({ code }: OutputOf<typeof findCount>) => code}>
      <div className="cash-bar">
        <span>{labels.text('toExplain', { count: count.code })}</span>
        <ActionButton action={explain} row={count} />
      </div>
    </ActionHost>
  )
}

function useStart(contract: typeof openShift | typeof startCount) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const command = useContractCommand(contract, { invalidates: CASH_READS, quiet: true })
  const start = async (input: never) => {
    setRefusal(null)
    try {
      await command.mutateAsync(input)
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  return { start, busy: command.isPending, refusal: refusal && <Alert type="error" showIcon title={refusal} role="alert" /> }
}

function Begin({ day: { tills } }: { day: Day }) {
  const labels = useLabels(words)
  const { start, busy, refusal } = useStart(openShift)
  return (
    <Section title={labels.text('openShift')}>
      {refusal}
      {tills.length === 0 ? (
        <p className="bt-none">{labels.text('noTills')}</p>
      ) : (
        <>
          <p>{labels.text('openLead')}</p>
          <div className="cash-tills">
            {tills.map(({ id, code, name }, at) => (
              <Button key={id} autoFocus={at === 0} loading={busy} onClick={() => void start({ tillId: id } as never)}>
                {code} · {name}
              </Button>
            ))}
          </div>
        </>
      )}
    </Section>
  )
}

function Running({ shift, counts }: { shift: NonNullable<Day['shift']>; counts: Day['counts'] }) {
  const labels = useLabels(words)
  const { start, busy, refusal } = useStart(startCount)
  const waits = counts.some(({ varianceStatus }) => varianceStatus === 'PENDING')
  const recount = shift.status === 'COUNTED'
  return (
    <Section title={labels.text('myShift', { code: shift.code })} extra={<StatusTag machine={shiftMachine.name} value={shift.status} />}>
      {refusal}
      <FieldList
        entity="cash.shifts.shift"
        schema={findShift.output}
        value={{ ...shift, counts: [], payouts: [], movements: [], blind: false }}
        fields={['tillCode', 'unitName', 'businessDate', 'openedAt', 'moneyIn', 'moneyOut', 'balance']}
      />
      {waits && <p>{labels.text('waits')}</p>}
      <div className="cash-bar">
        <Button
          type={recount ? 'default' : 'primary'}
          disabled={waits}
          loading={busy}
          onClick={() => void start({ holdingId: shift.tillId, reason: 'SHIFT' } as never)}
        >
          {labels.text(recount ? 'recount' : 'closeShift')}
        </Button>
      </div>
    </Section>
  )
}

function Last({ last }: { last: NonNullable<Day['last']> }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('lastShift', { code: last.code })} extra={<StatusTag machine={shiftMachine.name} value={last.status} />}>
      <FieldList
        entity="cash.shifts.shift"
        schema={findShift.output}
        value={{ ...last, counts: [], payouts: [], movements: [], blind: false, moneyIn: null, moneyOut: null, balance: null }}
        fields={['tillCode', 'businessDate', 'openedAt', 'closedAt']}
      />
      <PrintButton contract={printShift} id={last.id} label={labels.text('printShift')} />
    </Section>
  )
}

function Counts({ counts, paths }: { counts: Day['counts']; paths: CashPaths }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('counts')}>
      <CountTable counts={counts} paths={paths} />
    </Section>
  )
}

function Moved({ movements }: Pick<Day, 'movements'>) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('movementsOfShift')}>
      <Movements rows={movements} />
    </Section>
  )
}

export default (paths: CashPaths) => () => <MyShift paths={paths} />
