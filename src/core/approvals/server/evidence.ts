import type { FileKind } from '#platform/server/files/kind.ts'
import { defineFileKind } from '#platform/server/files/kind.ts'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_SUBJECT, EVIDENCE_TYPES } from '../contract/evidence.ts'
import { seesRequest } from './inbox.ts'
import type { ApprovalKind } from './kind.ts'

/** Evidence of requests: brought by who may ask for something, read by who may see the request. */
export function evidenceKind(kinds: readonly ApprovalKind[]): FileKind {
  return defineFileKind({
    name: EVIDENCE_KIND,
    upload: { types: EVIDENCE_TYPES, maxBytes: EVIDENCE_BYTES, permissions: [...new Set(kinds.map(({ permissions }) => permissions.ask))] },
    mayRead: async (ctx, { subject }) => subject?.type === EVIDENCE_SUBJECT && (await seesRequest(ctx, kinds, subject.id)),
  })
}
