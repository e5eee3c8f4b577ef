import { Tabs } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { breaksTopic, sessionMachine, sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import { showDate } from '#kernel/dates.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { DetailLayout } from '#platform/web/kit/detail/detail-layout.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { TABS, type Tab, tabAddress } from '../addresses.ts'
import '../reconciliation.css'
import { Blocked } from '../blocked.tsx'
import { LookUp } from '../look-up.tsx'
import { sessionActions } from '../session-actions.tsx'
import { words } from '../words.ts'
import { WorkbenchTab } from '../workbench/workbench-tab.tsx'
import { BreaksTab } from './breaks-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { HistoryTab, Journals } from './history-tab.tsx'
import { MatchedTab } from './matched-tab.tsx'
import { type DeskScreens, isOwn, isUnused, type Session, type SessionProps } from './parts.ts'
import { SideTab } from './side-tab.tsx'
import { Notes, Standing } from './standing.tsx'

const SUBJECT = 'reconciliation.session'
/** While a second person is asked, the server refuses these. */
const ASKED: readonly string[] = ['settle', 'reopen', 'reverse']

/** Where one begins: at the files until they are matched, then at what is open. Where both sides are our own records, at the workbench. */
function opening(session: Session): Tab {
  const { breaksOpen, task, status } = session
  if (isOwn(session)) return breaksOpen > 0 || status === 'DRAFT' ? 'workbench' : 'matched'
  // A file that has been read stays in front until the sides are matched.
  const matched = task === 'MATCH' || (status !== 'DRAFT' && status !== 'IMPORTED')
  return matched ? (breaksOpen > 0 ? 'workbench' : 'matched') : 'files'
}

const tabsOf = (session: Session) => TABS.filter((tab) => tab !== 'files' || !isOwn(session))

function SessionDetail({ id, contracts, requests }: DeskScreens & { id: string }) {
  const query = useContractQuery(contracts.sessions.detail, { id }, { quiet: true })
  useLiveRead(sessionsTopic, query)
  useLiveRead(breaksTopic, query)
  useLiveRead(requestsTopic, query)
  const { data } = query
  return (
    <DetailLayout
      query={query}
      offers={{
        actions: data?.task ? [] : sessionActions(contracts, data?.nextStep).filter(({ key }) => !data?.pendingRequestId || !ASKED.includes(key)),
        schema: contracts.sessions.detail.output,
        entity: 'reconciliation.sessions.session',
      }}
      head={(session) => ({
        code: session.code,
        status: { machine: sessionMachine.name, value: session.status },
        title: (
          <>
            <Blocked reason={session.blocked} /> {session.setupName} · {days(session)}
          </>
        ),
        banner: session.pendingRequestId !== null && <RequestBanner requestId={session.pendingRequestId} />,
        actions: <Neighbours list={contracts.sessions.list} id={id} path={(other) => sessionAddress(contracts, other)} />,
      })}
    >
      {(session) => (
        <>
          <Notes session={session} contracts={contracts} />
          <Standing session={session} contracts={contracts} />
          <Parts session={session} contracts={contracts} requests={requests} />
        </>
      )}
    </DetailLayout>
  )
}

const days = ({ fromDay, toDay }: Session) => (fromDay === toDay ? showDate(fromDay) : `${showDate(fromDay)} – ${showDate(toDay)}`)

/** The parts of the page, each at its own address. */
function Parts({ session, contracts, requests }: SessionProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  useNames('reconciliation.sessions.line', 'reconciliation.breaks.break')
  const { tabId } = useScreen()
  const asked = useAsked().get('tab')
  const tabs = tabsOf(session)
  const tab = tabs.find((one) => one === asked) ?? opening(session)
  const name = (key: Tab) => labels.text(key === 'theirs' && isOwn(session) ? 'tab_otherSide' : `tab_${key}`)
  const counts: Partial<Record<Tab, number>> = {
    breaks: session.breaks,
    files: session.statements.filter((one) => !isUnused(one)).length,
  }
  const bodies: Record<Tab, () => React.ReactNode> = {
    workbench: () => <WorkbenchTab session={session} contracts={contracts} requests={requests} />,
    breaks: () => <BreaksTab session={session} contracts={contracts} requests={requests} />,
    matched: () => <MatchedTab session={session} contracts={contracts} />,
    ours: () => <SideTab key="ours" side="OURS" session={session} contracts={contracts} />,
    theirs: () => <SideTab key="theirs" side="THEIRS" session={session} contracts={contracts} />,
    files: () => <FilesTab session={session} contracts={contracts} />,
    history: () => (
      <div className="rec-history">
        <Journals journals={session.journals} contracts={contracts} />
        <HistoryTab id={session.id} contracts={contracts} />
        <RecordHistory subjectType={SUBJECT} subjectId={session.id} />
      </div>
    ),
  }
  return (
    <section className="rec-parts">
      <Tabs
        activeKey={tab}
        onChange={(key) => replaceAddress(tabId, tabAddress(contracts, session.id, key as Tab), true)}
        items={tabs.map((key) => ({
          key,
          label: counts[key] === undefined ? name(key) : `${name(key)} (${showCount(counts[key], language)})`,
        }))}
      />
      {bodies[tab]()}
    </section>
  )
}

export default ({ contracts, requests }: DeskScreens) =>
  () => {
    const labels = useLabels(words)
    const id = useAsked().get('id') ?? ''
    if (/^\d+$/.test(id)) return <SessionDetail key={id} id={id} contracts={contracts} requests={requests} />
    return (
      <LookUp
        title={labels.text('lookUpSession')}
        label={labels.text('sessionCode')}
        find={async (code) => sessionAddress(contracts, (await call(contracts.sessions.detail, { code })).id)}
      />
    )
  }
