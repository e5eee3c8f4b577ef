import { Drawer } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { readNotifications } from '#core/notifications/contract/notifications.ts'
import { toneOf } from '#kernel/machine.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { labelsOf, useLabels, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { Timeline, type TimelineItem } from '#platform/web/kit/detail/timeline.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { getRequest, RequestDetail, requestMachine, requestsTopic } from '../contract/request.ts'
import { type Decide, DecideButtons } from './decide-buttons.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { DiffTable } from './diff-table.tsx'
import './approvals.css'
import { words } from './words.ts'

export interface RequestDrawerProps {
  /** None: closed. */
  id: string | null
  onClose: () => void
  /** After a decision, in the place of closing: the next request of a queue. */
  onDecided?: (() => void) | undefined
}

/** One request: what changes, what it costs, who asked; and the decision, for who may. */
export default function RequestDrawerContent({ id, open, onClose, onDecided = onClose }: RequestDrawerProps & { open: boolean }) {
  const labels = useLabels(words)
  const [decide, setDecide] = useState<{ request: RequestDetail; decide: Decide } | null>(null)
  // Read at each opening: what was kept of it may be from before its decision.
  const query = useContractQuery(getRequest, { id: id ?? '0' }, { enabled: id !== null, quiet: true, staleTime: 0 })
  useLiveReads(requestsTopic, getRequest)
  const request = id === null ? undefined : query.data
  const head = useRef<HTMLDivElement>(null)
  const shown = request?.id
  useEffect(() => {
    if (shown === undefined) return
    // It has been seen: the bell has nothing more to say of it. Of a queue the next one is read from its beginning.
    void call(readNotifications, { about: { type: 'approvals.request', id: shown } }).catch(() => undefined)
    head.current?.focus()
  }, [shown])
  const title = request ? labels.text('request', { id: request.id, kind: labels.enumValue('approvals.kind', request.kind) }) : ''
  return (
    <Drawer
      title={title}
      open={open}
      onClose={onClose}
      size={560}
      destroyOnHidden
      footer={request?.status === 'PENDING' ? <DecideButtons request={request} onDecide={(next) => setDecide({ request, decide: next })} /> : null}
    >
      {request ? (
        <div ref={head} tabIndex={-1} className="bt-request bt-begins">
          <Content request={request} />
        </div>
      ) : (
        <Waiting query={query} />
      )}
      {decide && <DecisionDialog {...decide} onDone={onDecided} onClose={() => setDecide(null)} />}
    </Drawer>
  )
}

function Content({ request }: { request: RequestDetail }) {
  const t = useShellText()
  const labels = useLabels(words)
  return (
    <>
      <div>
        <StatusTag machine={requestMachine.name} value={request.status} />{' '}
        {request.subjectPath === null ? (
          <span className="bt-num">{request.subjectCode}</span>
        ) : (
          <PageLink to={request.subjectPath}>{labels.text('openSubject', { code: request.subjectCode })}</PageLink>
        )}
      </div>
      <FieldList
        schema={RequestDetail}
        value={request}
        entity="approvals.request"
        fields={[
          'moneyImpact',
          ...(request.limitLeft ? (['limitLeft'] as const) : []),
          ...(request.beneficiary ? (['beneficiary'] as const) : []),
          'makerName',
          'rowImpact',
          'tier',
          'unitName',
          'reason',
          'expiresAt',
          ...(request.onBehalfOf ? (['onBehalfOf'] as const) : []),
        ]}
      />
      {request.attachments.length > 0 && (
        <section>
          <h3>{t('files.list')}</h3>
          <FileList files={request.attachments} />
        </section>
      )}
      {request.grounds.length > 0 && <Grounds request={request} />}
      <section>
        <h3>{labels.text('changes')}</h3>
        {/* Its words are those of any module, and come when it is known which. */}
        <Suspense>
          <DiffTable changes={request.changes} entity={request.entity} />
        </Suspense>
      </section>
      <section>
        <h3>{t('detail.timeline')}</h3>
        <Timeline items={historyOf(request)} />
      </section>
    </>
  )
}

/** What the request stands on: whoever approves it signs that. */
function Grounds({ request: { grounds } }: { request: RequestDetail }) {
  const labels = useLabels(words)
  return (
    <section>
      <h3>{labels.text('grounds')}</h3>
      <Timeline
        items={grounds.toReversed().map(({ id, at, title, source, text, tone, files }) => ({
          ...{ key: id, at, title, by: source, tone },
          note: (
            <>
              {text}
              {files.length > 0 && <FileList files={files} />}
            </>
          ),
        }))}
      />
    </section>
  )
}

/** Somebody from outside has no account. */
const personOf = (name: string, account: string | null) => (account ? `${name} (${account})` : name)

/** Asked for, and what became of it. */
function historyOf(request: RequestDetail): TimelineItem[] {
  const labels = labelsOf(words)
  const asked: TimelineItem = {
    key: 'asked',
    at: request.askedAt,
    title: labels.text('asked'),
    by: personOf(request.makerName, request.makerAccount),
    note: request.reason,
    tone: toneOf(requestMachine.name, 'PENDING'),
  }
  if (!request.decidedAt) return [asked]
  return [
    asked,
    {
      key: 'decided',
      at: request.decidedAt,
      title: labels.enumValue(requestMachine.name, request.status),
      by: request.checkerName && personOf(request.checkerName, request.checkerAccount),
      note: request.decisionReason,
      tone: toneOf(requestMachine.name, request.status),
    },
  ]
}
