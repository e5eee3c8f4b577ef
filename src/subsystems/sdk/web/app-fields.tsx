import { Select } from 'antd'
import { PartnerSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { words } from './words.ts'

const SEPARATORS = [' ', '\n', ',']

/** Of a new app and of one that is changed. */
export function AppFields() {
  const labels = useLabels(words)
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="name" />
      </Pair>
      <Field name="partnerId">
        <PartnerSelect />
      </Field>
      <Field name="platforms" />
      <Field name="redirects">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={SEPARATORS} />
      </Field>
      <p className="bt-none">{labels.text('redirectsHint')}</p>
    </>
  )
}
