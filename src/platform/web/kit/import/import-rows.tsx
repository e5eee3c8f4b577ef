import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { IMPORT_PAGE, type ImportState } from '#kernel/import.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { useLanguage, useNames, useShellText } from '../../i18n.ts'
import { usePageItems } from '../list/page-items.tsx'
import { showCount } from '../sizes.ts'
import type { ImportFacts } from './import-facts.ts'

type Row = OutputOf<ImportFacts['contract']['rows']>['result'][number]

/** The rows of the file as they were read, those with errors first of all; what is wrong stands at the row and is marked in its cell. */
export function ImportRows({ state, facts }: { state: ImportState; facts: ImportFacts }) {
  const t = useShellText()
  const items = usePageItems()
  const language = useLanguage()
  const { contract } = facts
  const names = useNames(contract.entity)
  const [chosen, setBad] = useState(state.bad > 0)
  const bad = chosen && state.bad > 0
  const [page, setPage] = useState(1)
  const { data } = useContractQuery(contract.rows, { id: state.id, bad, page }, { keepPrevious: true })
  const places = new Map(Object.entries(state.mapping).flatMap(([field, at]) => (at === null ? [] : [[field, at] as const])))
  const show = (onlyBad: boolean) => {
    setBad(onlyBad)
    setPage(1)
  }
  const options = [
    { value: 'all', label: t('import.showAll', { count: showCount(state.total, language) }) },
    { value: 'bad', label: t('import.showBad', { count: showCount(state.bad, language) }), disabled: state.bad === 0 },
  ]
  return (
    <section className="bt-import-part" aria-label={t('import.rows')}>
      <Segmented options={options} value={bad ? 'bad' : 'all'} onChange={(value) => show(value === 'bad')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard as well */}
      <section className="bt-plain-scroll bt-import-rows" aria-label={t('import.rows')} tabIndex={0}>
        <table className="bt-plain">
          <thead>
            <tr>
              <th scope="col" className="bt-right">
                {t('import.row')}
              </th>
              {state.bad > 0 && <th scope="col">{t('import.reason')}</th>}
              {state.header.map((title, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have nothing but their place
                <th key={at} scope="col" title={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.result.map((row) => (
              <RowLine key={row.number} row={row} places={places} reasons={state.bad > 0} name={(field) => names.field(contract.entity, field)} />
            ))}
          </tbody>
        </table>
      </section>
      {(data?.totalRecord ?? 0) > IMPORT_PAGE && (
        <Pagination
          className="bt-import-pages"
          size="small"
          current={page}
          pageSize={IMPORT_PAGE}
          total={data?.totalRecord ?? 0}
          itemRender={items}
          showSizeChanger={false}
          showTotal={(n) => t('list.total', { n: showCount(n, language) })}
          onChange={setPage}
        />
      )}
    </section>
  )
}

interface LineProps {
  row: Row
  places: ReadonlyMap<string, number>
  reasons: boolean
  name: (field: string) => string
}

function RowLine({ row, places, reasons, name }: LineProps) {
  const wrong = new Set(row.problems.map(({ field }) => (field === null ? undefined : places.get(field))))
  return (
    <tr className={row.problems.length > 0 ? 'bt-import-bad' : ''}>
      <td className="bt-right bt-num">{row.number}</td>
      {reasons && (
        <td className="bt-import-reason">
          {row.problems.map(({ field, message }) => (
            <div key={`${field} ${message}`}>
              {field !== null && <b>{name(field)}: </b>}
              {message}
            </div>
          ))}
        </td>
      )}
      {row.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a file have nothing but their place
        <td key={at} className={wrong.has(at) ? 'bt-import-wrong' : ''} title={cell}>
          {cell}
        </td>
      ))}
    </tr>
  )
}
