import { useEffect } from 'react'
import { z } from 'zod'
import type { FieldKind } from '#kernel/primitives.ts'
import { ensureLabels, useLabels } from '#platform/web/i18n.ts'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import type { FieldChange } from '../contract/request.ts'
import './approvals.css'

interface Props {
  changes: readonly FieldChange[]
  /** Where the labels of the fields stand. */
  labels: { module: string; entity: string }
}

/** What stands before and what after, field by field; what changes is marked by more than a colour. */
export function DiffTable({ changes, labels: { module, entity } }: Props) {
  const labels = useLabels('approvals')
  const fields = useLabels(module)
  useEffect(() => void ensureLabels([module]), [module])
  return (
    <table className="bt-diff">
      <thead>
        <tr>
          <th scope="col">{labels.text('field')}</th>
          <th scope="col">{labels.text('before')}</th>
          <th scope="col">{labels.text('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const schema = z.string().meta({ kind: change.kind as FieldKind, ...(change.labels ? { labels: change.labels } : {}) })
          const changed = change.before !== change.after
          return (
            <tr key={change.field} className={changed ? 'bt-diff-changed' : undefined}>
              <th scope="row">{fields.field(entity, change.field)}</th>
              <td>
                <FieldValue schema={schema} value={change.before} />
              </td>
              <td>
                <FieldValue schema={schema} value={change.after} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
