import type { ReactNode } from 'react'
import { z } from 'zod'
import { ATTACHMENTS_MAX, FileId, FileInfo } from '#kernel/files.ts'
import { CheckedItem, type CheckedItemProps } from './checked-item.tsx'
import { isNeeded } from './field-rules.ts'
import { NeededContext, useFormFacts } from './form-facts.ts'
import { element } from './schema.ts'

export interface ItemProps extends Omit<CheckedItemProps, 'label' | 'schema'> {
  /** The word of the form's entity when left out. */
  label?: string
  children: ReactNode
}

/** In a form files stand as they were uploaded; they are sent by their ids (`filesById`). */
const UPLOADED = z.array(FileInfo).max(ATTACHMENTS_MAX)

/** A field of the form's contract. `needed`: here, though the contract can do without it elsewhere. */
export function FormField({ name, label, help, needed = false, ...rest }: ItemProps) {
  const facts = useFormFacts()
  const sent = facts.shape[name] ?? z.unknown()
  const must = needed || isNeeded(sent)
  const schema = element(sent) !== FileId ? sent : must ? UPLOADED.min(1) : UPLOADED.optional()
  return (
    <NeededContext value={must}>
      <CheckedItem {...rest} name={name} label={label ?? facts.label(name)} schema={schema} needed={must} help={help ?? facts.hint(name)} />
    </NeededContext>
  )
}
