import { useShellText } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { UnitSelect } from '../unit-select.tsx'

export function NewUnitFields() {
  const t = useShellText()
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="level" />
      </Pair>
      <Field name="name" />
      <Field name="parentId">
        <UnitSelect placeholder={t('common.choose')} />
      </Field>
      <Field name="address" />
      <Pair>
        <Field name="phone" />
        <Field name="validFrom" />
      </Pair>
    </>
  )
}

export function MoveFields() {
  const t = useShellText()
  return (
    <>
      <Field name="unitId">
        <UnitSelect placeholder={t('common.choose')} />
      </Field>
      <Field name="reason" />
    </>
  )
}
