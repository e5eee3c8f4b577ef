import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findWebhook } from '../../contract/webhooks/endpoints.ts'
import { words } from '../words.ts'
import { keptText } from './webhook-fields.tsx'

const ENTITY = 'partners.webhook'

/** The share of what was sent that was taken. */
export function Rate({ value }: { value: number | null }) {
  const language = useLanguage()
  return value === null ? <span className="bt-none">—</span> : <span className="bt-num">{showPercent(value, language)}</span>
}

/** An endpoint: whether it takes what it is sent, what that is, and its keys by their marks. `deliveries`: where the events are listed. */
export function WebhookDrawer({ row: { id, label }, onClose, deliveries }: DialogProps<{ id: string; label: string }> & { deliveries: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(findWebhook, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('webhookTitle', { name: label })} size={720} onClose={onClose}>
      {(webhook) => <Facts webhook={webhook} deliveries={deliveries} />}
    </RecordDrawer>
  )
}

function Facts({ webhook, deliveries }: { webhook: OutputOf<typeof findWebhook>; deliveries: string }) {
  const labels = useLabels(words)
  const names = useNames(ENTITY)
  const { id, events, failures, rotationEndsAt } = webhook
  const kept = keptText(webhook)
  const common = { entity: ENTITY, schema: findWebhook.output, value: webhook } as const
  return (
    <>
      <section>
        <h3>{labels.text('state')}</h3>
        <FieldList
          {...common}
          fields={[
            'status',
            'waiting',
            'oldestWaitingAt',
            'newestWaitingAt',
            'sent',
            { field: 'successRate', render: ({ successRate }) => <Rate value={successRate} /> },
            'lastSuccessAt',
            'lastFailureAt',
            'lastFault',
            ...(failures === 0 ? [] : (['failures', 'failingSince', 'retryAt'] as const)),
          ]}
        />
        {kept && <p>{labels.text(kept)}</p>}
        <p>
          <PageLink to={`${deliveries}?webhookId=${id}`}>{labels.text('deliveriesOf')}</PageLink>
        </p>
      </section>
      <section>
        <h3>{labels.text('webhookEvents')}</h3>
        <FieldList
          {...common}
          fields={[
            'partnerName',
            'url',
            { field: 'events', render: () => events.map((one) => names.enumValue('partners.webhookKind', one)).join(', ') },
            'createdAt',
            'updatedBy',
            'updatedAt',
          ]}
        />
      </section>
      <section>
        <h3>{labels.text('webhookKeys')}</h3>
        <FieldList {...common} fields={['secretMark', ...(rotationEndsAt === null ? [] : (['nextMark', 'rotationEndsAt'] as const))]} />
      </section>
      <RecordHistory subjectType="partner.webhook_endpoint" subjectId={id} />
    </>
  )
}
