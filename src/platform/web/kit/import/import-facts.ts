import type { Contract } from '#kernel/contract.ts'
import type { ImportContract } from '#kernel/import.ts'

/** What the parts of an import screen share. */
export interface ImportFacts {
  contract: ImportContract
  /** Reads that are out of date once rows have been imported. */
  invalidates: readonly Contract[]
  /** What the file belongs to, from the conditions in the address; they stay there. */
  input?: (given: URLSearchParams) => Record<string, string>
}
