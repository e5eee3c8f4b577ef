import { z } from 'zod'
import { defineCommand, defineDownload, defineList, defineQuery, defineUpload } from '#kernel/contract.ts'
import { Attachments, FileInfo } from '#kernel/files.ts'
import type { Text as Words } from '#kernel/language.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Id,
  Money,
  NameText,
  NoteText,
  PositiveMoney,
  RequiredNote,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { ItemStatus, RequestKind, requestMachine } from './machines.ts'

/** Transactions of one handling request. */
export const ITEMS_MAX = 500

export interface RequestPlace {
  /** Key of the desk, kept with its requests. */
  desk: string
  api: string
  routes: { list: string; create: string; detail: string }
  name: Words
  /** Services whose transactions it takes; left out: all. */
  services?: readonly string[]
  /** What may be asked for; left out: what is done with transactions of any service. */
  kinds?: readonly RequestKind[]
}

/** Bytes of a file of transactions; ITEMS_MAX rows of them are far smaller. */
export const ITEMS_FILE_BYTES = 2 * 1_048_576
/** What a file of transactions may be. */
export const ITEMS_FILE_TYPES = ['xlsx', 'xls', 'csv'] as const

/** Kinds that say how much of a transaction is meant. */
export const AMOUNT_KINDS: readonly RequestKind[] = ['REFUND', 'AMOUNT']

/** One transaction as it is asked for, typed in or in a row of a file. */
const wanted = {
  code: trimmed()
    .min(1, { error: ruleError('required') })
    .max(64),
  /** Of REFUND and AMOUNT. */
  amount: PositiveMoney.optional(),
  /** Of OUTCOME. */
  outcome: enumOf('reconciliation.breaks.outcome', ['SUCCEEDED', 'FAILED']).optional(),
}

/** A row of a file of transactions, with what a request of this kind asks of each. */
export function itemRow(kind: RequestKind) {
  const { code, amount, outcome } = wanted
  return z.object({ code, ...(AMOUNT_KINDS.includes(kind) ? { amount } : {}), ...(kind === 'OUTCOME' ? { outcome } : {}) })
}

/** What is done with transactions of any service: their outcome, a refund, asking the partner again, or a note. */
export const USUAL_KINDS = ['OUTCOME', 'REFUND', 'RESEND', 'OTHER'] as const satisfies readonly RequestKind[]

/** Evidence of handling requests. */
export const REQUEST_FILES = 'reconciliation.request'
export const REQUEST_FILES_TYPES = ['pdf', 'png', 'jpg', 'xlsx', 'docx'] as const
export const REQUEST_FILES_BYTES = 10 * 1_048_576

const ref = { id: Id, version: Version }

const Item = z.object({
  number: Count,
  transactionId: Id,
  transactionCode: CodeText,
  businessDate: DateOnly,
  partnerName: NameText,
  amount: Money,
  /** As it stood when the request was made, and as it stands after. */
  statusBefore: CodeText,
  statusAfter: CodeText.nullable(),
  wantedAmount: Money.nullable(),
  breakId: Id.nullable(),
  status: ItemStatus,
  fault: NoteText.nullable(),
})

const Row = {
  id: Id,
  code: CodeText,
  kind: RequestKind,
  sessionId: Id.nullable(),
  sessionCode: CodeText.nullable(),
  partnerId: Id.nullable(),
  partnerName: NameText.nullable(),
  status: requestMachine.status,
  items: Count,
  total: Money,
  done: Count,
  failed: Count,
  reason: NoteText,
  createdBy: AccountText,
  createdAt: Timestamp,
  pendingRequestId: Id.nullable(),
  ...Stamped,
}

