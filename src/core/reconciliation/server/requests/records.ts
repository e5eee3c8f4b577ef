import type { RequestContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { requestMachine } from '../../contract/machines.ts'

export const REQUEST: 'reconciliation.request' = 'reconciliation.request'
export type RequestRecord = RowOf<typeof REQUEST>

export const requests = defineRecord({
  table: REQUEST,
  scoped: true,
  machine: requestMachine,
  picture: ({ code, kind, status, items, total, reason, done, failed }) => ({ code, kind, status, items, total, reason, done, failed }),
})

export type Reader = Pick<RequestContext, 'scope' | 'language' | 'now'>
