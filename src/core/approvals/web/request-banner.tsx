import { Button } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/money.ts'
import { isNotFound } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { getRequest, requestsTopic } from '../contract/request.ts'
import { RequestDrawer } from './request-drawer.tsx'
import './approvals.css'
import { words } from './words.ts'

const DAY_MS = 86_400_000

/** At the top of a record's page: what waits for a decision, from whom and how long still, and the way to decide it or to take it back. */
export function RequestBanner({ requestId }: { requestId: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const { data: request, error } = useContractQuery(getRequest, { id: requestId }, { quiet: true })
  useLiveReads(requestsTopic, getRequest)
  // Waiting it is, whoever may look at it: otherwise nobody would know why the record does not move.
  if (isNotFound(error)) {
    return (
      <div className="bt-request-banner" role="status">
        {labels.text('hiddenRequest', { id: requestId })}
      </div>
    )
  }
  if (request?.status !== 'PENDING') return null
  const { kind, moneyImpact, makerName, expiresAt, mayDecide, mayWithdraw } = request
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  return (
    <div className="bt-request-banner" role="status">
      <strong>{labels.enumValue('approvals.kind', kind)}</strong>
      {moneyImpact !== null && (
        <span className="bt-num">{labels.text('amount', { amount: showMoney(moneyImpact, language, moneyImpact.endsWith('.00') ? 0 : 2) })}</span>
      )}
      <span>{labels.text(mayWithdraw ? 'byYou' : 'byMaker', { maker: makerName })}</span>
      <span>{days > 1 ? labels.text('daysLeft', { days }) : labels.text('lastDay')}</span>
      <Button type={mayDecide ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {labels.text(mayDecide ? 'seeAndDecide' : mayWithdraw ? 'seeOrWithdraw' : 'seeRequest')}
      </Button>
      <RequestDrawer id={open ? requestId : null} onClose={() => setOpen(false)} />
    </div>
  )
}
