import { showMoney } from '#kernel/money.ts'
import { currentLanguage, type Labels, labelsOf } from '#platform/web/i18n.ts'
import type { Notification, NotificationParam } from '../contract/notifications.ts'

function wordOf(param: NotificationParam): string {
  if (typeof param === 'string') return param
  if ('money' in param) return showMoney(param.money, currentLanguage(), 0)
  return labelsOf(param.labels.split('.')[0] ?? '').enumValue(param.labels, param.value)
}

/** A notification in the reader's language. */
export function sentenceOf({ kind, params }: Pick<Notification, 'kind' | 'params'>, labels: Labels): string {
  return labels.text(kind, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, wordOf(param)])))
}
