import { showMoney } from '#kernel/money.ts'
import { currentLanguage, type Labels, type Names } from '#platform/web/i18n.ts'
import type { Notification, NotificationKind, NotificationParam } from '../contract/notifications.ts'
import type { vi } from '../labels/vi.ts'

function wordOf(param: NotificationParam, names: Names): string {
  if (typeof param === 'string') return param
  if ('money' in param) return showMoney(param.money, currentLanguage(), 0)
  return names.enumValue(param.labels, param.value)
}

/** A notification in the reader's language. */
export function sentenceOf({ kind, params }: Pick<Notification, 'kind' | 'params'>, labels: Labels<typeof vi>, names: Names): string {
  return labels.text(kind as NotificationKind, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, wordOf(param, names)])))
}
