import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { getDashboard } from '../contract/dashboard.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dashboard, type ListedService } from './dashboard.ts'

/** The operations centre; `services`: what it shows figures of, and where their transactions are listed. */
export function crmModule(services: readonly ListedService[]): ServerModule {
  return defineModule({
    name: 'crm',
    labels: { vi, en },
    register(on) {
      on.query(getDashboard, (input, ctx) => dashboard(input, ctx, services))
    },
  })
}
