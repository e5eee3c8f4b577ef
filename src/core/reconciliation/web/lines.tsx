import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import { SessionLine as Schema } from '#core/reconciliation/contract/lines.ts'
import { useNames } from '#platform/web/i18n.ts'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import './reconciliation.css'

/** What is compared of two lines, in the order in which people look. */
export const COMPARED = ['reference', 'amount', 'day', 'lineStatus', 'fee', 'documentNo', 'counterName', 'counterAccount', 'text'] as const
const ENTITY = 'reconciliation.sessions.line'
const SHOWN = ['side', 'no', ...COMPARED, 'sourceCode', 'fileRow'] as const

/** The filter of lines is called text too, and looks into more than that. */
const labelOf = (field: (typeof SHOWN)[number]) => (field === 'text' ? 'content' : field)

/** Nothing, for a fee that a file does not speak of. */
const UNSAID = ['', '0.00']

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
  return !UNSAID.includes(a) && !UNSAID.includes(b) && a !== b
}

const STATUS = 'reconciliation.breaks.lineStatus'

/** What became of the payment of a line, in words where it is one of ours. */
export function LineStatus({ value }: { value: string }) {
  const names = useNames(STATUS)
  return value === '' ? <span className="bt-none">—</span> : names.enumValue(STATUS, value)
}

function Cell({ field, line }: { field: (typeof SHOWN)[number]; line: SessionLine }) {
  if (field === 'lineStatus') return <LineStatus value={line.lineStatus} />
  return <FieldValue schema={Schema.shape[field]} value={line[field]} />
}

/** Lines of both sides, one below the other. */
export function Lines({ lines }: { lines: readonly SessionLine[] }) {
  const names = useNames(ENTITY)
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read rec-lines">
        <thead>
          <tr>
            {SHOWN.map((field) => (
              <th key={field} scope="col" className={field === 'amount' || field === 'fee' ? 'bt-right' : undefined}>
                {names.field(ENTITY, labelOf(field))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-side={line.side}>
              {SHOWN.map((field) => (
                <td key={field} className={field === 'amount' || field === 'fee' ? 'bt-right' : undefined}>
                  <Cell field={field} line={line} />
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
  return (
    <table className="rec-compared">
      <thead>
        <tr>
          <td />
          {COMPARED.map((field) => (
            <th key={field} scope="col" data-differs={differs(field, ours, theirs) || undefined}>
              {names.field(ENTITY, labelOf(field))}
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
                {line ? <Cell field={field} line={line} /> : <span className="bt-none">—</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
