import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeText, CodeWithDot, Count, enumOf, Id, NameText, RequiredNote, SearchText, Stamped, Text, Timestamp, trimmed, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Fault, Operation } from './answer.ts'
import { listExchanges } from './exchanges.ts'

const CONNECTIONS = 'o2o/partner-connections'
/** Where the connections are listed: the screen of requests about them. */
export const CONNECTIONS_SCREEN = '/crm/partner-connections'
const CONNECTIONS_PATH = '/o2o-admin/partner-connection/v1'

/** A connection that is on is reached by payments: it goes on by two people, and off by one. What it says is changed while it is off. */
export const connectionMachine = defineMachine({
  name: 'partners.connectionStatus',
  initial: 'OFF',
  states: { OFF: { tone: 'neutral' }, ON: { tone: 'success' } },
  events: { turnOn: { from: ['OFF'], to: 'ON' }, turnOff: { from: ['ON'], to: 'OFF' }, change: { from: ['OFF'], to: 'OFF' } },
})
const ConnectionStatus = connectionMachine.status

/** OPEN: nobody calls; TRIAL: its time is over, the next call tries. */
const CircuitState = enumOf('partners.circuit', ['CLOSED', 'OPEN', 'TRIAL'])

const Connection = z.object({
  id: Id,
  partnerId: Id,
  partnerCode: CodeText,
  partnerName: NameText,
  status: ConnectionStatus,
  circuit: CircuitState,
  baseUrl: Text,
  /** Of the last 24 hours: exchanges, and those without a verdict. */
  calls: Count,
  unanswered: Count,
  lastSuccessAt: Timestamp.nullable(),
  lastFailureAt: Timestamp.nullable(),
  lastFault: Fault.nullable(),
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listConnections = defineList({
  path: `${CONNECTIONS_PATH}/search`,
  permission: `${CONNECTIONS}/view`,
  summary: { vi: 'Kết nối tới đối tác', en: 'Partner connections' },
  entity: 'partners.connection',
  filter: {
    /** Part of the code or the name of the partner, or of the address. */
    text: SearchText,
    status: ConnectionStatus.optional(),
    circuit: CircuitState.optional(),
  },
  row: Connection,
  sort: ['partnerCode', 'partnerName', 'updatedAt'],
  defaultSort: 'partnerCode',
})

const settings = {
  operations: z.array(Operation),
  tryTimeoutMs: Count,
  deadlineMs: Count,
  tries: Count,
  failuresToOpen: Count,
  openSeconds: Count,
  maxAnswerKb: Count,
}

/** How a partner has answered one kind of question in the last 24 hours. */
export const Health = z.object({
  operation: Operation,
  calls: Count,
  succeeded: Count,
  failed: Count,
  pending: Count,
  unknown: Count,
  medianMs: Count.nullable(),
  slowMs: Count.nullable(),
})
export type Health = z.output<typeof Health>

export const findConnection = defineQuery({
  path: `${CONNECTIONS_PATH}/find`,
  permission: `${CONNECTIONS}/view`,
  summary: { vi: 'Chi tiết kết nối và tình trạng 24 giờ qua', en: 'A connection and its last 24 hours' },
  input: { id: Id },
  output: Connection.omit({ calls: true, unanswered: true }).extend({
    clientId: CodeText,
    /** The first characters of the SHA-256 of the key: two people compare them with the partner. */
    keyMark: CodeText,
    ...settings,
    failures: Count,
    openings: Count,
    openedAt: Timestamp.nullable(),
    retryAt: Timestamp.nullable(),
    health: z.array(Health),
    /** The last ones. */
    exchanges: z.array(listExchanges.row),
  }),
})

/** An address without a query, a user or a slash at its end. */
const BaseUrl = trimmed()
  .min(1, { error: ruleError('required') })
  .max(300)
  .regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, { error: ruleError('invalid') })
  .refine((text) => !text.endsWith('/'), { error: ruleError('invalid') })
  .meta({ kind: 'text' })

/** HMAC key; characters that travel as they are. */
const Secret = z
  .string()
  .min(32, { error: ruleError('invalid') })
  .max(200)
  .regex(/^[\x21-\x7e]+$/, { error: ruleError('invalid') })
  .meta({ kind: 'secret' })

const input = {
  baseUrl: BaseUrl,
  clientId: CodeWithDot.min(3),
  operations: z.array(Operation).min(1).max(Operation.options.length),
  tryTimeoutMs: Count.min(100).max(60_000),
  deadlineMs: Count.min(100).max(120_000),
  tries: Count.min(1).max(5),
  failuresToOpen: Count.min(1).max(100),
  openSeconds: Count.min(1).max(3600),
  maxAnswerKb: Count.min(1).max(10_240),
}

export const createConnection = defineCommand({
  path: `${CONNECTIONS_PATH}/insert`,
  permission: `${CONNECTIONS}/create`,
  summary: { vi: 'Thêm kết nối', en: 'Add a connection' },
  input: { partnerId: Id, ...input, secret: Secret },
})

export const changeConnection = defineCommand({
  path: `${CONNECTIONS_PATH}/update`,
  permission: `${CONNECTIONS}/update`,
  summary: { vi: 'Sửa kết nối', en: 'Edit a connection' },
  fires: [connectionMachine, 'change'],
  /** Without a secret the key stays. */
  input: { id: Id, version: Version, ...input, secret: Secret.optional() },
})

export const connectionPermissions = { ask: `${CONNECTIONS}/submit`, see: `${CONNECTIONS}/view`, approve: 'o2o/approvals/partner-connection/approve' } as const

export const turnOnConnection = defineCommand({
  path: `${CONNECTIONS_PATH}/turn-on`,
  permission: connectionPermissions.ask,
  summary: { vi: 'Trình duyệt mở kết nối', en: 'Submit a connection to be turned on' },
  fires: [connectionMachine, 'turnOn'],
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

export const turnOffConnection = defineCommand({
  path: `${CONNECTIONS_PATH}/turn-off`,
  permission: `${CONNECTIONS}/update`,
  summary: { vi: 'Tắt kết nối', en: 'Turn off a connection' },
  fires: [connectionMachine, 'turnOff'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

const YesNo = enumOf('partners.yesNo', ['YES', 'NO'])
/** What two people agree on when a connection goes on. */
export const ConnectionPicture = z.object({
  baseUrl: Text,
  clientId: CodeText,
  keyMark: CodeText,
  inquire: YesNo,
  accountName: YesNo,
  refund: YesNo,
  payout: YesNo,
  statement: YesNo,
  tryTimeoutMs: Text,
  deadlineMs: Text,
  tries: Text,
  failuresToOpen: Text,
  openSeconds: Text,
  maxAnswerKb: Text,
})
