import type { Language, Text } from '#kernel/language.ts'
import { handleJob } from '#platform/server/jobs/job.ts'
import { defineModule, defineTask, type ServerModule } from '#platform/server/module.ts'
import { askReopening, checkPeriod, closePeriod, createPeriod, cutOffErrors, giveBackPeriod, listPeriods, submitPeriod } from '../contract/periods.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import type { CutOffCheck, LateJournals } from './check.ts'
import { earlierPeriods, pendingApprovals, soundBooks } from './checks.ts'
import * as commands from './commands.ts'
import { beginMonth, monthBegins } from './months.ts'
import { registerPeriods } from './periods.ts'
import { keepSnapshot, takeSnapshot } from './snapshot.ts'

/** Services whose journals close by period, with what they are called. */
export type LedgerServices = readonly { code: string; name: Text }[]

interface Options {
  /** Address of the list of periods. */
  periods: string
  /** Address of the list of alerts. */
  controls: string
  late?: LateJournals
}

/** Period cut-off over the ledger. `further`: checks of other areas, beside those that hold for every service. */
export function cutOffModule(services: LedgerServices, further: readonly CutOffCheck[], { late, ...address }: Options): ServerModule {
  const checks = [earlierPeriods(address.periods), soundBooks(address.controls), pendingApprovals, ...further]
  const known = new Set(services.map(({ code }) => code))
  const names = (language: Language) => Object.fromEntries(services.map(({ code, name }) => [code, name[language]]))
  return defineModule({
    name: 'cutoff',
    audit: {
      events: { 'cutoff.month-begun': { vi: 'Lập kỳ chốt của tháng', en: 'Period of the month set up' } },
      subjects: { 'cutoff.period': { vi: 'Kỳ chốt', en: 'Period' } },
    },
    labels: { vi: { ...vi, enums: { ...vi.enums, service: names('vi') } }, en: { ...en, enums: { ...en.enums, service: names('en') } } },
    errors: cutOffErrors,
    tasks: [defineTask('cutoff.submitted', { vi: 'Kỳ chờ chốt', en: 'Periods awaiting closing' }, listPeriods, { status: ['SUBMITTED'] })],
    register(on) {
      registerPeriods(on, checks, late)
      on.command(createPeriod, (input, ctx) => commands.create(input, ctx, known))
      on.command(checkPeriod, (input, ctx) => commands.check(input, ctx, checks))
      on.command(submitPeriod, (input, ctx) => commands.submit(input, ctx, checks))
      on.command(giveBackPeriod, commands.giveBack)
      on.command(closePeriod, (input, ctx) => commands.close(input, ctx, checks))
      on.command(askReopening, commands.askReopening)
    },
    jobs: () => [
      handleJob(keepSnapshot, ({ periodId }, { runtime }) => takeSnapshot(runtime, periodId)),
      handleJob(monthBegins, (_input, { runtime }) => beginMonth(runtime, [...known])),
    ],
    // Hourly, so that a new system need not wait for a night; what stands already is left as it is.
    schedules: [{ job: monthBegins, cron: '7 * * * *', input: {} }],
  })
}
