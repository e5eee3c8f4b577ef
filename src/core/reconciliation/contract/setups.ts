import { z } from 'zod'
import { defineCommand, defineList, defineQuery, defineUpload } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
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
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { type DeskParts, filtersAt } from './desk.ts'
import { MatchRule, SetupDocument } from './document.ts'
import { StatementFormat } from './format.ts'
import { PlugKey, revisionMachine, setupMachine } from './machines.ts'

const ENTITY = 'reconciliation.setups.setup'
const ref = { id: Id, version: Version }

/** A file to try a format on; larger ones are statements. */
const SAMPLE_BYTES = 16 * 1_048_576

/** What a rule set makes of a session beside what stands: counts, and the first of each that can be opened. */
export const DryRun = z.object({
  sessionId: Id,
  sessionCode: CodeText,
  /** Of both sides, that the rules were tried on. */
  lines: Count,
  matchedBefore: Count,
  matchedAfter: Count,
  breaksBefore: Count,
  breaksAfter: Count,
  gained: Count,
  lost: Count,
  changed: Count,
  rows: z.array(
    z.object({
      change: enumOf('reconciliation.setups.dryRunChange', ['GAINED', 'LOST', 'CHANGED']),
      oursNo: Count.nullable(),
      theirsNo: Count.nullable(),
      oursReference: CodeText,
      theirsReference: CodeText,
      oursAmount: Money.nullable(),
      theirsAmount: Money.nullable(),
      explanation: NoteText,
    }),
  ),
})

/** A rule that hand matches have in common, with what it would have done on the last sessions. */
export const RuleProposal = z.object({
  rule: MatchRule,
  basis: Count,
  sessions: Count,
  proposed: Count,
  right: Count,
  /** Of what it would have matched, how much people matched too; of what people matched, how much it finds. Per cent. */
  precision: z.number(),
  coverage: z.number(),
  explanation: NoteText,
})

