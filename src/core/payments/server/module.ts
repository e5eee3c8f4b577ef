import type { Language } from '#kernel/language.ts'
import type { Runtime, ServerModule } from '#platform/server/module.ts'
import { defineModule } from '#platform/server/module.ts'
import { gatewayErrors, paymentErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { auditNames } from './audit-names.ts'
import { forgetNonces } from './gateway/nonces.ts'
import { registerGateway } from './gateway/routes.ts'
import { ensurePartitions } from './partitions.ts'
import { type PaymentService, servicesByCode } from './service.ts'

/** How often old nonces are forgotten and partitions looked after. */
const HOUSEKEEPING_MS = 600_000

/** Transactions of the given services, and the gateway that takes them in. */
export function paymentsModule(services: readonly PaymentService[]): ServerModule {
  const byCode = servicesByCode(services)
  const named = (language: Language) => Object.fromEntries(services.map(({ declaration }) => [declaration.code, declaration.name[language]]))
  return defineModule({
    name: 'payments',
    audit: auditNames,
    labels: { vi: { ...vi, enums: { ...vi.enums, service: named('vi') } }, en: { ...en, enums: { ...en.enums, service: named('en') } } },
    errors: { ...gatewayErrors, ...paymentErrors },
    register: (on) => registerGateway(on, byCode),
    async start(runtime) {
      await ensurePartitions(runtime)
      const timer = setInterval(() => void keepHouse(runtime), HOUSEKEEPING_MS)
      // Calls under way are the HTTP server's to wait for.
      return async () => clearInterval(timer)
    },
  })
}

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
