import { z } from 'zod'
import { defineImport } from '#kernel/import.ts'
import { DateOnly, RequiredText } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { AreaCode, Kind } from './area.ts'

const BASE = 'category/administrative-area'

/** Areas from a file: new ones from a day on, and which old ones each of them takes the place of from that day. */
export const importAreas = defineImport({
  path: '/sys/administrative-area/v1/import',
  permission: `${BASE}/import`,
  summary: { vi: 'Nhập đơn vị hành chính', en: 'Import areas' },
  entity: 'masterdata.areaImport',
  row: z.object({
    code: AreaCode,
    /** Says the level too. */
    kind: Kind,
    name: RequiredText(100),
    parentCode: z
      .string()
      .trim()
      .regex(/^\d{2,3}$/, { error: ruleError('areaParentCode') })
      .optional()
      .meta({ kind: 'code' }),
    validFrom: DateOnly,
    validTo: DateOnly.optional(),
    /** Codes of the same level with commas between; those still in force end on the eve. */
    oldCodes: z
      .string()
      .trim()
      .max(1_000)
      .regex(/^\d{2,5}(\s*[,;]\s*\d{2,5})*$/, { error: ruleError('invalid') })
      .optional()
      .meta({ kind: 'code' }),
  }),
  unique: ['code', 'validFrom'],
})
