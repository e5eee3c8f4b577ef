import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeText, Id, NameText, NoteText, RequiredNote, RequiredText, SearchText, Stamped, Timestamp, trimmed, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { sdkTransactions } from './transactions.ts'
import { Platform } from './words.ts'

const BASE = 'pp-sdk/quan_ly_giao_dich/ung_dung'
const API = '/sdk-admin/apps/v1'

/** A locked app begins no payment; what has happened in it is taken in all the same. */
export const appMachine = defineMachine({
  name: 'sdk.appStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'neutral' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})

/** Capital letters, digits, dots: what partners name in each report. */
const AppCode = trimmed()
  .min(2, { error: ruleError('required') })
  .max(64)
  .regex(/^[A-Z0-9][A-Z0-9_.-]*$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

/** Schemes that run something, or read a file, in the place of opening a page. */
const REFUSED_SCHEMES: readonly string[] = ['http', 'ftp', 'file', 'javascript', 'data', 'blob', 'intent', 'content', 'about', 'vbscript']

/** https, or a scheme of the app's own; without a user, a query or a fragment. */
const RedirectAddress = trimmed()
  .min(1, { error: ruleError('required') })
  .max(300)
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s?#@]+$/, { error: ruleError('invalid') })
  .refine((address) => !REFUSED_SCHEMES.includes(address.split(':')[0] ?? ''), { error: ruleError('invalid') })
  .meta({ kind: 'text' })

/** Redirect addresses of one app at most. */
const MAX_REDIRECTS = 20

const App = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  partnerId: Id,
  partnerName: NameText,
  status: appMachine.status,
  /** What it runs on, and where it may send the payer back to, each in one text. */
  platformNames: z.string().meta({ kind: 'code' }),
  redirectCount: z.number().int().meta({ kind: 'count' }),
  createdAt: Timestamp,
  ...Stamped,
})

export const listApps = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Ứng dụng của đối tác', en: 'Apps of partners' },
  entity: 'sdk.app',
  filter: {
    /** Part of the code or the name of the app or its partner. */
    text: SearchText,
    partnerId: Id.optional(),
    status: appMachine.status.optional(),
  },
  row: App,
  sort: ['code', 'name', 'updatedAt'],
  defaultSort: 'code',
})

export const findApp = defineQuery({
  path: `${API}/find`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết ứng dụng', en: 'An app' },
  input: { id: Id },
  output: App.omit({ platformNames: true, redirectCount: true }).extend({
    platforms: z.array(Platform),
    redirects: z.array(z.string().meta({ kind: 'text' })),
    stepNote: NoteText,
  }),
})

const fields = {
  name: RequiredText(100),
  platforms: z.array(Platform).min(1).max(Platform.options.length),
  redirects: z.array(RedirectAddress).max(MAX_REDIRECTS).default([]),
}

export const createApp = defineCommand({
  path: `${API}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Đăng ký ứng dụng', en: 'Register an app' },
  input: { code: AppCode, partnerId: Id, ...fields },
})

export const changeApp = defineCommand({
  path: `${API}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa ứng dụng', en: 'Edit an app' },
  input: { id: Id, version: Version, ...fields },
})

export const lockApp = defineCommand({
  path: `${API}/lock`,
  permission: `${BASE}/update`,
  summary: { vi: 'Khoá ứng dụng', en: 'Lock an app' },
  fires: [appMachine, 'lock'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const unlockApp = defineCommand({
  path: `${API}/unlock`,
  permission: `${BASE}/update`,
  summary: { vi: 'Mở khoá ứng dụng', en: 'Unlock an app' },
  fires: [appMachine, 'unlock'],
  input: { id: Id, version: Version },
})

/** For selectors, by code or name; of `codes` whatever has become of them. */
export const appOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: sdkTransactions.list.permission,
  summary: { vi: 'Ứng dụng để chọn', en: 'Apps to select from' },
  input: { text: SearchText, codes: z.array(trimmed().min(1).max(64)).min(1).max(50).optional() },
  output: z.array(z.object({ code: CodeText, name: NameText })),
})
