import { labelPlace } from '#kernel/labels.ts'
import { commonWord, findWord, useLanguage } from '../../i18n.ts'
import type { Action, BulkAction } from './action.ts'

/** What a set of actions is about. */
export interface Subject {
  /** Where its words stand: 'masterdata.globalList'. */
  entity: string
}

export interface ActionWords {
  /** On the button. */
  label: string
  /** Over the dialog: the action, what it is done to and which one. */
  title: string
  /** What it means, for the person to know before. */
  text: string | undefined
  /** When it is done. */
  done: string
}

type Worded = Pick<Action<never> | BulkAction<never>, 'key'>
type Params = Record<string, string | number>

/** The words of an action by its key: those of the module, else those of the kit. Texts may name fields of the row: {code}. */
export function actionWords({ entity }: Subject, { key }: Worded, row?: unknown, name = ''): ActionWords {
  const { module, last } = labelPlace(entity)
  const params = Object.fromEntries(
    Object.entries((row ?? {}) as object).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  ) as Params
  const text = (end: string) => findWord(module, ['texts', `${last}${key.charAt(0).toUpperCase()}${key.slice(1)}${end}`], params)
  const label = findWord(module, ['actions', key]) ?? commonWord(['actions', key]) ?? key
  const noun = findWord(module, ['nouns', last]) ?? ''
  return {
    label,
    title: [label, noun, name].filter((part) => part !== '').join(' '),
    text: text('Text'),
    done: text('Done') ?? findWord('shell', ['action', 'done', key]) ?? findWord('shell', ['action', 'done', 'other']) ?? label,
  }
}

/** Hook of actionWords; redraws on a change of language. */
export function useActionWords(): typeof actionWords {
  useLanguage()
  return actionWords
}
