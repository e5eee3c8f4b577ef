import { demoAccounts, demoTotpSecret, otpAt, stepOf } from '#core/iam/server/public.ts'
import { loadConfig } from '#platform/server/config.ts'
import { StartupError } from '#platform/server/startup-error.ts'

/** Prints the current OTP of a demo account, and nothing else. Needs no database: demo authenticators follow from the secret key. */
function main(): void {
  const config = loadConfig(process.env)
  if (!config.demo) throw new StartupError('The otp command exists in demo mode only.')
  const given = process.argv[2]?.trim().toLowerCase()
  if (!given) throw new StartupError('Say whose OTP: npm run -s otp -- ACCOUNT')
  const account = demoAccounts(config.demoScale).find((one) => one === given)
  if (account === undefined) throw new StartupError(`There is no demo account ${given}.`)
  process.stdout.write(`${otpAt(demoTotpSecret(config.secretKey, account), stepOf(new Date()))}\n`)
}

try {
  main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
