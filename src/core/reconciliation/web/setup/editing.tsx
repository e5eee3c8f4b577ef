import { useLabels, useNames } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { words } from '../words.ts'
import { draftOf, inForce, pendingOf, type SetupProps } from './parts.ts'
import { saidOf } from './said.ts'

/** What the configuration says now. */
export function Editing({ setup }: SetupProps) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.setups.document')
  const shown = draftOf(setup) ?? pendingOf(setup) ?? inForce(setup) ?? setup.revisions[0]
  if (!shown) return null
  return (
    <Section title={labels.text('revisionOf', { n: shown.number })}>
      <dl className="bt-fields">
        {saidOf(shown.document, names).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
