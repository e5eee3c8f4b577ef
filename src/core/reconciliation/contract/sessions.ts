import { z } from 'zod'
import { defineCommand, defineDownload, defineList, defineQuery, defineUpload } from '#kernel/contract.ts'
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
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { type DeskParts, filtersAt } from './desk.ts'
import {
  AgeBucket,
  BreakKind,
  LineState,
  MatchMethod,
  NextStep,
  PlugKey,
  SessionTask,
  Side,
  StatementOrigin,
  StatementStatus,
  sessionMachine,
} from './machines.ts'

export const SESSION: 'reconciliation.sessions.session' = 'reconciliation.sessions.session'
const ref = { id: Id, version: Version }

/** Bytes of a statement, and of one of the pieces in which a browser sends it. */
export const STATEMENT_BYTES = 512 * 1_048_576
export const PIECE_BYTES = 8 * 1_048_576
/** Lines that one match by hand takes. */
export const HAND_LINES = 500
export const LineNumbers = z.array(z.number().int().min(1)).min(1).max(HAND_LINES)
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

const Statement = z.object({
  id: Id,
  origin: StatementOrigin,
  fileName: Text,
  bytes: Count,
  sha256: CodeText,
  status: StatementStatus,
  fault: NoteText.nullable(),
  account: CodeText,
  fromDay: DateOnly.nullable(),
  toDay: DateOnly.nullable(),
  opening: Money.nullable(),
  closing: Money.nullable(),
  moneyIn: Money,
  moneyOut: Money,
  rows: Count,
  accepted: Count,
  ignored: Count,
  rejected: Count,
  /** Where the running balance breaks, in a sentence. */
  gap: NoteText.nullable(),
  uploadedBy: AccountText,
  uploadedAt: Timestamp,
})

/** One line of either side. Money to us is positive. */
export const SessionLine = z.object({
  id: CodeText,
  side: Side,
  no: Count,
  state: LineState,
  day: DateOnly,
  at: Timestamp.nullable(),
  reference: CodeText,
  documentNo: CodeText,
  amount: Money,
  fee: Money,
  counterAccount: CodeText,
  counterName: NameText,
  text: NoteText,
  lineStatus: CodeText,
  fileRow: Count.nullable(),
  sourceId: Id.nullable(),
  sourceCode: CodeText,
  breakId: Id.nullable(),
  matchNo: Count.nullable(),
  dueOn: DateOnly.nullable(),
})
export type SessionLine = z.output<typeof SessionLine>

const Matched = z.object({
  id: CodeText,
  matchNo: Count,
  method: MatchMethod,
  rule: NameText,
  oursLines: Count,
  theirsLines: Count,
  oursReference: CodeText,
  theirsReference: CodeText,
  oursDay: DateOnly.nullable(),
  theirsDay: DateOnly.nullable(),
  oursAmount: Money,
  theirsAmount: Money,
  difference: Money,
  sourceId: Id.nullable(),
  sourceCode: CodeText,
  explanation: NoteText,
  madeBy: AccountText.nullable(),
  madeAt: Timestamp.nullable(),
})

