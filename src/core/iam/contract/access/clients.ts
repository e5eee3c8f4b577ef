import { z } from 'zod'
import { UNIT_LEVELS, UnitLevelField } from '#core/organisation/contract/unit.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  enumOf,
  Flag,
  Id,
  NameText,
  NoteText,
  OptionalNote,
  RequiredText,
  SearchText,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

const BASE = 'user-permission/permission-management/appConfig'
const PATH = '/sys/client/v1'

/** Nobody enters a locked application, and what it permits is permitted to nobody. */
export const clientStatus = defineMachine({
  name: 'iam.clientStatus',
  // One is opened when its sub-system is there.
  initial: 'LOCKED',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})

/** Rules and clients share it: what is LOCKED has no effect. */
const RuleStatus = clientStatus.status

const ClientCode = z
  .string()
  .trim()
  .min(2)
  .max(32)
  .regex(/^[A-Z0-9_]+$/, { error: ruleError('codeStrict') })
  .meta({ kind: 'code' })

export const listClients = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Ứng dụng', en: 'Client applications' },
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
    updatedAt: Timestamp,
    updatedBy: AccountText,
    version: Version,
  }),
  sort: ['code', 'nameVi', 'updatedAt'],
  defaultSort: 'code',
})

const Named = { nameVi: RequiredText(120), nameEn: RequiredText(120), description: OptionalNote(500) }
const Changed = z.object({ code: CodeText, version: Version })

/** Starts locked: it is opened once a version with its screens is installed. */
export const createClient = defineCommand({
  path: `${PATH}/create`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tạo ứng dụng', en: 'Create an application' },
  input: { code: ClientCode, ...Named },
  output: Changed,
})

export const updateClient = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa ứng dụng', en: 'Change an application' },
  input: { code: ClientCode, version: Version, ...Named },
  output: Changed,
})

const WithReason = { code: ClientCode, version: Version, reason: OptionalNote(200) }

export const lockClient = defineCommand({
  path: `${PATH}/lock`,
  permission: `${BASE}/lock`,
  summary: { vi: 'Khoá ứng dụng', en: 'Lock an application' },
  fires: [clientStatus, 'lock'],
  input: WithReason,
  output: Changed,
})

export const unlockClient = defineCommand({
  path: `${PATH}/unlock`,
  permission: `${BASE}/unlock`,
  summary: { vi: 'Mở khoá ứng dụng', en: 'Unlock an application' },
  fires: [clientStatus, 'unlock'],
  input: WithReason,
  output: Changed,
})

const MenuRule = z.object({
  id: Id,
  name: NameText,
  /** Null: every gated screen of the application. */
  path: z.string().nullable(),
  levels: z.array(UnitLevelField),
  units: z.array(z.object({ id: Id, name: NameText })),
  roles: z.array(z.object({ id: Id, name: NameText })),
  status: RuleStatus,
  updatedAt: Timestamp,
  updatedBy: AccountText,
  version: Version,
})
export type MenuRule = z.output<typeof MenuRule>

export const listMenuRules = defineQuery({
  path: `${PATH}/menu/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Menu có điều kiện của một ứng dụng và các quy tắc menu', en: 'Gated screens of an application and the rules that show them' },
  input: { application: ClientCode },
  output: z.object({ screens: z.array(z.object({ path: z.string(), title: Text, group: Text })), rules: z.array(MenuRule) }),
})

const RuleInput = {
  name: RequiredText(120),
  path: z.string().trim().max(250).optional(),
  levels: z.array(UnitLevelField).max(UNIT_LEVELS.length).default([]),
  unitIds: z.array(Id).max(200).default([]),
  roleIds: z.array(Id).max(200).default([]),
  status: RuleStatus.default('ACTIVE'),
}
const RuleChanged = z.object({ id: Id, version: Version })

export const insertMenuRule = defineCommand({
  path: `${PATH}/menu/insert`,
  permission: `${BASE}/config`,
  summary: { vi: 'Thêm quy tắc menu', en: 'Add a menu rule' },
  input: { application: ClientCode, ...RuleInput },
  output: RuleChanged,
})

export const updateMenuRule = defineCommand({
  path: `${PATH}/menu/update`,
  permission: `${BASE}/config`,
  summary: { vi: 'Sửa quy tắc menu', en: 'Change a menu rule' },
  input: { id: Id, version: Version, ...RuleInput },
  output: RuleChanged,
})

export const removeMenuRule = defineCommand({
  path: `${PATH}/menu/remove`,
  permission: `${BASE}/config`,
  summary: { vi: 'Xoá quy tắc menu', en: 'Remove a menu rule' },
  input: { id: Id, version: Version },
  output: RuleChanged,
})

export const MENU_REASONS = ['SHOWN', 'SHOWN_BY_RULE', 'NO_PERMISSION', 'NO_RULE', 'EMPTY_GROUP'] as const

/** The menu as it is for somebody: what they see, and why they do not see the rest. */
export const previewMenu = defineQuery({
  method: 'POST',
  path: `${PATH}/menu/preview`,
  permission: `${BASE}/view`,
  summary: { vi: 'Menu của một ứng dụng như một người dùng nhìn thấy', en: 'The menu of an application as a user sees it' },
  input: { userId: Id, application: ClientCode },
  output: z.object({
    account: AccountText,
    fullName: NameText,
    /** Why the user cannot enter at all; null when they can. */
    shut: enumOf('iam.menuShut', ['USER_INACTIVE', 'NO_APPLICATION', 'APPLICATION_LOCKED']).nullable(),
    nodes: z.array(
      z.object({
        key: z.string(),
        parentKey: z.string().nullable(),
        title: Text,
        path: z.string().nullable(),
        permission: CodeText.nullable(),
        visible: Flag,
        reason: enumOf('iam.menuReason', MENU_REASONS),
        /** The rule that shows it. */
        rule: Text.nullable(),
      }),
    ),
  }),
})
