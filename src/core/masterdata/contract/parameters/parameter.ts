import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  CodeWithDot,
  DateOnly,
  enumOf,
  Flag,
  Id,
  Money,
  NoteText,
  OptionalNote,
  RequiredNote,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { PARAMETER_TYPES } from './parameter-types.ts'

const BASE = 'system-config/global-param'
const PATH = '/sys/global/param/v1'

export const ParameterTypeField = enumOf('masterdata.parameterType', PARAMETER_TYPES)

/** The written form: '500000000.00', '8', 'true', '2026-12-31'. Which form is right depends on the type. */
const Value = trimmed().max(2000).meta({ kind: 'text' })
const Bound = trimmed().max(40).optional().meta({ kind: 'text' })

const Parameter = z.object({
  id: Id,
  key: CodeText,
  type: ParameterTypeField,
  value: Text,
  description: NoteText,
  critical: Flag,
  /** Read by the system itself: its value may change, it cannot be removed. */
  builtin: Flag,
  ...Stamped,
})

/** Who decides changes of critical parameters; asked for by who may change the others. */
export const parameterPermissions = { ask: `${BASE}/update`, see: `${BASE}/view`, approve: 'o2o/approvals/parameter/approve' } as const

export const listParameters = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Tham số hệ thống', en: 'Global parameters' },
  entity: 'masterdata.parameter',
  filter: {
    /** Part of the key, the description or the value. */
    text: SearchText,
    type: ParameterTypeField.optional(),
    critical: enumOf('masterdata.yesNo', ['YES', 'NO']).optional(),
    builtin: enumOf('masterdata.yesNo', ['YES', 'NO']).optional(),
  },
  row: Parameter.extend({
    /** A change that waits for a second person. */
    pendingRequestId: Id.nullable(),
  }),
  sort: ['key', 'type', 'updatedAt'],
  defaultSort: 'key',
})

export const findParameter = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết tham số và lịch sử giá trị', en: 'Parameter details with value history' },
  input: { id: Id },
  output: Parameter.extend({
    /** The description in both languages, as it is edited. */
    descriptionVi: NoteText,
    descriptionEn: NoteText,
    minimum: Text.nullable(),
    maximum: Text.nullable(),
    history: z.array(
      z.object({
        version: Version,
        action: enumOf('masterdata.parameterAction', ['CREATE', 'UPDATE', 'DELETE']),
        value: Text,
        previousValue: Text.nullable(),
        reason: NoteText,
        changedBy: AccountText,
        changedAt: Timestamp,
      }),
    ),
  }),
})

/** `requestId`: the parameter is critical, and the change waits for a second person. */
const Changed = z.object({ id: Id, version: Version, requestId: Id.nullable() })

export const createParameter = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm tham số', en: 'Add a parameter' },
  input: {
    key: CodeWithDot,
    type: ParameterTypeField,
    value: Value,
    description: RequiredNote(500),
    descriptionEn: OptionalNote(500),
    critical: Flag.default(false),
    minimum: Bound,
    maximum: Bound,
    reason: OptionalNote(500),
  },
  output: Changed,
})

export const updateParameter = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa tham số', en: 'Edit a parameter' },
  input: {
    id: Id,
    version: Version,
    value: Value,
    description: OptionalNote(500),
    descriptionEn: OptionalNote(500),
    minimum: Bound,
    maximum: Bound,
    reason: OptionalNote(500),
  },
  output: Changed,
})

export const deleteParameter = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá tham số', en: 'Delete a parameter' },
  input: { id: Id, version: Version, reason: OptionalNote(500) },
  output: Changed,
})

/** What a request would change, as people see it: the value stands in the field that fits its type. */
export const ParameterPicture = z.object({
  text: Text.nullable(),
  amount: Money.nullable(),
  day: DateOnly.nullable(),
  yesNo: enumOf('masterdata.yesNo', ['YES', 'NO']).nullable(),
  minimum: Text.nullable(),
  maximum: Text.nullable(),
  description: NoteText.nullable(),
})

/** What a change makes of a parameter; `remove` takes it away. */
export const ParameterChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('set'),
    value: z.string(),
    description: z.string(),
    descriptionEn: z.string(),
    minimum: z.string().nullable(),
    maximum: z.string().nullable(),
    reason: z.string(),
  }),
  z.strictObject({ kind: z.literal('remove'), reason: z.string() }),
])
export type ParameterChange = z.output<typeof ParameterChange>
