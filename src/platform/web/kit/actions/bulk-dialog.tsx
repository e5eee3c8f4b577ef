import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import { Alert, Button, Input, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { BulkOutput } from '#kernel/contract.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { messageOf } from '../../api/api-error.ts'
import { useShellText } from '../../i18n.ts'
import { focusFirstField } from '../form/form-rules.ts'
import { type Column, sumOf } from '../list/columns.ts'
import { FieldValue } from '../value/field-value.tsx'
import { MoneyText } from '../value/money.tsx'
import type { BulkAction } from './action.ts'
import type { ActionWords } from './action-words.ts'
import { confirmKeys } from './confirm-keys.ts'
import { useOnce } from './once.ts'

interface Props {
  action: BulkAction<unknown>
  words: ActionWords
  nameOf: (row: unknown) => string
  /** Those of the list: what its rows are called stands in the first one. */
  columns: readonly Column<unknown>[]
  rows: readonly unknown[]
  idOf: (row: unknown) => string
  /** What became of the rows: their ticks are used up, or the rows are not what they were. */
  onResults: (done: readonly unknown[], refused: readonly unknown[]) => void
  onClose: () => void
}

type Results = ReadonlyMap<string, BulkOutput['results'][number]>

/**
 * Asks once more, with a reason where one is wanted, then shows what became of each row. A refused row would be refused again as it was
 * seen: it keeps its tick in the list, with what it is now. Only a call without an answer is sent again from here.
 */
export default function BulkDialog({ action, words, nameOf, columns, rows, idOf, onResults, onClose }: Props) {
  const t = useShellText()
  // What was ticked when the dialog opened: its results stay on the screen when the ticks are gone.
  const [asked] = useState(rows)
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<Results | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const once = useOnce()
  const answers = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const go = useRef<HTMLButtonElement>(null)
  // What had the keys is gone with the question.
  useEffect(() => {
    if (results) close.current?.focus()
  }, [results])
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const output = await action.run(asked, reason.trim())
      const next: Results = new Map(output.results.map((one) => [one.id, one]))
      const isDone = (row: unknown) => next.get(idOf(row))?.code === null
      setResults(next)
      onResults(
        asked.filter(isDone),
        asked.filter((row) => !isDone(row)),
      )
    } catch (error) {
      // Without an answer it is not known what was done; trying again does nothing twice, each row goes by its version.
      setFailure(messageOf(error))
    }
    setBusy(false)
  }
  const Choose = action.choose
  const missing = (action.reason === 'needed' || Choose !== undefined) && reason.trim() === ''
  const failed = asked.filter((row) => results?.get(idOf(row))?.code).length
  return (
    <Modal
      open
      width={720}
      title={words.title}
      onCancel={() => !busy && onClose()}
      mask={{ closable: false }}
      afterOpenChange={(opened) => opened && !focusAnswer(answers.current) && (action.danger ? close : go).current?.focus()}
      wrapProps={confirmKeys(() => !results && !missing && void once(send))}
      footer={[
        <Button key="close" ref={close} onClick={onClose} disabled={busy}>
          {results ? t('common.close') : t('common.back')}
        </Button>,
        !results && (
          <Button key="send" ref={go} type="primary" danger={action.danger} loading={busy} disabled={missing} onClick={() => void once(send)}>
            {failure ? t('common.retry') : words.label}
          </Button>
        ),
      ]}
    >
      <p role="status">{results ? t('bulk.result', { done: asked.length - failed, failed }) : t('bulk.chosen', { n: asked.length })}</p>
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="bt-form-alert" />}
      <BulkRows rows={asked} idOf={idOf} nameOf={nameOf} name={columns[0]?.label} facts={factsOf(action, columns)} results={results} />
      {!results && (
        <div ref={answers}>
          {Choose && <Choose value={reason} onChange={setReason} rows={asked} />}
          {action.reason && <Reason needed={action.reason === 'needed'} value={reason} onChange={setReason} />}
        </div>
      )}
    </Modal>
  )
}

/** What is asked for has the keys from the start: the field that a question names as the first to be answered (`data-first`), else its first one. Answers false where nothing is asked. */
function focusAnswer(answers: HTMLElement | null): boolean {
  const first = answers?.querySelector<HTMLElement>('[data-first]')
  if (first) first.focus()
  else focusFirstField(answers)
  return answers?.contains(document.activeElement) ?? false
}

const factsOf = ({ facts }: BulkAction<unknown>, columns: Props['columns']) => facts.flatMap((fact) => columns.find(({ field }) => field === fact) ?? [])

interface RowsProps extends Pick<Props, 'rows' | 'idOf' | 'nameOf'> {
  name: string | undefined
  facts: readonly Column<unknown>[]
  results: Results | null
}

/** The rows with what is decided about them; amounts are added up. */
function BulkRows({ rows, idOf, nameOf, name, facts, results }: RowsProps) {
  const t = useShellText()
  const isMoney = ({ schema }: Column<unknown>) => fieldMeta(schema).kind === 'money'
  return (
    <div className="bt-bulk-rows">
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {facts.map(({ field, label, align }) => (
              <th key={field} scope="col" className={`bt-${align}`}>
                {label}
              </th>
            ))}
            {results && <th scope="col">{t('bulk.outcome')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {facts.map(({ field, schema, align }) => (
                <td key={field} className={`bt-${align}`}>
                  <FieldValue schema={schema} value={(row as Record<string, unknown>)[field]} />
                </td>
              ))}
              {results && (
                <td>
                  <Outcome result={results.get(idOf(row))} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {facts.some(isMoney) && (
          <tfoot>
            <tr>
              <th scope="row">{t('list.sums')}</th>
              {facts.map((fact) => (
                <td key={fact.field} className={`bt-${fact.align}`}>
                  {isMoney(fact) && <MoneyText value={sumOf(fact, rows)} />}
                </td>
              ))}
              {results && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Reason({ needed, value, onChange }: { needed: boolean; value: string; onChange: (value: string) => void }) {
  const t = useShellText()
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{t(needed ? 'bulk.reasonNeeded' : 'bulk.reason')}</label>
      <Input.TextArea id={id} rows={2} maxLength={1000} value={value} aria-required={needed} onChange={(event) => onChange(event.target.value)} />
    </>
  )
}

function Outcome({ result }: { result: BulkOutput['results'][number] | undefined }) {
  const t = useShellText()
  if (!result) return null
  return result.code === null ? (
    <span className="bt-bulk-done">
      <CheckCircleFilled /> {t('bulk.done')}
    </span>
  ) : (
    <span className="bt-negative">
      <CloseCircleFilled /> {result.message}
    </span>
  )
}
