import { type ApprovalKind, approvalsModule, evidenceKind } from '#core/approvals/server/public.ts'
import { assignmentModule } from '#core/assignment/server/public.ts'
import { auditModule } from '#core/audit/server/public.ts'
import { cashCutOffChecks, cashModule, hiddenHoldings, slipResult, treasuryFiles } from '#core/cash/server/public.ts'
import { type ControlRule, controlsModule } from '#core/controls/server/public.ts'
import { OWN_LEDGER_SERVICES } from '#core/cutoff/contract/services.ts'
import { cutOffModule, periodReopening } from '#core/cutoff/server/public.ts'
import { disbursements } from '#core/disbursement/server/public.ts'
import { exportFile, exportsModule } from '#core/exports/server/public.ts'
import { homeModule } from '#core/home/server/public.ts'
import { iamModule, staffAccounts, userRegistration } from '#core/iam/server/public.ts'
import { type IncidentDesk, incidentFiles, incidentsModule, partnerReport, proposalsOf, teamReport } from '#core/incidents/server/public.ts'
import { jobsModule } from '#core/jobs/server/public.ts'
import { LedgerWords, ledgerModule, statementReport } from '#core/ledger/server/public.ts'
import { limitsModule } from '#core/limits/server/public.ts'
import { mailModule } from '#core/mail/server/public.ts'
import { masterdataModule, parameterChange } from '#core/masterdata/server/public.ts'
import { feePlan, merchantAccount, merchantOpening, merchantsModule, merchantTerms } from '#core/merchants/server/public.ts'
import { notificationsModule } from '#core/notifications/server/public.ts'
import { organisationModule } from '#core/organisation/server/public.ts'
import { findCase } from '#core/outcomes/contract/cases.ts'
import { caseReport, groundsOfTransaction, type Inquire, outcomeFiles, outcomes, settledContradictions } from '#core/outcomes/server/public.ts'
import { connectionApproval, outcomeCodeApproval, partnerConnector, partnersModule } from '#core/partners/server/public.ts'
import {
  type FeeSource,
  knownOutcomes,
  lateTransactions,
  type PaymentService,
  paymentDesk,
  paymentsModule,
  servicesByCode,
  suspenseSettlement,
} from '#core/payments/server/public.ts'
import { payoutReports, payoutsModule } from '#core/payouts/server/public.ts'
import { policyModule, policyRelease } from '#core/policy/server/public.ts'
import { preferencesModule, viewSearch } from '#core/preferences/server/public.ts'
import { reconciliation, requestFiles, settledBreaks } from '#core/reconciliation/server/public.ts'
import { reportsModule } from '#core/reports/server/public.ts'
import { searchModule } from '#core/search/server/public.ts'
import { listSettlements } from '#core/settlements/contract/settlements.ts'
import { settlementsModule, statementOfMerchant } from '#core/settlements/server/public.ts'
import { sameMoney, traceModule, traceSearch } from '#core/trace/server/public.ts'
import { listAccounts } from '#core/vietqr/contract/accounts.ts'
import { createCode, listCodes } from '#core/vietqr/contract/codes.ts'
import { vietqrModule } from '#core/vietqr/server/public.ts'
import { filesModule } from '#platform/server/files/module.ts'
import { registryOf, wholeSystemOf } from '#platform/server/http/registry.ts'
import { importsModule } from '#platform/server/import/module.ts'
import type { Runtime, ServerModule } from '#platform/server/module.ts'
import { claimMinutes } from '#subsystems/cfm/contract/parameters.ts'
import { cfmModule } from '#subsystems/cfm/server/module.ts'
import { orderRelease } from '#subsystems/cfm/server/order-release.ts'
import { postalTransfers } from '#subsystems/cfm/server/postal-report.ts'
import { casePath, paths as cfmPaths, orderPath } from '#subsystems/cfm/web/paths.ts'
import { cfmV2Module } from '#subsystems/cfm-v2/server/module.ts'
import { paths as cfmV2Paths } from '#subsystems/cfm-v2/web/paths.ts'
import { slipFiles } from '#subsystems/cob/server/deposits/slips.ts'
import { codDeposits } from '#subsystems/cob/server/deposits/transactions.ts'
import { issuanceApproval } from '#subsystems/cob/server/issuances/approval.ts'
import { attemptFiles } from '#subsystems/cob/server/issuances/visits.ts'
import { amountApproval, refundApproval } from '#subsystems/cob/server/item-desk/approvals.ts'
import { keyAccountKinds } from '#subsystems/cob/server/key-accounts/register.ts'
import { cobModule } from '#subsystems/cob/server/module.ts'
import { cobReports } from '#subsystems/cob/server/reports/reports.ts'
import { codRunApproval } from '#subsystems/cob/server/settlements/checking.ts'
import { codRunPath, issuancePath, itemPath, keyAccountPath } from '#subsystems/cob/web/paths.ts'
import { crmModule } from '#subsystems/crm/server/module.ts'
import { batchPath, paths as crmPaths, heldAccountPath, returnedPath } from '#subsystems/crm/web/paths.ts'
import { glModule } from '#subsystems/gl/server/module.ts'
import { parModule } from '#subsystems/par/server/module.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { qrReturnReport } from '#subsystems/qr/contract/reports.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrModule } from '#subsystems/qr/server/module.ts'
import { qrReports } from '#subsystems/qr/server/reports.ts'
import { qr } from '#subsystems/qr/server/transactions.ts'
import { feePlanPath, merchantPath } from '#subsystems/qr/web/paths.ts'
import { reportModule } from '#subsystems/report/server/module.ts'
import { paths as reportPaths } from '#subsystems/report/web/paths.ts'
import { sdkModule } from '#subsystems/sdk/server/module.ts'
import { sdk } from '#subsystems/sdk/server/transactions.ts'
import { sysModule } from '#subsystems/sys/server/module.ts'
import { DEMO_CLIENT, WORKPLACES } from './applications.ts'
import { cashAddresses, listed } from './plugs/addresses.ts'
import { cashKinds, closeChecks, forecasts, holdsMoney, payoutKinds, reopening } from './plugs/cash.ts'
import { controlRules } from './plugs/controls.ts'
import { systemDesks } from './plugs/incidents.ts'
import { cashPapers, journals, ledgerKinds, transactionAddress } from './plugs/journals.ts'
import { plugsOfService, reconciliationParts, sessionsPath } from './plugs/reconciliation.ts'
import { found, placesOfLists, searchedLists } from './plugs/search.ts'
import {
  counterServices,
  feeSources,
  listsOfServices,
  paymentServices,
  senderPayments,
  slipSources,
  statusOfMerchants,
  transactionLists,
  transferSources,
} from './plugs/services.ts'
import { moneyTrace } from './plugs/trace.ts'

