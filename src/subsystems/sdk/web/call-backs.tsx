import { Button } from 'antd'
import { listDeliveries, replayDeliveries } from '#core/partners/contract/webhooks/deliveries.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { words } from './words.ts'

const SHOWN = { currentPage: 1, pageSize: 15 } as const

/** What the partner was told of a payment, with how often each event was sent; what has ended is sent again by whoever may. */
export function CallBacks({ code }: { code: string }) {
  const labels = useLabels(words)
  const names = useNames('partners.deliveryState')
  const sees = usePermission(listDeliveries.permission)
  const resends = usePermission(replayDeliveries.permission)
  const { data } = useContractQuery(listDeliveries, { searchSdi: { subject: code }, pageInfo: SHOWN }, { quiet: true, enabled: sees })
  const resend = useContractCommand(replayDeliveries, {
    invalidates: [listDeliveries],
    onSuccess: ({ results }, { rows }) => {
      const refused = results.find(({ message }) => message !== null)?.message
      const sent = data?.result.find(({ id }) => id === rows[0]?.id)
      const event = sent && { kind: names.enumValue('partners.webhookKind', sent.kind), id: sent.eventId, endpoint: sent.label }
      notify({ kind: refused ? 'error' : 'success', title: labels.text('sendAgain'), text: refused ?? labels.text('sentAgain', event) })
    },
  })
  if (!data) return null
  return (
    <Section title={labels.text('groupCallBacks')}>
      {data.result.length === 0 ? (
        <p className="bt-none">{labels.text('noCallBack')}</p>
      ) : (
        <FieldTable
          entity="partners.delivery"
          schema={listDeliveries.row}
          rows={data.result}
          rowKey={({ id }) => id}
          fields={[
            'createdAt',
            'label',
            {
              field: 'state',
              render: ({ id, version, state }) => (
                <>
                  {names.enumValue('partners.deliveryState', state)}
                  {resends && state !== 'WAITING' && (
                    <Button type="link" size="small" loading={resend.isPending} onClick={() => resend.mutate({ rows: [{ id, version }] })}>
                      {labels.text('sendAgain')}
                    </Button>
                  )}
                </>
              ),
            },
            'attempts',
            'httpStatus',
            'fault',
            'endedAt',
          ]}
        />
      )}
    </Section>
  )
}
