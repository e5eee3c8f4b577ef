import type { OutputOf, RowOf } from '#kernel/contract.ts'
import type { Tone } from '#kernel/machine.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { Attempt, findDelivery, type listDeliveries } from '../../contract/webhooks/deliveries.ts'
import { ExchangeText } from '../exchange-text.tsx'
import { words } from '../words.ts'
import '../partners.css'

export type Delivery = RowOf<typeof listDeliveries>

const TONES: Record<Delivery['state'], Tone> = { WAITING: 'moving', TAKEN: 'success', GIVEN_UP: 'failure' }

/** What became of an event, in the colour of such an end. */
export const DeliveryTag = ({ value }: { value: Delivery['state'] }) => <StatusTag machine="partners.deliveryState" value={value} tone={TONES[value]} />

/** An event word for word, and each time it was sent. */
function DeliveryDrawer({ row: { id, eventId }, onClose }: DialogProps<Pick<Delivery, 'id' | 'eventId'>>) {
  const labels = useLabels(words)
  const query = useContractQuery(findDelivery, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('deliveryTitle', { id: eventId })} size={860} onClose={onClose}>
      {(delivery) => <Facts delivery={delivery} />}
    </RecordDrawer>
  )
}

export const viewDelivery = show<Pick<Delivery, 'id' | 'eventId'>>(DeliveryDrawer, { contract: findDelivery })

function Facts({ delivery }: { delivery: OutputOf<typeof findDelivery> }) {
  const labels = useLabels(words)
  const { state, replayOf, body, tries } = delivery
  return (
    <>
      <FieldList
        entity="partners.delivery"
        schema={findDelivery.output}
        value={delivery}
        fields={[
          'partnerName',
          'label',
          'kind',
          'subject',
          { field: 'state', render: (value) => <DeliveryTag value={value.state} /> },
          'sequence',
          'stateVersion',
          'createdAt',
          ...(state === 'WAITING' ? (['nextAt'] as const) : (['endedAt'] as const)),
          'eventId',
          ...(replayOf === null ? [] : (['replayOf'] as const)),
        ]}
      />
      <section>
        <h3>{labels.field('delivery', 'tries')}</h3>
        {tries.length === 0 ? (
          <p className="bt-none">{labels.text('noAttempt')}</p>
        ) : (
          <FieldTable
            entity="partners.delivery"
            schema={Attempt}
            rows={tries}
            rowKey={({ attempt }) => attempt}
            fields={[
              'attempt',
              'at',
              'httpStatus',
              'fault',
              'milliseconds',
              { field: 'answer', render: ({ answer }) => <span className="delivery-answer">{answer}</span> },
              'answerBytes',
            ]}
          />
        )}
      </section>
      <section>
        <h3>
          {labels.field('delivery', 'body')} <CopyButton text={body} />
        </h3>
        <ExchangeText label={labels.field('delivery', 'body')} text={JSON.stringify(JSON.parse(body), null, 2)} />
      </section>
    </>
  )
}
