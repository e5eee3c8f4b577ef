import { Form } from 'antd'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act, create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { visitImport } from '#platform/web/kit/import/visit-import.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { AccountClass } from '../contract/account.ts'
import { listAccounts } from '../contract/accounts.ts'
import { createChartLine, endChartLine, importChart, listChart, removeChartLine, searchChart, updateChartLine } from '../contract/chart.ts'
import { ChartSelect } from './chart-select.tsx'
import type { LedgerPaths } from './paths.ts'
import { words } from './words.ts'
import './ledger.css'

type Line = RowOf<typeof listChart>

const invalidates = [searchChart, listAccounts]

function Fields() {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  const of = Form.useWatch<AccountClass | undefined>('class')
  return (
    <>
      <Field name="class">
        <EnumSelect name="ledger.accountClass" values={AccountClass.options} needed onChange={() => form.setFieldValue('parentNumber', undefined)} />
      </Field>
      <Field name="parentNumber">
        <ChartSelect of={of} placeholder={labels.text('firstLevel')} />
      </Field>
      <Field name="number" />
      <Field name="name" />
      <Pair>
        <Field name="validFrom" />
        <Field name="validTo" />
      </Pair>
      <Field name="allowsManual" />
    </>
  )
}

/** The chart as a tree: by number each line stands below the one it belongs to. */
export default function chartScreen(paths: LedgerPaths) {
  return listScreen(listChart, {
    filters: ['text', { field: 'under', input: ChartSelect }, 'class', 'asOf'],
    columns: [
      {
        field: 'number',
        fixed: 'start',
        width: 130,
        render: ({ number, depth }) => <span className={`bt-num ledger-level-${Math.min(depth, 5)}`}>{number}</span>,
      },
      { field: 'name', width: 290, render: ({ name, depth }) => <span className={depth === 0 ? 'ledger-top' : undefined}>{name}</span> },
      { field: 'class', width: 120 },
      {
        field: 'accounts',
        width: 130,
        render: ({ number, accounts }) => (accounts === 0 ? '0' : <PageLink to={`${paths.accounts}?chart=${encodeURIComponent(number)}`}>{accounts}</PageLink>),
      },
      { field: 'balance', width: 150 },
      { field: 'allowsManual', width: 170 },
      'validFrom',
      'validTo',
      'parentNumber',
      'shipped',
      { field: 'depth', hidden: true },
      { field: 'updatedAt', hidden: true },
      { field: 'updatedBy', hidden: true },
    ],
    nameOf: ({ number }) => number,
    actions: [
      visitImport(paths.chartImport, importChart),
      create(createChartLine, Fields, { values: () => ({ class: 'ASSET', validFrom: today(), allowsManual: false }), invalidates }),
      edit<typeof updateChartLine, Line>(updateChartLine, Fields, { invalidates }),
      act<typeof endChartLine, Line>(endChartLine, {
        key: 'end',
        danger: true,
        ask: ['validTo'],
        values: () => ({ validTo: today() }),
        when: ({ validTo, shipped }) => validTo === null && !shipped,
        invalidates,
      }),
      remove<typeof removeChartLine, Line>(removeChartLine, { when: ({ accounts, shipped }) => accounts === 0 && !shipped, invalidates }),
    ],
  })
}
