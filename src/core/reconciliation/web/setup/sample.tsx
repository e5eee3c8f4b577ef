import { Alert, Button, Segmented, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { isTable, StatementField, StatementFormat } from '#core/reconciliation/contract/format.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { upload } from '#platform/web/api/upload.ts'
import { currentLanguage, useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { DropZone } from '#platform/web/kit/form/drop-zone.tsx'
import { useSettled } from '#platform/web/kit/form/use-settled.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { words } from '../words.ts'
import { fieldAt, withField } from './format-values.ts'

type Preview = OutputOf<ReconciliationContracts['setups']['preview']>

interface Props {
  format: StatementFormat | undefined
  onChange: (format: StatementFormat) => void
  contracts: ReconciliationContracts
}

const TYPING_MS = 400
export const STATEMENT_ENDINGS = '.xlsx,.xls,.csv,.txt,.sta,.mt940,.940,.xml,.html,.htm'
const S = 'reconciliation.setups'

/** The file read anew whenever the format has changed; without a format one is proposed. */
function usePreview({ format, onChange, contracts }: Props, file: File | undefined) {
  const [preview, setPreview] = useState<Preview>()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const text = useSettled(format === undefined ? '' : JSON.stringify(format), TYPING_MS)
  const propose = useRef(onChange)
  propose.current = onChange
  const read = async (given: string, signal: AbortSignal) => {
    if (!file) return
    setBusy(true)
    try {
      const found = await upload(contracts.setups.preview, given === '' ? {} : { format: given }, file, { signal })
      if (signal.aborted) return
      setPreview(found)
      setRefusals([])
      if (given === '' && found.format) propose.current(found.format)
    } catch (error) {
      if (!signal.aborted) setRefusals(reasonsOf(error))
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }
  const reader = useRef(read)
  reader.current = read
  useEffect(() => {
    if (!file) return
    const parsed = text === '' ? undefined : StatementFormat.safeParse(JSON.parse(text))
    // What does not go together is said at once, and the file is read when it does.
    if (parsed && !parsed.success) return setRefusals(fieldErrors(parsed.error, currentLanguage()).map(({ message }) => message))
    const abort = new AbortController()
    void reader.current(text, abort.signal)
    return () => abort.abort()
  }, [file, text])
  return { preview, refusals, busy, again: () => void reader.current('', new AbortController().signal) }
}

/** A real file, as it will be read: its first lines, each bad cell with its reason, and what each column is. */
export function Sample(props: Props) {
  const labels = useLabels(words)
  const [file, setFile] = useState<File>()
  const { preview, refusals, busy, again } = usePreview(props, file)
  return (
    <section className="rec-sample" aria-busy={busy}>
      {file === undefined ? (
        <DropZone compact accept={STATEMENT_ENDINGS} title={labels.text('sampleDrop')} hint={labels.text('sampleHint')} onFiles={([first]) => setFile(first)} />
      ) : (
        <p className="rec-sample-file">
          <strong>{file.name}</strong>
          <Button size="small" onClick={again}>
            {labels.text('samplePropose')}
          </Button>
          <Button size="small" onClick={() => setFile(undefined)}>
            {labels.text('sampleOther')}
          </Button>
          {preview?.why && <span className="bt-none">{preview.why}</span>}
        </p>
      )}
      {file && [...new Set(refusals)].map((text) => <Alert key={text} type="error" showIcon title={text} role="alert" />)}
      {file && preview?.fault && <Alert type="error" showIcon title={labels.text('sampleFault')} description={preview.fault} />}
      {file && preview && (preview.rows.length > 0 ? <Rows {...props} preview={preview} /> : <Raw {...props} preview={preview} />)}
    </section>
  )
}

/** Where nothing could be read yet: the first rows as they stand, to say which of them holds the titles. */
function Raw({ preview: { raw, format: found }, format = found ?? undefined, onChange }: Props & { preview: Preview }) {
  const labels = useLabels(words)
  if (raw.length === 0 || format === undefined || !isTable(format)) return null
  return (
    <div className="bt-plain-table-scroll rec-scroll">
      <table className="bt-plain-table bt-plain-table-read rec-cells">
        <tbody>
          {raw.map(({ row, cells }) => (
            <tr key={row}>
              <td className="bt-num">{row}</td>
              <td>
                <Button size="small" onClick={() => onChange({ ...format, header: { row } })}>
                  {labels.text('sampleTitles')}
                </Button>
              </td>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have a place and nothing else
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The first lines, as they stand in the file or as they will be read. */
function Rows({ preview, format, onChange }: Props & { preview: Preview }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [way, setWay] = useState<'file' | 'read'>('file')
  const table = format !== undefined && isTable(format)
  const shown = table ? way : 'read'
  const count = (n: number) => showCount(n, language)
  return (
    <>
      <p className="rec-verdict">
        {table && (
          <Segmented
            size="small"
            aria-label={labels.text('sampleWay')}
            value={way}
            options={[
              { value: 'file', label: labels.text('sampleInFile') },
              { value: 'read', label: labels.text('sampleAsRead') },
            ]}
            onChange={setWay}
          />
        )}
        <span>{labels.text('verdictAccepted', { n: count(preview.accepted) })}</span>
        <span>{labels.text('verdictIgnored', { n: count(preview.ignored) })}</span>
        <span className={preview.rejected > 0 ? 'bt-negative' : undefined}>{labels.text('verdictRejected', { n: count(preview.rejected) })}</span>
      </p>
      <div className="bt-plain-table-scroll rec-scroll">
        {shown === 'file' && table ? <InFile preview={preview} format={format} onChange={onChange} /> : <AsRead preview={preview} />}
      </div>
    </>
  )
}

/** Cells as they stand; over each column what it is read as. */
function InFile({ preview, format, onChange }: { preview: Preview; format: Extract<StatementFormat, { columns: unknown }>; onChange: Props['onChange'] }) {
  const labels = useLabels(words)
  const names = useNames(S)
  const { headers, rows } = preview
  const width = Math.max(headers.length, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const isBad = (column: string | null, at: number) =>
    column !== null &&
    (column === headers[at] || column === `#${at + 1}` || column === names.enumValue(`${S}.statementField`, fieldAt(format, headers, at) ?? ''))
  return (
    <table className="bt-plain-table bt-plain-table-read rec-cells">
      <thead>
        <tr>
          <th scope="col">#</th>
          {columns.map((at) => (
            <th key={at} scope="col">
              <span>{headers[at] || `#${at + 1}`}</span>
              {format.kind !== 'FIXED' && (
                <Select
                  size="small"
                  allowClear
                  className="bt-wide"
                  aria-label={labels.text('columnAs', { column: headers[at] || String(at + 1) })}
                  placeholder={labels.text('columnUnused')}
                  value={fieldAt(format, headers, at)}
                  options={StatementField.options.map((field) => ({ value: field, label: names.enumValue(`${S}.statementField`, field) }))}
                  onChange={(field: StatementField | undefined) => onChange(withField(format, headers, at, field))}
                />
              )}
            </th>
          ))}
          <th scope="col">{names.field(`${S}.preview`, 'problem')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, cells, verdict, column, problem }) => (
          <tr key={row} data-verdict={verdict}>
            <td className="bt-num">{row}</td>
            {columns.map((at) => (
              <td key={at} data-bad={(verdict === 'REJECTED' && isBad(column, at)) || undefined}>
                {cells[at]}
              </td>
            ))}
            <td>{problem !== null && <Problem bad={verdict === 'REJECTED'} column={column} problem={problem} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Why a row is no line; red where it should have been one. */
const Problem = ({ bad, column, problem }: { bad: boolean; column: string | null; problem: string }) => (
  <span className={bad ? 'bt-negative' : undefined}>
    {column !== null && `${column}: `}
    {problem}
  </span>
)

/** Lines as they will stand in the session. */
function AsRead({ preview: { rows } }: { preview: Preview }) {
  const names = useNames(S)
  const known = new Set(rows.flatMap(({ line }) => Object.keys(line ?? {})))
  const fields = [
    ...StatementField.options.filter((field) => known.has(field)),
    ...[...known].filter((field) => !(StatementField.options as readonly string[]).includes(field)),
  ]
  const label = (field: string) => {
    const word = names.enumValue(`${S}.statementField`, field)
    return word === field ? names.field('reconciliation.sessions.line', field) : word
  }
  return (
    <table className="bt-plain-table bt-plain-table-read rec-cells">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{names.field(`${S}.preview`, 'verdict')}</th>
          {fields.map((field) => (
            <th key={field} scope="col">
              {label(field)}
            </th>
          ))}
          <th scope="col">{names.field(`${S}.preview`, 'problem')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, verdict, line, column, problem }) => (
          <tr key={row} data-verdict={verdict}>
            <td className="bt-num">{row}</td>
            <td>{names.enumValue(`${S}.rowVerdict`, verdict)}</td>
            {fields.map((field) => (
              <td key={field} className="bt-num">
                {line?.[field]}
              </td>
            ))}
            <td>{problem !== null && <Problem bad={verdict === 'REJECTED'} column={column} problem={problem} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
