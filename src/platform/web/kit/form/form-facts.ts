import { createContext, useContext } from 'react'
import type { z } from 'zod'

export interface FormFacts {
  /** The fields of the command. */
  shape: Readonly<Record<string, z.ZodType>>
  label: (field: string) => string
  /** How it is filled in, where fields.<entity>Hint says so. */
  hint: (field: string) => string | undefined
  fixed: readonly string[]
  /** What is known of the rows of a field, told by the table that they are typed in; for a notice that shows them. */
  showRows: (field: string, rows: RowFacts) => void
}

/** The fields of rows: their schemas, and what they are called. */
export interface RowFacts {
  shape: Readonly<Record<string, z.ZodType>>
  label: (field: string) => string
}

export const FormContext = createContext<FormFacts>({ shape: {}, label: (field) => field, hint: () => undefined, fixed: [], showRows: () => undefined })

/** Within a field of a form: whether the form cannot go without it. Undefined elsewhere, where nothing chosen means all. */
export const NeededContext = createContext<boolean | undefined>(undefined)

/** What a field of the form knows of its command. */
export const useFormFacts = (): FormFacts => useContext(FormContext)
