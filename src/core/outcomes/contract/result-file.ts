import { z } from 'zod'
import { defineImport } from '#kernel/import.ts'
import { CodeWithDot, OptionalText, PositiveMoney, RequiredText } from '#kernel/primitives.ts'
import { outcomePermissions } from './case.ts'
import { OUTCOMES_API } from './cases.ts'

/** A verdict is proposed for each line: a person decides on it. */
const MAX_LINES = 1_000

/** What a partner says of transactions in a file: hard evidence each, on which its verdict is proposed. */
export const importResults = defineImport({
  path: `${OUTCOMES_API}/import`,
  permission: outcomePermissions.import,
  summary: { vi: 'Nhập file kết quả của đối tác', en: 'Import a result file of a partner' },
  entity: 'outcomes.resultImport',
  row: z.object({
    externalRef: CodeWithDot,
    amount: PositiveMoney,
    /** As the partner writes it; what it means two people have agreed on. */
    code: RequiredText(64),
    message: OptionalText(255),
    /** The partner's own number. */
    reference: OptionalText(64),
    partnerCode: CodeWithDot.optional(),
  }),
  unique: ['externalRef', 'partnerCode'],
  maxRows: MAX_LINES,
})
