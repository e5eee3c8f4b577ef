import type { z } from 'zod'
import { showDate } from '#kernel/dates.ts'
import { labelPlace } from '#kernel/labels.ts'
import { isMoney, showMoney } from '#kernel/money.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { currentLanguage, findWord, useNames } from '../../i18n.ts'
import type { Action, BulkAction } from './action.ts'

/** What a set of actions is about. */
export interface Subject {
  /** Where its words stand: fields.<entity>.<field>, nouns.<entity> and the texts that begin with it. */
  entity: string
  /** Fields of the rows: what is an amount is said as one. */
  shape?: Readonly<Record<string, z.ZodType>>
}

export interface ActionWords {
  /** On the button. */
  label: string
  /** Over the dialog: the action, what it is done to and which one, or `…Title`. */
  title: string
  /** What it means, for the person to know before. */
  text: string | undefined
  /** When it is done. */
  done: string
  /** On the button, and when it is done, where a second person has to agree. */
  ask: string
  asked: string
  /** Where nothing is known of what it means. */
  sure: string
}

export type Worded = Pick<Action<never> | BulkAction<never>, 'key'> & { place?: string }
type Params = Record<string, string | number>

/** The message when it is done, where the module has none of its own. */
const DONE: Readonly<Record<string, string>> = {
  create: 'saved',
  edit: 'saved',
  clone: 'saved',
  remove: 'removed',
  lock: 'statusChanged',
  unlock: 'statusChanged',
}

/** An amount, a day and a word of a closed set as they are read in a sentence; anything else as it is. */
function shown(schema: z.ZodType | undefined, value: string | number): string | number {
  if (!schema || typeof value !== 'string') return value
  const { kind, labels } = fieldMeta(schema)
  if (kind === 'date') return showDate(value)
  if (kind === 'enum' && labels) return enumWord(labels, value) ?? value
  return kind === 'money' && isMoney(value) ? showMoney(value, currentLanguage(), 0) : value
}

function enumWord(name: string, value: string): string | undefined {
  const { module, last } = labelPlace(name)
  return findWord(module, ['enums', last, value])
}

/** The words of an action by its key: those of the module, else those that all modules share. Texts may name fields of the row, {code}, and what it is called, {name}. */
export function actionWords({ entity, shape }: Subject, { key }: Worded, row?: unknown, name = ''): ActionWords {
  const { module, last } = labelPlace(entity)
  const params = Object.fromEntries(
    Object.entries((row ?? {}) as object)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([field, value]) => [field, shown(shape?.[field], value)]),
  ) as Params
  if (name) params.name = name
  const text = (end: string) => findWord(module, ['texts', `${last}${key.charAt(0).toUpperCase()}${key.slice(1)}${end}`], params)
  const label = findWord(module, ['actions', key]) ?? key
  const own = text('Title')
  // Of several rows there is none to be named.
  const titled = row === undefined && name === '' && own?.includes('{') ? undefined : own
  return {
    label,
    title: titled ?? [label, findWord(module, ['nouns', last]), name].filter(Boolean).join(' '),
    text: text('Text'),
    done: text('Done') ?? findWord(module, ['texts', DONE[key] ?? 'done']) ?? label,
    ask: findWord(module, ['actions', 'ask']) ?? label,
    asked: findWord(module, ['texts', 'asked']) ?? '',
    sure: findWord(module, ['texts', 'sure']) ?? '',
  }
}

/** Hook of actionWords; waits for the words, and redraws on a change of language. */
export function useActionWords({ entity }: Subject): typeof actionWords {
  useNames(entity)
  return actionWords
}
