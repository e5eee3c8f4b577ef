import type { Text } from '#kernel/language.ts'

/** What both sides know of an approval kind; stands in the contract folder of the module that carries it out. */
export interface ApprovalKindName {
  /** Stands in the rows of requests, so it never changes. */
  name: string
  title: Text
}
