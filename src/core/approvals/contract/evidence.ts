/** Files that go with a request: what the maker shows the checker. */
export const EVIDENCE_KIND = 'approvals.evidence'
export const EVIDENCE_TYPES = ['pdf', 'png', 'jpg', 'xlsx', 'docx'] as const
export const EVIDENCE_BYTES = 10 * 1_048_576
/** What they are attached to. */
export const EVIDENCE_SUBJECT = 'approvals.request'
