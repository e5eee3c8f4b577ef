import { Button } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import type { RequestDetail } from '../contract/request.ts'
import { words } from './words.ts'

/** What somebody may do with a request that is pending. */
export type Decide = 'APPROVE' | 'REJECT' | 'WITHDRAW'

/** Approve or reject for who may; withdraw for the maker; for others, why they may not. */
export function DecideButtons({ request, onDecide }: { request: RequestDetail; onDecide: (decide: Decide) => void }) {
  const labels = useLabels(words)
  if (request.mayDecide)
    return (
      <div className="bt-request-buttons">
        <Button danger onClick={() => onDecide('REJECT')}>
          {labels.action('reject')}
        </Button>
        <Button type="primary" onClick={() => onDecide('APPROVE')}>
          {labels.action('approve')}
        </Button>
      </div>
    )
  return (
    <div>
      <p>{labels.text(request.mayWithdraw ? 'ownRequest' : 'mayNot')}</p>
      {request.mayWithdraw && (
        <div className="bt-request-buttons">
          <Button danger onClick={() => onDecide('WITHDRAW')}>
            {labels.text('withdraw')}
          </Button>
        </div>
      )}
    </div>
  )
}
