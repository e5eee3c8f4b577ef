import { Result } from 'antd'
import { DiffTable } from '#core/approvals/web/public.ts'
import { type findPolicy, policyMachine } from '#core/policy/contract/policies.ts'
import { policyRevisions } from '#core/policy/contract/revisions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { DateText } from '#platform/web/kit/value/timestamp.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import './policy.css'
import { words } from './words.ts'

/** What a revision changed from the one before, and all revisions with a link to the page (`detail`) of each of the others. */
export function Revisions({ id, detail }: { id: string; detail: string }) {
  const labels = useLabels(words)
  const query = useContractQuery(policyRevisions, { id }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  const { changes, revisions } = query.data
  return (
    <>
      {changes && (
        <Section title={labels.text('changes')}>
          <DiffTable changes={changes} entity="policy.policy" />
        </Section>
      )}
      <Section title={labels.text('revisions')}>
        <ul className="policy-revisions">
          {revisions.map((one) => (
            <li key={one.id}>
              {one.id === id ? <strong className="bt-num">{one.revision}</strong> : <PageLink to={fill(detail, { id: one.id })}>{one.revision}</PageLink>}
              <StatusTag machine={policyMachine.name} value={one.status} />
              <span>
                <DateText value={one.effectiveFrom} /> – <DateText value={one.effectiveTo} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** What a copy of a revision is asked for. */
export function CloneFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="code" label={labels.field('policy', 'cloneCode')} />
      <Field name="effectiveFrom" />
    </>
  )
}

/** In the place of its form: a revision that can no longer be edited, with a link to its page (`detail`). */
export function ClosedRevision({ policy: { id, code, revision, status }, detail }: { policy: OutputOf<typeof findPolicy>; detail: string }) {
  const labels = useLabels(words)
  return (
    <Result
      status="info"
      title={labels.text('closed', { status: labels.enumValue('policy.policyStatus', status) })}
      extra={<PageLink to={fill(detail, { id })}>{`${code}/${revision}`}</PageLink>}
    />
  )
}
