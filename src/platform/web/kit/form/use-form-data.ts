import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { call } from '../../api/call.ts'
import type { Query } from '../detail/detail-layout.tsx'

/**
 * What a form starts from: read afresh when the form opens, and held as it was read while it is open. A form must not show what the
 * cache remembers, and the version it sends must be the one of the values that the person saw. Why it cannot be read is for `Waiting` to say.
 */
export function useFormData<C extends Contract>(contract: C, input: RawInputOf<C>): Query<OutputOf<C>> {
  const opened = useId()
  const [held, hold] = useState<OutputOf<C> | undefined>()
  // Beside the cache of the contract, so that nobody's change reaches it.
  const { data, error, isPending, refetch } = useQuery<OutputOf<C>>({
    queryKey: ['form', opened, contract.path, input],
    queryFn: ({ signal }) => call(contract, input, { signal }),
    enabled: held === undefined,
    gcTime: 0,
    meta: { quiet: true },
  })
  if (held === undefined && data !== undefined) hold(data)
  return { data: held, error, isPending, refetch }
}
