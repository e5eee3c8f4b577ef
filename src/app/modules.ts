import { type ApprovalKind, approvalsModule, evidenceKind } from '#core/approvals/server/public.ts'
import { assignmentModule } from '#core/assignment/server/public.ts'
import { auditModule } from '#core/audit/server/public.ts'
import { exportFile, exportsModule } from '#core/exports/server/public.ts'
import { homeModule } from '#core/home/server/public.ts'
import { iamModule, userRegistration } from '#core/iam/server/public.ts'
import { jobsModule } from '#core/jobs/server/public.ts'
import { ledgerModule } from '#core/ledger/server/public.ts'
import { mailModule } from '#core/mail/server/public.ts'
import { masterdataModule, parameterChange } from '#core/masterdata/server/public.ts'
import { customerPlans, merchantsModule } from '#core/merchants/server/public.ts'
import { notificationsModule } from '#core/notifications/server/public.ts'
import { organisationModule } from '#core/organisation/server/public.ts'
import { type FeeSource, type PaymentService, paymentsModule } from '#core/payments/server/public.ts'
import { policyFees, policyModule, policyRelease } from '#core/policy/server/public.ts'
import { preferencesModule } from '#core/preferences/server/public.ts'
import { reportsModule } from '#core/reports/server/public.ts'
import { searchModule } from '#core/search/server/public.ts'
import { filesModule } from '#platform/server/files/module.ts'
import { registryOf, wholeSystemOf } from '#platform/server/http/registry.ts'
import { importsModule } from '#platform/server/import/module.ts'
import type { ServerModule } from '#platform/server/module.ts'
import { crmModule } from '#subsystems/crm/server/module.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { listQrTransactions, qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { dailyReport } from '#subsystems/qr/server/daily-report.ts'
import { qrModule } from '#subsystems/qr/server/module.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { qr } from '#subsystems/qr/server/transactions.ts'
import { sysModule } from '#subsystems/sys/server/module.ts'
import { DEMO_CLIENT, WORKPLACES } from './applications.ts'

/** The payment services of this system. */
export const paymentServices = [qrPayments]

/** Where fees come from; in which order they are asked is the payments' own. */
const feeSources = [customerPlans, policyFees]

const registration = userRegistration(WORKPLACES)

/** What a sub-system brings along; a test adds one of its own. */
export interface Additions {
  services?: readonly PaymentService[]
  feeSources?: readonly FeeSource[]
  approvalKinds?: readonly ApprovalKind[]
  modules?: readonly ServerModule[]
}

/** Every server module, in the order in which they start. */
export function composeModules({ services = [], feeSources: furtherFees = [], approvalKinds = [], modules = [] }: Additions = {}): readonly ServerModule[] {
  const kinds = [qr.refundKind, parameterChange, registration, policyRelease, ...approvalKinds]
  const business: readonly ServerModule[] = [
    filesModule([exportFile, evidenceKind(kinds)]),
    organisationModule,
    iamModule({ registration, demoClient: DEMO_CLIENT, wholeSystem: () => wholeSystemOf({ modules: all }) }),
    notificationsModule,
    auditModule(() => registryOf(all)),
    mailModule,
    jobsModule(() => all),
    masterdataModule,
    ledgerModule,
    merchantsModule([listQrTransactions.permission, qrDailyReport.permission]),
    paymentsModule([...paymentServices, ...services], [...feeSources, ...furtherFees]),
    approvalsModule(kinds),
    policyModule,
    assignmentModule,
    preferencesModule,
    exportsModule(() => registryOf(all)),
    reportsModule([dailyReport], () => all),
    crmModule([qrTransactions]),
    qrModule,
    sysModule,
    ...modules,
  ]
  const all: readonly ServerModule[] = [...business, searchModule(business), homeModule(business, () => registryOf(all)), importsModule(business)]
  return all
}

export const serverModules = composeModules()
