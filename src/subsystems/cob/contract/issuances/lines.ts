import { z } from 'zod'
import { defineBulk, defineCommand, defineDownload, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments, FileInfo } from '#kernel/files.ts'
import {
  AccountText,
  AddressText,
  CodeText,
  Count,
  DateOnly,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  SearchText,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { MoneyState } from '../machines.ts'
import { lineMachine } from './machines.ts'
import { AttemptResult, LINES, NOTICES_MAX } from './words.ts'

const API = '/cpob-406/issuances/lines/v1'

const Row = z.object({
  id: Id,
  /** Of its item: that of the lot and its number. */
  code: CodeText,
  issuanceId: Id,
  issuanceCode: CodeText,
  keyAccountName: NameText,
  reference: CodeText,
  payerName: NameText,
  payerPhone: z.string().meta({ kind: 'phone' }),
  address: AddressText,
  amount: Money,
  dueOn: DateOnly,
  status: lineMachine.status,
  /** Of its item; null before it is issued. */
  moneyState: MoneyState.nullable(),
  courierCode: CodeText.nullable(),
  courierName: NameText.nullable(),
  attempts: Count,
  collectedAt: Timestamp.nullable(),
  unitName: UnitText,
  note: NoteText,
  itemId: Id.nullable(),
  updatedAt: Timestamp,
  updatedBy: AccountText,
  version: Version,
})

export const listIssuanceLines = defineList({
  path: `${API}/search`,
  permission: `${LINES}/view`,
  summary: { vi: 'Các khoản nhờ thu', en: 'Collection requests' },
  entity: 'cob.issuances.line',
  filter: {
    /** Part of the customer's reference, or of the name or address of the payer. */
    text: SearchText,
    issuanceId: Id.optional(),
    status: z.array(lineMachine.status).min(1).max(lineMachine.status.options.length).optional(),
    unitId: Id.optional(),
    courierId: Id.optional(),
    /** Last days on which they may be collected. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Row,
  sort: ['dueOn', 'code', 'amount', 'payerName', 'updatedAt'],
  defaultSort: 'dueOn',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} khoản', en: '{n} {n|request|requests}' } },
})

export const findIssuanceLine = defineQuery({
  path: `${API}/detail`,
  permission: `${LINES}/view`,
  summary: { vi: 'Chi tiết khoản nhờ thu', en: 'Collection request details' },
  input: { id: Id },
  output: Row.extend({
    visits: z.array(
      z.object({
        id: Id,
        at: Timestamp,
        result: AttemptResult,
        courierName: NameText,
        note: NoteText,
        recordedBy: AccountText,
        files: z.array(FileInfo),
      }),
    ),
  }),
})

export const assignIssuanceLine = defineCommand({
  path: `${API}/assign`,
  permission: `${LINES}/update`,
  summary: { vi: 'Giao khoản nhờ thu cho bưu tá', en: 'Give a collection request to a postman' },
  fires: [lineMachine, 'assign'],
  input: { id: Id, version: Version, courierId: Id },
})

export const assignIssuanceLines = defineBulk({
  path: `${API}/assign-many`,
  permission: `${LINES}/update`,
  summary: { vi: 'Giao nhiều khoản nhờ thu cho bưu tá', en: 'Give several collection requests to a postman' },
  fires: [lineMachine, 'assign'],
  input: { courierId: Id },
})

/** Of the day, as people say it: 08:30. */
const TimeOfDay = trimmed()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

/** What came of a visit. COLLECTED takes the whole amount and books it as that of any item. */
export const recordAttempt = defineCommand({
  path: `${API}/record`,
  permission: `${LINES}/update`,
  summary: { vi: 'Ghi nhận kết quả thu', en: 'Record what came of a visit' },
  fires: [lineMachine, 'collect', 'postpone', 'refuse', 'miss'],
  input: { id: Id, version: Version, result: AttemptResult, on: DateOnly, time: TimeOfDay, note: OptionalNote(500), attachments: Attachments.optional() },
})

/** Ids of several lines, with commas between. */
const Ids = z
  .string()
  .max(NOTICES_MAX * 20)
  .regex(new RegExp(`^[1-9]\\d{0,18}(,[1-9]\\d{0,18}){0,${NOTICES_MAX - 1}}$`), { error: ruleError('id') })

/** Giấy báo nhờ thu, three on a sheet of A4. */
export const printNotices = defineDownload({
  path: `${API}/notices`,
  permission: `${LINES}/export`,
  summary: { vi: 'In giấy báo nhờ thu', en: 'Print notices of collection requests' },
  input: { ids: Ids },
})

/** Those of the list under a filter that a notice is printed of: COB-319 where they are more than NOTICES_MAX, COB-320 where there are none. */
export const noticesOf = defineQuery({
  method: 'POST',
  path: `${API}/noticed`,
  permission: `${LINES}/export`,
  summary: { vi: 'Khoản nhờ thu in giấy báo theo bộ lọc', en: 'Collection requests of a filter to print notices of' },
  input: { searchSdi: listIssuanceLines.filter },
  output: z.object({ ids: z.array(Id) }),
})
