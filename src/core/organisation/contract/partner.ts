import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { CodeText, Id, NameText, SearchText } from '#kernel/primitives.ts'

/** Partners for selectors by code or part of the name: active ones by name, at most 50; those of `ids` whatever has become of them. */
export const partnerOptions = defineQuery({
  method: 'POST',
  path: '/pp-admin/partners/v1/options',
  permission: SIGNED_IN,
  summary: { vi: 'Đối tác để chọn', en: 'Partners to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})
