import type { FormFields } from '../actions/action.ts'
import { Field, Pair } from './field.tsx'
import { useFormFacts } from './form-facts.ts'

/** The fields of a form in order; what the command does not take is left out, so that one list serves a new record and a change. */
export function FormFieldList({ fields, record }: { fields: FormFields<unknown>; record: unknown }) {
  const { shape, fixed } = useFormFacts()
  if (typeof fields === 'function') {
    const Fields = fields
    return <Fields record={record} />
  }
  return fields.map((place) => {
    const names = (typeof place === 'string' ? [place] : place).filter((name) => name in shape && !fixed.includes(name))
    const [first] = names
    if (first === undefined) return null
    const drawn = names.map((name) => <Field key={name} name={name} />)
    return names.length === 1 ? drawn : <Pair key={first}>{drawn}</Pair>
  })
}
