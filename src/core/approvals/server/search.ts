import { sql } from 'kysely'
import { matchesText } from '#kernel/text.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { INBOX_PATH, listRequests } from '../contract/request.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { rowsOf } from './inbox.ts'
import type { ApprovalKind } from './kind.ts'

const STATUSES = { vi: vi.enums.requestStatus, en: en.enums.requestStatus }
const LEAST = 3

/**
 * Requests for approval by the code of what they are about; those that wait also by who asked and by what is asked for. The latest of
 * each subject opens the inbox with all of it.
 */
export function requestSearch(kinds: readonly ApprovalKind[]): SearchProvider {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  return {
    permission: listRequests.permission,
    async find(text, ctx, limit) {
      const patterns = foldedPatterns(text)
      if (text.length < LEAST || patterns.length === 0) return []
      const named = kinds.filter(({ title }) => matchesText(title[ctx.language], text)).map(({ name }) => name)
      const rows = await rowsOf(ctx, kinds)
        .where((eb) =>
          eb.or([
            eb('r.subject_code', 'in', [...new Set([text, text.toUpperCase(), text.toLowerCase()])]),
            eb.and([
              eb('r.status', '=', 'PENDING'),
              eb.or([
                ...(named.length > 0 ? [eb('r.kind', 'in', named)] : []),
                eb.and(patterns.map((pattern) => sql<boolean>`platform.fold(r.subject_code || ' ' || r.maker_name) like ${pattern}`)),
              ]),
            ]),
          ]),
        )
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
