import { Button, Empty, Modal, Tag } from 'antd'
import { mySessions, revokeMySession, revokeUserSessions, type SessionFact, userSessions } from '#core/iam/contract/sign-in/sessions.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { type Query, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import './account.css'
import { words } from './words.ts'

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** 'Chrome · Windows' of a User-Agent; empty for one that says neither. */
function deviceOf(userAgent: string): string {
  return [BROWSERS, SYSTEMS].flatMap((known) => known.find(([mark]) => mark.test(userAgent))?.[1] ?? []).join(' · ')
}

interface Props {
  query: Query<readonly SessionFact[]>
  /** Ends one session; with nothing named, all of them, where that is offered. */
  onEnd: (sid?: string) => Promise<unknown>
  all?: boolean
}

function SessionList({ query, onEnd, all = false }: Props) {
  const labels = useLabels(words)
  const t = useShellText()
  const [modal, holder] = Modal.useModal()
  const ask = (sid?: string) =>
    void modal.confirm({
      title: labels.text('sessionEndTitle'),
      content: labels.text('sessionEndText'),
      okText: t('common.confirm'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        // A refusal is shown by the generic handler.
        const ended = await onEnd(sid).then(
          () => true,
          () => false,
        )
        if (ended) notify({ kind: 'success', title: labels.text('sessionEndTitle'), text: labels.text('sessionEnded') })
      },
    })
  const { data: sessions } = query
  if (!sessions) return <Waiting query={query} />
  if (sessions.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('sessionNone')} />
  return (
    <>
      {holder}
      <ul className="bt-sessions">
        {sessions.map((one) => (
          <li key={one.sid}>
            <div>
              <strong>{deviceOf(one.userAgent) || labels.text('deviceUnknown')}</strong>{' '}
              {one.current && <Tag color="gold">{labels.text('sessionCurrent')}</Tag>}
              <p className="bt-num">
                {labels.text('sessionFacts', { address: one.ip, started: showTimestamp(one.startedAt), last: showTimestamp(one.lastClickAt) })}
              </p>
            </div>
            {!one.current && (
              <Button size="small" danger onClick={() => ask(one.sid)}>
                {labels.text('sessionEnd')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {all && sessions.some((one) => !one.current) && (
        <Button danger onClick={() => ask()}>
          {labels.text('sessionEndAll')}
        </Button>
      )}
    </>
  )
}

/** The open sessions of whoever is signed in. */
export function MySessions() {
  const query = useContractQuery(mySessions, {}, { staleTime: 0, quiet: true })
  const command = useContractCommand(revokeMySession, { invalidates: [mySessions] })
  return <SessionList query={query} onEnd={(sid = '') => command.mutateAsync({ sid })} />
}

/** The open sessions of a user, for an administrator who may end them (permissions of userSessions and revokeUserSessions). */
export function UserSessions({ userId }: { userId: string }) {
  const query = useContractQuery(userSessions, { userId }, { staleTime: 0, quiet: true })
  const command = useContractCommand(revokeUserSessions, { invalidates: [userSessions] })
  return <SessionList query={query} all onEnd={(sid) => command.mutateAsync(sid === undefined ? { userId } : { userId, sid })} />
}
