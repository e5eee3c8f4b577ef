import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Language } from '#kernel/language.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { reconciliationErrors } from '../contract/errors.ts'
import { settlementErrors } from '../contract/settlement-errors.ts'
import { en } from '../labels/en.ts'
import { en as sessionsEn } from '../labels/sessions/en.ts'
import { vi as sessionsVi } from '../labels/sessions/vi.ts'
import { en as settlementEn } from '../labels/settlement/en.ts'
import { vi as settlementVi } from '../labels/settlement/vi.ts'
import { en as setupsEn } from '../labels/setups/en.ts'
import { vi as setupsVi } from '../labels/setups/vi.ts'
import { vi } from '../labels/vi.ts'
import type { ReconciliationParts, ReconciliationPlug } from './plug.ts'
import { SESSION } from './sessions/records.ts'
import { settlementKinds } from './settlement/kinds.ts'
import { REVISION, SETUP } from './setups/records.ts'

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

export function reconciliation(parts: ReconciliationParts): Reconciliation {
  return { kinds: settlementKinds(parts), module: reconciliationModule(parts) }
}

const reconciliationModule = ({ plugs }: ReconciliationParts): ServerModule =>
  defineModule({
    name: 'reconciliation',
    audit: {
      subjects: {
        [SETUP]: { vi: 'Cấu hình đối soát', en: 'Reconciliation configuration', entity: 'reconciliation.setups.setup' },
        [REVISION]: { vi: 'Phiên bản cấu hình đối soát', en: 'Revision of a configuration', entity: 'reconciliation.setups.setup' },
        [SESSION]: { vi: 'Phiên đối soát', en: 'Reconciliation session', entity: 'reconciliation.sessions.session' },
      },
    },
    labels: { vi: named(vi, plugs, 'vi'), en: named(en, plugs, 'en') },
    labelParts: {
      setups: { vi: setupsVi, en: setupsEn },
      sessions: { vi: sessionsVi, en: sessionsEn },
      settlement: { vi: settlementVi, en: settlementEn },
    },
    errors: { ...reconciliationErrors, ...settlementErrors },
    register() {},
  })
