import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { AccountText, CodeText, Count, DateOnly, Flag, Id, KeyFilter, NameText, SearchText, Text, Timestamp, trimmed } from '#kernel/primitives.ts'

const BASE = 'system-config/audit-log'
const PATH = '/sys/audit/log/v1'

/** Found by a part of it, other than a key. */
const PartFilter = KeyFilter.meta({ kind: 'text' })

const Entry = z.object({
  id: Id,
  at: Timestamp,
  /** 'user:ACCOUNT', 'partner:CLIENT' or 'system'. */
  actor: AccountText,
  /** The person's name, where the actor is one that is known. */
  actorName: NameText.nullable(),
  /** 'POST /sys/global/param/v1/update', or a name such as 'iam.login'. */
  action: CodeText,
  subjectType: CodeText,
  subjectId: CodeText.nullable(),
  ip: CodeText,
})

export const listAudit = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Nhật ký thao tác: ai đã làm gì với bản ghi nào', en: 'Audit log: who did what to which record' },
  entity: 'audit.entry',
  filter: {
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    /** Account, or a part of the person's name. */
    actor: SearchText,
    /** A part of the action. */
    action: PartFilter,
    /** Kind of the record, from its beginning. */
    subjectType: PartFilter,
    subjectId: KeyFilter,
    /** Network address, from its beginning. */
    ip: PartFilter,
  },
  period: { maxDays: 92 },
  row: Entry,
  sort: ['at'],
  defaultSort: '-at',
})

export const findAuditEntry = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: {
    vi: 'Một bản ghi nhật ký: dữ liệu trước, dữ liệu sau và có còn nguyên vẹn không',
    en: 'One audit log entry: data before and after, and whether it is intact',
  },
  input: { id: Id },
  output: Entry.extend({
    traceId: CodeText,
    /**
     * Fields of the record by their path ('address.street') in order, with their words and values in the language of the call, and the values
     * as the log has them; null where there was none.
     */
    changes: z.array(
      z.object({
        field: CodeText,
        name: Text,
        before: Text.nullable(),
        after: Text.nullable(),
        writtenBefore: Text.nullable(),
        writtenAfter: Text.nullable(),
      }),
    ),
    /** The content fits the seal that the server gave it. */
    genuine: Flag,
    /** Number of its sealed block; null while the block is open. */
    sealedBlock: CodeText.nullable(),
  }),
})

/** What happened to one record, newest first, at most 200. */
export const auditOf = defineQuery({
  path: `${PATH}/of-subject`,
  permission: `${BASE}/view`,
  summary: { vi: 'Lịch sử của một đối tượng', en: 'History of one record' },
  input: { subjectType: trimmed().min(1).max(64), subjectId: trimmed().min(1).max(200) },
  output: z.array(Entry),
})

/** What actions and kinds of records are called, in the language of the caller, by what stands in the log. */
export const auditNames = defineQuery({
  path: `${PATH}/names`,
  permission: `${BASE}/view`,
  summary: { vi: 'Tên hành động và loại đối tượng trong nhật ký thao tác', en: 'Names of actions and record types in the audit log' },
  input: {},
  output: z.object({ actions: z.record(z.string(), z.string()), subjects: z.record(z.string(), z.string()) }),
})

export const AUDIT_PROBLEMS = ['edited', 'copied', 'block', 'chain'] as const

const Verification = z.object({
  checkedAt: Timestamp,
  /** Time of the oldest entry; null: the log is empty. */
  intactSince: Timestamp.nullable(),
  entries: Count,
  seals: Count,
  lastSealedAt: Timestamp.nullable(),
  /** The newest seal, worth keeping outside the database. */
  lastSeal: CodeText.nullable(),
  problems: z.array(z.object({ kind: z.enum(AUDIT_PROBLEMS), at: CodeText })),
  /** How many there are in all; `problems` holds the first hundred. */
  problemCount: Count,
})
export type Verification = z.output<typeof Verification>

export const verifyAuditLog = defineCommand({
  path: `${PATH}/verify`,
  permission: `${BASE}/verify`,
  summary: { vi: 'Kiểm tra tính toàn vẹn nhật ký', en: 'Check audit log integrity' },
  input: {},
  output: z.object({ jobId: z.uuid() }),
})

export const lastVerification = defineQuery({
  path: `${PATH}/verification`,
  permission: `${BASE}/verify`,
  summary: {
    vi: 'Kết quả kiểm tra tính toàn vẹn gần nhất và tiến độ lần đang chạy',
    en: 'Result of the last integrity check, and progress of the one running',
  },
  input: {},
  output: z.object({
    last: Verification.nullable(),
    /** The verification asked for since then; null when there is none. `total` is 0 until it has begun. */
    running: z.object({ state: z.enum(['WAITING', 'RUNNING', 'FAILED']), done: Count, total: Count }).nullable(),
  }),
})
