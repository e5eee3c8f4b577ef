import { z } from 'zod'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, Id, Money, NameText, NoteText, Timestamp } from '#kernel/primitives.ts'
import { lineMachine } from './machine.ts'
import { LISTS } from './words.ts'

/** What lines that are paid to accounts are to those who transfer money. */
export const ACCOUNT_LINES = 'PAYOUT_LIST'

/** Lines shown beside a list; the rest stands in the list of transfers. */
export const SHOWN_TRANSFERS = 100

/** Lines of a list that are paid to accounts, those that need somebody first, each with its newest transfer. */
export const payoutTransfers = defineQuery({
  path: '/cfm-admin/payout-list/v1/transfers',
  permission: `${LISTS}/view`,
  summary: { vi: 'Dòng chi trả qua tài khoản và lệnh chuyển khoản', en: 'Payout lines paid to accounts, with their transfers' },
  input: { id: Id },
  output: z.object({
    lines: Count,
    /** Those that no transfer stands for yet. */
    waiting: Count,
    shown: z.array(
      z.object({
        id: Id,
        beneficiaryCode: CodeText,
        name: NameText,
        bankBin: CodeText,
        accountNumber: CodeText,
        amount: Money,
        status: lineMachine.status,
        transferStatus: itemMachine.status.nullable(),
        reference: CodeText.nullable(),
        batchCode: CodeText.nullable(),
        partnerReference: CodeText.nullable(),
        note: NoteText,
        updatedAt: Timestamp,
      }),
    ),
  }),
})
