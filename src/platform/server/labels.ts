import { fieldLabel, labelPlace, type ModuleLabels } from '#kernel/labels.ts'
import type { Language } from '#kernel/language.ts'
import type { ServerModule } from './module.ts'

/** A module as far as its words go. */
export type ModuleWords = Pick<ServerModule, 'name' | 'labels' | 'labelParts'>

/** The labels of a namespace in both languages: 'masterdata', or 'iam.sign-in' for a part of a module. */
export function labelsOf(modules: readonly ModuleWords[], namespace: string): Record<Language, ModuleLabels> | undefined {
  const whole = modules.find(({ name }) => name === namespace)
  if (whole) return whole.labels
  const { module, last } = labelPlace(namespace)
  return modules.find(({ name }) => name === module)?.labelParts?.[last]
}

/** What the fields of an entity ('masterdata.globalList') are called; a field nobody names goes by its key. */
export function fieldNames(modules: readonly ModuleWords[], entity: string, language: Language): (field: string) => string {
  const { module, last } = labelPlace(entity)
  const labels = labelsOf(modules, module)?.[language]
  return (field) => fieldLabel(labels, last, field, language) ?? field
}

/** The words of an enum ('payments.channel') by its values. */
export function enumWords(modules: readonly ModuleWords[], name: string | undefined, language: Language): Record<string, string> | undefined {
  const { module, last } = labelPlace(name ?? '')
  return labelsOf(modules, module)?.[language].enums[last]
}

/** What a screen or a group of a menu is called, in both languages; empty where its module has no server part with labels. */
export function titleIn(modules: readonly ServerModule[], namespace: string, title: string): Record<Language, string> {
  const labels = labelsOf(modules, namespace)
  return { vi: labels?.vi.screens[title] ?? '', en: labels?.en.screens[title] ?? '' }
}
