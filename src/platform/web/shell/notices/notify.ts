import type { ReactNode } from 'react'
import { create } from 'zustand'
import { shellText } from '../../i18n.ts'

export interface Notice {
  kind: 'success' | 'error' | 'info' | 'warning'
  title: string
  text?: ReactNode
  /** 0 stays until it is closed. */
  seconds?: number
  /** A notice of the same key is replaced; closeNotice takes it away. */
  key?: string
  /** The person closed it. */
  onClose?: () => void
}

interface Notifier {
  show: (notice: Notice) => void
  close: (key: string) => void
}

let notifier: Notifier | undefined
let waiting: Notice[] = []

/** Whether there has been any message since the page was loaded. */
export const useNotices = create<{ needed: boolean }>(() => ({ needed: false }))

/** The notifier hands in antd's notification, so that code outside React reaches it too. */
export function provideNotifier(provided: Notifier): void {
  notifier = provided
  for (const notice of waiting) provided.show(notice)
  waiting = []
}

/** Shows a notification; the default of the product is 5 s. */
export function notify(notice: Notice): void {
  if (notifier) notifier.show(notice)
  else {
    waiting.push(notice)
    useNotices.setState({ needed: true })
  }
}

/** Takes a notice away, also one that is still waiting to be shown. */
export function closeNotice(key: string): void {
  waiting = waiting.filter((notice) => notice.key !== key)
  notifier?.close(key)
}

/** Something a person waits for got no answer. */
export function sayNetworkGone(): void {
  notify({ kind: 'error', title: shellText('common.error'), text: shellText('common.networkGone') })
}
