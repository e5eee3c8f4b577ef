import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import type { listCases } from '../contract/cases.ts'
import { words } from './words.ts'

/** The time of the next inquiry, or why there is none. */
export function NextInquiry({ row: { nextInquiry, nextInquiryAt } }: { row: Pick<RowOf<typeof listCases>, 'nextInquiry' | 'nextInquiryAt'> }) {
  const labels = useLabels(words)
  if (nextInquiry === 'PLANNED' && nextInquiryAt !== null) return <TimestampText value={nextInquiryAt} />
  return labels.enumValue('outcomes.nextInquiry', nextInquiry)
}
