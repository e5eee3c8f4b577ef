import type { RowOf } from '#kernel/contract.ts'
import { type Labels, useLabels } from '#platform/web/i18n.ts'
import type { Findings } from '../contract/case.ts'
import type { listCases } from '../contract/cases.ts'
import type { vi } from '../labels/vi.ts'
import { words } from './words.ts'
import './outcomes.css'

type Sums = Pick<RowOf<typeof listCases>, 'inquiry' | 'statement' | 'partner' | 'paper'>
const SORTS = ['inquiry', 'statement', 'partner', 'paper'] as const

const SIGNS: Record<Findings, string> = { SUCCEEDED: '✓', FAILED: '✕', PENDING: '…', UNKNOWN: '?', MIXED: '≠' }
const TONES: Record<Findings, string> = { SUCCEEDED: 'success', FAILED: 'failure', PENDING: 'moving', UNKNOWN: 'unknown', MIXED: 'attention' }

/** Which sorts of evidence there are, and what each comes to; a sign beside the colour, and the words for who points at it or hears it. */
export function EvidenceBar(sums: Sums) {
  const labels = useLabels(words)
  return (
    <span className="bt-evidence" role="img" aria-label={SORTS.map((sort) => meaning(labels, sort, sums[sort])).join('; ')}>
      {SORTS.map((sort) => {
        const found = sums[sort]
        return (
          <span key={sort} title={meaning(labels, sort, found)} className={found === null ? 'bt-evidence-none' : `bt-tone-${TONES[found]}`}>
            {found === null ? '–' : SIGNS[found]}
          </span>
        )
      })}
    </span>
  )
}

const meaning = (labels: Labels<typeof vi>, sort: (typeof SORTS)[number], found: Findings | null) =>
  `${labels.field('case', sort)}: ${found === null ? '–' : labels.enumValue('outcomes.finding', found)}`
