import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import type { DeskParts } from './desk.ts'
import { LineState, MatchMethod, Side, sessionMachine } from './machines.ts'

const ref = { id: Id, version: Version }

/** Lines that one match by hand takes. */
export const HAND_LINES = 500
export const LineNumber = z.number().int().min(1)
export const LineNumbers = z.array(LineNumber).min(1).max(HAND_LINES)

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

/** The lines of both sides of a session, and what belongs together: by the rules, and by hand. */
export function lineContracts({ place, permissions, words }: DeskParts) {
  const path = (name: string) => `${place.api}/session/${name}`
  const work = { permission: permissions.work }
  const see = { permission: permissions.see }
  return {
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
  }
}
