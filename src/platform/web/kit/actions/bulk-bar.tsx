import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLanguage, useShellText } from '../../i18n.ts'
import type { Selection } from '../list/use-selection.ts'
import { showCount } from '../sizes.ts'
import type { BulkAction } from './action.ts'
import { useSubject } from './action-host.tsx'
import { useActionWords } from './action-words.ts'
import './bulk.css'

/** Fetched when it is opened. */
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

interface Props<Row> {
  actions: readonly BulkAction<Row>[]
  selection: Selection<Row>
  idOf: (row: Row) => string
}

/** What may be done with the ticked rows; there while rows are ticked. */
export function BulkBar<Row>({ actions, selection, idOf }: Props<Row>) {
  const t = useShellText()
  const language = useLanguage()
  const subject = useSubject()
  const words = useActionWords(subject)
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null)
  const { rows } = selection
  if (rows.length === 0 && asked === null) return null
  return (
    <section className="bt-bulk" aria-label={t('bulk.label')}>
      <span role="status">{t('bulk.chosen', { n: showCount(rows.length, language) })}</span>
      {actions.map((action) => {
        const fitting = rows.filter(action.when)
        return (
          <Button key={action.key} danger={action.danger} disabled={fitting.length === 0} onClick={() => setAsked({ action, rows: fitting })}>
            {words(subject, action).label}
            {fitting.length < rows.length && ` (${showCount(fitting.length, language)})`}
          </Button>
        )
      })}
      <Button type="text" onClick={selection.clear}>
        {t('bulk.clear')}
      </Button>
      {asked && (
        <Suspense>
          <BulkDialog
            action={asked.action as BulkAction<unknown>}
            words={words(subject, asked.action)}
            nameOf={subject.nameOf}
            rows={asked.rows}
            idOf={idOf as (row: unknown) => string}
            onDone={(done) => selection.toggle(done as readonly Row[], false)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
