import type { Runtime } from '#platform/server/module.ts'
import { defineModule } from '#platform/server/module.ts'
import { gatewayErrors, paymentErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { forgetNonces } from './gateway/nonces.ts'
import { registerGateway } from './gateway/routes.ts'
import { ensureServiceAccounts } from './merchants.ts'
import { ensurePartitions } from './partitions.ts'

/** How often old nonces are forgotten and partitions looked after. */
const HOUSEKEEPING_MS = 600_000

export const paymentsModule = defineModule({
  name: 'payments',
  labels: { vi, en },
  errors: { ...gatewayErrors, ...paymentErrors },
  register: registerGateway,
  async start(runtime) {
    await ensurePartitions(runtime)
    await runtime.db.transaction().execute(ensureServiceAccounts)
    const timer = setInterval(() => void keepHouse(runtime), HOUSEKEEPING_MS)
    // Calls under way are the HTTP server's to wait for.
    return async () => clearInterval(timer)
  },
})

/** Never rejects: what fails now is done next time. */
async function keepHouse(runtime: Runtime): Promise<void> {
  try {
    await forgetNonces(runtime.db, runtime.clock.now())
    const made = await ensurePartitions(runtime)
    if (made > 0) runtime.log.info({ months: made }, 'payment partitions made')
  } catch (error) {
    runtime.log.warn({ error }, 'payment housekeeping failed')
  }
}
