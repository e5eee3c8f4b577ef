import { Alert, Button, Progress } from 'antd'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Figure, showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { tabAddress } from '../addresses.ts'
import { words } from '../words.ts'
import { isOwn, type Session } from './parts.ts'

interface Props {
  session: Session
  contracts: ReconciliationContracts
}

/** What a person has to know before anything else: work under way, why the last ended, and what has changed since. */
export function Notes({ session, contracts }: Props) {
  const labels = useLabels(words)
  const { task, changed, recordPath, blocked } = session
  const fault = faultOf(session)
  return (
    <>
      {task !== null && <UnderWay session={session} contracts={contracts} task={task} />}
      {fault !== null && <Alert type="error" showIcon title={labels.text('taskFailed')} description={fault} />}
      {blocked !== null && <Alert type="error" showIcon title={labels.text('blockedTitle', { reason: blocked })} />}
      {changed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {labels.text('changedTitle', { n: changed.length })}:{' '}
              {changed.map(({ sourceId, code }, at) => (
                <span key={sourceId}>
                  {at > 0 && ', '}
                  {recordPath === null ? code : <PageLink to={fill(recordPath, { id: sourceId })}>{code}</PageLink>}
                </span>
              ))}
            </>
          }
        />
      )}
    </>
  )
}

/** Why the last work ended without a result, while that still matters: a file that was refused beside a good one is said among the files alone. */
function faultOf({ task, taskFault, statements }: Session): string | null {
  if (task !== null || taskFault === null) return null
  const staged = statements.some(({ status }) => status === 'STAGED')
  return staged && statements.some(({ status, fault }) => status === 'REFUSED' && fault === taskFault) ? null : taskFault
}

/** Work in the background, as far as it has come, with the press that stops it. */
function UnderWay({ session, contracts, task }: Props & { task: NonNullable<Session['task']> }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const { stopTask } = contracts.sessions
  const stop = useContractCommand(stopTask)
  const allowed = usePermission(stopTask.permission)
  const { taskDone, taskTotal } = session
  return (
    <div className="rec-task" role="status">
      <strong>{labels.enumValue('reconciliation.sessions.task', task)}</strong>
      {taskTotal > 0 ? (
        <>
          <Progress percent={Math.min(99, Math.floor((taskDone / taskTotal) * 100))} size="small" aria-label={labels.text('progress')} />
          <span className="bt-num">{labels.text('progressOf', { done: showCount(taskDone, language), total: showCount(taskTotal, language) })}</span>
        </>
      ) : (
        <Progress percent={100} status="active" showInfo={false} size="small" aria-label={labels.text('progress')} />
      )}
      {allowed && (
        <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ id: session.id })}>
          {labels.text('stop')}
        </Button>
      )}
    </div>
  )
}

/** Both sums, the difference between them, and what it is made of. */
export function Standing({ session, contracts }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const theirs = labels.text(isOwn(session) ? 'otherSide' : 'theirs')
  const count = (n: number) => showCount(n, language)
  const of = (tab: Parameters<typeof tabAddress>[2], filter?: Record<string, string>) => tabAddress(contracts, session.id, tab, filter)
  const parts = [
    { key: 'matched', name: labels.text('partMatched'), ours: session.matchedOurs, theirs: session.matchedTheirs, money: session.matchedDifference },
    { key: 'breaks', name: labels.text('partBroken'), ours: session.brokenOurs, theirs: session.brokenTheirs, money: session.brokenDifference },
    { key: 'ours', name: labels.text('partWaiting'), ours: session.waitingOurs, theirs: session.waitingTheirs, money: session.waitingDifference },
  ] as const
  return (
    <section className="rec-standing" aria-label={labels.text('standing')}>
      <div className="rec-sums">
        <Sum title={labels.text('ours')} value={session.oursSum} note={labels.text('moneyLines', { n: count(session.oursLines) })} />
        <span aria-hidden="true">−</span>
        <Sum title={theirs} value={session.theirsSum} note={labels.text('moneyLines', { n: count(session.theirsLines) })} />
        <span aria-hidden="true">=</span>
        <Sum
          title={labels.text('difference')}
          value={session.difference}
          note={rate(session, language, (percent) => labels.text('matchedRate', { percent }))}
        />
        <Sum
          title={labels.text('unexplained')}
          value={session.openDifference}
          tone={session.breaksOpen > 0 ? 'attention' : 'success'}
          note={<Figure to={of('breaks', { status: 'OPEN' })}>{labels.text('openOf', { open: count(session.breaksOpen), all: count(session.breaks) })}</Figure>}
        />
        <Sum title={labels.text('atRisk')} value={session.atRisk} note={null} />
      </div>
      <table className="rec-made">
        <thead>
          <tr>
            <td>{session.oursAsOf && <AsOf at={session.oursAsOf} />}</td>
            {parts.map(({ key, name }) => (
              <th key={key} scope="col">
                <PageLink to={key === 'ours' ? of('ours', { state: 'EXPECTED' }) : of(key)}>{name}</PageLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {labels.text('ours')} / {theirs}
            </th>
            {parts.map(({ key, ours, theirs }) => (
              <td key={key} className="bt-num">
                {count(ours)} / {count(theirs)}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{labels.text('difference')}</th>
            {parts.map(({ key, money }) => (
              <td key={key}>
                <MoneyText value={money} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Sum({ title, value, note, tone }: { title: string; value: string; note: React.ReactNode; tone?: string }) {
  return (
    <div className={tone ? `rec-sum bt-tone-${tone}` : 'rec-sum'}>
      <span>{title}</span>
      <strong>
        <MoneyText value={value} />
      </strong>
      <small>{note}</small>
    </div>
  )
}

function AsOf({ at }: { at: string }) {
  const labels = useLabels(words)
  return (
    <span title={showTimestamp(at)}>
      {labels.text('asOf')} {showTimestamp(at).slice(0, 5)} {showTimestamp(at).slice(11, 16)}
    </span>
  )
}

const rate = ({ matchedPercent }: Session, language: Parameters<typeof showPercent>[1], say: (percent: string) => string) =>
  matchedPercent === null ? null : say(showPercent(matchedPercent, language))
