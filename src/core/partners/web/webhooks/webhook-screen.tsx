import { PartnerSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { act, create, edit, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listDeliveries, replayGivenUp } from '../../contract/webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  disableWebhook,
  findWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
} from '../../contract/webhooks/endpoints.ts'
import { showSecret } from './secret-shown.tsx'
import { Rate, WebhookDrawer } from './webhook-drawer.tsx'
import { Waiting, WebhookFields } from './webhook-fields.tsx'

type Webhook = RowOf<typeof listWebhooks>
const invalidates = [findWebhook]
/** How many hours both keys sign when nothing else is chosen, and how many days of failed events are offered. */
const OVERLAP_HOURS = 24
const DAYS = 3

/** Where partners are told what has happened, and whether they take it. */
export default (deliveries: string) => {
  const view = show<Pick<Webhook, 'id' | 'label'>>((props) => <WebhookDrawer {...props} deliveries={deliveries} />)
  return listScreen(listWebhooks, {
    filters: ['text', { field: 'partnerId', input: PartnerSelect }, 'status'],
    columns: [
      { field: 'label', width: 150, fixed: 'start', opens: view },
      { field: 'partnerName', width: 150 },
      { field: 'status', width: 104 },
      { field: 'waiting', width: 118 },
      { field: 'lastFault', width: 200 },
      { field: 'successRate', width: 150, render: ({ successRate }) => <Rate value={successRate} /> },
      'oldestWaitingAt',
      { field: 'sent', width: 130 },
      'lastSuccessAt',
      'lastFailureAt',
      'url',
      'updatedAt',
      'updatedBy',
      { field: 'newestWaitingAt', hidden: true },
      { field: 'partnerCode', hidden: true },
    ],
    nameOf: ({ label }) => label,
    actions: [
      create(createWebhook, WebhookFields, {
        values: () => ({ events: ['TRANSACTION', 'REFUND'] }),
        size: 640,
        onDone: ({ secret }, { open, sent }) => open(showSecret, { label: String(sent.label), secret }),
      }),
      act(resumeWebhook, { read: findWebhook, ask: Waiting, invalidates }),
      act(pauseWebhook, { ask: ['reason'], invalidates }),
      edit(changeWebhook, WebhookFields, { read: findWebhook, size: 640, invalidates }),
      act(rotateWebhookSecret, {
        ask: ['overlapHours'],
        values: () => ({ overlapHours: OVERLAP_HOURS }),
        invalidates,
        onDone: ({ secret }, { open, record }) => open(showSecret, { label: (record as Webhook).label, secret }),
      }),
      act(replayGivenUp, {
        key: 'replayGivenUp',
        ask: ['from', 'to'],
        values: () => ({ from: addDays(today(), -DAYS), to: today() }),
        toInput: (values, { id }: Webhook) => ({ ...values, webhookId: id }),
        invalidates: [findWebhook, listWebhooks, listDeliveries],
      }),
      act(disableWebhook, { danger: true, ask: ['reason'], invalidates }),
    ],
  })
}
