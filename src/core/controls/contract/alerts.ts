import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  Code,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'

const CONTROLS = 'o2o/controls'
const CONTROLS_PATH = '/pp-admin/controls/v1'

/** Alerts have opened, grown, healed or been acknowledged, or a rule has run. */
export const alertsTopic: LiveTopic = { name: 'controls.alerts', permission: `${CONTROLS}/view` }

/** An alert opens when its rule finds something, and heals by itself when the rule finds nothing any more. */
export const alertMachine = defineMachine({
  name: 'controls.alertStatus',
  initial: 'OPEN',
  states: { OPEN: { tone: 'failure' }, ACKNOWLEDGED: { tone: 'attention' }, HEALED: { tone: 'success' } },
  events: {
    acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED' },
    grow: { from: ['ACKNOWLEDGED'], to: 'OPEN' },
    heal: { from: ['OPEN', 'ACKNOWLEDGED'], to: 'HEALED' },
    reopen: { from: ['HEALED'], to: 'OPEN' },
  },
})
export const AlertStatus = alertMachine.status
export type AlertStatus = z.output<typeof AlertStatus>

export const Severity = enumOf('controls.severity', ['HIGH', 'MEDIUM', 'LOW'])
export type Severity = z.output<typeof Severity>

export const AlertEvent = enumOf('controls.alertEvent', ['OPENED', 'REOPENED', 'GREW', 'ACKNOWLEDGED', 'HEALED'])
export type AlertEvent = z.output<typeof AlertEvent>

const row = {
  id: Id,
  rule: CodeText,
  /** In the language of the caller. */
  ruleName: NameText,
  severity: Severity,
  unitName: UnitText.nullable(),
  status: AlertStatus,
  /** What to look at first: 1 is open and severe, healed ones come last. */
  urgency: Count,
  openedAt: Timestamp,
  /** Rows that the last run found. */
  rows: Count,
  amount: Money.nullable(),
  openings: Count,
  lastSeenAt: Timestamp,
  acknowledgedBy: AccountText.nullable(),
  acknowledgedAt: Timestamp.nullable(),
  note: NoteText.nullable(),
  healedAt: Timestamp.nullable(),
  version: Version,
}

export const listAlerts = defineList({
  path: `${CONTROLS_PATH}/search`,
  permission: `${CONTROLS}/view`,
  summary: { vi: 'Cảnh báo kiểm soát', en: 'Control alerts' },
  entity: 'controls.alert',
  filter: {
    /** Part of the name of the rule, of the unit or of the note. */
    text: SearchText,
    status: z.array(AlertStatus).min(1).max(AlertStatus.options.length).optional(),
    severity: z.array(Severity).min(1).max(Severity.options.length).optional(),
    rule: KeyFilter,
    unitId: Id.optional(),
    /** Days on which it opened. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object(row),
  sort: ['urgency', 'openedAt', 'lastSeenAt', 'amount', 'rows'],
  defaultSort: 'urgency',
})

/** What stands behind an alert, as the rule finds it now. */
export const AlertRow = z.object({
  subject: CodeText,
  label: Text,
  amount: Money.nullable(),
  since: Timestamp.nullable(),
  /** Address of its screen, where it has one. */
  link: z.string().max(500).nullable(),
})
export type AlertRow = z.output<typeof AlertRow>

export const AlertHistory = z.object({ at: Timestamp, event: AlertEvent, rows: Count, amount: Money.nullable(), by: AccountText, note: NoteText.nullable() })

/** Rows of an alert that are shown at once; the rest is counted. */
export const ROWS_SHOWN = 200

export const AlertDetail = z.object({
  ...row,
  /** What the rule looks for, and what is to be done about it. */
  meaning: NoteText,
  seen: Count,
  /** Rows there are now: found is all of them, `found` the first ones. */
  foundCount: Count,
  found: z.array(AlertRow),
  history: z.array(AlertHistory),
})
export type AlertDetail = z.output<typeof AlertDetail>

export const getAlert = defineQuery({
  path: `${CONTROLS_PATH}/detail`,
  permission: `${CONTROLS}/view`,
  summary: { vi: 'Chi tiết cảnh báo kiểm soát và các dòng đứng sau', en: 'Control alert with the rows behind it' },
  input: { id: Id },
  output: AlertDetail,
})

export const acknowledgeAlert = defineCommand({
  path: `${CONTROLS_PATH}/acknowledge`,
  permission: `${CONTROLS}/update`,
  summary: { vi: 'Tiếp nhận cảnh báo kiểm soát', en: 'Acknowledge a control alert' },
  fires: [alertMachine, 'acknowledge'],
  input: { id: Id, version: Version, note: RequiredNote(1000) },
})

export const ControlRuleState = z.object({
  code: CodeText,
  name: NameText,
  meaning: NoteText,
  severity: Severity,
  /** Minutes between two runs. */
  every: Count,
  ranAt: Timestamp.nullable(),
  milliseconds: Count.nullable(),
  /** Alerts of the caller's scope that are not healed. */
  alerts: Count,
  /** Why the last run could not judge; null: it could. */
  error: NoteText.nullable(),
})
export type ControlRuleState = z.output<typeof ControlRuleState>

export const listControlRules = defineQuery({
  path: `${CONTROLS_PATH}/rules`,
  permission: `${CONTROLS}/view`,
  summary: { vi: 'Quy tắc kiểm soát và lần chạy gần nhất', en: 'Control rules with their last run' },
  input: {},
  output: z.array(ControlRuleState),
})

export const runControlRule = defineCommand({
  path: `${CONTROLS_PATH}/run`,
  permission: `${CONTROLS}/run`,
  summary: { vi: 'Chạy ngay quy tắc kiểm soát', en: 'Run a control rule now' },
  input: { code: Code },
  output: z.object({ code: CodeText }),
})
