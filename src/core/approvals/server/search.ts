import type { SearchProvider } from '#platform/server/module.ts'
import { INBOX_PATH, listRequests } from '../contract/request.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { rowsOf } from './inbox.ts'
import type { ApprovalKind } from './kind.ts'

const STATUSES = { vi: vi.enums.requestStatus, en: en.enums.requestStatus }

/** Requests for approval by the code of what they are about; the latest of each subject opens the inbox with all of it. */
export function requestSearch(kinds: readonly ApprovalKind[]): SearchProvider {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  return {
    permission: listRequests.permission,
    async find(text, ctx, limit) {
      if (!/^\S{3,64}$/.test(text)) return []
      const rows = await rowsOf(ctx, kinds)
        .where('r.subject_code', 'in', [...new Set([text, text.toUpperCase(), text.toLowerCase()])])
        .orderBy('r.id', 'desc')
        .limit(limit)
        .execute()
      const statuses: Record<string, string> = STATUSES[ctx.language]
      const latest = new Map(rows.toReversed().map((row) => [row.subjectCode, row]))
      return [...latest.values()].map((row) => ({
        code: row.subjectCode,
        title: [titles.get(row.kind)?.[ctx.language], row.makerName, statuses[row.status]].join(' · '),
        path: `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', subjectCode: row.subjectCode })}`,
      }))
    },
  }
}
