import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { breakErrors } from '../contract/break-errors.ts'
import { reconciliationErrors } from '../contract/errors.ts'
import { fileErrors, rowErrors } from '../contract/reading-errors.ts'
import { requestErrors } from '../contract/request-errors.ts'
import { settlementErrors } from '../contract/settlement-errors.ts'
import { en as breaksEn } from '../labels/breaks/en.ts'
import { vi as breaksVi } from '../labels/breaks/vi.ts'
import { en } from '../labels/en.ts'
import { en as requestsEn } from '../labels/requests/en.ts'
import { vi as requestsVi } from '../labels/requests/vi.ts'
import { en as sessionsEn } from '../labels/sessions/en.ts'
import { vi as sessionsVi } from '../labels/sessions/vi.ts'
import { en as settlementEn } from '../labels/settlement/en.ts'
import { vi as settlementVi } from '../labels/settlement/vi.ts'
import { en as setupsEn } from '../labels/setups/en.ts'
import { vi as setupsVi } from '../labels/setups/vi.ts'
import { vi } from '../labels/vi.ts'
import { sessionAudit, setupAudit } from './audit-fields.ts'
import { BREAK } from './breaks/records.ts'
import { breakKinds, breakTasks, registerBreaks } from './breaks/register.ts'
import type { ReconciliationParts, ReconciliationPlug } from './plug.ts'
import { requestSearch } from './requests/list.ts'
import { REQUEST } from './requests/records.ts'
import { registerRequests, requestKinds, requestTasks } from './requests/register.ts'
import { SESSION } from './sessions/records.ts'
import { registerSessions, sessionJobs, sessionSchedules, sessionTasks } from './sessions/register.ts'
import { sessionSearch } from './sessions/search.ts'
import { settlementKinds } from './settlement/kinds.ts'
import { SETUP } from './setups/records.ts'
import { registerSetups, setupKinds } from './setups/register.ts'

/** Reconciliation: the module, and the approval kinds of what takes two people. */
export interface Reconciliation {
  module: ServerModule
  kinds: readonly ApprovalKind[]
}

/** The words of the module with the names of the plugs. */
const named = (words: typeof vi, plugs: readonly ReconciliationPlug[], language: Language) => ({
  ...words,
  enums: { ...words.enums, plug: Object.fromEntries(plugs.map(({ key, name }) => [key, name[language]])) },
})

/** Errors of several areas, which may call two of them alike. */
const byCode = (...areas: readonly Readonly<Record<string, ErrorDefinition>>[]): Record<string, ErrorDefinition> =>
  Object.fromEntries(areas.flatMap((area) => Object.values(area).map((error) => [error.code, error])))

export function reconciliation(parts: ReconciliationParts): Reconciliation {
  return { kinds: [...setupKinds(parts), ...breakKinds(parts), ...requestKinds(parts), ...settlementKinds(parts)], module: reconciliationModule(parts) }
}

const reconciliationModule = (parts: ReconciliationParts): ServerModule =>
  defineModule({
    name: 'reconciliation',
    audit: {
      subjects: {
        [SETUP]: { vi: 'Cấu hình đối soát', en: 'Reconciliation configuration', entity: 'reconciliation.setups.setup', fields: setupAudit },
        'reconciliation.revision': {
          ...{ vi: 'Phiên bản cấu hình đối soát', en: 'Revision of a configuration', entity: 'reconciliation.setups.setup' },
          fields: { ...setupAudit, number: { vi: 'Phiên bản', en: 'Revision' }, revisionStatus: { vi: 'Trạng thái phiên bản', en: 'Status of the revision' } },
        },
        [SESSION]: { vi: 'Phiên đối soát', en: 'Reconciliation session', entity: 'reconciliation.sessions.session', fields: sessionAudit },
        [BREAK]: { vi: 'Chênh lệch đối soát', en: 'Break', entity: 'reconciliation.breaks.break' },
        'reconciliation.workbook': { vi: 'Bảng chênh lệch đã điền', en: 'Filled-in workbook of breaks', entity: 'reconciliation.breaks.workbook' },
        [REQUEST]: { vi: 'Yêu cầu xử lý', en: 'Handling request', entity: 'reconciliation.requests.request' },
      },
    },
    labels: { vi: named(vi, parts.plugs, 'vi'), en: named(en, parts.plugs, 'en') },
    labelParts: {
      setups: { vi: setupsVi, en: setupsEn },
      sessions: { vi: sessionsVi, en: sessionsEn },
      breaks: { vi: breaksVi, en: breaksEn },
      requests: { vi: requestsVi, en: requestsEn },
      settlement: { vi: settlementVi, en: settlementEn },
    },
    errors: byCode(reconciliationErrors, fileErrors, rowErrors, breakErrors, requestErrors, settlementErrors),
    tasks: [...sessionTasks(parts), ...breakTasks(parts), ...requestTasks(parts)],
    search: [...parts.desks.map(({ contracts }) => sessionSearch(contracts)), ...parts.requestDesks.map(({ contracts }) => requestSearch(contracts))],
    jobs: () => sessionJobs(parts),
    schedules: sessionSchedules,
    register(on) {
      for (const desk of parts.desks) {
        registerSetups(on, parts, desk)
        registerSessions(on, parts, desk)
        registerBreaks(on, parts, desk)
      }
      for (const desk of parts.requestDesks) registerRequests(on, parts, desk)
    },
  })
