import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { traceMoney } from '../contract/trace.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import type { MoneyTrace } from './money.ts'
import { TRACED, traced } from './trace.ts'

/** Where money is: one question over what every area knows of its own records. */
export function traceModule(trace: MoneyTrace): ServerModule {
  return defineModule({
    name: 'trace',
    labels: { vi, en },
    audit: { events: { [TRACED]: { vi: 'Lần dòng tiền của người hưởng', en: 'Traced the money of a payee' } } },
    register(on) {
      on.query(traceMoney, (input, ctx) => traced(input, ctx, trace))
    },
  })
}
