import { z } from 'zod'
import { defineCommand, defineQuery, PAGE_SIZES, SIGNED_IN } from './contract.ts'
import { Flag, Id, RequiredText, recordOf, Version } from './primitives.ts'

/** Asked for beside the right to see the list: sharing a view with everybody, not only with one's own unit. */
export const SHARE_WITH_ALL = 'o2o/list-views/share'

/** In the address of a list: the view that it is to open with. */
export const OPEN_VIEW = '_open'

/** A link that opens a list with a view. */
export const viewAddress = (path: string, viewId: string): string => `${path}?${OPEN_VIEW}=${viewId}`

/** Views of one person on one list at most. */
export const MAX_VIEWS = 50

/** Views that one person pins to the home page at most. */
export const MAX_PINS = 20

/** Path of a list's contract: '/qr-admin/transactions/v1/search'. */
const ListPath = z
  .string()
  .max(200)
  .regex(/^\/[A-Za-z0-9._/-]+\/search$/)
const Field = z.string().min(1).max(64)

/** UNIT: everybody who works in the owner's unit (or for the same partner). */
export const Audience = z.enum(['PRIVATE', 'UNIT', 'ALL'])
export type Audience = z.output<typeof Audience>

/** The columns of a list as a person has arranged them; null where nothing was chosen. */
export const ColumnLayout = z.strictObject({
  order: z.array(Field).max(200),
  hidden: z.array(Field).max(200).nullable(),
  widths: recordOf(Field, z.number().min(40).max(1200), 200),
  /** Which edge a column keeps to, where the person has chosen one. */
  pins: recordOf(Field, z.enum(['start', 'end', 'none']), 200),
})

export type ColumnLayout = z.output<typeof ColumnLayout>

/** Days that move with today: the last n days (both ends counted), or a month. */
export const RelativeDays = z
  .string()
  .max(20)
  .regex(/^(today|yesterday|last:[1-9]\d{0,2}|this-month|last-month)$/)

const FilterValue = z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(500)).max(200)])

export const ViewContent = z.strictObject({
  /** Fields of the list's filter; days that move stand in `days` instead. */
  filter: recordOf(Field, FilterValue, 50),
  /** First (or only) field of a range of days → which days. */
  days: recordOf(Field, RelativeDays, 50),
  sort: z.strictObject({ field: Field, direction: z.enum(['asc', 'desc']) }).nullable(),
  size: z.union(PAGE_SIZES.map((size) => z.literal(size))),
  columns: ColumnLayout.nullable(),
})
export type ViewContent = z.output<typeof ViewContent>

const ListView = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  audience: Audience,
  ownerName: z.string(),
  mine: Flag,
  /** The caller has it on the home page. */
  pinned: Flag,
  content: ViewContent,
})
export type ListView = z.output<typeof ListView>

/** Everything about a list that belongs to the caller. */
export const findArrangement = defineQuery({
  path: '/pp-admin/list-views/v1/find',
  permission: SIGNED_IN,
  summary: {
    vi: 'Cột, chế độ xem mặc định và các chế độ xem của một danh sách, kể cả chế độ dùng chung',
    en: 'The caller’s columns, default view and views for a list, including shared ones',
  },
  input: { list: ListPath },
  output: z.object({
    columns: ColumnLayout.nullable(),
    defaultViewId: Id.nullable(),
    views: z.array(ListView),
    /** What the caller may share with: empty for nobody but themselves. */
    audiences: z.array(Audience),
  }),
})

/** A query by kind, as everything is that a person merely arranges: the audit log keeps none of it. */
export const saveColumns = defineQuery({
  method: 'POST',
  path: '/pp-admin/list-views/v1/columns',
  permission: SIGNED_IN,
  summary: { vi: 'Lưu cột của một danh sách; null để trở về mặc định', en: 'Save the caller’s columns for a list; null restores the defaults' },
  input: { list: ListPath, columns: ColumnLayout.nullable() },
  output: z.null(),
})

/** A view of somebody else's may be a default, too; when it goes, so does the default. */
export const chooseDefaultView = defineQuery({
  method: 'POST',
  path: '/pp-admin/list-views/v1/default-view',
  permission: SIGNED_IN,
  summary: {
    vi: 'Đặt chế độ xem mặc định của một danh sách; null để trở về ban đầu',
    en: 'Set the caller’s default view for a list; null restores the default',
  },
  input: { list: ListPath, viewId: Id.nullable() },
  output: z.null(),
})

/** The caller's own views and those shared with them, of every list that they may see. */
export const listViews = defineQuery({
  path: '/pp-admin/list-views/v1/all',
  permission: SIGNED_IN,
  summary: { vi: 'Mọi chế độ xem mà mình dùng được, ở tất cả các danh sách', en: 'All views the caller can use, across all lists' },
  input: {},
  output: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** What the list asks for, and the screen that it stands on. */
      permission: z.string(),
      mine: Flag,
      pinned: Flag,
    }),
  ),
})

/** A query by kind, as everything is that a person merely arranges. */
export const pinView = defineQuery({
  method: 'POST',
  path: '/pp-admin/list-views/v1/pin',
  permission: SIGNED_IN,
  summary: { vi: 'Ghim chế độ xem ở trang chủ, hoặc bỏ ghim', en: 'Pin a view to the home page, or unpin it' },
  input: { list: ListPath, viewId: Id, pinned: Flag },
  output: z.null(),
})

export const createView = defineCommand({
  path: '/pp-admin/list-views/v1/create',
  permission: SIGNED_IN,
  summary: { vi: 'Lưu chế độ xem', en: 'Save a view' },
  input: { list: ListPath, name: RequiredText(80), audience: Audience, content: ViewContent, asDefault: Flag.default(false) },
})

/** What is left out stays as it is. */
export const updateView = defineCommand({
  method: 'PUT',
  path: '/pp-admin/list-views/v1/update',
  permission: SIGNED_IN,
  summary: { vi: 'Sửa chế độ xem', en: 'Edit a view' },
  input: { id: Id, version: Version, name: RequiredText(80).optional(), audience: Audience.optional(), content: ViewContent.optional() },
})

export const removeView = defineCommand({
  path: '/pp-admin/list-views/v1/remove',
  permission: SIGNED_IN,
  summary: { vi: 'Xoá chế độ xem', en: 'Delete a view' },
  input: { id: Id, version: Version },
  output: z.null(),
})
