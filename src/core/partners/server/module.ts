import { defineModule, defineTask } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { addOutcomeCode, agreeOutcomeCode, listOutcomeCodes } from '../contract/codes.ts'
import { changeConnection, createConnection, listConnections, turnOnConnection } from '../contract/connections.ts'
import { partnerErrors } from '../contract/errors.ts'
import { listExchanges } from '../contract/exchanges.ts'
import { listDeliveries, replayDeliveries, replayGivenUp } from '../contract/webhooks/deliveries.ts'
import { changeWebhook, createWebhook, listWebhooks, rotateWebhookSecret } from '../contract/webhooks/endpoints.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerCodes } from './codes.ts'
import { registerConnections } from './connections.ts'
import { registerExchanges } from './exchange-list.ts'
import { ensureExchangePartitions } from './exchanges.ts'
import { gatewayKeyEvents, gatewayKeySubjects } from './gateway-keys.ts'
import { turnOn } from './turn-on.ts'
import { DELIVERY, registerDeliveries } from './webhooks/deliveries.ts'
import { registerWebhooks } from './webhooks/endpoints.ts'
import { keepWebhooks } from './webhooks/housekeeping.ts'
import { webhookAuditEvents } from './webhooks/note.ts'
import { WebhookSender } from './webhooks/sender.ts'

/** How often partitions, keys that are replaced and what was kept long enough are looked after, and how often events are that wait. */
const HOUSEKEEPING_MS = 600_000
const WEBHOOKS_MS = 1_000

const contracts = [
  ...[listConnections, listConnections.export, createConnection, changeConnection, turnOnConnection],
  ...[listOutcomeCodes, listOutcomeCodes.export, addOutcomeCode, agreeOutcomeCode],
  ...[listExchanges, listExchanges.export],
  ...[listWebhooks, listWebhooks.export, createWebhook, changeWebhook, rotateWebhookSecret],
  ...[listDeliveries, listDeliveries.export, replayDeliveries, replayGivenUp],
]

/** Partners by wire: how each is reached, what its codes mean, what was asked and answered. */
export const partnersModule = defineModule({
  name: 'partners',
  audit: {
    events: { ...webhookAuditEvents, ...gatewayKeyEvents },
    subjects: {
      ...gatewayKeySubjects,
      'partner.endpoint': {
        vi: 'Kết nối đối tác',
        en: 'Partner connection',
        entity: 'partners.connection',
        fields: { request: { vi: 'Yêu cầu', en: 'Request' }, requested: { vi: 'Nội dung yêu cầu', en: 'Requested' } },
      },
      'partner.outcome_code': {
        vi: 'Mã kết quả của đối tác',
        en: 'Partner result code',
        entity: 'partners.outcomeCode',
        fields: { request: { vi: 'Yêu cầu', en: 'Request' }, requested: { vi: 'Nội dung yêu cầu', en: 'Requested' } },
      },
      'partner.webhook_endpoint': {
        vi: 'Địa chỉ nhận sự kiện',
        en: 'Webhook endpoint',
        entity: 'partners.webhook',
        fields: {
          from: { vi: 'Từ ngày', en: 'From' },
          to: { vi: 'Đến ngày', en: 'To' },
          replayed: { vi: 'Số sự kiện gửi lại', en: 'Events sent again' },
        },
      },
      [DELIVERY]: { vi: 'Sự kiện gửi cho đối tác', en: 'Event sent to a partner', entity: 'partners.delivery' },
    },
  },
  labels: { vi, en },
  errors: partnerErrors,
  wholeSystem: [...new Set(contracts.map(({ permission }) => permission))],
  tasks: [
    defineTask(
      'partners.codes',
      { vi: 'Mã kết quả của đối tác chưa quy ước', en: 'Partner result codes without a meaning' },
      listOutcomeCodes,
      { agreed: 'NO' },
      {
        needs: agreeOutcomeCode.permission,
      },
    ),
  ],
  register(on) {
    registerConnections(on)
    on.command(turnOnConnection, turnOn)
    registerCodes(on)
    registerExchanges(on)
    registerWebhooks(on)
    registerDeliveries(on)
  },
  async start(runtime) {
    await ensureExchangePartitions(runtime)
    const failed = (error: unknown) => runtime.log.warn({ error }, 'housekeeping of partners failed')
    const partitions = repeat(HOUSEKEEPING_MS, () => ensureExchangePartitions(runtime), failed)
    const kept = repeat(HOUSEKEEPING_MS, () => keepWebhooks(runtime), failed)
    const sender = new WebhookSender(runtime)
    const sending = repeat(
      WEBHOOKS_MS,
      () => sender.begin(),
      (error) => runtime.log.warn({ error }, 'waiting events could not be read'),
    )
    return async () => {
      await Promise.all([partitions(), kept(), sending()])
      await sender.stop()
    }
  },
})
