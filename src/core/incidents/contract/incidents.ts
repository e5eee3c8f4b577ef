import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments } from '#kernel/files.ts'
import type { LabelName } from '#kernel/labels.ts'
import type { Text as Words } from '#kernel/language.ts'
import {
  AccountText,
  Code,
  CodeText,
  Count,
  DateOnly,
  Email,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  OptionalText,
  Phone,
  PositiveMoney,
  RequiredNote,
  RequiredText,
  SearchText,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { Cause, IncidentView, incidentMachine, MessageFrom, Priority, ReplyVia, ReportChannel, ReporterKind } from './incident.ts'
import { IncidentDetail, IncidentRow, IncidentsOfRecord, JournalPreview } from './shapes.ts'

const ENTITY: LabelName = 'incidents.incident'
/** Further records that a new incident names at once. */
export const MAX_OTHER_CODES = 50

const Changed = z.object({ id: Id, version: Version })
const ref = { id: Id, version: Version }

/** Records that incidents may be about; of transactions, those of some services. */
interface Taken {
  type: string
  services?: readonly string[]
  /** Another desk takes them now: what was opened here is shown and finished here, and nothing new is opened. */
  over?: true
}

interface Place<R> {
  /** Key of the desk, kept with its incidents; also the beginning of their codes. */
  desk: string
  /** Where its calls stand: '/cfm-admin/incident/v1'. */
  api: string
  routes: R
  name: Words
  /** Its records offer to open an incident at this desk. */
  takes: readonly Taken[]
  /** Codes of categories that say nothing of its records. */
  leavesOut?: readonly string[]
}

/** Everything about the incidents of one desk (a sub-system's) that both sides know. */
export function incidentContracts<const R extends { list: string; detail: string; board: string }>({
  desk,
  api,
  routes,
  name,
  takes,
  leavesOut = [],
}: Place<R>) {
  const base = routes.list.replace(/^\//, '')
  const permissions = {
    see: `${base}/view`,
    create: `${base}/create`,
    handle: `${base}/update`,
    ask: `${base}/request`,
    approve: `${base}/approve`,
    approveLarge: `${base}/large/approve`,
  }
  const words = (vi: string, en: string): Words => ({ vi: `${vi}: ${name.vi}`, en: `${en}: ${name.en}` })
  const step = <I extends z.ZodRawShape>(path: string, summary: Words, input: I) => ({ path: `${api}/${path}`, permission: permissions.handle, summary, input })
  return {
    desk,
    routes,
    name,
    takes,
    leavesOut,
    permissions,
    list: defineList({
      path: `${api}/search`,
      permission: permissions.see,
      summary: words('Danh sách sự vụ', 'Incidents'),
      entity: ENTITY,
      filter: {
        /** Part of the code, of the record's, of the reporter's name or number, of the partner's case or the description. */
        text: SearchText,
        view: IncidentView.optional(),
        status: z.array(incidentMachine.status).min(1).max(incidentMachine.status.options.length).optional(),
        priority: z.array(Priority).min(1).max(Priority.options.length).optional(),
        categoryId: Id.optional(),
        assigneeId: Id.optional(),
        teamId: Id.optional(),
        partnerId: Id.optional(),
        unitId: Id.optional(),
        channel: z.array(ReportChannel).min(1).max(ReportChannel.options.length).optional(),
        from: DateOnly.optional(),
        to: DateOnly.optional(),
      },
      row: IncidentRow,
      sort: ['code', 'createdAt', 'dueAt', 'amount', 'updatedAt', 'resolvedAt'],
      defaultSort: '-createdAt',
    }),
    detail: defineQuery({
      path: `${api}/detail`,
      permission: permissions.see,
      summary: words('Chi tiết sự vụ', 'One incident with clocks and timeline'),
      /** By id, or by code where a person types it. */
      input: { id: Id.optional(), code: SearchText },
      output: IncidentDetail,
    }),
    board: defineQuery({
      path: `${api}/board`,
      permission: permissions.see,
      summary: words('Bảng sự vụ theo trạng thái', 'Incidents by state'),
      input: { unitId: Id.optional(), whose: z.enum(['MINE', 'TEAM']).optional() },
      /** Of each state all are counted, and the nearest to their due time shown. */
      output: z.array(z.object({ status: incidentMachine.status, count: Count, late: Count, rows: z.array(IncidentRow) })),
    }),
    ofRecord: defineQuery({
      path: `${api}/of-record`,
      permission: permissions.see,
      summary: words('Sự vụ của một giao dịch', 'Incidents of one record'),
      input: { subjectType: RequiredText(64), subjectId: Id },
      output: IncidentsOfRecord,
    }),
    categories: defineQuery({
      path: `${api}/categories`,
      permission: permissions.see,
      summary: words('Loại sự vụ đang dùng', 'Categories in use'),
      input: {},
      output: z.array(z.object({ id: Id, code: CodeText, name: NameText, priority: Priority, needsRecord: Flag, needsEvidence: Flag })),
    }),
    people: defineQuery({
      method: 'POST',
      path: `${api}/people`,
      permission: permissions.see,
      summary: words('Người xử lý sự vụ', 'People who handle incidents'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, name: NameText, account: AccountText, unitName: UnitText.nullable() })),
    }),
    teams: defineQuery({
      method: 'POST',
      path: `${api}/teams`,
      permission: permissions.see,
      summary: words('Đơn vị xử lý sự vụ', 'Units that handle incidents'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, code: CodeText, name: UnitText, people: Count })),
    }),
    partners: defineQuery({
      method: 'POST',
      path: `${api}/partners`,
      permission: permissions.see,
      summary: words('Đối tác tra soát', 'Partners that are asked'),
      input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
      output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
    }),
    templates: defineQuery({
      path: `${api}/templates`,
      permission: permissions.handle,
      summary: words('Mẫu trả lời', 'Templates of answers'),
      input: {},
      output: z.array(z.object({ key: CodeText, name: NameText, text: NoteText })),
    }),
    preview: defineQuery({
      method: 'POST',
      path: `${api}/preview`,
      permission: permissions.ask,
      summary: words('Bút toán sẽ ghi theo đề xuất', 'What a proposal would post'),
      input: { id: Id, action: Code, amount: PositiveMoney.optional() },
      output: z.object({ amount: Money.nullable(), lines: z.array(JournalPreview) }),
    }),
    create: defineCommand({
      path: `${api}/create`,
      permission: permissions.create,
      summary: words('Lập sự vụ', 'Create an incident'),
      input: {
        /** Code of the record that it is about. */
        subjectCode: OptionalText(64),
        /** Codes of further records that it is about, linked with it. */
        otherCodes: z.array(RequiredText(64)).max(MAX_OTHER_CODES).optional(),
        categoryId: Id,
        /** That of the category where it is left out. */
        priority: Priority.optional(),
        channel: ReportChannel,
        reporterKind: ReporterKind,
        reporterName: RequiredText(140),
        reporterPhone: Phone.optional(),
        reporterEmail: Email.optional(),
        description: RequiredNote(2000),
        attachments: Attachments.optional(),
      },
      /** `joined`: one was open for the same record and category, and counts one report more. */
      output: z.object({ id: Id, version: Version, code: CodeText, joined: Flag, reports: Count }),
      idempotent: true,
    }),
    takeNext: defineCommand({
      path: `${api}/take-next`,
      permission: permissions.handle,
      summary: words('Lấy việc tiếp theo', 'Take the next incident'),
      input: {},
      output: z.object({ id: Id.nullable(), code: CodeText.nullable() }),
    }),
    release: defineCommand(step('release', words('Trả lại hàng đợi', 'Give back to the queue'), { id: Id })),
    start: defineCommand({ ...step('start', words('Nhận xử lý', 'Start work'), ref), fires: [incidentMachine, 'start'] }),
    assign: defineCommand({
      ...step('assign', words('Giao sự vụ', 'Assign an incident'), { ...ref, assigneeId: Id.optional(), teamId: Id.optional(), note: OptionalNote(500) }),
      fires: [incidentMachine, 'assign', 'handOver', 'passOn'],
    }),
    assignMany: defineBulk({
      ...step('assign-many', words('Giao nhiều sự vụ', 'Assign incidents'), { assigneeId: Id.optional(), teamId: Id.optional() }),
      fires: [incidentMachine, 'assign', 'handOver', 'passOn'],
    }),
    note: defineCommand({
      ...step('note', words('Ghi chú nội bộ', 'Internal note'), {
        id: Id,
        content: RequiredNote(2000),
        mentions: z.array(Id).max(20).optional(),
        attachments: Attachments.optional(),
      }),
    }),
    reply: defineCommand({ ...step('reply', words('Trả lời người báo', 'Reply to the reporter'), { id: Id, via: ReplyVia, content: RequiredNote(2000) }) }),
    message: defineCommand({
      ...step('message', words('Ghi nhận thông tin từ bên ngoài', 'Record a message from outside'), {
        id: Id,
        from: MessageFrom,
        content: RequiredNote(2000),
        partnerCase: OptionalText(64),
      }),
    }),
    setPriority: defineCommand({
      ...step('set-priority', words('Đổi mức ưu tiên', 'Change the priority'), { ...ref, priority: Priority, reason: RequiredNote(500) }),
    }),
    wait: defineCommand({
      ...step('wait', words('Chờ đối tác', 'Wait for a partner'), { ...ref, partnerId: Id, partnerCase: OptionalText(64), note: RequiredNote(1000) }),
      fires: [incidentMachine, 'wait'],
    }),
    resume: defineCommand({
      ...step('resume', words('Tiếp tục xử lý', 'Resume work'), { ...ref, note: OptionalNote(1000) }),
      fires: [incidentMachine, 'resume'],
    }),
    propose: defineCommand({
      path: `${api}/propose`,
      permission: permissions.ask,
      summary: words('Đề xuất xử lý', 'Propose an outcome'),
      fires: [incidentMachine, 'propose'],
      input: {
        ...ref,
        action: Code,
        amount: PositiveMoney.optional(),
        /** Money of its record was moved before, and is to be moved once more. */
        again: Flag.optional(),
        cause: Cause,
        resolution: RequiredNote(2000),
        attachments: Attachments.optional(),
      },
      output: Changed.extend({ requestId: Id }),
      idempotent: true,
    }),
    resolve: defineCommand({
      ...step('resolve', words('Trả lời kết quả', 'Resolve with an answer'), { ...ref, cause: Cause, resolution: RequiredNote(2000), via: ReplyVia }),
      fires: [incidentMachine, 'resolve'],
    }),
    close: defineCommand({
      ...step('close', words('Đóng sự vụ', 'Close an incident'), { ...ref, note: OptionalNote(500) }),
      fires: [incidentMachine, 'close'],
    }),
    reject: defineCommand({
      ...step('reject', words('Từ chối sự vụ', 'Reject an incident'), { ...ref, reason: RequiredNote(1000) }),
      fires: [incidentMachine, 'reject'],
    }),
    reopen: defineCommand({
      ...step('reopen', words('Mở lại sự vụ', 'Reopen an incident'), { ...ref, reason: RequiredNote(1000) }),
      fires: [incidentMachine, 'reopen'],
    }),
    merge: defineCommand({
      ...step('merge', words('Gộp sự vụ trùng', 'Merge into another incident'), { ...ref, intoCode: Code, reason: RequiredNote(500) }),
      fires: [incidentMachine, 'merge'],
    }),
    link: defineCommand({ ...step('link', words('Gắn giao dịch liên quan', 'Link a record'), { id: Id, subjectCode: RequiredText(64) }) }),
  }
}

export type IncidentContracts = ReturnType<typeof incidentContracts>

/** Address of one incident; where its route has no place for the id, that stands in the query. */
export const incidentAddress = ({ routes: { detail } }: Pick<IncidentContracts, 'routes'>, id: string): string =>
  detail.includes('{id}') ? detail.replace('{id}', id) : `${detail}?id=${id}`
