import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { type DeskParts, filtersAt } from './desk.ts'
import { lineContracts } from './lines.ts'
import { AgeBucket, BreakKind, NextStep, PlugKey, SessionTask, sessionMachine } from './machines.ts'
import { Statement, statementContracts } from './statements.ts'

export const SESSION: 'reconciliation.sessions.session' = 'reconciliation.sessions.session'
const ref = { id: Id, version: Version }

/** Days of one session, and of a calendar. */
export const MAX_DAYS = 92

const Head = {
  id: Id,
  code: CodeText,
  plug: PlugKey,
  setupId: Id,
  setupName: NameText,
  partnerId: Id.nullable(),
  partnerCode: CodeText.nullable(),
  partnerName: NameText.nullable(),
  fromDay: DateOnly,
  toDay: DateOnly,
  status: sessionMachine.status,
  task: SessionTask.nullable(),
  nextStep: NextStep,
  oursLines: Count,
  oursSum: Money,
  theirsLines: Count,
  theirsSum: Money,
  /** Ours less theirs. */
  difference: Money,
  /** Of it what neither a match nor a break nor a waiting line explains is always nothing; this is what open breaks stand for. */
  openDifference: Money,
  matchedPercent: z.number().nullable(),
  breaks: Count,
  breaksOpen: Count,
  atRisk: Money,
  /** Why it cannot be confirmed whatever is matched: where the balance of a statement breaks, in a sentence. */
  blocked: NoteText.nullable(),
  ...Stamped,
}

