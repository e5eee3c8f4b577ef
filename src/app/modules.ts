import { staleRequestDays } from '#core/approvals/contract/parameters.ts'
import { type ApprovalKind, approvalsModule, evidenceKind, staleRequests } from '#core/approvals/server/public.ts'
import { assignmentModule } from '#core/assignment/server/public.ts'
import { auditModule } from '#core/audit/server/public.ts'
import { findCount } from '#core/cash/contract/counts.ts'
import { varianceJournalKinds } from '#core/cash/contract/journal-kinds.ts'
import { treasuryJournalKinds } from '#core/cash/contract/treasury/journal-kinds.ts'
import { findTreasury } from '#core/cash/contract/treasury/transactions.ts'
import {
  type CashAddresses,
  type CloseCheck,
  cashCloseChecks,
  cashCutOffChecks,
  cashDifference,
  cashHoldsMoney,
  cashModule,
  cashOrderTrace,
  cashReports,
  cashRules,
  cashVariance,
  dayReopening,
  type Forecast,
  hiddenHoldings,
  isBlindAccount,
  isCounting,
  type SlipSource,
  slipResult,
  slipTrace,
  treasuryFiles,
  treasuryRelease,
  treasurySettlement,
  treasurySubject,
  treasuryTrace,
  usualFlows,
} from '#core/cash/server/public.ts'
import { type ControlRule, controlsModule } from '#core/controls/server/public.ts'
import { OWN_LEDGER_SERVICES } from '#core/cutoff/contract/services.ts'
import { cutOffModule, periodReopening } from '#core/cutoff/server/public.ts'
import { listItems } from '#core/disbursement/contract/items.ts'
import { transferJournalKinds } from '#core/disbursement/contract/service.ts'
import {
  batchTrace,
  disbursementRules,
  disbursements,
  Sources,
  transferPayments,
  transferSubject,
  transfersMade,
  transferTrace,
} from '#core/disbursement/server/public.ts'
import { exportFile, exportsModule } from '#core/exports/server/public.ts'
import { homeModule } from '#core/home/server/public.ts'
import { listRoles } from '#core/iam/contract/access/roles.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { iamModule, staffAccounts, userRegistration } from '#core/iam/server/public.ts'
import { type IncidentDesk, incidentFiles, incidentsModule, incidentTrace, proposalsOf, teamReport } from '#core/incidents/server/public.ts'
import { jobsModule } from '#core/jobs/server/public.ts'
import { getAccount } from '#core/ledger/contract/accounts.ts'
import { findManualJournal } from '#core/ledger/contract/manual.ts'
import { type JournalSource, LedgerWords, ledgerApprovals, ledgerModule, ledgerRules, statementReport } from '#core/ledger/server/public.ts'
import { limitsModule } from '#core/limits/server/public.ts'
import { mailModule } from '#core/mail/server/public.ts'
import { masterdataModule, parameter, parameterChange } from '#core/masterdata/server/public.ts'
import { customerPlans, merchantSearch, merchantsModule } from '#core/merchants/server/public.ts'
import { notificationsModule } from '#core/notifications/server/public.ts'
import { organisationModule, unitSearch } from '#core/organisation/server/public.ts'
import { caseReport, caseTrace, type Inquire, outcomeFiles, outcomeRules, outcomes, settledContradictions } from '#core/outcomes/server/public.ts'
import {
  answeredUnder,
  connectionApproval,
  exchangeTrace,
  outcomeCodeApproval,
  partnerConnector,
  partnerRules,
  partnersModule,
} from '#core/partners/server/public.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import {
  type FeeSource,
  knownOutcomes,
  lateTransactions,
  type PaymentService,
  paymentDesk,
  paymentRules,
  paymentsModule,
  refundAction,
  servicesByCode,
  suspenseSettlement,
  suspenseTrace,
  tracedService,
  transactionSubject,
  transactionTrace,
} from '#core/payments/server/public.ts'
import { payoutJournalKinds } from '#core/payouts/contract/journal-kinds.ts'
import { findPayout } from '#core/payouts/contract/lists.ts'
import { ACCOUNT_LINES } from '#core/payouts/contract/transfers.ts'
import {
  accountLines,
  fundsTrace,
  lineSubject,
  lineTrace,
  listsOf,
  listTrace,
  payoutForecast,
  payoutFunds,
  payoutLine,
  payoutList,
  payoutReports,
  payoutRules,
  payoutsModule,
  payoutUpdate,
} from '#core/payouts/server/public.ts'
import { listPolicies } from '#core/policy/contract/policies.ts'
import { policyFees, policyModule, policyRelease } from '#core/policy/server/public.ts'
import { preferencesModule, viewSearch } from '#core/preferences/server/public.ts'
import { reportsModule } from '#core/reports/server/public.ts'
import { listSearch, searchModule } from '#core/search/server/public.ts'
import { journalTrace, MoneyTrace, type TraceStep, traceModule, traceSearch } from '#core/trace/server/public.ts'
import { fill } from '#kernel/language.ts'
import { filesModule } from '#platform/server/files/module.ts'
import { type Registry, registryOf, wholeSystemOf } from '#platform/server/http/registry.ts'
import { importsModule } from '#platform/server/import/module.ts'
import type { Runtime, ServerModule } from '#platform/server/module.ts'
import { cfmJournalKinds } from '#subsystems/cfm/contract/journal-kinds.ts'
import { claimMinutes } from '#subsystems/cfm/contract/parameters.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { payoutSlip } from '#subsystems/cfm/contract/slip-kinds.ts'
import { cfmTransactions, getCfmTransaction } from '#subsystems/cfm/contract/transactions.ts'
import { unknownAtCounter } from '#subsystems/cfm/server/close-check.ts'
import { cfmForecast } from '#subsystems/cfm/server/forecast.ts'
import { cfmIncidentDesk } from '#subsystems/cfm/server/incidents.ts'
import { cfmModule } from '#subsystems/cfm/server/module.ts'
import { orderRelease } from '#subsystems/cfm/server/order-release.ts'
import { paidOtherwise } from '#subsystems/cfm/server/payouts/control-rules.ts'
import { payoutPayments } from '#subsystems/cfm/server/payouts/service.ts'
import { payoutSlips } from '#subsystems/cfm/server/payouts/source.ts'
import { postalReportRule, postalTransfers } from '#subsystems/cfm/server/postal-report.ts'
import { cfmPayments } from '#subsystems/cfm/server/service.ts'
import { moneyOrderSlips } from '#subsystems/cfm/server/slip-source.ts'
import { linesAtCounters, madeForAny, orderTrace, slipLinks, tracedAtCounters } from '#subsystems/cfm/server/trace.ts'
import { casePath, paths as cfmPaths, orderPath, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { cfmV2Module } from '#subsystems/cfm-v2/server/module.ts'
import { paths as cfmV2Paths } from '#subsystems/cfm-v2/web/paths.ts'
import { crmModule } from '#subsystems/crm/server/module.ts'
import { batchPath, paths as crmPaths, heldAccountPath, returnedPath, transferPath } from '#subsystems/crm/web/paths.ts'
import { glModule } from '#subsystems/gl/server/module.ts'
import { paths as glPaths } from '#subsystems/gl/web/paths.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { getQrTransaction, listQrTransactions, qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { dailyReport } from '#subsystems/qr/server/daily-report.ts'
import { qrModule } from '#subsystems/qr/server/module.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { qr } from '#subsystems/qr/server/transactions.ts'
import { paths as qrPaths, transactionPath } from '#subsystems/qr/web/paths.ts'
import { reportModule } from '#subsystems/report/server/module.ts'
import { paths as reportPaths } from '#subsystems/report/web/paths.ts'
import { sysModule } from '#subsystems/sys/server/module.ts'
import { paths as sysPaths } from '#subsystems/sys/web/paths.ts'
import { DEMO_CLIENT, WORKPLACES } from './applications.ts'
import { webManifests } from './manifests.ts'

/** What is paid by transfer to accounts. */
export const transferSources = new Sources([accountLines({ permission: findPayout.permission, path: payoutPath })])
const transfers = transferPayments(transferSources)

/** The payment services of this system. */
export const paymentServices = [qrPayments, cfmPayments, payoutPayments, transfers]

/** Incidents of cash flow, which take in those of payments by QR as well. */
const cashIncidents = cfmIncidentDesk({
  subjects: [
    transactionSubject(payoutTransactions),
    transactionSubject(qrTransactions),
    lineSubject(payoutPath, linesAtCounters),
    treasurySubject((id) => cashAddresses.treasury(id)),
    transferSubject(transferPath),
  ],
  actions: [refundAction(qrPayments)],
  services: [qrPayments, payoutPayments],
})

/** Every desk of incidents: their calls, their approvals and the money trace know of all of them. */
const systemDesks: readonly IncidentDesk[] = [cashIncidents]

/** Where fees come from; in which order they are asked is the payments' own. */
const feeSources = [customerPlans, policyFees]

/** What counters pay in cash. */
const slipSources: readonly SlipSource[] = [moneyOrderSlips(orderPath), payoutSlips(findPayout.permission, payoutPath)]

const registration = userRegistration(WORKPLACES)

/** Where the records stand that journals are about, and what kinds of journals are called. */
const journalSources: readonly JournalSource[] = [
  { sourceType: 'payment.transaction', service: 'QR', permission: getQrTransaction.permission, path: transactionPath },
  { sourceType: 'payment.transaction', service: 'CFM', permission: getCfmTransaction.permission, path: (id) => addressOf(cfmTransactions, id) },
  { sourceType: 'payment.transaction', service: 'PAYOUT', permission: payoutTransactions.detail.permission, path: (id) => addressOf(payoutTransactions, id) },
  { sourceType: 'payment.transaction', service: transfers.declaration.code, permission: listItems.permission, path: transferPath },
  { sourceType: 'cash.treasury_transaction', permission: findTreasury.permission, path: (id) => cashAddresses.treasury(id) },
  { sourceType: 'payout.list', permission: findPayout.permission, path: (id) => payoutPath(id) },
  { sourceType: 'cash.count', permission: findCount.permission, path: (id) => fill(cfmV2Paths.count, { id }) },
  { sourceType: 'ledger.manual_journal', permission: findManualJournal.permission, path: (id) => fill(glPaths.manualJournal, { id }) },
]
const ledgerKinds = ledgerApprovals({ account: (id) => fill(glPaths.account, { id }), manual: (id) => fill(glPaths.manualJournal, { id }) })
const journalKinds = {
  OUTCOME_CORRECTED: { vi: 'Hạch toán lại kết quả mâu thuẫn', en: 'Contradicted outcome corrected' },
  SUSPENSE_MOVED: { vi: 'Chuyển tiền treo', en: 'Money moved out of suspense' },
  QR_PAID: { vi: 'Thanh toán QR', en: 'QR payment' },
  QR_REFUND: { vi: 'Hoàn tiền QR', en: 'QR refund' },
  ...cfmJournalKinds,
  ...treasuryJournalKinds,
  ...varianceJournalKinds,
  ...payoutJournalKinds,
  ...transferJournalKinds,
}
/** Cash moves by the services of the counter and by the treasury. */
const cashPapers = cashReports({ services: [cfmPayments.declaration.code, payoutPayments.declaration.code, 'CASH'], kinds: journalKinds })
const journals = { sources: journalSources, kinds: journalKinds, isHidden: isBlindAccount }

/** What will come in and go out of a unit's cash: each area adds what it knows of. */
const forecasts: readonly Forecast[] = [usualFlows, cfmForecast(cfmPaths.orders), payoutForecast(cfmPaths.payoutLines)]

/** Where the records of cash stand. */
const cashAddresses: CashAddresses = {
  shift: (id) => fill(cfmV2Paths.shift, { id }),
  count: (id) => fill(cfmV2Paths.count, { id }),
  holding: (id) => fill(cfmV2Paths.holding, { id }),
  day: (id) => fill(cfmV2Paths.day, { id }),
  treasury: (id) => `${cfmPaths.treasuryDetail}?id=${id}`,
}

/** Lists as links to one of their rows. */
const listed =
  (path: string, field = 'text') =>
  (text: string) =>
    `${path}?${new URLSearchParams({ [field]: text })}`

/** What transfers pay. */
const transferLinks = [{ kind: ACCOUNT_LINES, type: payoutLine, sourcesOf: listsOf }]
const transfersOf = transfersMade(transferLinks)

/** What every area knows of its records and their money. */
const traceSteps: readonly TraceStep[] = [
  transactionTrace([tracedService(qrTransactions), ...tracedAtCounters, { ...transfersOf, screen: { permission: listItems.permission, path: transferPath } }], {
    named: answeredUnder,
    of: async (db, subjects) => [...(await madeForAny(db, subjects)), ...(await transfersOf.of(db, subjects))],
  }),
  suspenseTrace(listed(cfmPaths.suspense)),
  orderTrace(orderPath),
  lineTrace(payoutPath, {
    ...linesAtCounters,
    transactions: async (db, id) => [...(await linesAtCounters.transactions(db, id)), ...(await transfersOf.transactions(db, { type: payoutLine, id }))],
  }),
  listTrace(payoutPath),
  fundsTrace(listed(cfmPaths.payoutFunds)),
  slipTrace(slipLinks),
  cashOrderTrace(slipLinks, listed(cfmV2Paths.cashOrders)),
  treasuryTrace(cashAddresses.treasury),
  transferTrace(transferLinks, transferPath),
  batchTrace(batchPath, (batchId) => `${crmPaths.transfers}?${new URLSearchParams({ batchId })}`),
  caseTrace(casePath),
  incidentTrace(systemDesks),
  exchangeTrace(listed(crmPaths.partnerExchanges, 'reference')),
  journalTrace,
]

/** Where the money of records went and who holds it. */
export const moneyTrace = new MoneyTrace({
  steps: traceSteps,
  isHidden: isBlindAccount,
  isCounting,
  account: { permission: getAccount.permission, path: (id) => fill(glPaths.account, { id }) },
})

/** The checklist of day close: each area adds what must not be left open at the end of a day. */
const closeChecks: readonly CloseCheck[] = [
  ...cashCloseChecks(cashAddresses),
  unknownAtCounter((id, kind) => addressOf(kind === payoutSlip.kind ? payoutTransactions : cfmTransactions, id)),
]
const reopening = dayReopening(cashAddresses.day)

/** The approval kinds of cash, with the screens of their subjects. */
const cashKinds: readonly ApprovalKind[] = [
  { ...cashVariance, subjectPath: cashAddresses.count },
  { ...treasuryRelease, subjectPath: cashAddresses.treasury },
  { ...treasurySettlement, subjectPath: cashAddresses.treasury },
  cashDifference,
]

/** The approval kinds of payout lists. */
const payoutKinds: readonly ApprovalKind[] = [{ ...payoutList, subjectPath: payoutPath }, payoutUpdate, payoutFunds]

/** What has to be settled before a unit closes or somebody leaves. */
const holdsMoney = [cashHoldsMoney(cashAddresses)]

/** What the palette finds, and which screen of whom it opens in. */
const opens = (path: string, field: string) => (id: string) => `${path}?${new URLSearchParams({ [field]: id })}`
const found = [
  merchantSearch(listQrTransactions.permission, opens(qrPaths.transactions, 'merchantId')),
  unitSearch(listQrTransactions.permission, opens(qrPaths.transactions, 'unitId')),
  unitSearch(listUsers.permission, opens(sysPaths.users, 'unitId')),
]

/** Records that are found by what their own lists search. */
const searchedLists = (registry: () => Registry) => [
  listSearch({ list: listUsers, path: sysPaths.users, code: 'account', title: 'fullName' }, registry),
  listSearch({ list: listRoles, path: sysPaths.roles, code: 'code', title: 'name' }, registry),
  listSearch({ list: listPolicies, path: sysPaths.managePolicy, code: 'code', title: 'name' }, registry),
]

/** Where each list stands: the screen that asks for the same permission. */
const placesOfLists = ({ entries }: Registry) =>
  [...entries.values()].flatMap(({ kind, contract: { path: list, permission } }) => {
    const screen = webManifests.flatMap(({ screens }) => screens).find((one) => one.permission === permission && !one.hidden)
    return kind === 'list' && screen ? [{ list, permission, path: screen.path }] : []
  })

/** Address of a transaction of a service; undefined where it has no screen. */
const transactionAddress = (service: string, id: string) =>
  journalSources.find((one) => one.sourceType === 'payment.transaction' && one.service === service)?.path(id)

/** What must never be the case, or not for long: each owner's own rules. */
export const controlRules = [
  ...ledgerRules({ manual: (id) => fill(glPaths.manualJournal, { id }) }),
  ...cashRules(cashAddresses),
  ...partnerRules,
  ...disbursementRules({ returned: returnedPath, batch: batchPath }),
  ...payoutRules({ list: payoutPath, duties: (programmeId) => `${cfmPaths.payoutDuties}?programmeId=${programmeId}` }),
  ...paymentRules(
    paymentServices.map(({ declaration: { code } }) => code),
    transactionAddress,
  ),
  postalReportRule(cfmPaths.postalReport),
  paidOtherwise({ list: payoutPath, order: orderPath }),
  ...outcomeRules(transactionAddress),
  staleRequests((db) => parameter(db, staleRequestDays)),
]

/** Where the transactions of each service are listed. */
const listsOfServices: Readonly<Record<string, string>> = {
  [qrPayments.declaration.code]: qrPaths.transactions,
  [cfmPayments.declaration.code]: cfmPaths.transactions,
  [payoutPayments.declaration.code]: cfmPaths.payoutTransactions,
  [transfers.declaration.code]: crmPaths.transfers,
}

/** The lists themselves, for figures that lead to them. */
const transactionLists: Readonly<Record<string, { permission: string }>> = {
  [qrPayments.declaration.code]: qrTransactions.list,
  [cfmPayments.declaration.code]: cfmTransactions.list,
  [payoutPayments.declaration.code]: payoutTransactions.list,
}

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
  const suspense = suspenseSettlement([...paymentServices, ...services])
  const desks = [...systemDesks, ...incidentDesks]
  const unresolved = outcomes({ services: [...paymentServices, ...services], address: transactionAddress, inquire })
  const payments = paymentDesk([...paymentServices, ...services], [...feeSources, ...furtherFees])
  const unknownSlips = slipResult(payments)
  const transferring = disbursements(transferSources, {
    payments,
    services: servicesByCode([...paymentServices, ...services]),
    contradicted: unresolved.contradicted,
  })
  const kinds = [
    suspense,
    ...proposalsOf(desks),
    unknownSlips,
    ...unresolved.kinds,
    qr.refundKind,
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
    ...approvalKinds,
  ]
  const business: readonly ServerModule[] = [
    filesModule([exportFile, evidenceKind(kinds), treasuryFiles, incidentFiles(desks.map(({ contracts }) => contracts)), outcomeFiles]),
    organisationModule({ holdsMoney, staffAccounts }),
    iamModule({ registration, holdsMoney, demoClient: DEMO_CLIENT, wholeSystem: () => wholeSystemOf({ modules: all }), registry: () => registryOf(all) }),
    notificationsModule,
    auditModule(() => registryOf(all)),
    mailModule,
    jobsModule(() => all),
    masterdataModule,
    ledgerModule(journals, ledgerKinds),
    cashModule(
      { sources: slipSources, payments, claimMinutes, result: unknownSlips },
      { closeChecks, reopening, dayAddress: cashAddresses.day },
      { forecasts, trace: moneyTrace, journals: new LedgerWords(journals) },
      cashPapers,
    ),
    merchantsModule([listQrTransactions.permission, qrDailyReport.permission]),
    paymentsModule([...paymentServices, ...services], [...feeSources, ...furtherFees], suspense, unresolved.contradicted),
    unresolved.module,
    partnersModule,
    transferring.module,
    approvalsModule(kinds),
    incidentsModule(desks, (db, subjects) => moneyTrace.lifeOf(db, subjects)),
    traceModule(moneyTrace),
    limitsModule,
    controlsModule([...controlRules, ...furtherRules], { screen: crmPaths.controls, hidden: hiddenHoldings }),
    cutOffModule(
      [...[...paymentServices, ...services].map(({ declaration }) => declaration), ...OWN_LEDGER_SERVICES],
      [
        knownOutcomes(
          [...paymentServices, ...services].map(({ declaration: { code } }) => code),
          (service) => listsOfServices[service],
        ),
        settledContradictions(
          [...paymentServices, ...services].map(({ declaration: { code } }) => code),
          cfmPaths.outcomes,
        ),
        ...cashCutOffChecks(['CASH', cfmPayments.declaration.code, payoutPayments.declaration.code], { ...cashAddresses, days: cfmV2Paths.days }),
      ],
      { late: lateTransactions, periods: reportPaths.cutOff, controls: crmPaths.controls },
    ),
    policyModule,
    assignmentModule,
    preferencesModule,
    exportsModule(() => registryOf(all)),
    reportsModule([dailyReport, teamReport, caseReport, ...cashPapers, statementReport(journals), ...payoutReports, postalTransfers], () => all),
    payoutsModule,
    cfmModule(moneyTrace),
    cfmV2Module,
    crmModule([...paymentServices, ...services].map(({ declaration }) => ({ service: declaration, list: transactionLists[declaration.code] }))),
    reportModule,
    glModule,
    qrModule,
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
