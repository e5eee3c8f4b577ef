import { z } from 'zod'
import { defineQuery, PUBLIC } from '#kernel/contract.ts'
import { Account } from './auth.ts'

/** One password for all demo accounts; also in the README. */
export const DEMO_PASSWORD = 'BuuTram@2026'

/** The people a visitor of the demo can be. Outside demo mode this call and the next do not exist (404). */
export const demoPersonas = defineQuery({
  path: '/pp-public/demo/v1/personas',
  permission: PUBLIC,
  summary: { vi: 'Chỉ bản trình diễn: các tài khoản dùng thử', en: 'Demo only: accounts to try' },
  input: {},
  output: z.array(z.object({ account: z.string(), password: z.string(), fullName: z.string(), role: z.string(), place: z.string(), clientId: z.string() })),
})

/** `otp` is good now; `fresh` is false when both codes accepted now are used up, then a new one comes in `secondsLeft`. */
export const demoOtp = defineQuery({
  path: '/pp-public/demo/v1/otp',
  permission: PUBLIC,
  summary: { vi: 'Chỉ bản trình diễn: mã OTP của một tài khoản dùng thử', en: 'Demo only: the OTP of a demo account' },
  input: { account: Account },
  output: z.object({ otp: z.string(), secondsLeft: z.number().int(), fresh: z.boolean() }),
})
