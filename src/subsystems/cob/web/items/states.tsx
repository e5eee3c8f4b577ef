import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { DELIVERY_TONES, MONEY_TONES } from '../../contract/items.ts'
import type { DeliveryState, MoneyState } from '../../contract/machines.ts'

/** Where an item is, in words and colour. */
export const DeliveryTag = ({ value }: { value: DeliveryState }) => <StatusTag machine="cob.items.deliveryState" value={value} tone={DELIVERY_TONES[value]} />

/** Where its money is. */
export const MoneyTag = ({ value }: { value: MoneyState }) => <StatusTag machine="cob.items.moneyState" value={value} tone={MONEY_TONES[value]} />
