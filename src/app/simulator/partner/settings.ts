import { StartupError } from '#platform/server/startup-error.ts'
import { NO_FAULTS, type Rates } from './fates.ts'
import type { SimulatorOptions } from './server.ts'

type Env = Record<string, string | undefined>
const PREFIX = 'PARTNER_SIMULATOR_'

/** The key of the portal when nothing else is set: for a test on one's own machine, and known to everybody. */
const OPEN_SECRET = 'partner-simulator-secret-for-tests-only'

/** The simulator as the environment wants it (docs/partners.md). Throws StartupError with one clear line. */
export function settingsOf(env: Env): SimulatorOptions {
  const text = (name: string) => env[`${PREFIX}${name}`]?.trim() || undefined
  const number = (name: string, otherwise: number, most: number) => {
    const value = Number(text(name) ?? otherwise)
    if (!(value >= 0 && value <= most)) throw new StartupError(`${PREFIX}${name}=${text(name)} is not a number from 0 to ${most}.`)
    return value
  }
  const gateway = { clientId: text('GATEWAY_CLIENT_ID'), secret: text('GATEWAY_SECRET'), url: text('GATEWAY_URL') }
  if (gateway.url !== undefined && !URL.canParse(gateway.url)) throw new StartupError(`${PREFIX}GATEWAY_URL is not an address.`)
  const { clientId, secret, url } = gateway
  return {
    port: number('PORT', 8090, 65_535),
    seed: number('SEED', 1, Number.MAX_SAFE_INTEGER),
    lateMs: number('LATE_MS', 15_000, 600_000),
    callBackMs: number('CALL_BACK_MS', 2_000, 600_000),
    rates: Object.fromEntries(Object.keys(NO_FAULTS).map((name) => [name, number(`RATE_${envName(name)}`, 0, 1)])) as Rates,
    ...(url === undefined ? {} : { gatewayUrl: url }),
    partners: [
      {
        code: text('PARTNER') ?? 'DEMO',
        clientId: text('CLIENT_ID') ?? 'portal',
        secret: text('SECRET') ?? OPEN_SECRET,
        ...(clientId !== undefined && secret !== undefined ? { gateway: { clientId, secret } } : {}),
      },
    ],
  }
}

/** notJson → NOT_JSON */
const envName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
