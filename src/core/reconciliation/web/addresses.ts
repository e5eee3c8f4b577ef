import type { DeskPlace } from '#core/reconciliation/contract/desk.ts'
import type { RequestPlace } from '#core/reconciliation/contract/requests.ts'

type Desk = Pick<DeskPlace, 'routes'>

/** The parts of a session's page. */
export const TABS = ['workbench', 'breaks', 'matched', 'ours', 'theirs', 'files', 'history'] as const
export type Tab = (typeof TABS)[number]

/** A session at one of its parts, with what that part is narrowed to. */
export const tabAddress = ({ routes }: Desk, id: string, tab: Tab, filter: Record<string, string> | [string, string][] = {}): string =>
  `${routes.detail}?${new URLSearchParams([['id', id], ['tab', tab], ...(Array.isArray(filter) ? filter : Object.entries(filter))])}`

export const requestAddress = ({ routes }: Pick<RequestPlace, 'routes'>, id: string): string => `${routes.detail}?id=${id}`
