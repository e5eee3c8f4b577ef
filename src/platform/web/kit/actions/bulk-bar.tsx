import { Button } from 'antd'
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { fieldMeta } from '#kernel/primitives.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { type Column, sumOf } from '../list/columns.ts'
import type { Selection } from '../list/use-selection.ts'
import { showCount } from '../sizes.ts'
import { MoneyText } from '../value/money.tsx'
import type { BulkAction } from './action.ts'
import { useSubject } from './action-host.tsx'
import { useActionWords } from './action-words.ts'
import { focusTable, useFocusBack } from './focus-back.ts'
import './bulk.css'

/** Fetched when it is opened. */
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

interface Props<Row> {
  actions: readonly BulkAction<Row>[]
  selection: Selection<Row>
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** What stands here while nothing is ticked: it keeps its state meanwhile, and nothing on the page moves. */
  children: ReactNode
}

/** What may be done with the ticked rows, in the place of what may be done on the page; how many they are, and what they come to. */
export function BulkBar<Row>({ actions, selection, columns, idOf, children }: Props<Row>) {
  const t = useShellText()
  const language = useLanguage()
  const subject = useSubject()
  const words = useActionWords(subject)
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null)
  const { rows } = selection
  const focusBack = useFocusBack(asked === null)
  const clear = ({ currentTarget }: MouseEvent) => {
    focusTable(currentTarget.closest('[role="tabpanel"]'))
    selection.clear()
  }
  const ask = (action: BulkAction<Row>, fitting: readonly Row[]) => {
    focusBack()
    setAsked({ action, rows: fitting })
  }
  const money = columns.find(({ schema }) => fieldMeta(schema).kind === 'money')
  return (
    <>
      <div className="bt-toolbar" hidden={rows.length > 0}>
        {children}
      </div>
      {rows.length > 0 && (
        <section className="bt-toolbar bt-bulk" aria-label={t('bulk.label')}>
          <span role="status">
            {t('bulk.chosen', { n: showCount(rows.length, language) })}
            {money && (
              <>
                {' · '}
                {money.label}{' '}
                <b>
                  <MoneyText value={sumOf(money, rows)} />
                </b>
              </>
            )}
          </span>
          {actions.map((action) => {
            const fitting = rows.filter(action.when)
            return (
              <Button key={action.key} danger={action.danger} disabled={fitting.length === 0} onClick={() => ask(action, fitting)}>
                {words(subject, action).label}
                {fitting.length < rows.length && ` (${showCount(fitting.length, language)})`}
              </Button>
            )
          })}
          <Button type="text" onClick={clear}>
            {t('bulk.clear')}
          </Button>
        </section>
      )}
      {asked && (
        <Suspense>
          <BulkDialog
            action={asked.action as BulkAction<unknown>}
            words={words(subject, asked.action)}
            nameOf={subject.nameOf}
            columns={columns as readonly Column<unknown>[]}
            rows={asked.rows}
            idOf={idOf as (row: unknown) => string}
            onResults={(done, refused) => selection.used(done as readonly Row[], refused as readonly Row[])}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
