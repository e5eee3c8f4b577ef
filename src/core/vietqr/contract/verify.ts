import { z } from 'zod'
import { MerchantStatus } from '#core/merchants/contract/merchant.ts'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, enumOf, Id, NameText, NoteText, Text, Timestamp } from '#kernel/primitives.ts'
import { CODES } from './codes.ts'
import { codeMachine } from './machine.ts'

/**
 * What a code that somebody holds is to us. REGISTERED: exactly one of ours. ALTERED: it pays into the account of one of ours but says
 * something else. OTHER_MERCHANT: one of ours, of another merchant than was asked about. ELSEWHERE: an account of ours outside the reader's
 * scope. ACCOUNT_ONLY: an account of ours without a code. NOT_OURS: the money goes to somebody else. UNREADABLE: no VietQR code.
 */
export const Verdict = enumOf('vietqr.studio.verdict', ['REGISTERED', 'ALTERED', 'OTHER_MERCHANT', 'ELSEWHERE', 'ACCOUNT_ONLY', 'NOT_OURS', 'UNREADABLE'])
export type Verdict = z.output<typeof Verdict>

/** Longest text that is looked at: more than any code holds. */
export const PAYLOAD_MAX = 2_000

/** The text of a code as it was copied: a long one comes wrapped over lines, and no code has a line end in it. */
export const unwrapped = (text: string): string => text.replace(/[\r\n]+/g, '').trim()

export const verifyCode = defineQuery({
  path: '/qr-admin/codes/v1/verify',
  method: 'POST',
  permission: `${CODES}/view`,
  summary: { vi: 'Đối chiếu một mã QR với mã đã đăng ký', en: 'Compare a QR code with the registered ones' },
  input: {
    payload: z.string().min(1).max(PAYLOAD_MAX),
    /** The merchant whose code it should be. */
    merchantId: Id.optional(),
  },
  output: z.object({
    verdict: Verdict,
    /** What is wrong with it, as sentences; empty for a valid VietQR code. */
    faults: z.array(z.object({ path: CodeText, text: Text })),
    bankName: Text.nullable(),
    account: CodeText.nullable(),
    /** The registered code of the account, where the reader may see it. */
    code: z
      .object({
        id: Id,
        code: CodeText,
        status: codeMachine.status,
        merchantCode: CodeText,
        merchantName: NameText,
        merchantStatus: MerchantStatus,
        counter: Text,
        unitName: Text,
        validFrom: DateOnly,
        validTo: DateOnly.nullable(),
        /** Tags that differ from the registered code. */
        differences: z.array(z.object({ path: CodeText, given: Text, registered: Text })),
      })
      .nullable(),
    /** Who owned the account, and what became of its code and of those it took the place of, newest first. */
    history: z.array(
      z.object({ id: Id, code: CodeText, merchantName: NameText, status: codeMachine.status, at: Timestamp, by: Text, note: NoteText, seq: Count }),
    ),
  }),
})
