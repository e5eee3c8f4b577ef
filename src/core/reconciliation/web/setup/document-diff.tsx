import type { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { words } from '../words.ts'
import { type Said, saidOf } from './said.ts'

/** What one revision says and another does not: both values of each line that differs. */
export function DocumentDiff({ before, after }: { before: SetupDocument; after: SetupDocument }) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.setups.document')
  const rows = changes(saidOf(before, names), saidOf(after, names))
  if (rows.length === 0) return <p className="bt-none">{labels.text('diffNone')}</p>
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read rec-diff">
        <thead>
          <tr>
            <th scope="col">{labels.text('diffField')}</th>
            <th scope="col">{labels.text('diffBefore')}</th>
            <th scope="col">{labels.text('diffAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, was, is }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{was === '' ? <span className="bt-none">—</span> : <del>{was}</del>}</td>
              <td>{is === '' ? <span className="bt-none">—</span> : <ins>{is}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Lines that one of the two has otherwise, in the order of the later one. */
function changes(before: readonly Said[], after: readonly Said[]) {
  const was = new Map(before.map(({ name, value }) => [name, value]))
  const is = new Map(after.map(({ name, value }) => [name, value]))
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((name) => ({ name, was: was.get(name) ?? '', is: is.get(name) ?? '' }))
    .filter((one) => one.was !== one.is)
}
