import { z } from 'zod'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import { AccountNumber, BankBin, plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { VirtualAccountNumber } from '#core/vietqr/contract/accounts.ts'
import { CodeText, CodeWithDot, Count, enumOf, Money, NameText } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { ItemCode } from './item-code.ts'

/** How a postman hands COD money in: cash at the office, e-wallet, the QR code of a postman and day, cash paid into a settlement account at a bank. */
export const DepositKind = enumOf('cob.deposits.kind', ['CASH', 'WALLET', 'QR', 'TKTT'])
export type DepositKind = z.output<typeof DepositKind>

/** What has become of what was paid in beyond the debt: some is left, or has paid later collections. */
export const SurplusState = enumOf('cob.deposits.surplusState', ['LEFT', 'USED'])

/** Items that one deposit names at most. */
export const MOST_ITEMS = 1_000

/** Where the money comes from, with the account where the channel knows it. */
const Payer = z
  .strictObject({ name: plainText(140), account: AccountNumber.optional(), bankBin: BankBin.optional() })
  .refine(({ account, bankBin }) => (account === undefined) === (bankBin === undefined), { error: ruleError('invalid'), path: ['bankBin'] })

/**
 * Deposits of COD money. Wallets and banks report those made through them; what is counted at an office and what is paid in at a bank is typed in the
 * portal. `courier`: the postman, needed; a QR deposit names the account of the postman's deposit code (`account`) in its place. `items`: the items that it is for; left out, the oldest due ones. `paper`: the hand-in or the slip behind it, portal only.
 */
export const codService = declareService({
  code: 'COD',
  prefix: 'NC',
  name: { vi: 'Nộp tiền COD', en: 'COD deposits' },
  entity: 'cob.deposits.transaction',
  types: {
    COLLECTION: {
      direction: 'IN',
      fee: 'NONE',
      line: {
        kind: DepositKind,
        courier: CodeWithDot.optional(),
        account: VirtualAccountNumber.optional(),
        items: z.array(ItemCode).min(1).max(MOST_ITEMS).optional(),
        payer: Payer.optional(),
        till: CodeWithDot.optional(),
        paper: CodeWithDot.optional(),
        memo: plainText(210).optional(),
      },
    },
  },
  own: {
    kind: DepositKind,
    courierCode: CodeText,
    courierName: NameText,
    itemCount: Count,
    /** What was paid in beyond what the postman owed. */
    surplus: Money,
    /** Its hand-in or its bank slip. */
    paper: CodeText.nullable(),
  },
})

/** One reported deposit. */
export type DepositReport = LineOf<typeof codService>
