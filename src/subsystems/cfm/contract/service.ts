import { z } from 'zod'
import { CounterPerson, counterFields } from '#core/cash/contract/counter/counter.ts'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import { plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { CodeText, CodeWithDot, Email, enumOf, Flag } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** Who is paid out: the receiver, or the sender whose order is cancelled or came back. */
export const PayTo = enumOf('cfm.payTo', ['RECEIVER', 'SENDER'])

/** The receiver as the sender names them; a number of theirs, where given, must be shown when they are paid. */
const Receiver = z.strictObject({
  name: plainText(140),
  phone: z
    .string()
    .regex(/^\+?\d{9,14}$/, { error: ruleError('invalid') })
    .optional(),
  email: Email.optional(),
  address: plainText(255).optional(),
  identityNumber: z
    .string()
    .regex(/^[0-9A-Z]{8,12}$/, { error: ruleError('invalid') })
    .optional(),
})

/** Money orders: cash taken in at one office and paid out at another. */
export const cfmService = declareService({
  code: 'CFM',
  prefix: 'CT',
  name: { vi: 'Chuyển tiền', en: 'Money orders' },
  entity: 'cfm.transaction',
  types: {
    TRANSFER: { direction: 'IN', fee: 'ON_TOP', line: { ...counterFields, sender: CounterPerson, receiver: Receiver, purpose: plainText(210).optional() } },
    PAYOUT: {
      direction: 'OUT',
      fee: 'NONE',
      line: {
        ...counterFields,
        orderCode: CodeWithDot,
        payTo: PayTo,
        payee: CounterPerson,
        secret: z
          .string()
          .regex(/^\d{8}$/, { error: ruleError('invalid') })
          .optional(),
      },
    },
  },
  own: { orderCode: CodeText.nullable(), tillCode: CodeText, tellerCode: CodeText, withoutShift: Flag },
})

export type CfmReport = LineOf<typeof cfmService>
export type TransferReport = Extract<CfmReport, { type: 'TRANSFER' }>
export type PayoutReport = Extract<CfmReport, { type: 'PAYOUT' }>
