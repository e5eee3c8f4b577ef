import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { traceMoney } from '../contract/trace.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import type { MoneyTrace } from './money.ts'
import { traced } from './trace.ts'

/** Where money is: one question over what every area knows of its own records. */
export function traceModule(trace: MoneyTrace): ServerModule {
  return defineModule({
    name: 'trace',
    labels: { vi, en },
    register(on) {
      on.query(traceMoney, (input, ctx) => traced(input, ctx, trace))
    },
  })
}
