import { auditOf } from '#core/audit/contract/audit.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { createAccount, listChart } from '../contract/chart.ts'
import { ChartSelect } from './chart-select.tsx'
import { words } from './words.ts'

function Fields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="chartNumber" label={labels.field('account', 'chart')}>
        <ChartSelect manual placeholder={labels.text('chooseChart')} />
      </Field>
      <Pair>
        <Field name="code" />
        <Field name="name" />
      </Pair>
      <Field name="unitId">
        <UnitSelect placeholder={labels.text('wholeOperator')} />
      </Field>
    </>
  )
}

/** Opens an account that journals by hand are posted on. */
export const openAccount = create(createAccount, Fields, { invalidates: [auditOf, listChart] })
