import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { CodeText, Id, NameText, SearchText } from '#kernel/primitives.ts'
import { merchantMachine } from './machine.ts'

/** What a merchant that stands may be: every state. */
export const MerchantStatus = merchantMachine.status

/** Merchants for selectors by code or part of the name, within the caller's scope; the first 50 by name. SYS-403 for whoever sees no screen that filters by merchant. */
export const searchMerchants = defineQuery({
  method: 'POST',
  path: '/pp-admin/merchants/v1/options',
  permission: SIGNED_IN,
  summary: { vi: 'Điểm bán để chọn', en: 'Merchants to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})
