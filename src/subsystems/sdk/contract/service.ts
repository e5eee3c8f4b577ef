import { z } from 'zod'
import type { LineOf } from '#core/payments/contract/gateway.ts'
import { AccountNumber, BankBin, plainText } from '#core/payments/contract/line-fields.ts'
import { declareService } from '#core/payments/contract/service.ts'
import { CodeText, CodeWithDot, trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Platform, RiskMark } from './words.ts'

const invalid = { error: ruleError('invalid') }

/** Who pays: by name, with the account where the money comes from one. */
const Payer = z
  .strictObject({ name: plainText(140), account: AccountNumber.optional(), bankBin: BankBin.optional() })
  .refine(({ account, bankBin }) => (account === undefined) === (bankBin === undefined), { ...invalid, path: ['bankBin'] })

/** A number with up to two parts behind it, and what a build adds: 4.12.0, 4.12.0-beta.2. */
const SdkVersion = z
  .string()
  .max(30)
  .regex(/^\d+(\.\d+){0,2}([+-][A-Za-z0-9.]+)?$/, invalid)
  .meta({ kind: 'code' })

/** `idHash`: SHA-256 of the identity that the app has for the device, in hex; the identity itself is never sent. */
const Device = z.strictObject({
  idHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, invalid)
    .meta({ kind: 'code' }),
  model: plainText(100),
  os: plainText(60),
})

/**
 * Payments in apps of partners: the partner's app collects for the partner, who bears fee and tax. A payment by QR that is made in an app is one
 * of QR. `orderRef`: the partner's own number for what is paid; one payment of it is under way at a time.
 */
export const sdkService = declareService({
  code: 'SDK',
  prefix: 'SDK',
  name: { vi: 'Thanh toán qua SDK', en: 'SDK payments' },
  entity: 'sdk.transaction',
  types: {
    PAYMENT: {
      direction: 'IN',
      fee: 'INSIDE',
      line: {
        app: CodeWithDot,
        platform: Platform,
        sdkVersion: SdkVersion,
        orderRef: CodeWithDot,
        payer: Payer,
        device: Device,
        redirectUrl: trimmed().min(1).max(500).meta({ kind: 'text' }).optional(),
        riskMarks: z.array(RiskMark).max(RiskMark.options.length).optional(),
        memo: plainText(210).optional(),
      },
    },
  },
  own: { appCode: CodeText, platform: Platform, sdkVersion: CodeText, partnerOrder: CodeText, risk: RiskMark.nullable() },
})

/** One reported payment in an app. */
export type SdkReport = LineOf<typeof sdkService>
