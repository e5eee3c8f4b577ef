import { z } from 'zod'
import { ADMINISTRATION, DEFAULT_CLIENT } from '#kernel/applications.ts'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeText, Count, Flag, NameText, NoteText, OptionalNote, RequiredText, SearchText, Stamped, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

export const clientErrors = defineErrors({
  clientTaken: error('IAM-111', 409, { vi: 'Ứng dụng {code} đã tồn tại', en: 'The application {code} already exists' }),
  clientNeeded: error('IAM-112', 409, {
    vi: 'Không thể khoá ứng dụng {name}: hệ thống cần ứng dụng này để quản trị',
    en: 'The application {name} cannot be locked: it is needed to administer the system',
  }),
  clientUsed: error('IAM-123', 409, { vi: 'Ứng dụng {name} còn được dùng: {uses}', en: 'The application {name} is still in use: {uses}' }),
  clientInstalled: error('IAM-124', 409, {
    vi: 'Không thể xoá ứng dụng {name}: phiên bản đang chạy có ứng dụng này. Có thể khoá ứng dụng',
    en: 'The application {name} cannot be deleted: it is part of the installed version. You can lock it instead',
  }),
  clientNotInstalled: error('IAM-113', 409, {
    vi: 'Phiên bản đang chạy chưa có màn hình của ứng dụng {code}',
    en: 'The installed version has no screens for the application {code}',
  }),
})

/** Administration itself, and everybody's home: never locked. */
export const NEEDED_CLIENTS: readonly string[] = [ADMINISTRATION, DEFAULT_CLIENT]

export const CLIENTS = 'user-permission/permission-management/appConfig'
export const CLIENTS_PATH = '/sys/client/v1'

/** Nobody enters a locked application, and what it permits is permitted to nobody. */
export const clientStatus = defineMachine({
  name: 'iam.clientStatus',
  // One is opened when its sub-system is there.
  initial: 'LOCKED',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})

/** Kept in capitals, however it is typed. */
export const ClientCode = z
  .string()
  .trim()
  .min(2)
  .max(32)
  .regex(/^[A-Za-z0-9_]+$/, { error: ruleError('codeStrict') })
  .toUpperCase()
  .meta({ kind: 'code' })

export const listClients = defineList({
  path: `${CLIENTS_PATH}/search`,
  permission: `${CLIENTS}/view`,
  summary: { vi: 'Ứng dụng', en: 'Applications' },
  entity: 'iam.client',
  filter: { text: SearchText, status: clientStatus.status.optional() },
  row: z.object({
    id: z.string().meta({ kind: 'id' }),
    code: CodeText,
    nameVi: NameText,
    nameEn: NameText,
    description: NoteText,
    users: Count,
    permissions: Count,
    gatedMenus: Count,
    rules: Count,
    /** The installed version has screens for it. */
    installed: Flag,
    status: clientStatus.status,
    ...Stamped,
  }),
  sort: ['code', 'nameVi', 'updatedAt'],
  defaultSort: 'code',
})

const Named = { nameVi: RequiredText(120), nameEn: RequiredText(120), description: OptionalNote(500) }
const Changed = z.object({ code: CodeText, version: Version })

/** Starts locked: it is opened once a version with its screens is installed. */
export const createClient = defineCommand({
  path: `${CLIENTS_PATH}/create`,
  permission: `${CLIENTS}/create`,
  summary: { vi: 'Tạo ứng dụng', en: 'Create an application' },
  input: { code: ClientCode, ...Named },
  output: Changed,
})

export const updateClient = defineCommand({
  path: `${CLIENTS_PATH}/update`,
  permission: `${CLIENTS}/update`,
  summary: { vi: 'Sửa ứng dụng', en: 'Edit an application' },
  input: { code: ClientCode, version: Version, ...Named },
  output: Changed,
})

/** While nothing refers to it; one that the installed version contains can only be locked. */
export const deleteClient = defineCommand({
  path: `${CLIENTS_PATH}/delete`,
  permission: `${CLIENTS}/delete`,
  summary: { vi: 'Xoá ứng dụng', en: 'Delete an application' },
  input: { code: ClientCode, version: Version },
  output: Changed,
})

const WithReason = { code: ClientCode, version: Version, reason: OptionalNote(200) }

export const lockClient = defineCommand({
  path: `${CLIENTS_PATH}/lock`,
  permission: `${CLIENTS}/lock`,
  summary: { vi: 'Khoá ứng dụng', en: 'Lock an application' },
  fires: [clientStatus, 'lock'],
  input: WithReason,
  output: Changed,
})

export const unlockClient = defineCommand({
  path: `${CLIENTS_PATH}/unlock`,
  permission: `${CLIENTS}/unlock`,
  summary: { vi: 'Mở khoá ứng dụng', en: 'Unlock an application' },
  fires: [clientStatus, 'unlock'],
  input: WithReason,
  output: Changed,
})
