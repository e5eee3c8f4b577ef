import { type findPolicy, policyMachine } from '#core/policy/contract/policies.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { DateText } from '#platform/web/kit/value/timestamp.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import type { PolicyPaths } from './policy-paths.ts'
import './policy.css'
import { words } from './words.ts'

/** All revisions of a policy, with a link to each of the others. */
export function Revisions({ policy, paths }: { policy: OutputOf<typeof findPolicy>; paths: PolicyPaths }) {
  return (
    <ul className="policy-revisions">
      {policy.revisions.map(({ id, revision, status, effectiveFrom, effectiveTo }) => (
        <li key={id}>
          {id === policy.id ? <strong className="bt-num">{revision}</strong> : <PageLink to={fill(paths.detail, { id })}>{revision}</PageLink>}
          <StatusTag machine={policyMachine.name} value={status} />
          <span>
            <DateText value={effectiveFrom} /> – <DateText value={effectiveTo} />
          </span>
        </li>
      ))}
    </ul>
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
