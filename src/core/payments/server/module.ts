import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import type { Language } from '#kernel/language.ts'
import { defineModule, type Runtime, type ServerModule } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { gatewayErrors, paymentErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import type { KeepContradictions } from './contradictions.ts'
import { type FeeSource, feeResolver } from './fees/resolver.ts'
import { forgetNonces } from './gateway/nonces.ts'
import { registerGateway } from './gateway/routes.ts'
import { foldSums, sumJobs, sumSchedules } from './kept-sums.ts'
import { ensurePartitions } from './partitions.ts'
import { RefundSender } from './refund-sender.ts'
import { type PaymentService, servicesByCode } from './service.ts'
import { registerSuspense } from './suspense.ts'
import { LOOKED_UP } from './transactions/inquiry.ts'

/** How often old nonces are forgotten and partitions looked after. */
const HOUSEKEEPING_MS = 600_000
/** How often refunds that are due are looked for. */
const SENDING_MS = 1_000
/** How often what has changed is folded into the kept sums. */
const FOLDING_MS = 1_000

/** Transactions of the given services, and the gateway that takes them in; their fees come from the given sources. */
export function paymentsModule(
  services: readonly PaymentService[],
  fees: readonly FeeSource[],
  suspense: ApprovalKind,
  contradicted?: KeepContradictions,
): ServerModule {
  const intake = { services: servicesByCode(services), fees: feeResolver(fees), contradicted }
  const named = (language: Language) => Object.fromEntries(services.map(({ declaration }) => [declaration.code, declaration.name[language]]))
  return defineModule({
    name: 'payments',
    audit: {
      events: {
        [LOOKED_UP]: { vi: 'Tra soát giao dịch', en: 'Looked a transaction up' },
        'payments.report': { vi: 'Kênh báo giao dịch', en: 'A channel reports a transaction' },
        'payments.loseTrack': { vi: 'Giao dịch quá hạn xác nhận', en: 'A transaction was not confirmed in time' },
        'payments.outcome': { vi: 'Kênh báo kết quả giao dịch', en: 'A channel reports a transaction result' },
      },
      subjects: {
        'payment.suspense': { vi: 'Tiền treo', en: 'Money in suspense', entity: 'payments.suspense', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
        'payment.transaction': {
          vi: 'Giao dịch',
          en: 'Transaction',
          entity: 'payments.transaction',
          fields: { service: { vi: 'Dịch vụ', en: 'Service' }, outcome: { vi: 'Kết quả', en: 'Outcome' } },
        },
      },
    },
    labels: { vi: { ...vi, enums: { ...vi.enums, service: named('vi') } }, en: { ...en, enums: { ...en.enums, service: named('en') } } },
    errors: { ...gatewayErrors, ...paymentErrors },
    register(on) {
      registerGateway(on, intake)
      registerSuspense(on, suspense)
    },
    jobs: () => sumJobs,
    schedules: sumSchedules,
    async start(runtime) {
      await ensurePartitions(runtime)
      const endHousekeeping = repeat(
        HOUSEKEEPING_MS,
        () => keepHouse(runtime),
        (error) => runtime.log.warn({ error }, 'payment housekeeping failed'),
      )
      const sender = new RefundSender(runtime, { services: intake.services, connector: partnerConnector(runtime), contradicted })
      const endSending = repeat(
        SENDING_MS,
        () => sender.begin(),
        (error) => runtime.log.warn({ error }, 'due refunds could not be sent'),
      )
      const endFolding = repeat(
        FOLDING_MS,
        () => Promise.all([foldSums(runtime.db, 'LIST'), foldSums(runtime.db, 'REPORT')]),
        (error) => runtime.log.warn({ error }, 'kept sums could not be folded; tried again soon'),
      )
      return async () => {
        await Promise.all([endHousekeeping(), endSending(), endFolding()])
        await sender.stop()
      }
    },
  })
}

async function keepHouse(runtime: Runtime): Promise<void> {
  await forgetNonces(runtime.db, runtime.clock.now())
  const made = await ensurePartitions(runtime)
  if (made > 0) runtime.log.info({ months: made }, 'payment partitions made')
}
