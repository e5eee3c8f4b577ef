import { defineModule } from '#platform/server/module.ts'
import { getDashboard } from '../contract/dashboard.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dashboard } from './dashboard.ts'

export const crmModule = defineModule({
  name: 'crm',
  labels: { vi, en },
  register(on) {
    on.query(getDashboard, (_input, ctx) => dashboard(ctx))
  },
})
