import { PartnerSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { bulk } from '#platform/web/kit/actions/actions.tsx'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { findDelivery, listDeliveries, replayDeliveries, webhookOptions } from '../../contract/webhooks/deliveries.ts'
import { findWebhook, listWebhooks } from '../../contract/webhooks/endpoints.ts'
import { type Delivery, DeliveryTag, viewDelivery } from './delivery-drawer.tsx'

const webhooks = {
  contract: webhookOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, label, partnerCode }: OutputOf<typeof webhookOptions>[number]) => ({ value: id, label, hint: partnerCode }),
}

function WebhookSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...webhooks} search={(text) => ({ text })} />
}
WebhookSelect.Name = ({ value }: { value: string }) => <RemoteName {...webhooks} value={value} />

/** What partners were told, or are to be told. */
export default listScreen(listDeliveries, {
  filters: [
    'subject',
    { field: 'webhookId', input: WebhookSelect },
    { field: 'partnerId', input: PartnerSelect },
    'kind',
    'state',
    { range: ['from', 'to'], label: 'createdAt', days: 7 },
  ],
  columns: [
    { field: 'createdAt', fixed: 'start', opens: viewDelivery },
    { field: 'label', width: 150 },
    { field: 'kind', width: 110 },
    { field: 'subject', width: 176 },
    { field: 'state', width: 120, render: ({ state }) => <DeliveryTag value={state} /> },
    { field: 'attempts', width: 98 },
    { field: 'httpStatus', width: 104 },
    { field: 'fault', width: 220 },
    { field: 'sequence', width: 110 },
    'partnerName',
    'endedAt',
    { field: 'stateVersion', width: 150, hidden: true },
    { field: 'eventId', hidden: true },
    { field: 'replayOf', hidden: true },
    { field: 'partnerCode', hidden: true },
  ],
  nameOf: ({ subject, sequence }) => `${subject} · ${sequence}`,
  actions: [
    bulk(replayDeliveries, {
      when: ({ state }: Delivery) => state !== 'WAITING',
      facts: ['createdAt', 'state'],
      input: () => ({}),
      invalidates: [findDelivery, findWebhook, listWebhooks],
    }),
  ],
})
