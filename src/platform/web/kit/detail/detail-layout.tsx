import { Button, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { z } from 'zod'
import type { Tone } from '#kernel/machine.ts'
import { isForbidden, isNotFound, messageOf } from '../../api/api-error.ts'
import { useShellText } from '../../i18n.ts'
import { ExceptionView } from '../../shell/notices/exception.tsx'
import { rememberRecord } from '../../shell/preferences/preferences.ts'
import { pathOf } from '../../shell/routing/routing.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { setTabLabel } from '../../shell/tabs/tab-store.ts'
import type { Action } from '../actions/action.ts'
import { ActionHost, RecordActions } from '../actions/action-host.tsx'
import { CopyButton } from '../value/copy-button.tsx'
import { MoneyText } from '../value/money.tsx'
import { StatusTag } from '../value/status-tag.tsx'
import '../kit.css'
import './browse.css'

/** What is read of a record: of useContractQuery or useFormData. */
export interface Query<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  /** 'idle' with neither data nor error: there was nothing to ask for. */
  fetchStatus?: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

export interface DetailHead {
  /** The record's code: copyable, and part of the tab's name. */
  code: string
  /** A state by its machine's name. */
  status?: { machine: string; value: string; tone?: Tone }
  /** Words beside the code. */
  title?: ReactNode
  /** What it is about in money, with its currency. */
  amount?: { value: string; currency: string }
  /** Who pays whom. */
  parties?: { from: string; to: string }
  /** A line above everything else: what waits for somebody. */
  banner?: ReactNode
  /** What stands before the buttons of `offers`, or buttons of one's own. */
  actions?: ReactNode
}

interface Offers<T> {
  actions: readonly Action<T>[]
  /** The contract's output: it says which field holds which state. */
  schema: z.ZodType<T>
  /** Where the words stand, as for a list. */
  entity: string
}

interface Props<T> {
  query: Query<T>
  head: (data: T) => DetailHead
  /** What may be done with the record, as in its list. */
  offers?: Offers<T>
  children: (data: T) => ReactNode
  /** A narrower column on the right: the timeline. */
  aside?: (data: T) => ReactNode
}

/** The page of one record: head with code, state and actions, sections, and beside them the timeline. */
export function DetailLayout<T>({ query, head, offers, children, aside }: Props<T>) {
  const t = useShellText()
  const { tabId, address, params } = useScreen()
  const { data } = query
  const known = data === undefined ? undefined : head(data)
  const code = known?.code ?? null
  useEffect(() => {
    if (code) setTabLabel(tabId, code)
  }, [tabId, code])
  // A record without a place in its path is known by its query.
  const place = Object.keys(params).length > 0 ? pathOf(address) : address
  useEffect(() => {
    if (code) rememberRecord(place, code)
  }, [place, code])
  if (!known || data === undefined) return query.error && isForbidden(query.error) ? <ExceptionView kind="403" /> : <Waiting query={query} />
  const { status, title, amount, parties, banner, actions } = known
  const page = (
    <article className="bt-detail">
      {banner}
      <header className="bt-detail-head">
        <h2>
          <span className="bt-num">{known.code}</span>
          <CopyButton text={known.code} />
        </h2>
        {status && <StatusTag {...status} />}
        {amount && (
          <div className="bt-detail-amount">
            <MoneyText value={amount.value} /> {amount.currency}
          </div>
        )}
        {parties && (
          <div className="bt-detail-parties">
            <span>{parties.from}</span>
            <span role="img" aria-label={t('detail.paysTo')}>
              →
            </span>
            <span>{parties.to}</span>
          </div>
        )}
        {title && <div className="bt-detail-title">{title}</div>}
        {(actions || offers) && (
          <div className="bt-detail-actions">
            {actions}
            {offers && <RecordActions record={data} />}
          </div>
        )}
      </header>
      <div className={aside ? 'bt-detail-body bt-detail-aside' : 'bt-detail-body'}>
        <div>{children(data)}</div>
        {aside && <aside>{aside(data)}</aside>}
      </div>
    </article>
  )
  if (!offers) return page
  return (
    <ActionHost {...offers} schema={offers.schema as never} nameOf={() => known.code}>
      {page}
    </ActionHost>
  )
}

/** In the place of what a query brings, until it is there: that it loads, or why it does not come. */
export function Waiting<T>({ query }: { query: Query<T> }) {
  const t = useShellText()
  const { error, fetchStatus } = query
  // An address that names no record asks for none.
  const unnamed = !error && fetchStatus === 'idle'
  if (!error && !unnamed) return <Skeleton active className="bt-page-skeleton" paragraph={{ rows: 8 }} />
  const missing = unnamed || isNotFound(error)
  return (
    <div className="bt-note bt-section" role="alert">
      <strong>{missing ? t('detail.notFound') : t('list.loadFailed')}</strong>
      {error && !missing && <span>{messageOf(error)}</span>}
      {!unnamed && !isForbidden(error) && (
        <Button size="small" onClick={() => query.refetch()}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}

interface SectionProps {
  title: string
  extra?: ReactNode
  /** Starts closed; the person opens it. */
  folded?: boolean
  children: ReactNode
}

/** A titled part of a detail. */
export function Section({ title, extra, folded = false, children }: SectionProps) {
  if (folded) {
    return (
      <details className="bt-section">
        <summary>
          <h3>{title}</h3>
          {extra}
        </summary>
        {children}
      </details>
    )
  }
  return (
    <section className="bt-section">
      <header>
        <h3>{title}</h3>
        {extra}
      </header>
      {children}
    </section>
  )
}
