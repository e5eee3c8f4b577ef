import { UnitSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { StaffSelect } from './staff-select.tsx'
import { words } from './words.ts'

/** Of a postman who is changed; he stays at his unit, in whose books his money stands. */
export function CourierTerms() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="name" />
      <Pair>
        <Field name="phone" />
        <Field name="route" />
      </Pair>
      <Field name="staffId" help={labels.text('staffHint')}>
        <StaffSelect />
      </Field>
      <Pair>
        <Field name="ceiling" />
        <Field name="ceilingPolicy" />
      </Pair>
      <p className="bt-none">{labels.text('ceilingHint')}</p>
    </>
  )
}

export function NewCourier() {
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="unitId">
          <UnitSelect />
        </Field>
      </Pair>
      <CourierTerms />
    </>
  )
}
