import { z } from 'zod'
import { defineList, defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Flag, Id, KeyFilter, NameText, NoteText, Timestamp } from '#kernel/primitives.ts'
import { Fault, Operation, Verdict } from './answer.ts'

const EXCHANGES = 'o2o/partner-exchanges'
const EXCHANGES_PATH = '/o2o-admin/partner-exchange/v1'

const Exchange = z.object({
  id: Id,
  at: Timestamp,
  partnerId: Id,
  partnerCode: CodeText,
  partnerName: NameText,
  operation: Operation,
  reference: CodeText,
  /** Null: under way, or cut off by the end of its process. */
  verdict: Verdict.nullable(),
  fault: Fault.nullable(),
  code: CodeText.nullable(),
  message: NoteText,
  partnerReference: CodeText.nullable(),
  tries: Count,
  /** Whether anything may have left this system. */
  sent: Flag,
  httpStatus: Count.nullable(),
  milliseconds: Count.nullable(),
})

export const listExchanges = defineList({
  path: `${EXCHANGES_PATH}/search`,
  permission: `${EXCHANGES}/view`,
  summary: { vi: 'Nhật ký trao đổi với đối tác', en: 'Exchanges with partners' },
  entity: 'partners.exchange',
  filter: {
    reference: KeyFilter,
    partnerId: Id.optional(),
    operation: Operation.optional(),
    verdict: Verdict.optional(),
    fault: Fault.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Exchange,
  sort: ['at'],
  defaultSort: '-at',
})

export const findExchange = defineQuery({
  path: `${EXCHANGES_PATH}/find`,
  permission: `${EXCHANGES}/view`,
  summary: { vi: 'Nội dung hỏi và trả lời của một lần trao đổi', en: 'What was asked and answered in an exchange' },
  input: { id: Id },
  output: Exchange.extend({
    request: z.string(),
    answer: z.string(),
    answerBytes: Count,
    answerHash: CodeText.nullable(),
    endedAt: Timestamp.nullable(),
  }),
})
