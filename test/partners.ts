import { randomBytes } from 'node:crypto'
import { connectPartner } from '#core/partners/server/public.ts'
import type { Runtime } from '#platform/server/module.ts'
import { SIMULATED_CODES } from '../src/app/simulator/partner/connections.ts'
import { type PartnerSimulator, type SimulatorOptions, startPartnerSimulator } from '../src/app/simulator/partner/server.ts'

export interface TestPartner {
  id: string
  code: string
  simulator: PartnerSimulator
}

/** A partner of the organisation, simulated by a real HTTP server and connected to it; time-outs that a busy machine keeps, short enough that late answers cost little. */
export async function testPartner(
  { db, config, clock }: Pick<Runtime, 'db' | 'config' | 'clock'>,
  { code = 'VCB', settings, ...options }: { code?: string; settings?: Parameters<typeof connectPartner>[2]['settings'] } & Partial<SimulatorOptions> = {},
): Promise<TestPartner> {
  const { id } = await db.selectFrom('organisation.partner').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const key = { clientId: `portal-${code.toLowerCase()}`, secret: randomBytes(32).toString('base64url') }
  const simulator = await startPartnerSimulator({ partners: [{ code, ...key }], lateMs: 6_000, ...options })
  await db.transaction().execute((tx) =>
    connectPartner(
      tx,
      config,
      {
        partnerId: id,
        baseUrl: simulator.addressOf(code),
        ...key,
        operations: ['INQUIRE', 'ACCOUNT_NAME', 'REFUND', 'PAYOUT', 'STATEMENT'],
        codes: SIMULATED_CODES,
        settings: { try_timeout_ms: 2_000, deadline_ms: 5_000, tries: 2, failures_to_open: 100, ...settings },
      },
      clock.now(),
    ),
  )
  return { id, code, simulator }
}