/** Handling requests of a desk: what is to become of transactions that do not agree. */
export function requestContracts({ desk, api, routes, name, services, kinds = USUAL_KINDS }: RequestPlace) {
  const base = routes.list.replace(/^\//, '')
  const permissions = {
    see: `${base}/view`,
    create: `${base}/create`,
    approve: `${base}/approve`,
    approveLarge: `${base}/large/approve`,
  }
  const words = (vi: string, en: string): Words => ({ vi: `${vi}: ${name.vi}`, en: `${en}: ${name.en}` })
  const path = (what: string) => `${api}/${what}`
  const make = { permission: permissions.create }
  return {
    desk,
    routes,
    name,
    services,
    kinds,
    permissions,
    list: defineList({
      path: path('search'),
      permission: permissions.see,
      summary: words('Yêu cầu xử lý', 'Handling requests'),
      entity: 'reconciliation.requests.request',
      filter: {
        /** Part of the code, the reason, or the code of one of its transactions. */
        text: SearchText,
        kind: RequestKind.optional(),
        status: z.array(requestMachine.status).min(1).max(6).optional(),
        partnerId: Id.optional(),
        from: DateOnly.optional(),
        to: DateOnly.optional(),
      },
      row: z.object(Row),
      sort: ['code', 'createdAt', 'total', 'updatedAt'],
      defaultSort: '-createdAt',
      sums: ['total'],
      split: { by: 'status', words: { vi: '{n} yêu cầu', en: '{n} {n|request|requests}' } },
    }),
    detail: defineQuery({
      path: path('detail'),
      permission: permissions.see,
      summary: words('Chi tiết yêu cầu xử lý', 'One handling request'),
      input: { id: Id.optional(), code: SearchText },
      output: z.object({ ...Row, lines: z.array(Item), files: z.array(FileInfo) }),
    }),
    partners: defineQuery({
      method: 'POST',
      path: path('partners'),
      permission: permissions.see,
      summary: words('Đối tác của yêu cầu xử lý', 'Partners of handling requests'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
    }),
    /** What pasted codes or references are, and whether each may be handled so. */
    check: defineQuery({
      method: 'POST',
      path: path('check'),
      ...make,
      summary: words('Kiểm tra giao dịch của yêu cầu', 'Check the transactions of a request'),
      input: { kind: RequestKind, codes: z.array(trimmed().min(1).max(64)).min(1).max(ITEMS_MAX), breakIds: z.array(Id).max(ITEMS_MAX).optional() },
      output: z.array(
        z.object({
          code: Text,
          transactionId: Id.nullable(),
          transactionCode: CodeText.nullable(),
          status: CodeText.nullable(),
          amount: Money.nullable(),
          /** What of it has not been refunded. */
          left: Money.nullable(),
          partnerName: NameText.nullable(),
          problem: NoteText.nullable(),
        }),
      ),
    }),
    /** A file to fill in with the transactions of a request of this kind. */
    template: defineDownload({
      path: path('template'),
      ...make,
      summary: words('File mẫu giao dịch của yêu cầu', 'Template for the transactions of a request'),
      input: { kind: RequestKind },
    }),
    /** The transactions that a file lists, and the rows that cannot be read; nothing of it is kept. */
    readFile: defineUpload({
      path: path('read-file'),
      ...make,
      summary: words('Đọc file giao dịch của yêu cầu', 'Read the transactions of a request from a file'),
      maxBytes: ITEMS_FILE_BYTES,
      input: { kind: RequestKind },
      output: z.object({
        items: z.array(z.object({ row: Count, ...wanted })),
        /** The column of what this kind asks of each transaction, where the file has none, and those that were not read. */
        lacking: Text.nullable(),
        unread: z.array(Text),
        /** What is wrong with each, by the title of the column and what stands there; a row may be there more than once. */
        rejected: z.array(z.object({ row: Count, column: Text, value: Text, message: NoteText })),
      }),
    }),
    /** The transactions behind breaks of a session, to begin a request with; a break of one transaction is named with it, and resolved by what is done with it. */
    ofBreaks: defineQuery({
      method: 'POST',
      path: path('of-breaks'),
      ...make,
      summary: words('Giao dịch của các chênh lệch', 'Transactions of breaks'),
      input: { breakIds: z.array(Id).min(1).max(ITEMS_MAX) },
      output: z.object({ sessionId: Id, sessionCode: CodeText, items: z.array(z.object({ code: CodeText, breakId: Id.optional() })), kind: RequestKind }),
    }),
    create: defineCommand({
      path: path('insert'),
      ...make,
      summary: words('Lập yêu cầu xử lý', 'Create a handling request'),
      input: {
        kind: RequestKind,
        sessionId: Id.optional(),
        reason: RequiredNote(1000),
        items: z
          .array(z.strictObject({ ...wanted, breakId: Id.optional() }))
          .min(1)
          .max(ITEMS_MAX),
        attachments: Attachments.optional(),
      },
      output: z.object({ id: Id, version: Version, code: CodeText }),
    }),
    submit: defineCommand({
      path: path('submit'),
      ...make,
      summary: words('Trình duyệt yêu cầu xử lý', 'Submit a handling request'),
      fires: [requestMachine, 'submit'],
      input: { ...ref, reason: RequiredNote(500) },
      output: z.object({ id: Id, version: Version, requestId: Id }),
      idempotent: true,
    }),
    cancel: defineCommand({
      path: path('cancel'),
      ...make,
      summary: words('Huỷ yêu cầu xử lý', 'Cancel a handling request'),
      fires: [requestMachine, 'cancel'],
      input: { ...ref, reason: RequiredNote(500) },
    }),
  }
}
export type RequestContracts = ReturnType<typeof requestContracts>
