import type { Text } from '#kernel/language.ts'
import { openKey } from '#kernel/primitives.ts'

/** Key of a kind of request: which there are is the composition root's to say. */
export const ApprovalKindName = openKey('approvals.kind')

/** What both sides know of a kind: its key, which stands in rows and never changes, and what people call it. */
export interface ApprovalName {
  name: string
  title: Text
}
