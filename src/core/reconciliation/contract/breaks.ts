import { z } from 'zod'
import { BULK_MAX, defineBulk, defineCommand, defineDownload, defineList, defineQuery, defineUpload } from '#kernel/contract.ts'
import {
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
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { type DeskParts, filtersAt } from './desk.ts'
import { LineNumber, LineNumbers, SessionLine } from './lines.ts'
import { AgeBucket, BreakKind, breakMachine, PlugKey, Resolution, Severity } from './machines.ts'

const ref = { id: Id, version: Version }
/** Breaks in one letter or one file. */
export const BREAKS_MAX = 2000

/** Numbers of lines by side, to be matched with each other. */
const Lines = { ours: LineNumbers, theirs: LineNumbers }

/** What an outcome or a created transaction needs beside the reason. */
const Wanted = {
  resolution: Resolution,
  reason: RequiredNote(500),
  note: OptionalNote(1000),
  /** Of OUTCOME: what has become of ours. */
  outcome: enumOf('reconciliation.breaks.outcome', ['SUCCEEDED', 'FAILED']).optional(),
}

export const BreakRow = z.object({
  id: Id,
  sessionId: Id,
  sessionCode: CodeText,
  setupId: Id,
  plug: PlugKey,
  partnerId: Id.nullable(),
  partnerName: NameText.nullable(),
  kind: BreakKind,
  reference: CodeText,
  /** Which field differs, by its label; both values stand beside it. */
  field: Text,
  oursValue: Text,
  theirsValue: Text,
  oursSum: Money,
  theirsSum: Money,
  difference: Money,
  atRisk: Money,
  oursLines: Count,
  theirsLines: Count,
  day: DateOnly,
  /** Working days since its day. */
  age: Count,
  severity: Severity,
  status: breakMachine.status,
  resolution: Resolution.nullable(),
  reason: NoteText,
  note: NoteText,
  assigneeId: Id.nullable(),
  assigneeName: NameText.nullable(),
  dueOn: DateOnly.nullable(),
  explanation: NoteText,
  sourceId: Id.nullable(),
  sourceCode: CodeText,
  pendingRequestId: Id.nullable(),
  resolvedBy: Text.nullable(),
  resolvedAt: Timestamp.nullable(),
  ...Stamped,
})
export type BreakRow = z.output<typeof BreakRow>

/** Breaks of a desk's sessions: found, given to people, resolved. */
export function breakContracts({ place, permissions, words }: DeskParts) {
  const { api } = place
  const path = (name: string) => `${api}/break/${name}`
  const see = { permission: permissions.see }
  const filter = {
    /** Part of the reference, of our code, or of a text of its lines. */
    text: SearchText,
    sessionId: Id.optional(),
    setupId: Id.optional(),
    kind: z.array(BreakKind).min(1).max(BreakKind.options.length).optional(),
    status: z.array(breakMachine.status).min(1).max(3).optional(),
    resolution: z.array(Resolution).min(1).max(Resolution.options.length).optional(),
    severity: Severity.optional(),
    bucket: AgeBucket.optional(),
    partnerId: Id.optional(),
    plug: PlugKey.optional(),
    assigneeId: Id.optional(),
    mine: Flag.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  }
  return {
    list: defineList({
      path: path('search'),
      ...see,
      summary: words('Chênh lệch đối soát', 'Breaks'),
      entity: 'reconciliation.breaks.break',
      filter: filtersAt(place, filter),
      row: BreakRow,
      sort: ['day', 'atRisk', 'difference', 'reference', 'updatedAt'],
      defaultSort: '-atRisk',
      sums: ['oursSum', 'theirsSum', 'difference', 'atRisk'],
      split: { by: 'status', words: { vi: '{n} chênh lệch', en: '{n} {n|break|breaks}' } },
      adds: { difference: ['oursSum', '-theirsSum'] },
    }),
    detail: defineQuery({
      path: path('detail'),
      ...see,
      summary: words('Chi tiết chênh lệch', 'One break with its lines and candidates'),
      input: { id: Id },
      output: BreakRow.extend({ lines: z.array(SessionLine), actions: z.array(Resolution) }),
    }),
    /** What at least one of several may become; the others refuse it, each with its reason. */
    possible: defineQuery({
      method: 'POST',
      path: path('possible'),
      ...see,
      summary: words('Cách xử lý có thể chọn cho các chênh lệch', 'Resolutions that breaks can have'),
      input: { ids: z.array(Id).min(1).max(BULK_MAX) },
      output: z.array(Resolution),
    }),
    assign: defineBulk({
      path: path('assign'),
      permission: permissions.work,
      summary: words('Giao chênh lệch', 'Assign breaks'),
      input: { assigneeId: Id.optional(), dueOn: DateOnly.optional() },
    }),
    people: defineQuery({
      method: 'POST',
      path: path('people'),
      ...see,
      summary: words('Người xử lý chênh lệch', 'People who handle breaks'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, name: NameText, account: Text })),
    }),
    /** Carry forward and dispute are done at once, everything with money waits for a second person. */
    resolve: defineBulk({
      path: path('resolve'),
      permission: permissions.ask,
      summary: words('Đề xuất xử lý chênh lệch', 'Propose resolutions of breaks'),
      fires: [breakMachine, 'propose', 'resolve'],
      input: Wanted,
    }),
    /** What a match of lines of several breaks would be: all lines of these, what they come to, and why it cannot be proposed. `id`: the session. */
    together: defineQuery({
      method: 'POST',
      path: path('together'),
      permission: permissions.ask,
      summary: words('Xem trước khớp các chênh lệch', 'Preview of a match of several breaks'),
      input: { id: Id, ...Lines },
      output: z.object({
        breaks: Count,
        ours: z.array(LineNumber),
        theirs: z.array(LineNumber),
        oursSum: Money,
        theirsSum: Money,
        difference: Money,
        problem: NoteText.nullable(),
      }),
    }),
    /** Asks a second person to match all lines of several breaks with each other. `id` and `version` are those of the session. */
    match: defineCommand({
      path: path('match'),
      permission: permissions.ask,
      summary: words('Đề xuất khớp các chênh lệch với nhau', 'Propose a match of several breaks'),
      input: {
        ...ref,
        ...Lines,
        reason: RequiredNote(500),
        note: OptionalNote(1000),
      },
      output: z.object({ id: Id, version: Version, requestId: Id }),
    }),
    reopen: defineCommand({
      path: path('reopen'),
      permission: permissions.work,
      summary: words('Mở lại chênh lệch', 'Reopen a break'),
      fires: [breakMachine, 'reopen'],
      input: { ...ref, reason: RequiredNote(500) },
    }),
    /** A letter to the partner with the lines of breaks, as PDF. */
    letter: defineDownload({
      path: path('letter'),
      ...see,
      summary: words('Công văn tra soát gửi đối tác', 'Dispute letter to the partner'),
      input: {
        sessionId: Id,
        /** Ids with commas between; left out: all that are in dispute. */
        ids: z
          .string()
          .max(20_000)
          .regex(/^\d+(,\d+)*$/)
          .optional(),
      },
    }),
    /** Open breaks of a session as a workbook to fill in: id, version and a mark of each row, locked but for resolution, reason, note. */
    workbook: defineDownload({
      path: path('workbook'),
      ...see,
      summary: words('Tải bảng chênh lệch để xử lý', 'Download breaks to be resolved in a workbook'),
      input: { sessionId: Id },
    }),
    /** Compares a filled-in workbook with what stands; keeps it for its application. */
    compareWorkbook: defineUpload({
      path: path('workbook/compare'),
      permission: permissions.ask,
      summary: words('So sánh bảng chênh lệch đã điền', 'Compare a filled-in workbook'),
      maxBytes: 10 * 1_048_576,
      input: { sessionId: Id },
      output: z.object({
        uploadId: z.string(),
        apply: Count,
        unchanged: Count,
        stale: Count,
        invalid: Count,
        rows: z.array(
          z.object({
            row: Count,
            breakId: Id.nullable(),
            reference: CodeText,
            outcome: enumOf('reconciliation.breaks.rowOutcome', ['APPLY', 'UNCHANGED', 'STALE', 'INVALID']),
            resolution: Resolution.nullable(),
            reason: NoteText,
            difference: Money.nullable(),
            problem: NoteText.nullable(),
          }),
        ),
      }),
    }),
    /** Asks two people for all rows of the workbook at once. */
    applyWorkbook: defineCommand({
      path: path('workbook/apply'),
      permission: permissions.ask,
      summary: words('Trình duyệt bảng chênh lệch', 'Submit a filled-in workbook'),
      input: { sessionId: Id, uploadId: trimmed().max(64), reason: RequiredNote(500) },
      output: z.object({ id: Id, version: Version, requestId: Id.nullable() }),
    }),
    workbookResult: defineDownload({
      path: path('workbook/result'),
      ...see,
      summary: words('Kết quả bảng chênh lệch', 'Result of a filled-in workbook'),
      input: { sessionId: Id, uploadId: trimmed().max(64) },
    }),
  }
}
export type BreakContracts = ReturnType<typeof breakContracts>