/** Sessions of a desk and everything on their workbench. */
export function sessionContracts(parts: DeskParts) {
  const { place, permissions, words } = parts
  const { api } = place
  const path = (name: string) => `${api}/session/${name}`
  const work = { permission: permissions.work }
  const see = { permission: permissions.see }
  return {
    list: defineList({
      path: path('search'),
      ...see,
      summary: words('Phiên đối soát', 'Reconciliation sessions'),
      entity: SESSION,
      filter: filtersAt(place, {
        /** Part of the code, or of the code or name of the configuration or partner. */
        text: SearchText,
        plug: PlugKey.optional(),
        partnerId: Id.optional(),
        setupId: Id.optional(),
        status: z.array(sessionMachine.status).min(1).max(sessionMachine.status.options.length).optional(),
        nextStep: NextStep.optional(),
        from: DateOnly.optional(),
        to: DateOnly.optional(),
      }),
      row: z.object({
        ...Head,
        /** Of the open breaks: how many of each kind, in words, and the day of the oldest. */
        openKinds: Text,
        oldestOpen: DateOnly.nullable(),
        settledAt: Timestamp.nullable(),
        createdBy: AccountText,
      }),
      sort: ['code', 'fromDay', 'atRisk', 'breaksOpen', 'updatedAt'],
      defaultSort: '-fromDay',
      sums: ['atRisk'],
      split: { by: 'status', words: { vi: '{n} phiên', en: '{n} {n|session|sessions}' } },
    }),
    detail: defineQuery({
      path: path('detail'),
      ...see,
      summary: words('Chi tiết phiên đối soát', 'One reconciliation session'),
      input: { id: Id.optional(), code: SearchText },
      output: z.object({
        ...Head,
        taskDone: Count,
        taskTotal: Count,
        /** Why the last work in the background ended without a result. */
        taskFault: NoteText.nullable(),
        oursAsOf: Timestamp.nullable(),
        matchedAt: Timestamp.nullable(),
        resultHash: CodeText.nullable(),
        matchedOurs: Count,
        matchedTheirs: Count,
        matchedDifference: Money,
        brokenOurs: Count,
        brokenTheirs: Count,
        brokenDifference: Money,
        waitingOurs: Count,
        waitingTheirs: Count,
        waitingDifference: Money,
        byKind: z.array(z.object({ kind: BreakKind, open: Count, all: Count, atRisk: Money })),
        statements: z.array(Statement),
        journals: z.array(z.object({ id: Id, kind: CodeText, businessDate: DateOnly, description: NoteText, amount: Money, recordedAt: Timestamp })),
        /** Our records that changed after they were taken in, at most 20: settling is refused until they are taken in again. */
        changed: z.array(z.object({ sourceId: Id, code: CodeText })),
        confirmedBy: AccountText.nullable(),
        confirmedAt: Timestamp.nullable(),
        settledBy: AccountText.nullable(),
        settledAt: Timestamp.nullable(),
        pendingRequestId: Id.nullable(),
        /** Whether the partner can be asked for the statement by wire. */
        connector: Flag,
        /** Address of one of our records; {id} is its sourceId. Null where it has no screen. */
        recordPath: Text.nullable(),
        ruleNames: z.array(NameText),
      }),
    }),
    calendar: defineQuery({
      path: path('calendar'),
      ...see,
      summary: words('Lịch sao kê: ngày còn thiếu', 'Calendar of statements: what is missing'),
      input: { from: DateOnly, to: DateOnly },
      output: z.array(
        z.object({
          setupId: Id,
          setupName: NameText,
          /** Both sides are our own records: no statement is waited for. */
          own: Flag,
          days: z.array(
            z.object({
              day: DateOnly,
              state: enumOf('reconciliation.sessions.calendarState', ['MISSING', 'DUE', 'OFF', 'BEGUN', 'REVIEWING', 'AGREED', 'SETTLED']),
              sessionId: Id.nullable(),
            }),
          ),
        }),
      ),
    }),
    ageing: defineQuery({
      path: path('ageing'),
      ...see,
      summary: words('Tuổi nợ chênh lệch và sức khoẻ đối soát', 'Ageing of breaks and health of reconciliation'),
      input: { from: DateOnly, to: DateOnly },
      output: z.object({
        ageing: z.array(
          z.object({
            partnerName: NameText,
            setupId: Id,
            setupName: NameText,
            buckets: z.array(z.object({ age: AgeBucket, breaks: Count, amount: Money })),
            total: Money,
          }),
        ),
        days: z.array(z.object({ day: DateOnly, setupId: Id, setupName: NameText, matchedPercent: z.number(), lines: Count })),
        speed: z.array(z.object({ setupId: Id, setupName: NameText, resolved: Count, medianMinutes: Count.nullable(), warning: NoteText.nullable() })),
      }),
    }),
    create: defineCommand({
      path: path('insert'),
      permission: permissions.create,
      summary: words('Lập phiên đối soát', 'Create a session'),
      input: { setupId: Id, fromDay: DateOnly, toDay: DateOnly },
    }),
    cancel: defineCommand({
      path: path('cancel'),
      ...work,
      summary: words('Huỷ phiên đối soát', 'Cancel a session'),
      fires: [sessionMachine, 'cancel'],
      input: { ...ref, reason: RequiredNote(500) },
    }),
    ...statementContracts(parts),
    /** Stops the work under way in the background. */
    stopTask: defineCommand({ path: path('stop-task'), ...work, summary: words('Dừng xử lý đang chạy', 'Stop the work under way'), input: { id: Id } }),
    ...lineContracts(parts),
    history: defineQuery({
      path: path('history'),
      ...see,
      summary: words('Lịch sử phiên đối soát', 'History of a session'),
      input: { id: Id },
      output: z.array(z.object({ id: Id, at: Timestamp, by: AccountText, what: CodeText, title: Text, text: NoteText })),
    }),
    confirm: defineCommand({
      path: path('confirm'),
      permission: permissions.confirm,
      summary: words('Xác nhận kết quả đối soát', 'Confirm a session'),
      fires: [sessionMachine, 'confirm'],
      /** `acceptRejected`: the rows that could not be read have been looked at, and count for nothing. */
      input: { ...ref, note: OptionalNote(500), acceptRejected: Flag.default(false) },
    }),
    reopen: defineCommand({
      path: path('reopen'),
      permission: permissions.confirm,
      summary: words('Mở lại phiên đã xác nhận', 'Reopen a confirmed session'),
      fires: [sessionMachine, 'reopen'],
      input: { ...ref, reason: RequiredNote(500) },
    }),
    /** What settling would post. */
    settlementPreview: defineQuery({
      path: path('settlement-preview'),
      ...see,
      summary: words('Bút toán khi tất toán phiên', 'Journals that settling would post'),
      input: { id: Id },
      output: z.object({
        lines: z.array(z.object({ journal: NoteText, accountCode: CodeText, accountName: NameText, debit: Money.nullable(), credit: Money.nullable() })),
        blockers: z.array(NoteText),
      }),
    }),
    settle: defineCommand({
      path: path('settle'),
      permission: permissions.settle,
      summary: words('Trình tất toán phiên đối soát', 'Submit the settlement of a session'),
      fires: [sessionMachine, 'settle'],
      input: { ...ref, reason: RequiredNote(500) },
      output: z.object({ id: Id, version: Version, requestId: Id }),
      idempotent: true,
    }),
    reverse: defineCommand({
      path: path('reverse'),
      permission: permissions.settle,
      summary: words('Trình đảo tất toán', 'Submit the reversal of a settlement'),
      fires: [sessionMachine, 'reverse'],
      input: { ...ref, reason: RequiredNote(500) },
      output: z.object({ id: Id, version: Version, requestId: Id }),
      idempotent: true,
    }),
  }
}
export type SessionContracts = ReturnType<typeof sessionContracts>
