import { exportJobs } from '#core/exports/web/exports.ts'
import { identity } from '#core/iam/web/identity.ts'
import { iamScreens } from '#core/iam/web/screens.ts'
import { NotificationBell } from '#core/notifications/web/header-tool.ts'
import { arrangements } from '#core/preferences/web/arrangements.ts'
import { preferencesApi } from '#core/preferences/web/public.ts'
import { searchRecords } from '#core/search/web/public.ts'
import type { Language } from '#kernel/language.ts'
import type { ModuleLabels } from '#kernel/screens.ts'
import type { LabelSource } from '#platform/web/i18n.ts'
import { provideExportJobs } from '#platform/web/kit/export/export-jobs.ts'
import { provideArrangements } from '#platform/web/kit/views/saved-views.ts'
import type { WebModule } from '#platform/web/screens.ts'
import { startPortal } from '#platform/web/start.tsx'
import { crmScreens } from '#subsystems/crm/web/screens.ts'
import { qrScreens } from '#subsystems/qr/web/screens.ts'
import { sysScreens } from '#subsystems/sys/web/screens.ts'

/** Every sub-system of the portal: one line each. */
const modules: WebModule[] = [iamScreens, crmScreens, qrScreens, sysScreens]

/** The labels of all modules, each language a file of its own that is fetched when it is needed. */
const files = import.meta.glob<Record<Language, ModuleLabels>>('../{core,subsystems}/*/labels/{vi,en}.ts')

function labelSources(): { labels: Record<string, LabelSource>; core: string[] } {
  const labels: Record<string, LabelSource> = {}
  const core: string[] = []
  for (const path of Object.keys(files)) {
    const [, layer, module] = /^\.\.\/(core|subsystems)\/([^/]+)\//.exec(path) ?? []
    if (!module || module in labels) continue
    const load = (language: Language) => async () => {
      const file = await files[path.replace(/(vi|en)\.ts$/, `${language}.ts`)]?.()
      if (!file) throw new Error(`no labels of ${module} in ${language}`)
      return file[language]
    }
    labels[module] = { vi: load('vi'), en: load('en') }
    if (layer === 'core') core.push(module)
  }
  return { labels, core }
}

const { labels, core } = labelSources()
provideArrangements(arrangements)
provideExportJobs(exportJobs)
await startPortal({ modules, labels, sharedLabels: core, identity, preferences: preferencesApi, searchRecords, headerTools: { bell: NotificationBell } })
