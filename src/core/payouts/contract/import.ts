import { z } from 'zod'
import { defineImport } from '#kernel/import.ts'
import { CodeWithDot, DateOnly, groupedNumber, Id, OptionalText, PositiveMoney, RequiredText, trimmed } from '#kernel/primitives.ts'
import { LISTS, Method } from './words.ts'

/** As the cell says it; which papers count is checked with a word of its own. */
const IdentityText = trimmed().min(1).max(20).meta({ kind: 'code' })

/** The lines of one list; they take the place of those that it had. */
export const importLines = defineImport({
  path: '/cfm-admin/payout-list/v1/import',
  permission: `${LISTS}/import`,
  summary: { vi: 'Nhập danh sách chi trả từ file', en: 'Import a payout list' },
  entity: 'payouts.lineImport',
  input: { listId: Id },
  row: z.object({
    beneficiaryCode: CodeWithDot,
    name: RequiredText(200),
    birthDate: DateOnly.optional(),
    identityNumber: IdentityText,
    phone: groupedNumber().max(20).optional().meta({ kind: 'text' }),
    address: OptionalText(255),
    areaCode: OptionalText(20),
    pointCode: CodeWithDot.optional(),
    amount: PositiveMoney,
    method: Method.optional(),
    bankBin: OptionalText(6),
    accountNumber: groupedNumber().max(19).optional().meta({ kind: 'text' }),
    accountName: OptionalText(200),
    receiverName: OptionalText(200),
    receiverIdentity: OptionalText(20),
    receiverPaper: OptionalText(200),
  }),
  unique: ['beneficiaryCode'],
})
