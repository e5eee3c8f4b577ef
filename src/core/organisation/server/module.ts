import { searchUnits } from '#core/organisation/contract/unit.ts'
import { en } from '#core/organisation/labels/en.ts'
import { vi } from '#core/organisation/labels/vi.ts'
import { defineModule } from '#platform/server/module.ts'
import { findUnits } from './unit-tree.ts'

export const organisationModule = defineModule({
  name: 'organisation',
  labels: { vi, en },
  register(on) {
    on.query(searchUnits, (input, ctx) => findUnits(input, ctx.scope))
  },
})
