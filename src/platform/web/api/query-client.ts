import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Language } from '#kernel/language.ts'
import { NetworkError } from './api-error.ts'
import { reportError } from './report-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the error itself, no notification. */
    queryMeta: {
      quiet?: boolean
      /** Of a form that stands open (use-query.ts). */
      ofForm?: boolean
      /** Asks for the same in another language, and the key it is then kept under. */
      inLanguage?: (language: Language) => { queryKey: readonly unknown[]; queryFn: () => Promise<unknown> }
    }
    mutationMeta: { quiet?: boolean }
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!query.meta?.quiet) reportError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.quiet) reportError(error, { command: true })
    },
  }),
  defaultOptions: {
    // A call that got no answer is paused by the connection state and goes on when the server is back.
    queries: { retry: (failures, error) => error instanceof NetworkError && failures < 3, staleTime: 30_000, refetchOnWindowFocus: false },
    // A command is never sent later than the person meant it.
    mutations: { retry: false, networkMode: 'always' },
  },
})
