import { z } from 'zod'
import { defineCommand, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf, Flag, Id, NameText, recordOf, SearchText, Timestamp, Version } from '#kernel/primitives.ts'
import { REPORT_FORMATS } from '#kernel/report.ts'

/** Schedules of one person at most, and recipients of one schedule. */
export const MAX_SCHEDULES = 20
const MAX_RECIPIENTS = 20

export const Frequency = enumOf('reports.frequency', ['DAILY', 'WEEKLY', 'MONTHLY'])
export type Frequency = z.output<typeof Frequency>
/** The days that the report is about, seen from the day it is sent. */
export const RelativePeriod = enumOf('reports.period', ['YESTERDAY', 'LAST_WEEK', 'LAST_MONTH'])
export type RelativePeriod = z.output<typeof RelativePeriod>
export const Format = enumOf('reports.format', REPORT_FORMATS)
export const SendResult = enumOf('reports.result', ['SENT', 'SKIPPED', 'FAILED'])
export const SendReason = enumOf('reports.reason', ['OWNER_LOCKED', 'NO_RIGHT', 'NO_RECIPIENT', 'TOO_LONG', 'TOO_LARGE', 'NO_REPORT', 'ERROR', 'CANCELLED'])
export type SendReason = z.output<typeof SendReason>

/** Hour of the day in local time. */
const Hour = z.number().int().min(0).max(23)
/** Path of the report's contract. */
const ReportPath = z
  .string()
  .max(200)
  .regex(/^\/[\w/-]+$/)

const Recipient = z.object({ id: Id, name: NameText, account: z.string().meta({ kind: 'code' }) })

export const scheduleMachine = defineMachine({
  name: 'reports.scheduleStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, PAUSED: { tone: 'attention' } },
  events: { pause: { from: ['ACTIVE'], to: 'PAUSED' }, resume: { from: ['PAUSED'], to: 'ACTIVE' } },
})

export const Schedule = z.object({
  id: Id,
  version: Version,
  frequency: Frequency,
  period: RelativePeriod,
  hour: Hour,
  format: Format,
  recipients: z.array(Recipient),
  /** The conditions beside the period, in words. */
  conditions: z.array(z.string()),
  active: Flag,
  nextDueAt: Timestamp,
  lastRunAt: Timestamp.nullable(),
  lastResult: SendResult.nullable(),
  lastReason: SendReason.nullable(),
})
export type Schedule = z.output<typeof Schedule>

/** The caller's own schedules of a report, oldest first. */
export const listSchedules = defineQuery({
  method: 'POST',
  path: '/report-admin/schedules/v1/mine',
  permission: SIGNED_IN,
  summary: { vi: 'Lịch gửi báo cáo của mình', en: 'The caller’s schedules for a report' },
  input: { report: ReportPath },
  output: z.array(Schedule),
})

const Sending = {
  frequency: Frequency,
  period: RelativePeriod,
  hour: Hour,
  format: Format,
  recipients: z.array(Id).min(1).max(MAX_RECIPIENTS),
}

/**
 * Sends a report by e-mail from now on: every day, every Monday or on the first of every month, at the hour. Needs the right to export the
 * report, now (403) and whenever it is sent. `filter` are the report's conditions without its period.
 */
export const createSchedule = defineCommand({
  path: '/report-admin/schedules/v1/create',
  permission: SIGNED_IN,
  summary: { vi: 'Đặt lịch gửi báo cáo', en: 'Schedule a report' },
  input: {
    report: ReportPath,
    filter: recordOf(z.string().max(64), z.unknown(), 50),
    ...Sending,
  },
  output: z.object({ id: Id }),
})

/** Changes when, how and to whom a schedule of one's own sends; its conditions stay. Needs the right to export the report, as creating does. */
export const updateSchedule = defineCommand({
  path: '/report-admin/schedules/v1/update',
  permission: SIGNED_IN,
  summary: { vi: 'Sửa lịch gửi báo cáo', en: 'Change a schedule of a report' },
  input: { id: Id, version: Version, ...Sending },
})

/** Pauses a schedule of one's own, or lets it go on with the next time that comes. */
export const pauseSchedule = defineCommand({
  path: '/report-admin/schedules/v1/pause',
  permission: SIGNED_IN,
  summary: { vi: 'Tạm dừng, tiếp tục lịch báo cáo', en: 'Pause or resume a report schedule' },
  input: { id: Id, version: Version, active: Flag },
  fires: [scheduleMachine, 'pause', 'resume'],
})

export const removeSchedule = defineCommand({
  path: '/report-admin/schedules/v1/remove',
  permission: SIGNED_IN,
  summary: { vi: 'Xoá lịch báo cáo', en: 'Delete a report schedule' },
  input: { id: Id, version: Version },
  output: z.object({ id: Id }),
})

/**
 * Who a report can be sent to: active users with an address of the caller's side (operator or partner) who may look at it and whose scope
 * holds all of the caller's; the first 50 by name.
 */
export const searchRecipients = defineQuery({
  method: 'POST',
  path: '/report-admin/recipients/v1/options',
  permission: SIGNED_IN,
  summary: { vi: 'Những người có thể nhận báo cáo', en: 'People who can receive a report' },
  input: { report: ReportPath, text: SearchText, ids: z.array(Id).min(1).max(MAX_RECIPIENTS).optional() },
  output: z.array(Recipient),
})
