import { labelPlace } from '#kernel/labels.ts'
import { findWord, shellText } from '../../i18n.ts'
import { periodWords } from '../../kit/form/periods.ts'
import { pathOf } from '../routing/routing.ts'
import type { Tab } from './tabs.ts'

/** A word that tells a tab from others of the same title, kept so that it can be said in the language of the moment. */
export type TabHint =
  | { text: string }
  /** A value of an enum, by the name of its labels. */
  | { labels: string; value: string }
  /** A condition that is met or is not, by the name of its field. */
  | { entity: string; field: string; met: boolean }
  /** Days that have a name: 'today', 'last:7'. */
  | { period: string }

function word(hint: TabHint): string {
  if ('text' in hint) return hint.text
  if ('period' in hint) return periodWords(shellText, hint.period)
  if ('field' in hint) {
    const { module, last } = labelPlace(hint.entity)
    const name = findWord(module, ['fields', last, hint.field]) ?? findWord(module, ['fields', hint.field])
    return name === undefined || hint.met ? (name ?? '') : `${name}: ${shellText('common.no')}`
  }
  const { module, last } = labelPlace(hint.labels)
  // Words that have not come yet are left out rather than shown as a key.
  return findWord(module, ['enums', last, hint.value]) ?? ''
}

/** The hints of a tab as one text; empty without any. */
export const hintText = (hints: readonly TabHint[] | undefined): string => (hints ?? []).map(word).filter(Boolean).join(', ')

/** Ids of the tabs whose title is that of another one too: the same screen, and no name of their own. */
export function alikeTabs(tabs: readonly Tab[]): ReadonlySet<string> {
  const groups = Map.groupBy(tabs, ({ address, label }) => `${pathOf(address)} ${label ?? ''}`)
  return new Set([...groups.values()].flatMap((group) => (group.length > 1 ? group.map(({ id }) => id) : [])))
}

/** Reads what an earlier page kept beside its tabs. */
export function parseHints(text: string | null): Record<string, readonly TabHint[]> {
  const { hints } = JSON.parse(text ?? '{}') as { hints?: Record<string, readonly TabHint[]> }
  return hints ?? {}
}
