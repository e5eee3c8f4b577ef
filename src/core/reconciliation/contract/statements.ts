import { z } from 'zod'
import { defineCommand, defineDownload, defineList, defineUpload } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  Money,
  NoteText,
  RequiredNote,
  RequiredText,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import type { DeskParts } from './desk.ts'
import { StatementOrigin, StatementStatus } from './machines.ts'

const ref = { id: Id, version: Version }

/** Bytes of a statement, and of one of the pieces in which a browser sends it. */
export const STATEMENT_BYTES = 512 * 1_048_576
export const PIECE_BYTES = 8 * 1_048_576

/** A statement of a session, as it was taken in. */
export const Statement = z.object({
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

/** Statements of a session: sent in pieces or fetched, read, withdrawn; and the rows of them that do not count. */
export function statementContracts({ place, permissions, words }: DeskParts) {
  const path = (name: string) => `${place.api}/session/${name}`
  const see = { permission: permissions.see }
  return {
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
  }
}
