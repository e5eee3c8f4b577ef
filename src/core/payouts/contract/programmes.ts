import { z } from 'zod'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import { defineBulk, defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { CodeText, CodeWithDot, Count, Id, NameText, RequiredText, SearchText, Stamped, Version } from '#kernel/primitives.ts'
import { LISTS, PROGRAMMES, ProgrammeKind, Unpaid } from './words.ts'

const API = '/cfm-admin/payout-programme/v1'

/** A day that every month has. */
const DayOfMonth = z.number().int().min(1).max(28).meta({ kind: 'count' })
const Tolerance = z.number().int().min(0).max(1000).meta({ kind: 'count' })

export const listProgrammes = defineList({
  path: `${API}/search`,
  permission: `${PROGRAMMES}/view`,
  summary: { vi: 'Chương trình chi trả', en: 'Payout programmes' },
  entity: 'payouts.programme',
  filter: { text: SearchText, kind: z.array(ProgrammeKind).min(1).max(4).optional(), status: statusMachine.status.optional() },
  row: z.object({
    id: Id,
    code: CodeText,
    name: NameText,
    partnerId: Id,
    partnerName: NameText,
    kind: ProgrammeKind,
    unpaid: Unpaid,
    tolerance: Count,
    listDay: Count.nullable(),
    reportDay: Count.nullable(),
    status: statusMachine.status,
    ...Stamped,
  }),
  sort: ['code', 'name', 'updatedAt'],
  defaultSort: 'code',
})

const form = {
  name: RequiredText(200),
  kind: ProgrammeKind,
  unpaid: Unpaid,
  tolerance: Tolerance,
  listDay: DayOfMonth.optional(),
  reportDay: DayOfMonth.optional(),
}

export const createProgramme = defineCommand({
  path: `${API}/insert`,
  permission: `${PROGRAMMES}/create`,
  summary: { vi: 'Thêm chương trình chi trả', en: 'Add a payout programme' },
  input: { code: CodeWithDot, partnerId: Id, ...form },
})

export const updateProgramme = defineCommand({
  path: `${API}/update`,
  permission: `${PROGRAMMES}/update`,
  summary: { vi: 'Sửa chương trình chi trả', en: 'Edit a payout programme' },
  input: { id: Id, version: Version, ...form },
})

export const changeProgrammeStatus = defineBulk({
  path: `${API}/change-status`,
  permission: `${PROGRAMMES}/update`,
  summary: { vi: 'Khoá, mở khoá chương trình chi trả', en: 'Lock or unlock payout programmes' },
  fires: [statusMachine, 'lock', 'unlock'],
  input: { status: statusMachine.status },
})

/** For whoever makes or looks for lists. */
export const programmeOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Chương trình để chọn', en: 'Programmes to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText, partnerName: NameText })),
})