/** Sessions of a desk and everything on their workbench. */
export function sessionContracts({ place, permissions, words }: DeskParts) {
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
    /** Announces a file; its pieces follow in order, then it is read. */
    beginStatement: defineCommand({
      path: path('statement/begin'),
      permission: permissions.import,
      summary: words('Bắt đầu tải sao kê', 'Begin to upload a statement'),
      input: { sessionId: Id, fileName: RequiredText(255), bytes: z.number().int().min(1).max(STATEMENT_BYTES).meta({ kind: 'count' }) },
      output: z.object({ id: Id, pieces: Count }),
    }),
    sendPiece: defineUpload({
      path: path('statement/piece'),
      permission: permissions.import,
      summary: words('Tải một phần sao kê', 'Upload a piece of a statement'),
      maxBytes: PIECE_BYTES,
      input: { statementId: Id, number: z.string().regex(/^\d{1,4}$/) },
      output: z.object({ received: Count }),
    }),
    finishStatement: defineCommand({
      path: path('statement/finish'),
      permission: permissions.import,
      summary: words('Đọc sao kê vừa tải', 'Read the uploaded statement'),
      input: { statementId: Id },
      output: z.object({ id: Id, sha256: CodeText }),
    }),
    withdrawStatement: defineCommand({
      path: path('statement/withdraw'),
      permission: permissions.import,
      summary: words('Rút sao kê khỏi phiên', 'Withdraw a statement from its session'),
      input: { ...ref, statementId: Id, reason: RequiredNote(500) },
    }),
    /** Stops the work under way in the background. */
    stopTask: defineCommand({ path: path('stop-task'), ...work, summary: words('Dừng xử lý đang chạy', 'Stop the work under way'), input: { id: Id } }),
    downloadStatement: defineDownload({
      path: path('statement/content'),
      ...see,
      summary: words('Tải file sao kê gốc', 'Download the original statement'),
      input: { statementId: Id },
    }),
    /** Asks the partner for the statement by wire. */
    fetchStatement: defineCommand({
      path: path('statement/fetch'),
      permission: permissions.import,
      summary: words('Lấy sao kê từ đối tác', 'Fetch the statement from the partner'),
      input: ref,
    }),
    verdicts: defineList({
      path: path('verdicts/search'),
      ...see,
      summary: words('Dòng sao kê bị bỏ qua hoặc từ chối', 'Ignored and rejected rows of statements'),
      entity: 'reconciliation.sessions.rowVerdict',
      filter: { sessionId: Id, statementId: Id.optional(), verdict: enumOf('reconciliation.sessions.rowVerdict', ['IGNORED', 'REJECTED']).optional() },
      row: z.object({
        id: CodeText,
        fileName: Text,
        fileRow: Count,
        verdict: enumOf('reconciliation.sessions.rowVerdict', ['IGNORED', 'REJECTED']),
        about: Text,
        value: Text,
        problem: NoteText,
      }),
      sort: ['fileRow'],
      defaultSort: 'fileRow',
    }),
    /** Takes our side in again and matches by the rules in force; what people have done stays. */
    match: defineCommand({
      path: path('match'),
      ...work,
      summary: words('Lấy số liệu và khớp lại', 'Take our side in and match'),
      fires: [sessionMachine, 'match', 'review'],
      input: ref,
    }),
    lines: defineList({
      path: path('lines/search'),
      ...see,
      summary: words('Dòng của một bên', 'Lines of one side'),
      entity: 'reconciliation.sessions.line',
      filter: {
        sessionId: Id,
        side: Side,
        state: z.array(LineState).min(1).max(LineState.options.length).optional(),
        /** Part of the reference, document number, our code, counter name or text. */
        text: SearchText,
        amount: Money.optional(),
        day: DateOnly.optional(),
      },
      row: SessionLine,
      sort: ['no', 'day', 'amount'],
      defaultSort: 'no',
    }),
    matches: defineList({
      path: path('matches/search'),
      ...see,
      summary: words('Cặp đã khớp', 'Matched lines'),
      entity: 'reconciliation.sessions.match',
      filter: { sessionId: Id, method: z.array(MatchMethod).min(1).max(4).optional(), text: SearchText, differing: Flag.optional() },
      row: Matched,
      sort: ['matchNo'],
      defaultSort: 'matchNo',
    }),
    matchLines: defineQuery({
      method: 'POST',
      path: path('match-lines'),
      ...see,
      summary: words('Các dòng của một lần khớp', 'The lines of one match'),
      input: { sessionId: Id, matchNo: z.number().int().min(1) },
      output: z.object({ lines: z.array(SessionLine), total: Count }),
    }),
    /** Lines of both sides that belong together; a difference outside the tolerance is asked for as a break's resolution. */
    handMatch: defineCommand({
      path: path('hand-match'),
      ...work,
      summary: words('Khớp tay', 'Match by hand'),
      input: {
        ...ref,
        ours: LineNumbers,
        theirs: LineNumbers,
        reason: OptionalNote(500),
      },
      output: z.object({ id: Id, version: Version, matchNo: Count, difference: Money }),
    }),
    unmatch: defineCommand({
      path: path('unmatch'),
      ...work,
      summary: words('Gỡ khớp', 'Undo a match'),
      input: { ...ref, matchNo: z.number().int().min(1), reason: RequiredNote(500) },
    }),
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
