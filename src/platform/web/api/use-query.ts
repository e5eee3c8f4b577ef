import { keepPreviousData, type Query, type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import type { Language } from '#kernel/language.ts'
import { currentLanguage, useLanguage } from '../i18n.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { call } from './call.ts'
import { pressedOnce } from './pressed-once.ts'
import { queryClient } from './query-client.ts'

interface QueryOptions<Output> {
  enabled?: boolean
  /** Shows the error itself, no notification. */
  quiet?: boolean
  /** Keeps the last result on the screen while another input loads. */
  keepPrevious?: boolean
  staleTime?: number
  /** What an open form would do: asked for as the form is filled in, not once more when its command is done and nothing of it is left to do. */
  ofForm?: boolean
  /** Milliseconds until it is asked for again, by what was read last. */
  refetchInterval?: number | ((known: Output | undefined) => number | false)
}

/** All results of a contract, or the one of an input: answers hold words of the server, so the language is part of it. */
export function queryKeyOf(contract: Contract, input?: unknown): readonly unknown[] {
  return input === undefined ? [contract.path] : keyIn(currentLanguage(), contract, input)
}

const keyIn = (language: Language, contract: Contract, input: unknown) => [contract.path, language, input]

/** Reads by a contract; same contract and input share one result. */
export function useContractQuery<C extends Contract>(contract: C, input: RawInputOf<C>, options: QueryOptions<OutputOf<C>> = {}): UseQueryResult<OutputOf<C>> {
  useLanguage()
  const { refetchInterval: interval } = options
  return useQuery<OutputOf<C>>({
    queryKey: queryKeyOf(contract, input),
    queryFn: ({ signal }) => call(contract, input, { signal }),
    enabled: options.enabled ?? true,
    meta: {
      quiet: options.quiet ?? false,
      ofForm: options.ofForm ?? false,
      inLanguage: (language) => ({ queryKey: keyIn(language, contract, input), queryFn: () => call(contract, input, { language }) }),
    },
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    refetchInterval: ({ state }) => (typeof interval === 'function' ? interval(state.data) : (interval ?? false)),
  })
}

export type Stale = readonly Contract[] | 'all'

/** What was read by these contracts is out of date: asked for again where it is shown, now or later. */
export function readAgain(...reads: readonly Contract[]): void {
  for (const read of reads) void queryClient.invalidateQueries({ queryKey: queryKeyOf(read) })
}

/** Not there for this person: asked for again it would be refused again. */
const REFUSED = [403, 404]
const isRefused = (error: unknown) => error instanceof ApiError && REFUSED.includes(error.status)

/** As `readAgain`, for what happened elsewhere: what was refused is left alone, as long as nobody presses or opens it anew. */
export function followReads(...reads: readonly Contract[]): void {
  for (const read of reads) void queryClient.invalidateQueries({ queryKey: queryKeyOf(read), predicate: ({ state }) => !isRefused(state.error) })
}

/** The same for one that is shown. */
export function followRead({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>): void {
  if (!isRefused(error)) void refetch()
}

const shown = ({ meta }: Pick<Query, 'meta'>) => meta?.ofForm !== true

/** The next form asks anew; the one that stands open does not. */
const outdateForms = () => void queryClient.invalidateQueries({ predicate: (query) => !shown(query), refetchType: 'none' })

/** After a command: everything read below its own path (/sys/role/v1/…) is out of date, and what else is named; 'all' where any record may have changed. */
export function refreshAfter(command: Contract, others: Stale = []): void {
  outdateForms()
  if (others === 'all') return void queryClient.invalidateQueries({ predicate: shown })
  const base = /^.*\/v\d+\//.exec(command.path)?.[0] ?? command.path
  void queryClient.invalidateQueries({ predicate: (query) => shown(query) && String(query.queryKey[0]).startsWith(base) })
  readAgain(...others)
}

/** Not theirs any more, gone, or changed by somebody else. */
const OUT_OF_DATE = [403, 404, 409]

interface CommandOptions<C extends Contract> {
  /** Reads that are out of date after this command, beside those of its own path. */
  invalidates?: Stale
  quiet?: boolean
  onSuccess?: (output: OutputOf<C>, input: RawInputOf<C>) => void
}

/**
 * Changes something by a contract. Where the contract moves money the Idempotency-Key is made once an
 * intent: sending the same input again after a lost answer sends the same key, so nothing happens twice.
 * A second press while the first is under way sends nothing: it comes before the button has been drawn anew.
 */
export function useContractCommand<C extends Contract>(contract: C, options: CommandOptions<C> = {}): UseMutationResult<OutputOf<C>, Error, RawInputOf<C>> {
  const intent = useRef<{ input: string; key: string } | null>(null)
  return usePressedOnce(
    useMutation<OutputOf<C>, Error, RawInputOf<C>>({
      meta: { quiet: options.quiet ?? false },
      mutationFn: async (input) => {
        if (!contract.idempotent) return call(contract, input)
        const text = JSON.stringify(input)
        if (intent.current?.input !== text) intent.current = { input: text, key: crypto.randomUUID() }
        try {
          const output = await call(contract, input, { idempotencyKey: intent.current.key })
          intent.current = null
          return output
        } catch (error) {
          if (!(error instanceof NetworkError)) intent.current = null
          throw error
        }
      },
      onSuccess: (output, input) => {
        refreshAfter(contract, options.invalidates)
        options.onSuccess?.(output, input)
      },
      onError: (error) => {
        // Refused for what has changed since it was read: whoever goes on must see that.
        if (error instanceof ApiError && OUT_OF_DATE.includes(error.status)) refreshAfter(contract, options.invalidates)
      },
    }),
  )
}

/** No button sends the same twice, whichever it is. */
function usePressedOnce<Output, Input>(mutation: UseMutationResult<Output, Error, Input>): UseMutationResult<Output, Error, Input> {
  const { mutateAsync } = mutation
  const send = useMemo(() => pressedOnce(mutateAsync), [mutateAsync])
  return useMemo(() => ({ ...mutation, mutateAsync: send, mutate: (...given) => void send(...given).catch(() => undefined) }), [mutation, send])
}
