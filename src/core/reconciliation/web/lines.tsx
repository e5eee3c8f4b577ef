import type { SessionLine } from '#core/reconciliation/contract/sessions.ts'
import { SessionLine as Schema } from '#core/reconciliation/contract/sessions.ts'
import { useNames } from '#platform/web/i18n.ts'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import './reconciliation.css'

/** What is compared of two lines, in the order in which people look. */
export const COMPARED = ['reference', 'amount', 'day', 'documentNo', 'counterName', 'counterAccount', 'lineStatus', 'fee', 'text'] as const
const ENTITY = 'reconciliation.sessions.line'
const SHOWN = ['side', 'no', ...COMPARED, 'sourceCode', 'fileRow'] as const

const folded = (value: unknown) =>
  String(value ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/g, 'd')
    .replace(/Đ/g, 'D')
    .toUpperCase()
    .trim()

/** Whether two lines say something else of a field; what one of them does not say is no difference. */
export function differs(field: (typeof COMPARED)[number], one: SessionLine | undefined, other: SessionLine | undefined): boolean {
  if (!one || !other) return false
  const [a, b] = [folded(one[field]), folded(other[field])]
  return a !== '' && b !== '' && a !== b
}

/** Lines of both sides, one below the other. */
export function Lines({ lines }: { lines: readonly SessionLine[] }) {
  const names = useNames(ENTITY)
  const shape = Schema.shape
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read rec-lines">
        <thead>
          <tr>
            {SHOWN.map((field) => (
              <th key={field} scope="col" className={field === 'amount' || field === 'fee' ? 'bt-right' : undefined}>
                {names.field(ENTITY, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-side={line.side}>
              {SHOWN.map((field) => (
                <td key={field} className={field === 'amount' || field === 'fee' ? 'bt-right' : undefined}>
                  <FieldValue schema={shape[field]} value={line[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Two lines beside each other, field by field; what differs is marked. */
export function Compared({ ours, theirs }: { ours: SessionLine | undefined; theirs: SessionLine | undefined }) {
  const names = useNames(ENTITY, 'reconciliation.sessions.side')
  const shape = Schema.shape
  return (
    <table className="rec-compared">
      <thead>
        <tr>
          <td />
          {COMPARED.map((field) => (
            <th key={field} scope="col" data-differs={differs(field, ours, theirs) || undefined}>
              {names.field(ENTITY, field)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[['OURS', ours] as const, ['THEIRS', theirs] as const].map(([side, line]) => (
          <tr key={side}>
            <th scope="row">{names.enumValue('reconciliation.sessions.side', side)}</th>
            {COMPARED.map((field) => (
              <td
                key={field}
                data-differs={differs(field, ours, theirs) || undefined}
                className={field === 'amount' || field === 'fee' ? 'bt-right' : undefined}
              >
                {line ? <FieldValue schema={shape[field]} value={line[field]} /> : <span className="bt-none">—</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
