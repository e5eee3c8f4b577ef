import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { AccountText, CodeText, Count, DateOnly, KeyFilter, NameText, NoteText, SearchText, Timestamp, trimmed } from '#kernel/primitives.ts'

const BASE = 'system-config/jobs'
const PATH = '/system/jobs/v1'

/** The life of a job as its record has it. */
export const jobMachine = defineMachine({
  name: 'jobs.state',
  initial: 'WAITING',
  states: {
    WAITING: { tone: 'neutral' },
    RUNNING: { tone: 'moving' },
    RETRYING: { tone: 'attention' },
    DONE: { tone: 'success', final: true },
    FAILED: { tone: 'failure' },
    CANCELLED: { tone: 'neutral' },
  },
  events: {
    begin: { from: ['WAITING', 'RETRYING'], to: 'RUNNING' },
    finish: { from: ['RUNNING'], to: 'DONE' },
    stumble: { from: ['RUNNING'], to: 'RETRYING' },
    fail: { from: ['RUNNING'], to: 'FAILED' },
    cancel: { from: ['WAITING', 'RUNNING', 'RETRYING'], to: 'CANCELLED' },
    again: { from: ['FAILED', 'CANCELLED'], to: 'WAITING' },
  },
})
export const JobState = jobMachine.status
export type JobState = z.output<typeof JobState>

const JobId = z.uuid().meta({ kind: 'id' })

const row = {
  id: JobId,
  /** What the system calls it: 'mail.deliver'. */
  code: CodeText,
  /** In the language of the caller. */
  name: NameText,
  state: JobState,
  /** Tries begun so far, and how many there may be. */
  tries: Count,
  maxTries: Count,
  /** Percent; null while nothing is known. */
  progress: Count.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  /** Seconds of the last try, of a running one until now. */
  seconds: Count.nullable(),
  lastError: NoteText.nullable(),
  /** Who asked for it; null for the system itself. */
  askedBy: AccountText.nullable(),
}

export const listJobs = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Tác vụ nền', en: 'Background jobs' },
  entity: 'jobs.job',
  filter: {
    /** Part of the name or of the last error. */
    text: SearchText,
    state: z.array(JobState).min(1).max(JobState.options.length).optional(),
    id: KeyFilter,
    /** Days on which it was asked for. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object(row),
  sort: ['name', 'createdAt', 'startedAt', 'endedAt', 'seconds', 'tries'],
  defaultSort: '-createdAt',
})

export const JobDetail = z.object({
  ...row,
  startAfter: Timestamp.nullable(),
  progressNote: NoteText.nullable(),
  /** The input as JSON, secrets cut out. */
  input: z.string(),
})
export type JobDetail = z.output<typeof JobDetail>

export const getJob = defineQuery({
  path: `${PATH}/detail`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết tác vụ nền và dữ liệu đầu vào', en: 'Background job details with input' },
  input: { id: z.uuid() },
  output: JobDetail,
})

const Changed = z.object({ id: JobId, state: JobState })

export const retryJob = defineCommand({
  path: `${PATH}/retry`,
  permission: `${BASE}/update`,
  summary: { vi: 'Chạy lại tác vụ nền', en: 'Run a job again' },
  fires: [jobMachine, 'again'],
  input: { id: z.uuid() },
  output: Changed,
})

export const cancelJob = defineCommand({
  path: `${PATH}/cancel`,
  permission: `${BASE}/update`,
  summary: { vi: 'Dừng tác vụ nền', en: 'Stop a job' },
  fires: [jobMachine, 'cancel'],
  input: { id: z.uuid() },
  output: Changed,
})

export const JobSchedule = z.object({
  code: CodeText,
  name: NameText,
  /** Five fields, in Asia/Ho_Chi_Minh. */
  cron: CodeText,
  nextRunAt: Timestamp.nullable(),
  lastRunAt: Timestamp.nullable(),
  lastState: JobState.nullable(),
})
export type JobSchedule = z.output<typeof JobSchedule>

export const listSchedules = defineQuery({
  path: `${PATH}/schedules`,
  permission: `${BASE}/view`,
  summary: { vi: 'Lịch chạy của tác vụ nền', en: 'Schedules of background jobs' },
  input: {},
  output: z.array(JobSchedule),
})

export const runSchedule = defineCommand({
  path: `${PATH}/schedules/run`,
  permission: `${BASE}/update`,
  summary: { vi: 'Chạy ngay tác vụ theo lịch', en: 'Run a scheduled job now' },
  input: { name: trimmed().min(1).max(100) },
  output: z.object({ id: JobId }),
})
