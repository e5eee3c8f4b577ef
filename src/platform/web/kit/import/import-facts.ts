import type { ReactNode } from 'react'
import type { Contract } from '#kernel/contract.ts'
import type { ImportContract } from '#kernel/import.ts'

/** The record that a file is imported into. */
export interface ImportAbout {
  /** Above everything else: which one it is. */
  head: ReactNode
  /** What the rows take the place of, asked before they do; null where nothing is lost. */
  replaces: { title: string; text: string } | null
}

/** What the parts of an import screen share. */
export interface ImportFacts {
  contract: ImportContract
  /** Reads that are out of date once rows have been imported. */
  invalidates: readonly Contract[]
  /** What the file belongs to, from the conditions in the address; they stay there. */
  input?: (given: URLSearchParams) => Record<string, string>
  /** A hook: what is said of the record that the file belongs to. */
  useAbout?: (given: URLSearchParams) => ImportAbout
}
