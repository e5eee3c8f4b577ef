import { z } from 'zod'
import { defineQuery, SIGNED_IN } from './contract.ts'
import { RequiredText, Text } from './primitives.ts'

/** Records of one kind at most. */
export const MAX_FOUND = 5

/** Records by code for the command palette: of every kind whose screen the caller may open, within the caller's scope. */
export const searchRecords = defineQuery({
  method: 'POST',
  path: '/pp-admin/search/v1/records',
  permission: SIGNED_IN,
  summary: { vi: 'Tìm bản ghi theo mã hoặc tên, mọi loại mà mình được xem', en: 'Find records by code or name, of every type the caller may see' },
  input: { text: RequiredText(100) },
  output: z.array(
    z.object({
      code: z.string().meta({ kind: 'code' }),
      title: Text,
      /** What it is, where the screen it opens in does not say so: a view of a list, a merchant. */
      group: Text.optional(),
      /** Address of its screen in the portal. */
      path: z.string(),
    }),
  ),
})
