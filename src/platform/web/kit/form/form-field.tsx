import type { ReactNode } from 'react'
import { z } from 'zod'
import { CheckedItem, type CheckedItemProps } from './checked-item.tsx'
import { isNeeded } from './field-rules.ts'
import { NeededContext, useFormFacts } from './form-facts.ts'

export interface ItemProps extends Omit<CheckedItemProps, 'label' | 'schema'> {
  /** The word of the form's entity when left out. */
  label?: string
  children: ReactNode
}

/** A field of the form's contract. `needed`: here, though the contract can do without it elsewhere. */
export function FormField({ name, label, help, needed = false, ...rest }: ItemProps) {
  const facts = useFormFacts()
  const schema = facts.shape[name] ?? z.unknown()
  const must = needed || isNeeded(schema)
  return (
    <NeededContext value={must}>
      <CheckedItem {...rest} name={name} label={label ?? facts.label(name)} schema={schema} needed={must} help={help ?? facts.hint(name)} />
    </NeededContext>
  )
}
