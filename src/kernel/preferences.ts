import { z } from 'zod'
import { defineQuery, SIGNED_IN } from './contract.ts'
import { LANGUAGES } from './language.ts'

/** Open pages that are kept at most; the portal opens no more. */
export const MAX_TABS = 20
/** Places that were opened last, kept for the home page and the command palette. */
export const MAX_RECENT = 8

/** Longest address that is kept. */
export const MAX_ADDRESS = 1000

/** An address of the portal: path and query, never another site. */
const Address = z
  .string()
  .max(MAX_ADDRESS)
  .regex(/^\/(?![/\\])[^\0]*$/)
const Words = z
  .string()
  .max(200)
  .regex(/^[^\0]*$/)

/** How the portal looks for a person. */
export const Appearance = z.strictObject({
  language: z.enum(LANGUAGES),
  theme: z.enum(['light', 'dark']),
  menuTheme: z.enum(['light', 'dark']),
  layout: z.enum(['side', 'top']),
  contentWidth: z.enum(['fluid', 'fixed']),
  density: z.enum(['comfortable', 'compact']),
  colour: z.enum(['gold', 'blue', 'teal', 'green', 'purple', 'red']),
  fixedHeader: z.boolean(),
  autoHideHeader: z.boolean(),
  fixedSider: z.boolean(),
  colourWeak: z.boolean(),
  multiTab: z.boolean(),
  siderCollapsed: z.boolean(),
})
export type Appearance = z.output<typeof Appearance>

/** The pages a person had open in an application, pinned ones first. */
export const OpenTabs = z.array(z.strictObject({ address: Address, label: Words.nullable(), pinned: z.boolean() })).max(MAX_TABS)
export type OpenTabs = z.output<typeof OpenTabs>

/** Records that were opened last in an application, and places that the command palette led to, the latest first. */
export const Recent = z.array(z.strictObject({ address: Address, title: Words })).max(MAX_RECENT)
export type Recent = z.output<typeof Recent>

const PATH = '/pp-admin/preferences/v1'

/** What the caller has set up; null for what was never changed. `tabs` and `recent` are those of the application of the session. */
export const myPreferences = defineQuery({
  path: `${PATH}/mine`,
  permission: SIGNED_IN,
  summary: { vi: 'Thiết lập cá nhân trong ứng dụng của phiên', en: 'The caller’s personal settings in the session’s application' },
  input: {},
  output: z.object({ appearance: Appearance.nullable(), tabs: OpenTabs.nullable(), recent: Recent.nullable() }),
})
export type Preferences = z.output<typeof myPreferences.output>

/** A query by kind: a page opened or closed is no business fact, and the audit log keeps none of it. */
export const savePreferences = defineQuery({
  method: 'POST',
  path: `${PATH}/save`,
  permission: SIGNED_IN,
  summary: { vi: 'Lưu thiết lập cá nhân; mục không nêu được giữ nguyên', en: 'Save personal settings; items not named are left unchanged' },
  input: { appearance: Appearance.optional(), tabs: OpenTabs.optional(), recent: Recent.optional() },
  output: z.null(),
})
