import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, enumOf, Id, KeyFilter, NameText, SearchText, Timestamp, Version } from '#kernel/primitives.ts'
import { Fault } from '../answer.ts'
import { WebhookKind } from './endpoints.ts'

const DELIVERIES = 'o2o/partner-deliveries'
const DELIVERIES_PATH = '/o2o-admin/partner-delivery/v1'

/** GIVEN_UP: not taken in three days. */
export const DeliveryState = enumOf('partners.deliveryState', ['WAITING', 'TAKEN', 'GIVEN_UP'])

const Delivery = z.object({
  id: Id,
  createdAt: Timestamp,
  partnerId: Id,
  partnerCode: CodeText,
  partnerName: NameText,
  webhookId: Id,
  label: NameText,
  kind: WebhookKind,
  subject: CodeText,
  sequence: Count,
  stateVersion: Count,
  state: DeliveryState,
  attempts: Count,
  httpStatus: Count.nullable(),
  fault: Fault.nullable(),
  endedAt: Timestamp.nullable(),
  eventId: CodeText,
  /** The event that it sends once more. */
  replayOf: CodeText.nullable(),
  version: Version,
})

export const listDeliveries = defineList({
  path: `${DELIVERIES_PATH}/search`,
  permission: `${DELIVERIES}/view`,
  summary: { vi: 'Sự kiện gửi cho đối tác', en: 'Events sent to partners' },
  entity: 'partners.delivery',
  filter: {
    /** The code of what it is about. */
    subject: KeyFilter,
    webhookId: Id.optional(),
    partnerId: Id.optional(),
    kind: WebhookKind.optional(),
    state: DeliveryState.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Delivery,
  sort: ['createdAt'],
  defaultSort: '-createdAt',
})

export const webhookOptions = defineQuery({
  method: 'POST',
  path: `${DELIVERIES_PATH}/webhooks`,
  permission: `${DELIVERIES}/view`,
  summary: { vi: 'Địa chỉ nhận sự kiện để chọn', en: 'Webhook endpoints to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, partnerCode: CodeText, label: NameText })),
})

/** One time that an event was sent. */
export const Attempt = z.object({
  attempt: Count,
  at: Timestamp,
  milliseconds: Count,
  httpStatus: Count.nullable(),
  fault: Fault.nullable(),
  /** As it came, 2 KiB at most; how large it was. */
  answer: z.string(),
  answerBytes: Count,
})
export type Attempt = z.output<typeof Attempt>

export const findDelivery = defineQuery({
  path: `${DELIVERIES_PATH}/find`,
  permission: `${DELIVERIES}/view`,
  summary: { vi: 'Nội dung một sự kiện và các lần gửi', en: 'An event and the times it was sent' },
  input: { id: Id },
  output: Delivery.extend({
    /** What is sent, word for word. */
    body: z.string(),
    nextAt: Timestamp.nullable(),
    tries: z.array(Attempt),
  }),
})

export const replayDeliveries = defineBulk({
  path: `${DELIVERIES_PATH}/replay`,
  permission: `${DELIVERIES}/update`,
  summary: { vi: 'Gửi lại sự kiện', en: 'Send events again' },
  input: {},
})

/** Events of one call at most. */
export const MAX_REPLAYED = 10_000

export const replayGivenUp = defineCommand({
  path: `${DELIVERIES_PATH}/replay-given-up`,
  permission: `${DELIVERIES}/update`,
  summary: { vi: 'Gửi lại mọi sự kiện không gửi được trong một khoảng ngày', en: 'Send again all events of some days that were given up' },
  input: { webhookId: Id, from: DateOnly, to: DateOnly },
  output: z.object({ id: Id, replayed: Count }),
})