const Revision = z.object({
  id: Id,
  number: Count,
  status: revisionMachine.status,
  document: SetupDocument,
  editedAt: Timestamp,
  testedAt: Timestamp.nullable(),
  approvedBy: AccountText.nullable(),
  approvedAt: Timestamp.nullable(),
  createdBy: AccountText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

/** What those who agree to a revision are shown of it. */
export const SetupPicture = z.object({
  name: NameText,
  revision: Count,
  format: NoteText.nullable(),
  account: CodeText.nullable(),
  rules: NoteText,
  fee: NoteText,
  expectedDays: Count,
  carryDays: Count,
  dueTime: CodeText,
  connector: Flag,
  writeOffLimit: Money,
  highFrom: Money,
  bankAccountCode: CodeText.nullable(),
  note: NoteText.nullable(),
})

/** A row of the sample as it is read, with its cells as they stand and why it is no line. */
const PreviewRow = z.object({
  row: Count,
  verdict: enumOf('reconciliation.setups.rowVerdict', ['ACCEPTED', 'IGNORED', 'REJECTED']),
  cells: z.array(z.string()),
  line: z.record(z.string(), z.string()).nullable(),
  column: Text.nullable(),
  problem: NoteText.nullable(),
})

export const SamplePreview = z.object({
  /** As it was given or is proposed; null where nothing about the file is known. */
  format: StatementFormat.nullable(),
  preset: CodeText.nullable(),
  /** Why this format is proposed. */
  why: NoteText,
  headers: z.array(z.string()),
  /** The first rows as they stand in the file, to choose the row of titles and the columns from. */
  raw: z.array(z.object({ row: Count, cells: z.array(z.string()) })),
  /** The first rows as they are read. */
  rows: z.array(PreviewRow),
  /** Of the whole file. */
  accepted: Count,
  ignored: Count,
  rejected: Count,
  /** Why the whole file is refused, where it is. */
  fault: NoteText.nullable(),
})

/** Configurations of a desk: format, rules, fee, limits; versioned, put into force by two people. */
export function setupContracts({ place, permissions, words }: DeskParts) {
  const { api } = place
  const path = (name: string) => `${api}/setup/${name}`
  const change = { permission: permissions.config }
  return {
    list: defineList({
      path: path('search'),
      permission: permissions.see,
      summary: words('Cấu hình đối soát', 'Reconciliation configurations'),
      entity: ENTITY,
      filter: filtersAt(place, { text: SearchText, status: setupMachine.status.optional(), partnerId: Id.optional(), plug: PlugKey.optional() }),
      row: z.object({
        id: Id,
        code: CodeText,
        name: NameText,
        plug: PlugKey,
        partnerId: Id.nullable(),
        partnerCode: CodeText.nullable(),
        partnerName: NameText.nullable(),
        status: setupMachine.status,
        formatKind: CodeText.nullable(),
        rules: Count,
        revision: Count.nullable(),
        draft: Count.nullable(),
        lastDay: z.string().meta({ kind: 'date' }).nullable(),
        pendingRequestId: Id.nullable(),
        ...Stamped,
      }),
      sort: ['code', 'name', 'updatedAt'],
      defaultSort: 'code',
    }),
    detail: defineQuery({
      path: path('detail'),
      permission: permissions.viewConfig,
      summary: words('Chi tiết cấu hình đối soát', 'One configuration with its revisions'),
      input: { id: Id },
      output: z.object({
        id: Id,
        code: CodeText,
        name: NameText,
        plug: PlugKey,
        partnerId: Id.nullable(),
        partnerCode: CodeText.nullable(),
        partnerName: NameText.nullable(),
        status: setupMachine.status,
        revisions: z.array(Revision),
        sessions: z.array(z.object({ id: Id, code: CodeText, fromDay: z.string().meta({ kind: 'date' }), toDay: z.string().meta({ kind: 'date' }) })),
        ...Stamped,
      }),
    }),
    partners: defineQuery({
      method: 'POST',
      path: path('partners'),
      permission: permissions.see,
      summary: words('Đối tác có thể đối soát', 'Partners that may be reconciled'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
    }),
    create: defineCommand({
      path: path('insert'),
      ...change,
      summary: words('Thêm cấu hình đối soát', 'Add a configuration'),
      input: { code: RequiredText(64), name: RequiredText(200), plug: PlugKey, partnerId: Id.optional(), document: SetupDocument },
    }),
    /** Changes the draft, or begins one from the revision in force. */
    edit: defineCommand({
      path: path('update'),
      ...change,
      summary: words('Sửa bản nháp cấu hình', 'Edit the draft of a configuration'),
      input: { ...ref, name: RequiredText(200), document: SetupDocument },
    }),
    discard: defineCommand({ path: path('discard'), ...change, summary: words('Bỏ bản nháp cấu hình', 'Discard the draft'), input: ref }),
    submit: defineCommand({
      path: path('submit'),
      ...change,
      summary: words('Trình duyệt cấu hình', 'Submit a configuration'),
      input: { ...ref, reason: RequiredNote(500) },
      output: z.object({ id: Id, version: Version, requestId: Id }),
    }),
    suspend: defineCommand({
      path: path('suspend'),
      ...change,
      summary: words('Tạm dừng cấu hình', 'Suspend a configuration'),
      fires: [setupMachine, 'suspend'],
      input: { ...ref, reason: OptionalNote(500) },
    }),
    resume: defineCommand({
      path: path('resume'),
      ...change,
      summary: words('Dùng lại cấu hình', 'Resume a configuration'),
      fires: [setupMachine, 'resume'],
      input: ref,
    }),
    /** Reads a real file as a format would; without one the format is proposed from its headers. Keeps nothing. */
    preview: defineUpload({
      path: path('preview'),
      ...change,
      summary: words('Đọc thử file sao kê', 'Try a statement file'),
      maxBytes: SAMPLE_BYTES,
      /** JSON of a StatementFormat; empty: propose one. */
      input: { format: trimmed().max(20_000).optional() },
      output: SamplePreview,
    }),
    dryRun: defineCommand({
      path: path('dry-run'),
      ...change,
      summary: words('Chạy thử quy tắc khớp trên một phiên', 'Dry-run the rules of the draft on a session'),
      input: { ...ref, sessionId: Id },
      output: DryRun.extend({ id: Id, version: Version }),
    }),
    proposals: defineQuery({
      path: path('proposals'),
      permission: permissions.viewConfig,
      summary: words('Quy tắc đề xuất từ các khớp tay', 'Rules proposed from hand matches'),
      input: { id: Id },
      output: z.array(RuleProposal),
    }),
  }
}
export type SetupContracts = ReturnType<typeof setupContracts>
