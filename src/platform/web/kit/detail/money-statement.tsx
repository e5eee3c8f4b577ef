import { MoneyText } from '../value/money.tsx'
import './browse.css'

export interface StatementLine {
  label: string
  /** null: not yet known. */
  value: string | null
  /** Where it comes from, below its label. */
  note?: string | null
  /** A sum or what is left of it: under a line, in bold. */
  total?: boolean
}

/** Money as it is read on paper: a line each, amounts below each other at the right. */
export function MoneyStatement({ title, lines }: { title: string; lines: readonly StatementLine[] }) {
  return (
    <table className="bt-statement">
      <caption>{title}</caption>
      <tbody>
        {lines.map(({ label, value, note, total }) => (
          <tr key={label} className={total ? 'bt-statement-total' : undefined}>
            <th scope="row">
              {label}
              {note && <small>{note}</small>}
            </th>
            <td>
              <MoneyText value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
