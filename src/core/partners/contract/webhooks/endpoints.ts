import { z } from 'zod'
import { Changed, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  CodeText,
  Count,
  enumOf,
  Id,
  NameText,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Fault } from '../answer.ts'

const WEBHOOKS = 'o2o/partner-webhooks'
/** Where the endpoints are listed: what alerts lead to. */
export const WEBHOOKS_SCREEN = '/crm/partner-connections/webhooks'
const WEBHOOKS_PATH = '/o2o-admin/partner-webhook/v1'

/** What a partner may be told about. */
export const WebhookKind = enumOf('partners.webhookKind', ['TRANSACTION', 'REFUND', 'ORDER', 'SETTLEMENT', 'INCIDENT', 'ACCESS'])
export type WebhookKind = z.output<typeof WebhookKind>

/**
 * NOT_STARTED, PAUSED and whatever was disabled because it failed keep what is to be told. DEGRADED: too much of the last that was sent was not taken, so that
 * one event at a time tries.
 */
export const webhookMachine = defineMachine({
  name: 'partners.webhookStatus',
  initial: 'NOT_STARTED',
  states: {
    NOT_STARTED: { tone: 'neutral' },
    ACTIVE: { tone: 'success' },
    DEGRADED: { tone: 'attention' },
    PAUSED: { tone: 'neutral' },
    DISABLED: { tone: 'failure' },
  },
  events: {
    resume: { from: ['NOT_STARTED', 'PAUSED', 'DISABLED'], to: 'ACTIVE' },
    pause: { from: ['ACTIVE', 'DEGRADED'], to: 'PAUSED' },
    degrade: { from: ['ACTIVE'], to: 'DEGRADED' },
    recover: { from: ['DEGRADED'], to: 'ACTIVE' },
    giveUp: { from: ['ACTIVE', 'DEGRADED'], to: 'DISABLED' },
    disable: { from: ['NOT_STARTED', 'ACTIVE', 'DEGRADED', 'PAUSED'], to: 'DISABLED' },
    change: { from: ['DISABLED'], to: 'DISABLED' },
    changeNew: { from: ['NOT_STARTED'], to: 'NOT_STARTED' },
    changePaused: { from: ['PAUSED'], to: 'PAUSED' },
  },
})
const WebhookStatus = webhookMachine.status

const Webhook = z.object({
  id: Id,
  partnerId: Id,
  partnerCode: CodeText,
  partnerName: NameText,
  label: NameText,
  status: WebhookStatus,
  url: Text,
  /** Events that wait, and since when the first and the last of them do. */
  waiting: Count,
  oldestWaitingAt: Timestamp.nullable(),
  newestWaitingAt: Timestamp.nullable(),
  /** Of the last 24 hours: how often something was sent, and per cent of it that was taken; null of nothing. */
  sent: Count,
  successRate: z.number().meta({ kind: 'count' }).nullable(),
  lastSuccessAt: Timestamp.nullable(),
  lastFailureAt: Timestamp.nullable(),
  lastFault: Fault.nullable(),
  ...Stamped,
})

export const listWebhooks = defineList({
  path: `${WEBHOOKS_PATH}/search`,
  permission: `${WEBHOOKS}/view`,
  summary: { vi: 'Địa chỉ nhận sự kiện của đối tác', en: 'Webhook endpoints of partners' },
  entity: 'partners.webhook',
  filter: {
    /** Part of the code or the name of the partner, the label, or the address. */
    text: SearchText,
    partnerId: Id.optional(),
    status: WebhookStatus.optional(),
  },
  row: Webhook,
  sort: ['partnerCode', 'label', 'updatedAt'],
  defaultSort: 'partnerCode',
})

export const findWebhook = defineQuery({
  path: `${WEBHOOKS_PATH}/find`,
  permission: `${WEBHOOKS}/view`,
  summary: { vi: 'Chi tiết địa chỉ nhận sự kiện', en: 'A webhook endpoint' },
  input: { id: Id },
  output: Webhook.extend({
    events: z.array(WebhookKind),
    /** Whether what happens is kept for it, to be sent now or once it is started. */
    collects: z.boolean(),
    /** The first characters of the SHA-256 of each key: people and partners compare them without the key. */
    secretMark: CodeText,
    nextMark: CodeText.nullable(),
    rotationEndsAt: Timestamp.nullable(),
    failures: Count,
    failingSince: Timestamp.nullable(),
    retryAt: Timestamp.nullable(),
    createdAt: Timestamp,
  }),
})

/** An address without a user or a fragment. */
const WebhookUrl = trimmed()
  .min(1, { error: ruleError('required') })
  .max(500)
  .regex(/^https?:\/\/[^/?#@\s]+(\/[^#\s]*)?$/, { error: ruleError('invalid') })
  .meta({ kind: 'text' })

const input = {
  label: RequiredText(100),
  url: WebhookUrl,
  events: z.array(WebhookKind).min(1).max(WebhookKind.options.length),
}

/** The key is made here and shown this once. */
const WithSecret = Changed.extend({ secret: z.string() })

export const createWebhook = defineCommand({
  path: `${WEBHOOKS_PATH}/insert`,
  permission: `${WEBHOOKS}/create`,
  summary: { vi: 'Thêm địa chỉ nhận sự kiện', en: 'Add a webhook endpoint' },
  input: { partnerId: Id, ...input },
  output: WithSecret,
})

export const changeWebhook = defineCommand({
  path: `${WEBHOOKS_PATH}/update`,
  permission: `${WEBHOOKS}/update`,
  summary: { vi: 'Sửa địa chỉ nhận sự kiện', en: 'Edit a webhook endpoint' },
  fires: [webhookMachine, 'change', 'changeNew', 'changePaused'],
  input: { id: Id, version: Version, ...input },
})

export const resumeWebhook = defineCommand({
  path: `${WEBHOOKS_PATH}/resume`,
  permission: `${WEBHOOKS}/update`,
  summary: { vi: 'Bắt đầu gửi sự kiện', en: 'Start sending to a webhook endpoint' },
  fires: [webhookMachine, 'resume'],
  input: { id: Id, version: Version },
})

export const pauseWebhook = defineCommand({
  path: `${WEBHOOKS_PATH}/pause`,
  permission: `${WEBHOOKS}/update`,
  summary: { vi: 'Tạm dừng gửi sự kiện', en: 'Pause a webhook endpoint' },
  fires: [webhookMachine, 'pause'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const disableWebhook = defineCommand({
  path: `${WEBHOOKS_PATH}/disable`,
  permission: `${WEBHOOKS}/update`,
  summary: { vi: 'Ngừng địa chỉ nhận sự kiện', en: 'Disable a webhook endpoint' },
  fires: [webhookMachine, 'disable'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** For how many hours the key that is replaced goes on signing beside the new one. */
export const MAX_OVERLAP_HOURS = 168

export const rotateWebhookSecret = defineCommand({
  path: `${WEBHOOKS_PATH}/rotate`,
  permission: `${WEBHOOKS}/update`,
  summary: { vi: 'Đổi khoá ký sự kiện', en: 'Rotate the key of a webhook endpoint' },
  input: { id: Id, version: Version, overlapHours: Count.min(0).max(MAX_OVERLAP_HOURS) },
  output: WithSecret,
})