const registration = userRegistration(WORKPLACES)

/** What a sub-system brings along; a test adds one of its own. */
export interface Additions {
  services?: readonly PaymentService[]
  feeSources?: readonly FeeSource[]
  approvalKinds?: readonly ApprovalKind[]
  controlRules?: readonly ControlRule[]
  /** Asks partners what became of transactions, in the place of the connector. */
  inquire?: (runtime: Runtime) => Inquire
  modules?: readonly ServerModule[]
  incidentDesks?: readonly IncidentDesk[]
}

/** Every server module, in the order in which they start. */
export function composeModules({
  services = [],
  feeSources: furtherFees = [],
  approvalKinds = [],
  controlRules: furtherRules = [],
  inquire = (runtime) => partnerConnector(runtime).inquire,
  modules = [],
  incidentDesks = [],
}: Additions = {}): readonly ServerModule[] {
  const offered = [...paymentServices, ...services]
  const codes = offered.map(({ declaration: { code } }) => code)
  const suspense = suspenseSettlement(offered)
  const desks = [...systemDesks, ...incidentDesks]
  const unresolved = outcomes({ services: offered, address: transactionAddress, inquire })
  const payments = paymentDesk(offered, [...feeSources, ...furtherFees])
  const unknownSlips = slipResult(payments, groundsOfTransaction)
  const transferring = disbursements({
    sources: transferSources,
    payments,
    services: servicesByCode(offered),
    contradicted: unresolved.contradicted,
    batchPath,
  })
  const reconciling = reconciliationParts({ ...unresolved, payments, services: offered })
  const reconciled = reconciliation(reconciling)
  const kinds = [
    suspense,
    ...proposalsOf(desks),
    unknownSlips,
    ...unresolved.kinds.map((kind) => ({ ...kind, subjectPath: casePath })),
    ...qr.kinds,
    ...sdk.kinds,
    ...codDeposits.kinds,
    { ...amountApproval, subjectPath: itemPath },
    { ...refundApproval, subjectPath: itemPath },
    { ...issuanceApproval, subjectPath: issuancePath },
    parameterChange,
    registration,
    policyRelease,
    connectionApproval,
    outcomeCodeApproval,
    reopening,
    periodReopening,
    ...Object.values(ledgerKinds),
    ...cashKinds,
    ...payoutKinds,
    { ...orderRelease, subjectPath: orderPath },
    { ...transferring.kinds.batch, subjectPath: batchPath },
    { ...transferring.kinds.correction, subjectPath: heldAccountPath },
    { ...transferring.kinds.returned, subjectPath: returnedPath },
    ...[merchantOpening, merchantTerms, merchantAccount, statusOfMerchants].map((kind) => ({ ...kind, subjectPath: merchantPath })),
    { ...feePlan, subjectPath: feePlanPath },
    ...keyAccountKinds.map((kind) => ({ ...kind, subjectPath: keyAccountPath })),
    { ...codRunApproval, subjectPath: codRunPath },
    ...reconciled.kinds,
    ...approvalKinds,
  ]
  const business: readonly ServerModule[] = [
    filesModule([
      exportFile,
      evidenceKind(kinds),
      slipFiles,
      treasuryFiles,
      incidentFiles(desks.map(({ contracts }) => contracts)),
      outcomeFiles,
      requestFiles(reconciling),
      attemptFiles,
    ]),
    organisationModule({ holdsMoney, staffAccounts }),
    iamModule({ registration, holdsMoney, demoClient: DEMO_CLIENT, wholeSystem: () => wholeSystemOf({ modules: all }), registry: () => registryOf(all) }),
    notificationsModule,
    auditModule(() => registryOf(all)),
    mailModule,
    jobsModule(() => all),
    masterdataModule,
    ledgerModule(journals, ledgerKinds),
    cashModule(
      { sources: slipSources, payments, claimMinutes, result: unknownSlips, cases: { permission: findCase.permission, path: casePath } },
      { closeChecks, reopening, dayAddress: cashAddresses.day },
      { forecasts, trace: moneyTrace, journals: new LedgerWords(journals) },
      cashPapers,
    ),
    merchantsModule(
      [listQrTransactions, qrDailyReport, qrReturnReport, listCodes, listAccounts, createCode, listSettlements].map(({ permission }) => permission),
      statusOfMerchants,
    ),
    vietqrModule,
    settlementsModule,
    paymentsModule(offered, [...feeSources, ...furtherFees], suspense, unresolved.contradicted),
    unresolved.module,
    partnersModule,
    transferring.module,
    reconciled.module,
    approvalsModule(kinds),
    incidentsModule(desks, (db, subjects) => sameMoney(db, moneyTrace, subjects)),
    traceModule(moneyTrace),
    limitsModule,
    controlsModule([...controlRules, ...furtherRules], { screen: crmPaths.controls, hidden: hiddenHoldings }),
    cutOffModule(
      [...offered.map(({ declaration }) => declaration), ...OWN_LEDGER_SERVICES],
      [
        knownOutcomes(codes, (service) => listsOfServices[service]),
        settledContradictions(codes, cfmPaths.outcomes),
        settledBreaks(plugsOfService, { sessions: sessionsPath }),
        ...cashCutOffChecks(['CASH', ...counterServices.map(({ declaration: { code } }) => code)], { ...cashAddresses, days: cfmV2Paths.days }),
      ],
      { late: lateTransactions, periods: reportPaths.cutOff, controls: crmPaths.controls },
    ),
    policyModule,
    assignmentModule,
    preferencesModule,
    exportsModule(() => registryOf(all)),
    reportsModule(
      [
        ...qrReports,
        teamReport,
        partnerReport,
        caseReport,
        ...cashPapers,
        statementReport(journals),
        statementOfMerchant,
        ...payoutReports,
        postalTransfers,
        ...cobReports,
      ],
      () => all,
    ),
    payoutsModule,
    cfmModule(moneyTrace, counterServices),
    cfmV2Module,
    crmModule(offered.map(({ declaration }) => ({ service: declaration, list: transactionLists[declaration.code] }))),
    reportModule,
    glModule,
    parModule,
    qrModule,
    cobModule(moneyTrace, payments, senderPayments),
    sdkModule,
    sysModule,
    ...modules,
  ]
  const registry = () => registryOf(all)
  const all: readonly ServerModule[] = [
    ...business,
    searchModule(business, [
      ...found,
      ...searchedLists(registry),
      viewSearch(() => placesOfLists(registry())),
      traceSearch(moneyTrace, listed(crmPaths.moneyTrace, 'reference')),
    ]),
    homeModule(business, registry),
    importsModule(business),
  ]
  return all
}

export const serverModules = composeModules()
