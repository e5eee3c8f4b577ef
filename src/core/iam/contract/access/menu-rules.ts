import { z } from 'zod'
import { UNIT_LEVELS, UnitLevelField } from '#core/organisation/contract/unit.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { AccountText, CodeText, enumOf, Flag, Id, NameText, RequiredText, Stamped, Text, trimmed, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { CLIENTS, CLIENTS_PATH, ClientCode, clientStatus } from './clients.ts'

const MenuRule = z.object({
  id: Id,
  name: NameText,
  /** Null: every gated screen of the application. */
  path: z.string().nullable(),
  levels: z.array(UnitLevelField),
  units: z.array(z.object({ id: Id, name: NameText })),
  roles: z.array(z.object({ id: Id, name: NameText })),
  status: clientStatus.status,
  ...Stamped,
})
export type MenuRule = z.output<typeof MenuRule>

export const listMenuRules = defineQuery({
  path: `${CLIENTS_PATH}/menu/search`,
  permission: `${CLIENTS}/view`,
  summary: { vi: 'Menu có điều kiện của một ứng dụng và các quy tắc menu', en: 'Gated menus of an application and their rules' },
  input: { application: ClientCode },
  output: z.object({ screens: z.array(z.object({ path: z.string(), title: Text, group: Text })), rules: z.array(MenuRule) }),
})

const RuleInput = {
  name: RequiredText(120),
  /** A gated screen, also one that a later version brings; every one of the application without. */
  path: trimmed()
    .max(250)
    .regex(/^(\/[\w/.-]*)?$/, { error: ruleError('path') })
    .optional(),
  levels: z.array(UnitLevelField).max(UNIT_LEVELS.length).default([]),
  unitIds: z.array(Id).max(200).default([]),
  roleIds: z.array(Id).max(200).default([]),
  status: clientStatus.status.default('ACTIVE'),
}
export const insertMenuRule = defineCommand({
  path: `${CLIENTS_PATH}/menu/insert`,
  permission: `${CLIENTS}/config`,
  summary: { vi: 'Thêm quy tắc menu', en: 'Add a menu rule' },
  input: { application: ClientCode, ...RuleInput },
})

export const updateMenuRule = defineCommand({
  path: `${CLIENTS_PATH}/menu/update`,
  permission: `${CLIENTS}/config`,
  summary: { vi: 'Sửa quy tắc menu', en: 'Edit a menu rule' },
  input: { id: Id, version: Version, ...RuleInput },
})

export const removeMenuRule = defineCommand({
  path: `${CLIENTS_PATH}/menu/remove`,
  permission: `${CLIENTS}/config`,
  summary: { vi: 'Xoá quy tắc menu', en: 'Delete a menu rule' },
  input: { id: Id, version: Version },
})

export const MENU_REASONS = ['SHOWN', 'SHOWN_BY_RULE', 'NO_PERMISSION', 'NO_RULE', 'EMPTY_GROUP'] as const

/** The menu as it is for somebody: what they see, and why they do not see the rest. */
export const previewMenu = defineQuery({
  method: 'POST',
  path: `${CLIENTS_PATH}/menu/preview`,
  permission: `${CLIENTS}/view`,
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
