import { useQuery } from '@tanstack/react-query'
import { searchRecords } from '#kernel/search.ts'
import { call } from '../../api/call.ts'
import { ensureLabels, useLanguage } from '../../i18n.ts'
import { useSettled } from '../../kit/form/use-settled.ts'
import { screenEntries } from '../preferences/setup.ts'
import { findScreen } from '../routing/routing.ts'
import type { FoundRecord } from './commands.ts'

const PAUSE_MS = 200
/** Shorter texts stand in too much to be meant for a record. */
const LEAST = 2
const MOST = 100

export interface RecordSearch {
  records: readonly FoundRecord[]
  state: 'off' | 'busy' | 'failed' | 'done'
  retry: () => void
}

/** Asks the server for records when the person stops typing; the labels of their screens come with them. */
export function useRecordSearch(typed: string): RecordSearch {
  const language = useLanguage()
  const text = typed.trim().slice(0, MOST)
  const asked = useSettled(text, PAUSE_MS)
  const enabled = asked.length >= LEAST
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['palette', language, asked],
    queryFn: async ({ signal }) => {
      const records = await call(searchRecords, { text: asked }, { signal })
      await ensureLabels(records.flatMap(({ path }) => findScreen(screenEntries(), path)?.module ?? []))
      return records
    },
    enabled,
    retry: false,
    networkMode: 'always',
    staleTime: 10_000,
    gcTime: 60_000,
    meta: { quiet: true },
  })
  const retry = () => void refetch()
  if (text.length < LEAST) return { records: [], state: 'off', retry }
  if (asked !== text || fetchStatus === 'fetching') return { records: [], state: 'busy', retry }
  return error ? { records: [], state: 'failed', retry } : { records: data ?? [], state: 'done', retry }
}
