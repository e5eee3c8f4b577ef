import { Alert } from 'antd'
import { useEffect } from 'react'
import { JournalLink } from '#core/ledger/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { setTabLabel } from '#platform/web/shell/tabs/tab-store.ts'
import { type MoneyLife, TracedStep } from '../contract/trace.ts'
import { Records } from './records.tsx'
import { words } from './words.ts'

/** One life of money: where it is now, the way it took, and everything that has to do with it. */
export function Life({ life, traceOf }: { life: MoneyLife; traceOf: (code: string) => string }) {
  const labels = useLabels(words)
  const { record, counting, steps, records, more, parts } = life
  const { tabId } = useScreen()
  useEffect(() => setTabLabel(tabId, record.code), [tabId, record.code])
  return (
    <>
      <header className="bt-record-head">
        <h2>
          {record.path ? (
            <PageLink to={record.path} className="bt-num">
              {record.code}
            </PageLink>
          ) : (
            <span className="bt-num">{record.code}</span>
          )}
          <CopyButton text={record.code} />
        </h2>
        <span>{record.typeName}</span>
        {record.status && <StatusTag {...record.status} />}
        {record.amount && (
          <strong>
            <MoneyText value={record.amount} /> VND
          </strong>
        )}
      </header>
      {counting ? <Alert type="warning" showIcon role="status" title={labels.text('counting')} /> : <Now life={life} />}
      {parts && (
        <Section title={labels.text('parts')}>
          <Records records={parts.records.map((one) => ({ ...one, path: one.visible ? traceOf(one.code) : null }))} />
          <More parts={parts} />
        </Section>
      )}
      {steps.length > 0 && (
        <Section title={labels.text('way')}>
          <Steps steps={steps} />
        </Section>
      )}
      <Section title={labels.text('records')}>
        <Records records={records} />
        {more && <p className="bt-none">{labels.text('more')}</p>}
      </Section>
    </>
  )
}

/** Those that are not shown, as a link where the reader may open them. */
function More({ parts: { records, count, path } }: { parts: NonNullable<MoneyLife['parts']> }) {
  const labels = useLabels(words)
  const more = count - records.length
  const text = more > 0 ? labels.text('partsMore', { n: more }) : labels.text('partsAll')
  if (path) {
    return (
      <p>
        <PageLink to={path}>{text}</PageLink>
      </p>
    )
  }
  return more > 0 ? <p className="bt-none">{text}</p> : null
}

const isThere = ({ left }: TracedStep) => left !== null && !/^0(\.0*)?$/.test(left)

/** Why nobody is shown to hold it. */
function whyNowhere({ record, steps, parts }: MoneyLife) {
  if (parts) return 'movesWithParts'
  if (steps.length === 0) return 'notMoved'
  return record.visible ? 'nobody' : 'outside'
}

function Now({ life }: { life: MoneyLife }) {
  const { steps, held, owed } = life
  const labels = useLabels(words)
  const here = steps.filter(isThere)
  return (
    <Section title={labels.text('now')}>
      {here.length === 0 ? (
        <p className="bt-none">{labels.text(whyNowhere(life))}</p>
      ) : (
        <div className="trace-now">
          {(['HELD', 'OWED'] as const).map((nature) => {
            const of = here.filter((step) => step.nature === nature)
            return of.length === 0 ? null : (
              <article key={nature}>
                <h4>{labels.text(nature === 'HELD' ? 'held' : 'owed')}</h4>
                <p className="bt-num">
                  <MoneyText value={nature === 'HELD' ? held : owed} /> <small>VND</small>
                </p>
                <ul>
                  {of.map((step) => (
                    <li key={`${step.accountCode} ${step.since}`}>
                      <span>
                        {step.holder} {step.shared && <small title={labels.text('sharedHint')}>({labels.text('shared')})</small>}
                      </span>
                      <MoneyText value={step.left} />
                      <small>
                        {labels.field('step', 'since')} {step.since && <TimestampText value={step.since} />} · <Account step={step} />
                      </small>
                    </li>
                  ))}
                </ul>
              </article>
            )
          })}
        </div>
      )}
    </Section>
  )
}

function Account({ step: { accountCode, accountPath } }: { step: TracedStep }) {
  if (accountPath) {
    return (
      <PageLink to={accountPath} className="bt-num">
        {accountCode}
      </PageLink>
    )
  }
  return <span className="bt-num">{accountCode ?? '—'}</span>
}

function Steps({ steps }: { steps: readonly TracedStep[] }) {
  const labels = useLabels(words)
  const rows = steps.map((step, at) => ({ ...step, at }))
  return (
    <FieldTable
      entity="trace.step"
      schema={TracedStep}
      rows={rows}
      rowKey={(row) => (row as (typeof rows)[number]).at}
      fields={[
        'nature',
        { field: 'holder', render: ({ holder }) => holder ?? <span className="bt-none">{labels.text('outside')}</span> },
        'amount',
        { field: 'since', render: ({ since }) => (since ? <TimestampText value={since} /> : <span className="bt-none">{labels.text('among')}</span>) },
        { field: 'until', render: (step) => <Until step={step} /> },
        { field: 'accountCode', render: (step) => <Account step={step} /> },
        { field: 'journals', render: ({ journals }) => <Journals numbers={journals} /> },
      ]}
    />
  )
}

function Until({ step }: { step: TracedStep }) {
  const labels = useLabels(words)
  if (step.until) return <TimestampText value={step.until} />
  return <span className="bt-none">{labels.text(step.shared ? 'shared' : 'still')}</span>
}

function Journals({ numbers }: { numbers: string }) {
  if (numbers === '') return <span className="bt-none">—</span>
  return numbers.split(', ').map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <JournalLink id={id} />
    </span>
  ))
}
