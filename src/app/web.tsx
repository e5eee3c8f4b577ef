import { OWN_LEDGER_SERVICES } from '#core/cutoff/contract/services.ts'
import { transferService } from '#core/disbursement/contract/service.ts'
import { identity } from '#core/iam/web/identity.ts'
import { manifest as iam } from '#core/iam/web/manifest.ts'
import { iamScreens } from '#core/iam/web/screens.ts'
import { provideIncidentDesks } from '#core/incidents/web/desks.ts'
import { notificationBell } from '#core/notifications/web/header-tool.ts'
import type { ModuleLabels } from '#kernel/labels.ts'
import type { Language, Text } from '#kernel/language.ts'
import type { LabelSource } from '#platform/web/i18n.ts'
import type { WebModule } from '#platform/web/screens.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { startPortal } from '#platform/web/start.tsx'
import { payoutService } from '#subsystems/cfm/contract/payouts.ts'
import { cfmService } from '#subsystems/cfm/contract/service.ts'
import { manifest as cfm } from '#subsystems/cfm/web/manifest.ts'
import { manifest as cfmV2 } from '#subsystems/cfm-v2/web/manifest.ts'
import { codPlug, ldpPlug } from '#subsystems/cob/contract/reconciliation-place.ts'
import { codService } from '#subsystems/cob/contract/service.ts'
import { manifest as cob } from '#subsystems/cob/web/manifest.ts'
import { manifest as crm } from '#subsystems/crm/web/manifest.ts'
import { manifest as gl } from '#subsystems/gl/web/manifest.ts'
import { merchantPlug, transferPlug } from '#subsystems/par/contract/places.ts'
import { manifest as par } from '#subsystems/par/web/manifest.ts'
import { qrPlug } from '#subsystems/qr/contract/reconciliation-place.ts'
import { qrService } from '#subsystems/qr/contract/service.ts'
import { manifest as qr } from '#subsystems/qr/web/manifest.ts'
import { manifest as report } from '#subsystems/report/web/manifest.ts'
import { sdkPlug } from '#subsystems/sdk/contract/reconciliation-place.ts'
import { sdkService } from '#subsystems/sdk/contract/service.ts'
import { manifest as sdk } from '#subsystems/sdk/web/manifest.ts'
import { manifest as sys } from '#subsystems/sys/web/manifest.ts'
import { approvalKinds } from './approval-kinds.ts'
import { slipKinds } from './slip-kinds.ts'

/** Every sub-system of the portal: one line each. */
const modules: WebModule[] = [
  { manifest: iam, screens: async () => iamScreens },
  { manifest: cfm, screens: async () => (await import('#subsystems/cfm/web/screens.ts')).default },
  { manifest: cfmV2, screens: async () => (await import('#subsystems/cfm-v2/web/screens.ts')).default },
  { manifest: cob, screens: async () => (await import('#subsystems/cob/web/screens.ts')).default },
  { manifest: crm, screens: async () => (await import('#subsystems/crm/web/screens.ts')).default },
  { manifest: gl, screens: async () => (await import('#subsystems/gl/web/screens.ts')).default },
  { manifest: par, screens: async () => (await import('#subsystems/par/web/screens.ts')).default },
  { manifest: qr, screens: async () => (await import('#subsystems/qr/web/screens.ts')).default },
  { manifest: report, screens: async () => (await import('#subsystems/report/web/screens.ts')).default },
  { manifest: sdk, screens: async () => (await import('#subsystems/sdk/web/screens.ts')).default },
  { manifest: sys, screens: async () => (await import('#subsystems/sys/web/screens.ts')).default },
]

/** The payment services of this system, as the server has them. */
const services = [qrService, sdkService, cfmService, payoutService, codService, transferService]

/** What is reconciled in this system, as the server has it. */
const plugs = [qrPlug, sdkPlug, transferPlug, merchantPlug, codPlug, ldpPlug]

/** The labels of all modules and of their parts, each language a file of its own that is fetched when it is needed. */
const files = import.meta.glob<Record<Language, ModuleLabels>>('../{core,subsystems}/*/labels/**/{vi,en}.ts')

/** By namespace: core/iam/labels/sign-in/vi.ts is 'iam.sign-in'. */
function labelSources(): Record<string, LabelSource> {
  const labels: Record<string, LabelSource> = {}
  for (const path of Object.keys(files)) {
    const [, module, part] = /^\.\.\/\w+\/([^/]+)\/labels\/(?:([^/]+)\/)?vi\.ts$/.exec(path) ?? []
    if (!module) continue
    const load = (language: Language) => async () => {
      const file = await files[path.replace(/vi\.ts$/, `${language}.ts`)]?.()
      if (!file) throw new Error(`no labels of ${path} in ${language}`)
      return file[language]
    }
    labels[part ? `${module}.${part}` : module] = { vi: load('vi'), en: load('en') }
  }
  return labels
}

/** Labels with the words that plugs bring to a list of the module's. */
function withNames(source: LabelSource | undefined, list: string, words: Readonly<Record<string, Text>>): LabelSource {
  const load = (language: Language) => async () => {
    const labels = await source?.[language]()
    const own = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text[language]]))
    return { screens: {}, fields: {}, ...labels, enums: { ...labels?.enums, [list]: own } }
  }
  return { vi: load('vi'), en: load('en') }
}

const homes = { PP_CFM_NEW: '/cfm-v2/home' }

const labels = labelSources()
labels.approvals = withNames(labels.approvals, 'kind', Object.fromEntries(approvalKinds.map(({ name, title }) => [name, title])))
labels['cash.counter'] = withNames(labels['cash.counter'], 'sourceKind', Object.fromEntries(slipKinds.map(({ kind, title }) => [kind, title])))
labels.cutoff = withNames(labels.cutoff, 'service', Object.fromEntries([...services, ...OWN_LEDGER_SERVICES].map(({ code, name }) => [code, name])))
labels.reconciliation = withNames(labels.reconciliation, 'plug', Object.fromEntries(plugs.map(({ key, name }) => [key, name])))
labels.payments = withNames(labels.payments, 'service', Object.fromEntries(services.map(({ code, name }) => [code, name])))
// A request opens over the page that one is on, whatever application that belongs to.
const bell = notificationBell({ 'approvals.request': lazyPart(() => import('#core/approvals/web/request-drawer-content.tsx')) })
provideIncidentDesks(async () => (await import('./incident-desks.ts')).incidentDesks)
// Named, not taken from the contract: every page would load that.
const trace = { permission: 'o2o/money-trace/view' }
await startPortal({ modules, labels, identity, homes, trace, headerTools: { bell } })
