import type { UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { followRead, followReads } from '../api/use-query.ts'
import { useLive } from './live.ts'

/**
 * Reads contracts again when a topic has changed. What is kept of them is out of date from then on, also where whoever shows it goes before
 * the answer comes: the next one to show it asks the server.
 */
export function useLiveReads(topic: LiveTopic, ...reads: readonly Contract[]): void {
  useLive(topic, () => followReads(...reads))
}

/** Asks for what is shown again when a topic has changed. */
export function useLiveRead(topic: LiveTopic, query: Pick<UseQueryResult, 'error' | 'refetch'>): void {
  useLive(topic, () => followRead(query))
}
