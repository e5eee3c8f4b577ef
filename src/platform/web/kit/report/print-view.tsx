import { Alert, Button, Spin } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ReportContract, ReportDocument } from '#kernel/report.ts'
import { messageOf } from '../../api/api-error.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import type { FilterValues } from '../list/list-state.ts'
import './print.css'

interface Props {
  contract: ReportContract
  filter: FilterValues
  onClose: () => void
}

/** The whole report as it will stand on paper, over everything else; the browser prints nothing but it. */
export default function PrintView({ contract, filter, onClose }: Props) {
  const t = useShellText()
  const query = useContractQuery(contract.print, { searchSdi: filter as never }, { quiet: true, staleTime: 0 })
  const { data, error } = query
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.focus(), [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return createPortal(
    <div ref={first} className="bt-print" role="dialog" aria-modal="true" aria-label={t('report.printTitle')} tabIndex={-1} onKeyDown={onKey}>
      <div className="bt-print-bar">
        <strong>{t('report.printTitle')}</strong>
        <span className="bt-grow" />
        <Button type="primary" disabled={!data} onClick={() => window.print()}>
          {t('report.print')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
      {!data && !error && (
        <div className="bt-print-wait">
          <Spin /> {t('report.printing')}
        </div>
      )}
      {error && <Alert type="error" showIcon title={t('report.failed')} description={messageOf(error)} />}
      {data && <Paper document={data} number={t('list.number')} page={t('report.page')} />}
    </div>,
    document.body,
  )
}

/** What stands at the foot of every page; in black, whatever the theme. */
function pageRule({ orientation, taken }: ReportDocument, page: string): string {
  const look = 'font: 9px sans-serif; color: #000000'
  const left = `@bottom-left { content: ${JSON.stringify(taken)}; ${look} }`
  const right = `@bottom-right { content: "${page} " counter(page) "/" counter(pages); ${look} }`
  return `@page { size: A4 ${orientation}; margin: 10mm 10mm 14mm; ${left} ${right} }`
}

function Paper({ document: report, number, page }: { document: ReportDocument; number: string; page: string }) {
  const [period, ...rest] = report.head
  const named = Math.max(
    report.columns.findIndex(({ align }) => align === 'right'),
    0,
  )
  // Names repeat (a province every day), places do not.
  const lines = report.lines.map((line, at) => ({ ...line, number: at }))
  const weights = report.columns.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <article className={`bt-paper bt-paper-${report.orientation}`}>
      <style>{pageRule(report, page)}</style>
      <header>
        <div>
          {report.issuer.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </div>
        <p>{report.form}</p>
      </header>
      <h1>{report.title}</h1>
      <p className="bt-paper-period">{period}</p>
      {rest.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <table style={{ fontSize: `${report.scale ?? 1}em` }}>
        <colgroup>
          <col style={{ width: '3.5%' }} />
          {report.columns.map(({ header, weight }) => (
            <col key={header} style={{ width: `${(weight / weights) * 96.5}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{number}</th>
            {report.columns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PaperLine key={line.number} line={line} named={named} columns={report.columns} />
          ))}
        </tbody>
      </table>
      {report.words && <p className="bt-paper-words">{report.words}</p>}
      <footer>
        <p>{report.place}</p>
        {report.signatures.map(({ role, hint }) => (
          <div key={role}>
            <strong>{role}</strong>
            <em>{hint}</em>
          </div>
        ))}
      </footer>
      {/* Not every browser draws the foot of a page. */}
      <p className="bt-paper-taken">{report.taken}</p>
    </article>
  )
}

function PaperLine({
  line: { level, name, cells },
  named,
  columns,
}: {
  line: ReportDocument['lines'][number]
  named: number
  columns: ReportDocument['columns']
}) {
  const shown = cells.map((text, at) => (
    <td key={columns[at]?.header} className={columns[at]?.align === 'right' ? 'bt-right' : undefined}>
      {text}
    </td>
  ))
  if (level === 0)
    return (
      <tr>
        <td className="bt-right">{name}</td>
        {shown}
      </tr>
    )
  return (
    <tr className={level === -1 ? 'bt-paper-total' : 'bt-paper-group'} data-level={level}>
      <td colSpan={named + 1}>{name}</td>
      {shown.slice(named)}
    </tr>
  )
}
