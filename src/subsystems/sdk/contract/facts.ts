import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Flag, Id, NameText, Text } from '#kernel/primitives.ts'
import { appMachine } from './apps.ts'
import { sdkTransactions } from './transactions.ts'
import { RiskMark } from './words.ts'

/** A mark of a payment, and who has made it: the partner, the operator, or both. */
export const MarkOf = z.object({ mark: RiskMark, byPartner: Flag, byOperator: Flag })

/** What a payment in an app has beside what all transactions have: the app as it is today, the device, what was marked. */
export const getSdkFacts = defineQuery({
  path: '/sdk-admin/transactions/v1/app-facts',
  permission: sdkTransactions.detail.permission,
  summary: { vi: 'Ứng dụng, thiết bị và dấu hiệu rủi ro của một giao dịch SDK', en: 'App, device and risk marks of an SDK payment' },
  input: { id: Id },
  output: z.object({
    appName: NameText,
    appStatus: appMachine.status,
    redirect: Text.nullable(),
    deviceHash: CodeText,
    deviceModel: Text,
    deviceSystem: Text,
    /** Other payments on the device in the same app within the day before this one. */
    deviceUses: z.number().int().meta({ kind: 'count' }),
    marks: z.array(MarkOf),
  }),
})
