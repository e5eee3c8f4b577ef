import { z } from 'zod'
import type { LabelName } from '#kernel/labels.ts'
import type { FieldKind } from '#kernel/primitives.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import type { FieldChange } from '../contract/request.ts'
import './approvals.css'
import { words } from './words.ts'

interface Props {
  changes: readonly FieldChange[]
  /** Where the labels of the fields stand. */
  entity: LabelName
}

/** What stands before and what after, field by field; what changes is marked by more than a colour. */
export function DiffTable({ changes, entity }: Props) {
  const labels = useLabels(words)
  const names = useNames(entity)
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
              <th scope="row">{names.field(entity, change.field)}</th>
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
