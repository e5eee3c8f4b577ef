import { Checkbox } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { findAuditEntry } from '../contract/audit.ts'
import './audit.css'
import { words } from './words.ts'

type Change = OutputOf<typeof findAuditEntry>['changes'][number]

/** What stood before and what after, field by field. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const labels = useLabels(words)
  const compared = changes.some(({ writtenBefore }) => writtenBefore !== null)
  const [onlyChanged, setOnlyChanged] = useState(false)
  const shown = onlyChanged ? changes.filter(({ writtenBefore, writtenAfter }) => writtenBefore !== writtenAfter) : changes
  if (changes.length === 0) return <p>{labels.text('noChanges')}</p>
  return (
    <>
      {compared && (
        <Checkbox checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)}>
          {labels.text('onlyChanged')}
        </Checkbox>
      )}
      <table className="audit-changes">
        <thead>
          <tr>
            <th scope="col">{labels.text('field')}</th>
            {compared && <th scope="col">{labels.text('before')}</th>}
            <th scope="col">{labels.text('after')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ field, name, before, after, writtenBefore, writtenAfter }) => (
            <tr key={field} className={compared && writtenBefore !== writtenAfter ? 'audit-changed' : undefined}>
              <th scope="row">{name}</th>
              {compared && <td title={writtenBefore ?? undefined}>{before ?? '—'}</td>}
              <td title={writtenAfter ?? undefined}>{after ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
